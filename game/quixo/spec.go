package quixo

import (
	"fmt"

	"plateau/game"
)

var (
	seats = []game.SeatInfo{
		{ID: "X", Team: 0, Colour: "crosses"},
		{ID: "O", Team: 1, Colour: "circles"},
	}
	seats4 = []game.SeatInfo{
		{ID: "X1", Team: 0, Colour: "crosses"},
		{ID: "O1", Team: 1, Colour: "circles"},
		{ID: "X2", Team: 0, Colour: "crosses"},
		{ID: "O2", Team: 1, Colour: "circles"},
	}
)

// Spec is the game for two on a board with size cells along an edge, 3 to 5.
func Spec(size int) game.Spec[State] {
	id, name := "quixo", "Quixo"
	if size < 5 {
		id, name = fmt.Sprintf("quixo%d", size), fmt.Sprintf("Quixo %d×%d", size, size)
	}
	return game.Spec[State]{
		ID: id, Name: name, Size: size,
		Seats: seats, TeamIDs: [2]string{"X", "O"},
		Openers:    []game.Seat{Cross, Circle},
		Repeats:    true,
		Phrases:    append(sharedPhrases(), Syntax),
		Letters:    letters,
		Slots:      slots,
		Start:      func(begins game.Seat) State { return Start(size, begins) },
		FromKey:    func(key uint64) (State, error) { return fromKey(size, key) },
		Parse:      func(text string) (State, error) { return parse(size, text) },
		Format:     (*State).format,
		ParseMove:  (*State).parseMove,
		FormatMove: func(_ *State, m game.Move) string { return formatPush(m) },
		Picks:      func(_ *State, m game.Move) game.Picks { return pushPicks(m) },
		Attempt:    func(_ *State, picks game.Picks) string { return attemptPush(picks) },
		Motions:    (*State).motions,
		Refuse:     (*State).refuse,
		Verdict: func(s, _ *State) game.Verdict {
			return s.geometry().verdict(s.outcome, &s.marks, game.Team(s.toMove))
		},
		Letter:     (*State).letter,
		Symmetries: symmetries(size, turnMove, (*State).turned, (*State).canonical),
	}
}

// Spec4 is the game for four.
func Spec4() game.Spec[State4] {
	return game.Spec[State4]{
		ID: "quixo4p", Name: "Quixo for four", Size: board4.size,
		Seats: seats4, TeamIDs: [2]string{"X", "O"},
		Openers:    []game.Seat{0, 1},
		Repeats:    true,
		Phrases:    append(sharedPhrases(), Syntax4, PartnersDot, MustPlay, MustPass),
		Letters:    letters4,
		Slots:      slots4,
		Start:      Start4,
		FromKey:    fromKey4,
		Parse:      parse4,
		Format:     (*State4).format,
		ParseMove:  (*State4).parseMove,
		FormatMove: (*State4).formatMove,
		Picks:      picks4,
		Attempt:    (*State4).attempt,
		Motions:    (*State4).motions,
		Refuse:     (*State4).refuse,
		Verdict: func(s, _ *State4) game.Verdict {
			return board4.verdict(s.outcome, &s.marks, game.Team(s.team()))
		},
		Letter:     (*State4).letter,
		Symmetries: symmetries(board4.size, turnMove4, (*State4).turned, (*State4).canonical),
	}
}

// fromKey is the inverse of [State.Key].
func fromKey(size int, key uint64) (State, error) {
	crosses, circles, toMove := uint32(key&grid), uint32(key>>cells&grid), key>>(2*cells)
	outside := geometryOf(size).outside
	if toMove > 1 || crosses&circles != 0 || (crosses|circles)&outside != 0 {
		return State{}, game.RefuseKey(key)
	}
	return Make(size, crosses, circles, game.Seat(toMove)), nil
}
