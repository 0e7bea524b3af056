package quixo

import "plateau/game"

// Announced is a position of the game for two in which players announce their
// lines: a line ends the game only when its owner announces it, with the push
// or at a later turn. docs/rulings.md has the rules of announcing. The marks
// and the seat to move are those of [State]; its outcome is what was announced,
// not what is on the board. The game is also over for a side that can take no
// cube: it loses.
//
//	key: │ 52, 51  │ 50 … 0            │
//	     │ outcome │ the key of a State │
//
// A move is one of the usual game, and whether a line is announced with it:
//
//	move: │ 10 … 1         │ 0         │
//	      │ move of a State │ announced │
//
// The usual game has its own type, so that it does not pay for this one.
type Announced struct{ State }

// Claim announces a line that stands already, instead of a push. No push has
// its number: a cube never comes back where it was taken.
const Claim game.Move = 0

// announcing is the sign of an announcement in moves and positions.
const announcing = "!"

const outcomeShift = 2*cells + 1

// Outcome implements [game.State].
func (s *Announced) Outcome() game.Outcome {
	if s.outcome == game.Running && s.canTakeNothing() {
		return game.Won(game.Team(1 - s.toMove&1))
	}
	return s.outcome
}

// canTakeNothing reports whether the other side has the whole ring. Then the
// side to move has no line to announce either: every line has cubes on it.
func (s *Announced) canTakeNothing() bool {
	return s.geometry().ring&^s.marks[1-s.toMove&1] == 0
}

// AppendMoves implements [game.State].
func (s *Announced) AppendMoves(dst []game.Move) []game.Move {
	var usual [maxMoves + 1]game.Move
	pushes := s.State.AppendMoves(usual[:0])
	return s.geometry().appendAnnounced(dst, pushes, s.outcome, s.marks[s.toMove&1], 0)
}

// appendAnnounced appends the moves of a player with these marks: the claim,
// and each usual move without and with an announcement, as far as there is a
// line to announce. The lowest dots bits of a usual move are not of its cells.
func (g *geometry) appendAnnounced(dst, usual []game.Move, outcome game.Outcome, own uint32, dots int) []game.Move {
	if outcome != game.Running {
		return dst
	}
	if g.lines(own) {
		dst = append(dst, Claim)
	}
	for _, m := range usual {
		dst = append(dst, m<<1)
		if m != Pass && g.hasLineAfter(own, m>>dots) {
			dst = append(dst, m<<1|1)
		}
	}
	return dst
}

// hasLineAfter reports whether a player with these marks has a line after a
// push.
func (g *geometry) hasLineAfter(own uint32, push game.Move) bool {
	p := &g.pushes[push%(1<<(2*cellBits))]
	return g.lines(p.shift(own) | 1<<(push%(1<<cellBits)))
}

// Play implements [game.State].
func (s *Announced) Play(m game.Move) {
	team := game.Team(s.toMove & 1)
	if m == Claim {
		s.toMove ^= 1
		s.outcome = game.Won(team)
		return
	}
	before := s.marks[team.Other()]
	s.State.Play(m >> 1)
	s.outcome = s.geometry().announcement(m, team, before, s.marks[team.Other()])
}

// announcement is the outcome of a push, by the marks of the other side before
// and after it. If it is announced, its player wins, unless it has made a line
// for the other side. A line that the other side had before does not count:
// nobody has announced it.
func (g *geometry) announcement(m game.Move, team game.Team, before, after uint32) game.Outcome {
	switch {
	case m&1 == 0:
		return game.Running
	case g.makesLine(before, after):
		return game.Won(team.Other())
	default:
		return game.Won(team)
	}
}

// makesLine reports whether a plane of marks has a full line that it did not
// have before.
func (g *geometry) makesLine(before, after uint32) bool {
	isNew := func(line uint32) bool { return after&line == line && before&line != line }
	row, column := g.columns, g.rows
	for range g.size {
		if isNew(row) || isNew(column) {
			return true
		}
		row <<= 1
		column <<= stride
	}
	return isNew(g.diagonals[0]) || isNew(g.diagonals[1])
}

// Key implements [game.State].
func (s *Announced) Key() uint64 { return uint64(s.outcome)<<outcomeShift | s.State.Key() }

func announcedFromKey(size int, key uint64) (Announced, error) {
	usual, err := fromKey(size, key%(1<<outcomeShift))
	if err != nil {
		return Announced{}, game.RefuseKey(key)
	}
	s := Announced{usual}
	s.outcome = game.Outcome(min(key>>outcomeShift, uint64(game.Drawn)))
	if _, wrong := s.geometry().lacksLine(s.outcome, &s.marks, game.Team(s.toMove)); wrong {
		return Announced{}, game.RefuseKey(key)
	}
	return s, nil
}

// lacksLine reports whether a game cannot have ended like this, and the team
// that lacks a line: the winner has one, and so has a player who announced a
// line and lost.
func (g *geometry) lacksLine(outcome game.Outcome, marks *[2]uint32, toMove game.Team) (game.Team, bool) {
	winner, won := outcome.Winner()
	switch {
	case !won:
		return 0, outcome != game.Running
	case !g.lines(marks[winner]):
		return winner, true
	case winner == toMove && !g.lines(marks[winner.Other()]):
		return winner.Other(), true
	}
	return 0, false
}

// announcedVerdict explains the outcome: the side to move has not announced it.
func (g *geometry) announcedVerdict(outcome game.Outcome, marks *[2]uint32, toMove game.Team) game.Verdict {
	winner, won := outcome.Winner()
	if !won {
		return game.Verdict{Outcome: outcome}
	}
	v := game.Verdict{Outcome: outcome, Reason: AnnouncedLine, Line: g.line(marks[winner])}
	if winner == toMove {
		v.Reason = BothLines
	}
	return v
}

func (s *Announced) verdict() game.Verdict {
	if s.outcome == game.Running && s.canTakeNothing() {
		return game.Verdict{Outcome: s.Outcome(), Reason: NothingToTake}
	}
	return s.geometry().announcedVerdict(s.outcome, &s.marks, game.Team(s.toMove))
}

// LeavesUnsaid reports whether a legal move leaves a line unannounced that
// could be announced. Computer players play no such move.
func (s *Announced) LeavesUnsaid(m game.Move) bool {
	return s.geometry().leavesUnsaid(s.marks[s.toMove&1], m, 0)
}

func (g *geometry) leavesUnsaid(own uint32, m game.Move, dots int) bool {
	switch {
	case m == Claim:
		return false
	case g.lines(own):
		return true
	}
	return m&1 == 0 && m>>1 != Pass && g.hasLineAfter(own, m>>1>>dots)
}

// HasLine reports whether a side has a line on the board.
func (s *Announced) HasLine(seat game.Seat) bool { return s.geometry().lines(s.marks[seat&1]) }
