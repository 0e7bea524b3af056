package prompt

import (
	"context"

	"plateau/internal/tui/caption"
)

// undo takes back what a person did last: what other seats played by themselves
// since then goes with it, for it would be played again at once.
func (s *Session) undo(context.Context, string) {
	plies, back := s.match.Plies(), s.lastPersonsPly()
	switch {
	case !s.match.Undo():
		s.say("There is nothing to take back.")
		return
	case s.match.Plies() == plies:
		s.say("The game goes on.")
	case back < 0:
		s.match.Redo()
		s.say("There is nothing of yours to take back.")
		return
	}
	for s.match.Plies() < plies && s.match.Plies() > back {
		s.match.Undo()
	}
	if taken := plies - s.match.Plies(); taken > 0 {
		s.say("Took back " + caption.Count(taken, "move") + ".")
	}
	s.keep()
	s.showBoard()
}

// lastPersonsPly is the ply of the last move that a person made, or -1.
func (s *Session) lastPersonsPly() int {
	for ply := s.match.Plies() - 1; ply >= 0; ply-- {
		if !s.alone(s.match.PositionAfter(ply).ToMove()) {
			return ply
		}
	}
	return -1
}

// redo goes forward to the next turn of a person.
func (s *Session) redo(context.Context, string) {
	plies := s.match.Plies()
	if !s.match.Redo() {
		s.say("There is nothing to play again.")
		return
	}
	for s.alone(s.match.Position().ToMove()) && s.match.Redo() {
		continue
	}
	s.say("Played " + caption.Count(s.match.Plies()-plies, "move") + " again.")
	s.keep()
	s.showBoard()
}
