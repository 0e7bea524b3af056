package cli

import (
	"fmt"
	"strings"

	"github.com/spf13/cobra"

	"plateau/engine"
	"plateau/game"
	"plateau/internal/tui/prompt"
)

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
		level, err := parseLevel(name)
		if err != nil {
			return nil, usagef("--computer %s: %v", text, err)
		}
		if hasSeat {
			seat, ok := findSeat(g, strings.TrimSpace(id))
			if !ok {
				return nil, usagef("--computer %s: the seats of %s are %s", text, g.Name(), seatList(g))
			}
			seats = append(seats, computerSeat{seat, level})
			continue
		}
		if bare {
			return nil, usagef("--computer %s: for several levels, name the seats, such as %s=%s", text, g.Seats()[0].ID, text)
		}
		bare = true
		for _, seat := range other {
			seats = append(seats, computerSeat{seat, level})
		}
	}
	return seats, nil
}

// addComputers seats the computer, in place of what played there.
func (a *app) addComputers(saved *prompt.Saved, seats []computerSeat) error {
	for _, c := range seats {
		delete(saved.Random, c.seat)
		saved.Computer[c.seat] = c.level
		if name := saved.Record.Players[c.seat]; name != "" && !strings.HasPrefix(name, computerName) {
			continue
		}
		exact := true
		if c.level == engine.Perfect {
			e, err := a.newEngine(saved.Record.Game, 1, playingBytes)
			if err != nil {
				return err
			}
			exact = e.Exact()
		}
		saved.Record.Players[c.seat] = computerName + levelName(c.level, exact)
	}
	return nil
}

// computerName begins the names of seats that the computer plays.
const computerName = "Computer "

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
		return nil, usageError{err.Error()}
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
func otherSide(saved *prompt.Saved) []game.Seat {
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
	words := levelWords()
	if hasSeat {
		for i, word := range words {
			words[i] = id + "=" + word
		}
		return words, cobra.ShellCompDirectiveNoFileComp
	}
	if len(args) > 0 {
		if g, err := a.games.Find(args[0]); err == nil {
			for _, seat := range g.Seats() {
				words = append(words, cobra.CompletionWithDesc(seat.ID+"=", fmt.Sprintf("a level for the %s", seat.Colour)))
			}
		}
	}
	return words, cobra.ShellCompDirectiveNoFileComp | cobra.ShellCompDirectiveNoSpace
}
