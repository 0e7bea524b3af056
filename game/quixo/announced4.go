package quixo

import "plateau/game"

// Announced4 is a position of the game for four in which players announce their
// lines: see [Announced]. The seat to move announces for its team.
//
//	key: │ 62, 61  │ 60 … 0             │
//	     │ outcome │ the key of a State4 │
//
//	move: │ 12 … 1          │ 0         │
//	      │ move of a State4 │ announced │
type Announced4 struct{ State4 }

const outcomeShift4 = 61

// AppendMoves implements [game.State].
func (s *Announced4) AppendMoves(dst []game.Move) []game.Move {
	var usual [2*maxMoves + 1]game.Move
	moves := s.State4.AppendMoves(usual[:0])
	return board4.appendAnnounced(dst, moves, s.outcome, s.marks[s.team()], 1)
}

// Play implements [game.State].
func (s *Announced4) Play(m game.Move) {
	team := game.Team(s.team())
	if m == Claim {
		s.toMove = (s.toMove + 1) & 3
		s.outcome = game.Won(team)
		return
	}
	before := s.marks[team.Other()]
	s.State4.Play(m >> 1)
	s.outcome = board4.announcement(m, team, before, s.marks[team.Other()])
}

// Key implements [game.State].
func (s *Announced4) Key() uint64 { return uint64(s.outcome)<<outcomeShift4 | s.State4.Key() }

func announcedFromKey4(key uint64) (Announced4, error) {
	usual, err := fromKey4(key % (1 << outcomeShift4))
	if err != nil {
		return Announced4{}, game.RefuseKey(key)
	}
	s := Announced4{usual}
	s.outcome = game.Outcome(min(key>>outcomeShift4, uint64(game.Drawn)))
	if _, wrong := board4.lacksLine(s.outcome, &s.marks, game.Team(s.team())); wrong {
		return Announced4{}, game.RefuseKey(key)
	}
	return s, nil
}

// LeavesUnsaid reports whether a legal move leaves a line unannounced that
// could be announced. Computer players play no such move.
func (s *Announced4) LeavesUnsaid(m game.Move) bool {
	return board4.leavesUnsaid(s.marks[s.team()], m, 1)
}

// HasLine reports whether a team has a line on the board.
func (s *Announced4) HasLine(team game.Team) bool { return board4.lines(s.marks[team&1]) }
