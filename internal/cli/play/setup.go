package play

import (
	"cmp"
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"
	"time"
	"unicode"

	"plateau/internal/tui/text"

	"github.com/spf13/cobra"

	"plateau/engine"
	"plateau/game"
	"plateau/internal/cli/env"
	"plateau/internal/tui/local"
)

// playOptions are the flags of play.
type playOptions struct {
	app                          *app
	names, random, computer      []string
	begins, first, from          string
	seed                         uint64
	limit                        time.Duration
	resume                       bool
	beginsSet, firstSet, seedSet bool
	control                      local.TimeControl
	advice                       bool
}

// take makes what somebody chose the value of the flags, and returns the
// arguments.
func (o *playOptions) take(choice local.Choice) (args []string) {
	if choice.Resume != "" {
		o.resume = true
		return []string{choice.Resume}
	}
	o.names, o.control, o.advice = choice.Names, choice.Control, choice.Advice
	if choice.Level != 0 {
		o.names, o.computer = nil, []string{choice.Level.String()}
		o.first, o.firstSet = map[game.Party]string{game.FirstParty: "1", game.SecondParty: "2", game.AtRandom: "random"}[choice.Side], true
	}
	return []string{choice.Game.ID()}
}

// newGame seats the players as the flags say.
func (o *playOptions) newGame(g game.Game) (local.Saved, error) {
	setup, err := o.setup(g)
	if err != nil {
		return local.Saved{}, err
	}
	other, err := o.secondParty(g, setup)
	if err != nil {
		return local.Saved{}, err
	}
	m, err := game.NewMatch(g, setup, o.rng())
	if err != nil {
		return local.Saved{}, env.UsageError(err.Error())
	}
	if o.from != "" {
		start, err := env.ParsePosition(m.Game(), o.from)
		if err != nil {
			return local.Saved{}, err
		}
		m = game.MatchFrom(start, m.Players())
	}
	rec := game.RecordOf(m)
	rec.Tags = []game.Tag{{Name: "Date", Value: time.Now().Format(local.DateLayout)}}
	saved := local.SavedFrom(rec)
	saved.Control, saved.Advice = o.control, o.advice
	if o.advice && len(g.Seats()) < 3 {
		return saved, env.Usagef("--advice: there are no partners in %s", g.Name())
	}
	return saved, o.addPlayers(&saved, other)
}

// rng decides who begins and who plays which side.
func (o *playOptions) rng() *rand.Rand { return rand.New(rand.NewPCG(o.seed, 0)) }

// setup reads who plays, who begins and who takes the first side. By default the
// first player does both. Where the first side always begins, as in Pivot,
// either flag decides both. Where colours are free, as in Quantik, lots are drawn
// for who begins.
func (o *playOptions) setup(g game.Game) (setup game.Setup, err error) {
	for _, name := range o.names {
		name = strings.TrimSpace(name)
		if strings.ContainsFunc(name, unicode.IsControl) {
			return setup, env.Usagef("--names %q: a name cannot have control characters", name)
		}
		if name != "" && slices.ContainsFunc(setup.Players, func(other string) bool { return strings.EqualFold(other, name) }) {
			return setup, env.Usagef("--names: two players are called %s; tell them apart", name)
		}
		setup.Players = append(setup.Players, name)
	}
	if o.firstSet {
		if setup.FirstSide, err = o.party("first", o.first); err != nil {
			return setup, err
		}
	}
	if o.beginsSet {
		if setup.Begins, err = o.beginner(g, setup.FirstSide); err != nil {
			return setup, err
		}
	}
	sideDecides := len(g.Openers()) == 1 && !g.FreeColours()
	if !o.firstSet && (!sideDecides || !o.beginsSet) {
		setup.FirstSide = game.FirstParty
	}
	// A game from a position has begun.
	atRandom := g.FreeColours() && o.from == ""
	if !o.beginsSet && !sideDecides && !atRandom {
		setup.Begins = game.FirstParty
	}
	return setup, nil
}

// beginner reads who begins: a player, or the seat of one where either side may begin.
func (o *playOptions) beginner(g game.Game, firstSide game.Party) (game.Party, error) {
	seat, isSeat := env.FindSeat(g, o.begins)
	if o.isName(o.begins) || !isSeat || g.FreeColours() || len(g.Openers()) == 1 || o.firstSet && firstSide == game.AtRandom {
		return o.party("begins", o.begins)
	}
	first := game.FirstParty
	if o.firstSet {
		first = firstSide
	}
	switch {
	case g.Seats()[seat].Team == g.Seats()[0].Team:
		return first, nil
	case first == game.FirstParty:
		return game.SecondParty, nil
	}
	return game.FirstParty, nil
}

func (o *playOptions) isName(text string) bool {
	return slices.ContainsFunc(o.names, func(name string) bool { return strings.EqualFold(strings.TrimSpace(name), text) })
}

// party reads the value of a flag that names one of the players.
func (o *playOptions) party(flag, who string) (game.Party, error) {
	for i, name := range o.names {
		if name != "" && strings.EqualFold(strings.TrimSpace(name), who) {
			return game.FirstParty + game.Party(i%2), nil
		}
	}
	switch strings.ToLower(who) {
	case "1":
		return game.FirstParty, nil
	case "2":
		return game.SecondParty, nil
	case "random":
		return game.AtRandom, nil
	case "computer":
		if len(o.computer) > 0 {
			return game.SecondParty, nil
		}
	}
	return game.AtRandom, env.Usagef("--%s %s: choose 1, 2, random or a name from --names", flag, who)
}

