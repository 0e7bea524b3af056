package prompt

import (
	"context"
)

// undo takes back the last move of a person, or the last N. The moves that the
// computer has made since then go with it: it would repeat them at once.
func (s *Session) undo(_ context.Context, argument string) {
	n, ok := s.count("undo", argument)
	if !ok {
		return
	}
	plies, over := s.match.Plies(), s.over()
	for done := 0; done < n && s.undoOne(); done++ {
		continue
	}
	taken := plies - s.match.Plies()
	switch {
	case taken > 0:
		s.tell("terminal.tookBack", "n", taken)
	case over && !s.over():
		s.tell("terminal.goesOn")
	case plies > 0:
		s.tell("phrase.takeback.none")
		return
	default:
		s.tell("terminal.nothingToTakeBack")
		return
	}
	s.rewindClock()
	s.autosave()
	s.showBoard()
}

// rewindClock gives everybody the time that they had at this move.
func (s *Session) rewindClock() {
	if s.clock != nil {
		s.clock.setPlies(s.match.Plies())
	}
}

// undoOne takes back a resignation, an agreed draw, or the last move of a
// person with all that follow it. It reports whether there was any.
func (s *Session) undoOne() bool {
	plies, back := s.match.Plies(), s.lastPersonsPly()
	if !s.match.Undo() {
		return false
	}
	if s.match.Plies() == plies {
		return true
	}
	if back < 0 {
		s.match.Redo()
		return false
	}
	for s.match.Plies() > back {
		s.match.Undo()
	}
	return true
}

// lastPersonsPly is the ply of the last move that a person made, or -1.
func (s *Session) lastPersonsPly() int {
	for ply := s.match.Plies() - 1; ply >= 0; ply-- {
		if !s.automatic(s.match.PositionAfter(ply).ToMove()) {
			return ply
		}
	}
	return -1
}

// redo replays moves up to the next turn of a person, or N times that.
func (s *Session) redo(_ context.Context, argument string) {
	n, ok := s.count("redo", argument)
	if !ok {
		return
	}
	plies := s.match.Plies()
	for range n {
		if !s.match.Redo() {
			break
		}
		for s.automatic(s.match.Position().ToMove()) && s.match.Redo() {
			continue
		}
	}
	replayed := s.match.Plies() - plies
	if replayed == 0 {
		s.tell("terminal.nothingToReplay")
		return
	}
	s.tell("terminal.replayed", "n", replayed)
	s.rewindClock()
	s.autosave()
	s.showBoard()
}
