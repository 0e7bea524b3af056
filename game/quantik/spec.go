package quantik

import "plateau/game"

var seats = []game.SeatInfo{
	{ID: "1", Team: 0, Colour: "light"},
	{ID: "2", Team: 1, Colour: "dark"},
}

// Spec describes the game to generic code.
func Spec() game.Spec[State] {
	return game.Spec[State]{
		ID: "quantik", Name: "Quantik", Size: 4,
		Seats: seats, TeamIDs: [2]string{"1", "2"},
		Openers:    []game.Seat{First},
		MaxPlies:   cells,
		Decisive:   true,
		Phrases:    phrases(),
		Letters:    letters + smallLetters,
		Slots:      slots,
		Start:      func(game.Seat) State { return Start() },
		FromKey:    fromKey,
		Parse:      parse,
		Format:     (*State).format,
		ParseMove:  parseMove,
		FormatMove: formatMove,
		Picks:      picks,
		Attempt:    (*State).attempt,
		Motions:    (*State).motions,
		Refuse:     (*State).refuse,
		Verdict:    func(s, _ *State) game.Verdict { return s.verdict() },
		Letter:     (*State).letter,
		Reserve:    (*State).reserve,
		Symmetries: game.Symmetries[State]{
			Count:     boardCount * renameCount,
			State:     (*State).turned,
			Move:      turnMove,
			Inverse:   inverse,
			Compose:   compose,
			Canonical: canonical,
		},
	}
}
