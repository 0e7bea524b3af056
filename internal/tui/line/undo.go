package line

import "context"

// undo takes back the last move of a person, or the last N.
func (s *Session) undo(_ context.Context, argument string) {
	n, ok := s.count("undo", argument)
	if !ok {
		return
	}
	played := s.Match.Plies() > 0
	switch taken, goesOn := s.Undo(n); {
	case taken > 0:
		s.tell("terminal.tookBack", "n", taken)
	case goesOn:
		s.tell("terminal.goesOn")
	case played:
		s.tell("phrase.takeback.none")
		return
	default:
		s.tell("terminal.nothingToTakeBack")
		return
	}
	s.autosave()
	s.showBoard()
}

// redo replays moves up to the next turn of a person, or N times that.
func (s *Session) redo(_ context.Context, argument string) {
	n, ok := s.count("redo", argument)
	if !ok {
		return
	}
	replayed := s.Redo(n)
	if replayed == 0 {
		s.tell("terminal.nothingToReplay")
		return
	}
	s.tell("terminal.replayed", "n", replayed)
	s.autosave()
	s.showBoard()
}
