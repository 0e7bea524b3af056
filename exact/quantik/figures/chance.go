package figures

import (
	"fmt"
	"math/bits"

	"plateau/exact/figures"
	"plateau/game"
	"plateau/game/quantik"
	"plateau/internal/lanes"
)

// Quantik has so few classes that games of random players need not be played:
// the probability of each class follows from those one turn before.

// ends are the ways in which games end.
type ends struct {
	// row is a row or a column; both is one of these and a region at once.
	row, region, both, blocked float64
}

// turn is how games stand after a number of turns, as shares of all games.
type turn struct {
	running, won, thrown float64
	ended                ends
}

func chance(t *tables, report func(string)) ([]byte, error) {
	sheet := figures.NewSheet("players", "turns", "running", "won", "lost", "thrown",
		"row_or_column", "region", "both", "blocked")
	for _, players := range []figures.Players{figures.Random, figures.Best} {
		turns, err := t.turns(players, report)
		if err != nil {
			return nil, err
		}
		for n, now := range turns {
			thrown := 0.0
			if now.running > 0 {
				thrown = now.thrown / now.running
			}
			sheet.Add(string(players), n, now.running, now.won, now.running-now.won, thrown,
				now.ended.row, now.ended.region, now.ended.both, now.ended.blocked)
		}
	}
	return sheet.Bytes(), nil
}

// turns follows all games. It is not spread over cores, so that sums are always
// added in the same order.
func (t *tables) turns(players figures.Players, report func(string)) ([]turn, error) {
	turns := make([]turn, allPieces+1)
	reached := []float64{1}
	for pieces := range turns {
		report(fmt.Sprintf("%s players after %d turns", players, pieces))
		if err := t.Err(); err != nil {
			return nil, err
		}
		now := &turns[pieces]
		next := []float64(nil)
		if pieces < allPieces {
			next = make([]float64, t.views[pieces+1].Classes())
		}
		for class, share := range reached {
			if share == 0 {
				continue
			}
			s := t.views[pieces].State(class)
			if s.Legal() == 0 {
				now.ended.blocked += share
				continue
			}
			t.follow(&s, pieces, players, share, turns, next)
		}
		reached = next
	}
	return turns, nil
}

// follow spreads the share of a running position over its moves.
func (t *tables) follow(s *quantik.State, pieces int, players figures.Players, share float64, turns []turn, next []float64) {
	now, then := &turns[pieces], &turns[pieces+1]
	now.running += share
	value := t.value(s, pieces)
	legal := s.Legal()
	if value.IsWin() {
		now.won += share
		worse := bits.OnesCount64(legal) - t.winningMoves(s, pieces)
		// The conversion keeps machines from adding with another rounding.
		now.thrown += float64(share / float64(bits.OnesCount64(legal)) * float64(worse))
	}
	if players == figures.Best {
		legal = t.bestMoves(s, pieces, value)
	}
	share /= float64(bits.OnesCount64(legal))
	for moves := legal & s.Completing(); moves != 0; moves &= moves - 1 {
		*then.ended.of(s, firstOf(moves)) += share
	}
	for moves := legal &^ s.Completing(); moves != 0; moves &= moves - 1 {
		child := after(s, moves)
		next[t.views[pieces+1].Find(&child)] += share
	}
}

// bestMoves are the moves that keep the value.
func (t *tables) bestMoves(s *quantik.State, pieces int, value game.Value) (best uint64) {
	for moves := s.Legal(); moves != 0; moves &= moves - 1 {
		if next := after(s, moves); t.value(&next, pieces+1).Before() == value {
			best |= moves & -moves
		}
	}
	return best
}

// of is the way in which a move ends the game that completes a line.
func (e *ends) of(s *quantik.State, m game.Move) *float64 {
	next := *s
	next.Play(m)
	all := next.Pieces(quantik.First) | next.Pieces(quantik.Second)
	cell := lanes.Cell(int(m))
	inLine := hasAllShapes(all, func(c game.Cell) bool { return c.Row == cell.Row }) ||
		hasAllShapes(all, func(c game.Cell) bool { return c.Col == cell.Col })
	inRegion := hasAllShapes(all, func(c game.Cell) bool { return c.Row/2 == cell.Row/2 && c.Col/2 == cell.Col/2 })
	switch {
	case inLine && inRegion:
		return &e.both
	case inRegion:
		return &e.region
	}
	return &e.row
}

// hasAllShapes reports whether every shape is on one of the cells.
func hasAllShapes(all uint64, on func(game.Cell) bool) bool {
	found := 0
	for ; all != 0; all &= all - 1 {
		if bit := bits.TrailingZeros64(all); on(lanes.Cell(bit)) {
			found |= 1 << (bit / lanes.Cells)
		}
	}
	return found == 1<<shapes-1
}
