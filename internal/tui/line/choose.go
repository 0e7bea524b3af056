package line

import (
	"context"
	"fmt"
	"io"
	"strconv"
	"strings"

	"plateau/engine"
	"plateau/game"
	"plateau/internal/tui/local"
	"plateau/internal/tui/text"
	"plateau/rulebook/words"
)

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
func (c *Chooser) Run(ctx context.Context) (choice local.Choice, err error) {
	defer c.open(func(string) []string { return nil })()
	saves := local.Unfinished(c.Store.List())
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
		return local.Choice{Resume: saves[at].Name}, nil
	case at == len(options)-1:
		return c.choosePuzzles(ctx)
	}
	return c.chooseGame(ctx, c.Games[at-len(saves)])
}

func (c *Chooser) choosePuzzles(ctx context.Context) (local.Choice, error) {
	var games []game.Game
	var options []string
	for _, g := range c.Games {
		if c.hasPuzzles(g) {
			games, options = append(games, g), append(options, c.Texts.Game(g))
		}
	}
	at, err := c.pick(ctx, c.text("play.load.choose"), options)
	if err != nil {
		return local.Choice{}, err
	}
	return local.Choice{Puzzles: true, Game: games[at]}, nil
}

// chooseGame asks how a game is played.
func (c *Chooser) chooseGame(ctx context.Context, g game.Game) (choice local.Choice, err error) {
	choice = local.Choice{Game: g, Side: game.FirstParty, Names: make([]string, len(g.Seats()))}
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
	controls := local.UsualControls()
	options := text.Each(controls, func(control local.UsualControl) string { return c.text(control.Key) })
	at, err := c.pick(ctx, c.text("play.new.clock"), options)
	if err != nil {
		return choice, err
	}
	choice.Control = controls[at].TimeControl
	return choice, nil
}

// chooseComputer asks for the computer's level and the person's side.
func (c *Chooser) chooseComputer(ctx context.Context, choice *local.Choice) error {
	var options []string
	for level := engine.Easiest; level <= engine.Perfect; level++ {
		name := local.LevelName(level, c.exact(choice.Game))
		options = append(options, c.text("play.level."+name)+" – "+c.text("play.levelHint."+name))
	}
	at, err := c.pick(ctx, c.text("play.new.level"), options)
	if err != nil {
		return err
	}
	choice.Level = engine.Easiest + engine.Level(at)
	options = text.Each(local.Sides(), func(side game.Party) string { return local.SideText(c.Texts, choice.Game, side) })
	at, err = c.pick(ctx, c.text("play.new.side"), options)
	if err != nil {
		return err
	}
	choice.Side = local.Sides()[at]
	return nil
}

// choosePeople asks for the names of people and, where there are partners,
// whether they may advise each other.
func (c *Chooser) choosePeople(ctx context.Context, choice *local.Choice) error {
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
		fmt.Fprint(c.out, text.Paragraph(option, c.Width, fmt.Sprintf("%3d  ", i+1)))
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