// addPlayers adds the automatic seats: those of the flags and, in a resumed game,
// those of the record. Where the flags name no seat, the computer gets the seats
// in other.
func (o *playOptions) addPlayers(saved *local.Saved, other []game.Seat) error {
	if o.seedSet || len(saved.Random)+len(saved.Computer) == 0 {
		saved.Seed = o.seed
	}
	computers, err := o.computers(saved.Record.Game, other)
	if err != nil {
		return err
	}
	if err := o.app.addComputers(saved, computers); err != nil {
		return err
	}
	return o.addRandom(saved, computers)
}

// addRandom adds the seats that play at random.
func (o *playOptions) addRandom(saved *local.Saved, computers []computerSeat) error {
	rec := saved.Record
	for _, id := range o.random {
		seat, ok := env.FindSeat(rec.Game, id)
		if !ok {
			return env.Usagef("--random %s: the seats of %s are %s", id, rec.Game.Name(), seatList(rec.Game))
		}
		if slices.ContainsFunc(computers, func(c computerSeat) bool { return c.seat == seat }) {
			return env.Usagef("--random %s: the computer plays there", id)
		}
		delete(saved.Computer, seat)
		saved.Random[seat] = true
		rec.Players[seat] = cmp.Or(rec.Players[seat], "Random")
	}
	return nil
}

func seatList(g game.Game) string {
	ids := text.Each(g.Seats(), func(seat game.SeatInfo) string { return fmt.Sprintf("%s (%s)", seat.ID, seat.Colour) })
	return strings.Join(ids, ", ")
}

// computerSeat is a seat that the computer is to play.
type computerSeat struct {
	seat  game.Seat
	level engine.Level
}

// computers reads the flag: a level for the seats in other, or a seat and its
// level.
func (o *playOptions) computers(g game.Game, other []game.Seat) ([]computerSeat, error) {
	var seats []computerSeat
	bare := false
	for _, text := range o.computer {
		id, name, hasSeat := strings.Cut(text, "=")
		if !hasSeat {
			id, name = "", text
		}
		level, err := env.ParseLevel(name)
		if err != nil {
			return nil, env.Usagef("--computer %s: %v", text, err)
		}
		if hasSeat {
			seat, ok := env.FindSeat(g, strings.TrimSpace(id))
			if !ok {
				return nil, env.Usagef("--computer %s: the seats of %s are %s", text, g.Name(), seatList(g))
			}
			seats = append(seats, computerSeat{seat, level})
			continue
		}
		if bare {
			return nil, env.Usagef("--computer %s: for several levels, name the seats, such as %s=%s", text, g.Seats()[0].ID, text)
		}
		bare = true
		for _, seat := range other {
			seats = append(seats, computerSeat{seat, level})
		}
	}
	return seats, nil
}

// addComputers seats the computer, in place of what played there.
func (a *app) addComputers(saved *local.Saved, seats []computerSeat) error {
	for _, c := range seats {
		delete(saved.Random, c.seat)
		saved.Computer[c.seat] = c.level
		if name := saved.Record.Players[c.seat]; name != "" && !strings.HasPrefix(name, local.ComputerName) {
			continue
		}
		exact := true
		if c.level == engine.Perfect {
			e, err := a.NewEngine(saved.Record.Game, 1, env.PlayingBytes)
			if err != nil {
				return err
			}
			exact = e.Exact()
		}
		saved.Record.Players[c.seat] = local.ComputerName + local.LevelName(c.level, exact)
	}
	return nil
}

// secondParty are the seats of the second (and fourth) player of a new game.
// The random source must be the same as for the game itself.
func (o *playOptions) secondParty(g game.Game, setup game.Setup) ([]game.Seat, error) {
	const second = "second"
	setup.Players = make([]string, len(g.Seats()))
	for i := 1; i < len(setup.Players); i += 2 {
		setup.Players[i] = second
	}
	m, err := game.NewMatch(g, setup, o.rng())
	if err != nil {
		return nil, env.UsageError(err.Error())
	}
	var seats []game.Seat
	for i, name := range m.Players() {
		if name == second {
			seats = append(seats, game.Seat(i))
		}
	}
	return seats, nil
}

// otherSide are the seats for the computer in a resumed game: its own, or if it
// has none, those of the side that is not to move.
func otherSide(saved *local.Saved) []game.Seat {
	g, toMove := saved.Record.Game, saved.Record.Match().Position().ToMove()
	var own, other []game.Seat
	for i, info := range g.Seats() {
		seat := game.Seat(i)
		if saved.Computer[seat] != 0 {
			own = append(own, seat)
		}
		if info.Team != g.Seats()[toMove].Team {
			other = append(other, seat)
		}
	}
	if own != nil {
		return own
	}
	return other
}

// completeComputer completes levels, and seats with an equals sign.
func (a *app) completeComputer(_ *cobra.Command, args []string, prefix string) ([]string, cobra.ShellCompDirective) {
	id, _, hasSeat := strings.Cut(prefix, "=")
	words := env.LevelWords()
	if hasSeat {
		for i, word := range words {
			words[i] = id + "=" + word
		}
		return words, cobra.ShellCompDirectiveNoFileComp
	}
	if len(args) > 0 {
		if g, err := a.Games.Find(args[0]); err == nil {
			for _, seat := range g.Seats() {
				words = append(words, cobra.CompletionWithDesc(seat.ID+"=", fmt.Sprintf("a level for the %s", seat.Colour)))
			}
		}
	}
	return words, cobra.ShellCompDirectiveNoFileComp | cobra.ShellCompDirectiveNoSpace
}
