package pivot

import (
	"plateau/game"
	"plateau/internal/lanes"
)

var seats = []game.SeatInfo{
	{ID: "1", Team: 0, Colour: "circles"},
	{ID: "2", Team: 1, Colour: "squares"},
}

// Spec describes the game to generic code.
func Spec() game.Spec[State] {
	return game.Spec[State]{
		ID: "pivot", Name: "Pivot", Size: lanes.Edge,
		Seats: seats, TeamIDs: [2]string{"1", "2"},
		Openers:    []game.Seat{Circles},
		MaxPlies:   cells,
		Phrases:    phrases(),
		Letters:    letters,
		Slots:      slots,
		Start:      func(game.Seat) State { return Start() },
		FromKey:    fromKey,
		Parse:      parse,
		Format:     (*State).format,
		ParseMove:  (*State).parseMove,
		FormatMove: (*State).formatMove,
		Picks:      (*State).picks,
		Attempt:    (*State).attempt,
		Motions:    (*State).motions,
		Refuse:     (*State).refuse,
		Verdict:    (*State).verdict,
		Letter:     (*State).letter,
		Reserve:    (*State).reserve,
		Symmetries: game.Symmetries[State]{
			Count:     symmetryCount,
			State:     (*State).turned,
			Move:      turnMove,
			Inverse:   inverse,
			Compose:   compose,
			Canonical: canonical,
		},
	}
}
