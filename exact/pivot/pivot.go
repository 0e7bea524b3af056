// Package pivot knows the exact value, with its distance, of every position of
// Pivot, from about a megabyte of data.
//
//	cards   0 … 10                      11                   12 … 16
//	lost?   known from the data         known from the data  ╮
//	won?    a move leads to a lost one  ╮                    ├ searched to the
//	        known from the data         ╰────────────────────╯ end of the game
//
// What is neither lost nor won is drawn. The moves of a position with 9 cards
// or fewer cost some 20,000 look-ups, and with 11 or more a small search. Those
// with 10 cards cost most: each leads to a position with 11, and a search has
// to find out whether that is won.
package pivot

import (
	"math/bits"
	"slices"

	"plateau/game"
	"plateau/game/pivot"
)

// Exact is not safe for concurrent use: each goroutine needs its own.
type Exact struct {
	losses *Losses
	search search
	moves  [maxMoves]game.Move
}

// maxMoves is more than the 252 moves that a position can have.
const maxMoves = 256

// New uses losses, which several may share: [ReadLosses] takes some tenths of a
// second, and they need some 9 MB.
func New(losses *Losses) *Exact {
	return &Exact{losses: losses, search: search{tt: make([]entry, 1<<ttBits)}}
}

// Value is what a position is worth to the player to move.
func (x *Exact) Value(s *pivot.State) game.Value {
	if loss := x.loss(s); loss != game.Unknown {
		return loss
	}
	switch cards := bits.OnesCount64(s.Cards()); {
	case s.Outcome().Over():
		return game.ValueOf(s.Outcome(), game.Team(s.ToMove()))
	case cards > MaxCards:
		return x.search.value(s, cards, -ends)
	case cards == MaxCards:
		return x.search.value(s, cards, drawn)
	}
	best := game.Draw
	for _, m := range s.AppendMoves(x.moves[:0]) {
		next := *s
		next.Play(m)
		best = max(best, x.loss(&next).Before())
	}
	return best
}

// loss is the value of a position that is known to be lost without a search, or
// Unknown.
func (x *Exact) loss(s *pivot.State) game.Value {
	if winner, won := s.Outcome().Winner(); won && winner != game.Team(s.ToMove()) {
		return game.LossIn(0)
	}
	if s.Outcome().Over() || bits.OnesCount64(s.Cards()) > MaxCards {
		return game.Unknown
	}
	return x.losses.Value(s)
}

// score encodes a value by the number of cards at the end of the game, so that
// it does not change along the line: ends minus that number for a win, the
// negative of this for a loss.
type score int8

const (
	drawn score = 0
	ends  score = 2 * Cells
)

// search is an alpha-beta search to the end of the game, so its results are
// exact. The transposition table has a fixed size and always replaces.
type search struct {
	// states and moves are indexed by the number of cards, which is the
	// ply.
	states [Cells + 1]pivot.State
	moves  [Cells][maxMoves]game.Move
	// history counts the cutoffs of each move by player.
	history [2][1 << 13]int64
	tt      []entry
}

// entry is what is known about a position.
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
	ttBits = 16
	// From leafCards cards on, searching is faster than the transposition
	// table.
	leafCards = Cells - 1
)

// value is the value of a running position with a known lower bound.
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

// score is the score of the state with a number of cards, or a bound if it lies
// outside the window.
func (x *search) score(cards int, alpha, beta score) score {
	s := &x.states[cards]
	if s.Outcome().Over() {
		return finished(s, cards)
	}
	// The game is running, so it ends with the next turn at the earliest.
	most := ends - score(cards) - 1
	alpha, beta = max(alpha, -most), min(beta, most)
	if alpha >= beta {
		return alpha
	}
	if cards >= leafCards {
		found, _ := x.expand(cards, alpha, beta, game.NoMove)
		return found
	}
	e := &x.tt[s.Key()*0x9E3779B97F4A7C15>>(64-ttBits)]
	first := game.NoMove
	if e.key == s.Key() {
		if e.usable(alpha, beta) {
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

// usable reports whether the entry answers for the window.
func (e *entry) usable(alpha, beta score) bool {
	return e.bound == isExact || e.bound == isAtLeast && e.score >= beta || e.bound == isAtMost && e.score <= alpha
}

// expand finds the best move and its score, trying the transposition table's
// move first.
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
		found := x.searchChild(cards, max(alpha, best), beta, i > 0)
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

// searchChild is the score of the next state for the player who moved. Later
// moves get a null window first.
func (x *search) searchChild(cards int, alpha, beta score, later bool) score {
	if later && alpha+1 < beta {
		found := -x.score(cards+1, -alpha-1, -alpha)
		if found <= alpha || found >= beta {
			return found
		}
	}
	return -x.score(cards+1, -beta, -alpha)
}

// pick swaps the most promising move to the front.
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
