package cli

import (
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"
	"time"
	"unicode"

	"plateau/game"
	"plateau/internal/tui/prompt"
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
}

// newGame seats the players as the flags say.
func (o *playOptions) newGame(g game.Game) (prompt.Saved, error) {
	setup, err := o.setup(g)
	if err != nil {
		return prompt.Saved{}, err
	}
	other, err := o.secondParty(g, setup)
	if err != nil {
		return prompt.Saved{}, err
	}
	m, err := game.NewMatch(g, setup, o.rng())
	if err != nil {
		return prompt.Saved{}, usageError{err.Error()}
	}
	if o.from != "" {
		start, err := parsePosition(g, o.from)
		if err != nil {
			return prompt.Saved{}, err
		}
		m = game.MatchFrom(start, m.Players())
	}
	rec := game.RecordOf(m)
	rec.Tags = []game.Tag{{Name: "Date", Value: time.Now().Format("2006.01.02")}}
	saved := prompt.SavedFrom(rec)
	return saved, o.addPlayers(&saved, other)
}

// rng decides who begins and who plays which side.
func (o *playOptions) rng() *rand.Rand { return rand.New(rand.NewPCG(o.seed, 0)) }

// setup reads who plays, who begins and who takes the first side. By default the
// first player does both. Where the first side always begins, as in Quantik,
// either flag decides both.
func (o *playOptions) setup(g game.Game) (setup game.Setup, err error) {
	for _, name := range o.names {
		name = strings.TrimSpace(name)
		if strings.ContainsFunc(name, unicode.IsControl) {
			return setup, usagef("--names %q: a name cannot have control characters", name)
		}
		setup.Players = append(setup.Players, name)
	}
	if o.firstSet {
		if setup.FirstSide, err = o.party("first", o.first); err != nil {
			return setup, err
		}
	}
	if o.beginsSet {
		if setup.Begins, err = o.party("begins", o.begins); err != nil {
			return setup, err
		}
	}
	sideDecides := len(g.Openers()) == 1
	if !o.firstSet && (!sideDecides || !o.beginsSet) {
		setup.FirstSide = game.FirstParty
	}
	if !o.beginsSet && !sideDecides {
		setup.Begins = game.FirstParty
	}
	return setup, nil
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
	return game.AtRandom, usagef("--%s %s: choose 1, 2, random or a name from --names", flag, who)
}

// addPlayers adds the automatic seats: those of the flags and, in a resumed game,
// those of the record. Where the flags name no seat, the computer gets the seats
// in other.
func (o *playOptions) addPlayers(saved *prompt.Saved, other []game.Seat) error {
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
func (o *playOptions) addRandom(saved *prompt.Saved, computers []computerSeat) error {
	rec := saved.Record
	for _, id := range o.random {
		seat, ok := findSeat(rec.Game, id)
		if !ok {
			return usagef("--random %s: the seats of %s are %s", id, rec.Game.Name(), seatList(rec.Game))
		}
		if slices.ContainsFunc(computers, func(c computerSeat) bool { return c.seat == seat }) {
			return usagef("--random %s: the computer plays there", id)
		}
		delete(saved.Computer, seat)
		saved.Random[seat] = true
		if rec.Players[seat] == "" {
			rec.Players[seat] = "Random"
		}
	}
	return nil
}

func seatList(g game.Game) string {
	var ids []string
	for _, seat := range g.Seats() {
		ids = append(ids, fmt.Sprintf("%s (%s)", seat.ID, seat.Colour))
	}
	return strings.Join(ids, ", ")
}
