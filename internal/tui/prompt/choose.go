package prompt

import (
	"context"
	"fmt"
	"io"
	"strconv"
	"strings"

	"plateau/engine"
	"plateau/game"
	"plateau/rulebook/words"
)

// Choice is what somebody wants to do.
type Choice struct {
	// Resume is the name of a saved game to continue, or empty.
	Resume string
	// Puzzles is set for puzzles of the game.
	Puzzles bool
	// Game is the game of a new game or of puzzles.
	Game game.Game
	// Level is how strong the computer is; 0 if people play among
	// themselves.
	Level engine.Level
	// Side is the side of the person: who sits at the first seat, at the
	// second, or either at random.
	Side game.Party
	// Names are the players' by seat.
	Names   []string
	Control TimeControl
	Advice  bool
}

// Chooser asks what to play.
type Chooser struct {
	base
	// hasPuzzles reports whether a game has puzzles.
	hasPuzzles func(g game.Game) bool
	// exact reports whether the values of a game are known.
	exact func(g game.Game) bool
}

// NewChooser prepares to ask.
func NewChooser(config Config, hasPuzzles, exact func(g game.Game) bool) *Chooser {
	return &Chooser{newBase(config), hasPuzzles, exact}
}

// Run asks what to play. If the person leaves, the error is io.EOF.
func (c *Chooser) Run(ctx context.Context) (choice Choice, err error) {
	defer c.open(func(string) []string { return nil })()
	saves := c.unfinished()
	var options []string
	for _, save := range saves {
		options = append(options, c.text("terminal.choose.goOn",
			"game", c.Texts.Game(save.Record.Game), "players", save.Players(c.Texts), "n", len(save.Record.Plies)))
	}
	for _, g := range c.Games {
		options = append(options, c.Texts.Game(g))
	}
	options = append(options, c.text("puzzles.title"))
	at, err := c.pick(ctx, c.text("terminal.choose.what"), options)
	switch {
	case err != nil:
		return choice, err
	case at < len(saves):
		return Choice{Resume: saves[at].Name}, nil
	case at == len(options)-1:
		return c.choosePuzzles(ctx)
	}
	return c.chooseGame(ctx, c.Games[at-len(saves)])
}

// mostSaves is how many saved games are offered.
const mostSaves = 3

// unfinished are the saved games that somebody may want to continue.
func (c *Chooser) unfinished() []Save {
	var saves []Save
	for _, save := range c.Store.List() {
		if save.Record != nil && unfinished(save.Record) && len(saves) < mostSaves {
			saves = append(saves, save)
		}
	}
	return saves
}

func (c *Chooser) choosePuzzles(ctx context.Context) (Choice, error) {
	var games []game.Game
	var options []string
	for _, g := range c.Games {
		if c.hasPuzzles(g) {
			games, options = append(games, g), append(options, c.Texts.Game(g))
		}
	}
	at, err := c.pick(ctx, c.text("play.load.choose"), options)
	if err != nil {
		return Choice{}, err
	}
	return Choice{Puzzles: true, Game: games[at]}, nil
}

// chooseGame asks how a game is played.
func (c *Chooser) chooseGame(ctx context.Context, g game.Game) (choice Choice, err error) {
	choice = Choice{Game: g, Side: game.FirstParty, Names: make([]string, len(g.Seats()))}
	mode, err := c.pick(ctx, c.text("play.new.mode"), []string{c.text("play.new.mode.computer"), c.text("play.new.mode.people")})
	if err != nil {
		return choice, err
	}
	if mode == 0 {
		err = c.chooseComputer(ctx, &choice)
	} else {
		err = c.choosePeople(ctx, &choice)
	}
	if err != nil {
		return choice, err
	}
	controls := []TimeControl{{}}
	options := []string{c.text("play.new.clock.none")}
	for _, name := range []string{"1+0", "5+5", "10+10"} {
		control, err := ParseTimeControl(name)
		if err != nil {
			return choice, err
		}
		controls, options = append(controls, control), append(options, c.text("play.new.clock."+name))
	}
	at, err := c.pick(ctx, c.text("play.new.clock"), options)
	if err != nil {
		return choice, err
	}
	choice.Control = controls[at]
	return choice, nil
}

// chooseComputer asks for the computer's level and the person's side.
func (c *Chooser) chooseComputer(ctx context.Context, choice *Choice) error {
	var options []string
	for level := engine.Easiest; level <= engine.Perfect; level++ {
		name := level.String()
		if level == engine.Perfect && !c.exact(choice.Game) {
			name = "strongest"
		}
		options = append(options, c.text("play.level."+name)+" – "+c.text("play.levelHint."+name))
	}
	at, err := c.pick(ctx, c.text("play.new.level"), options)
	if err != nil {
		return err
	}
	choice.Level = engine.Easiest + engine.Level(at)
	options = nil
	for seat := range game.Seat(2) {
		options = append(options, c.sideOption(choice.Game, seat))
	}
	options = append(options, c.text("play.new.lot"))
	at, err = c.pick(ctx, c.text("play.new.side"), options)
	if err != nil {
		return err
	}
	choice.Side = []game.Party{game.FirstParty, game.SecondParty, game.AtRandom}[at]
	return nil
}

// sideOption is a side as an option, which says whether it always begins.
func (c *Chooser) sideOption(g game.Game, seat game.Seat) string {
	side := words.Name(c.Texts.Sentence(c.Texts.Colour(g, seat)))
	if openers := g.Openers(); len(openers) == 1 && openers[0] == seat {
		return c.text("play.new.sideFirst", "side", side)
	}
	return c.text("terminal.choose.side", "side", side)
}

// choosePeople asks for the names of people and, where there are partners,
// whether they may talk.
func (c *Chooser) choosePeople(ctx context.Context, choice *Choice) error {
	for seat := range choice.Names {
		label := words.Name(c.Texts.Player(choice.Game, nil, game.Seat(seat)))
		name, err := c.ask(ctx, c.text("play.new.nameOf", "side", label)+" >")
		if err != nil {
			return err
		}
		choice.Names[seat] = name
	}
	if len(choice.Names) > 2 {
		at, err := c.pick(ctx, c.text("terminal.choose.advice"), []string{c.text("play.adviceNo"), c.text("play.adviceYes")})
		if err != nil {
			return err
		}
		choice.Advice = at == 1
	}
	return nil
}

// pick asks for one of several options by number or by its beginning. Enter is
// the first.
func (c *Chooser) pick(ctx context.Context, question string, options []string) (int, error) {
	c.say(question)
	for i, option := range options {
		fmt.Fprintf(c.out, "%3d  %s\n", i+1, option)
	}
	for {
		answer, err := c.ask(ctx, c.text("terminal.choose.ask", "n", len(options))+" >")
		if err != nil {
			return 0, err
		}
		switch strings.ToLower(answer) {
		case "":
			return 0, nil
		case "q", "quit", "exit":
			return 0, io.EOF
		}
		if n, err := strconv.Atoi(answer); err == nil && n >= 1 && n <= len(options) {
			return n - 1, nil
		}
		if at := onlyOne(options, answer); at >= 0 {
			return at, nil
		}
		c.tell("terminal.choose.wrong", "n", len(options))
	}
}

// onlyOne is the option that is equal to a text, or the only one that begins with
// it, or -1.
func onlyOne(options []string, text string) int {
	var begin []int
	for i, option := range options {
		if strings.EqualFold(option, text) {
			return i
		}
		if len(option) >= len(text) && strings.EqualFold(option[:len(text)], text) {
			begin = append(begin, i)
		}
	}
	if len(begin) != 1 {
		return -1
	}
	return begin[0]
}
