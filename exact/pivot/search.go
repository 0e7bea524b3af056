package pivot

import (
	"slices"

	"plateau/game"
	"plateau/game/pivot"
)

const cells = 16

// score is a value told by the number of cards with which the game ends, so
// that it is the same all along the way there: ends less that number for a
// win, the negative of it for a loss.
type score int8

const (
	drawn score = 0
	ends  score = 2 * cells
)

// search is an alpha-beta search to the end of the game, so that whatever it
// finds is exact. Its table is of a fixed size; a newer position replaces an
// older one.
type search struct {
	// states and moves are by number of cards, which is that of plies.
	states [cells + 1]pivot.State
	moves  [cells][maxMoves]game.Move
	// history counts how often a move of either player was good enough.
	history [2][1 << 13]int64
	table   []entry
}

// entry is what has been found out about a position.
type entry struct {
	key   uint64
	move  game.Move
	score score
	bound bound
}

type bound uint8

const (
	isExact bound = iota
	isAtLeast
	isAtMost
)

const (
	tableBits = 16
	// leafCards is the number of cards from which a position is quicker
	// searched than looked up.
	leafCards = cells - 1
)

func newSearch() search { return search{table: make([]entry, 1<<tableBits)} }

// value is that of a running position of which a lower bound is known.
func (x *search) value(s *pivot.State, cards int, atLeast score) game.Value {
	x.states[cards] = *s
	found := x.score(cards, atLeast, ends)
	switch {
	case found > drawn:
		return game.WinIn(int(ends-found) - cards)
	case found < drawn:
		return game.LossIn(int(ends+found) - cards)
	}
	return game.Draw
}

// score finds the score of the state with a number of cards, or a bound of it
// where it lies outside the window from alpha to beta.
func (x *search) score(cards int, alpha, beta score) score {
	s := &x.states[cards]
	if s.Outcome().Over() {
		return finished(s, cards)
	}
	// The next turn may end the game, but this position has not.
	most := ends - score(cards) - 1
	alpha, beta = max(alpha, -most), min(beta, most)
	if alpha >= beta {
		return alpha
	}
	if cards >= leafCards {
		found, _ := x.expand(cards, alpha, beta, game.NoMove)
		return found
	}
	e := &x.table[s.Key()*0x9E3779B97F4A7C15>>(64-tableBits)]
	first := game.NoMove
	if e.key == s.Key() {
		if e.answers(alpha, beta) {
			return e.score
		}
		first = e.move
	}
	found, move := x.expand(cards, alpha, beta, first)
	*e = entry{s.Key(), move, found, isExact}
	switch {
	case found >= beta:
		e.bound = isAtLeast
	case found <= alpha:
		e.bound = isAtMost
	}
	return found
}

func finished(s *pivot.State, cards int) score {
	winner, won := s.Outcome().Winner()
	switch {
	case !won:
		return drawn
	case winner == game.Team(s.ToMove()):
		return ends - score(cards)
	}
	return score(cards) - ends
}

// answers tells whether the entry settles what lies within the window.
func (e *entry) answers(alpha, beta score) bool {
	return e.bound == isExact || e.bound == isAtLeast && e.score >= beta || e.bound == isAtMost && e.score <= alpha
}

// expand finds the best move and its score, beginning with the move that was
// best before.
func (x *search) expand(cards int, alpha, beta score, first game.Move) (score, game.Move) {
	s, next := &x.states[cards], &x.states[cards+1]
	moves := s.AppendMoves(x.moves[cards][:0])
	best, bestMove := -ends, game.NoMove
	for i := range moves {
		if cards < leafCards {
			x.pick(cards, moves[i:], first)
			first = game.NoMove
		}
		*next = *s
		next.Play(moves[i])
		found := x.follow(cards, max(alpha, best), beta, i > 0)
		if found <= best {
			continue
		}
		best, bestMove = found, moves[i]
		if best >= beta {
			x.history[cards&1][bestMove]++
			break
		}
	}
	return best, bestMove
}

// follow is the score of the next state, for the player who has led there.
// Later moves have to show first that they are better than alpha at all.
func (x *search) follow(cards int, alpha, beta score, later bool) score {
	if later && alpha+1 < beta {
		found := -x.score(cards+1, -alpha-1, -alpha)
		if found <= alpha || found >= beta {
			return found
		}
	}
	return -x.score(cards+1, -beta, -alpha)
}

// pick puts the most promising move in front.
func (x *search) pick(cards int, moves []game.Move, first game.Move) {
	at := 0
	if first != game.NoMove {
		at = max(slices.Index(moves, first), 0)
	} else {
		history := &x.history[cards&1]
		for i, m := range moves {
			if history[m] > history[moves[at]] {
				at = i
			}
		}
	}
	moves[0], moves[at] = moves[at], moves[0]
}
