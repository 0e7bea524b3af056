package figures

import (
	"fmt"
	"math/bits"

	"plateau/exact/figures"
	"plateau/game"
	"plateau/game/quantik"
)

func firstOf(moves uint64) game.Move { return game.Move(bits.TrailingZeros64(moves)) }

func orbit(s *quantik.State) int {
	return quantik.Orbit(s.Pieces(quantik.First), s.Pieces(quantik.Second))
}

// count is how many classes and positions there are of something.
type count struct{ classes, positions int }

func (c *count) add(orbit int) {
	c.classes++
	c.positions += orbit
}

// countValues counts the values of a layer, and the positions in which the player
// to move cannot place a piece.
func (t *tables) countValues(pieces int) (byValue map[game.Value]count, blocked count) {
	byValue = map[game.Value]count{}
	view := t.views[pieces]
	for class := range view.Classes() {
		s := view.State(class)
		size := orbit(&s)
		found := byValue[view.Value(class)]
		found.add(size)
		byValue[view.Value(class)] = found
		if s.Legal() == 0 {
			blocked.add(size)
		}
	}
	return byValue, blocked
}

func layers(t *tables, report func(string)) ([]byte, error) {
	sheet := figures.NewSheet("pieces", "classes", "classes_won", "classes_lost", "positions", "positions_won",
		"positions_lost", "blocked", "sequences", "lines")
	played := sequences{t: t, reached: []uint64{1}}
	for pieces := range t.views {
		report(fmt.Sprintf("%d pieces", pieces))
		if err := t.Err(); err != nil {
			return nil, err
		}
		byValue, blocked := t.countValues(pieces)
		var won, lost count
		for value, n := range byValue {
			sum := &lost
			if value.IsWin() {
				sum = &won
			}
			sum.classes += n.classes
			sum.positions += n.positions
		}
		sheet.Add(pieces, won.classes+lost.classes, won.classes, lost.classes, won.positions+lost.positions,
			won.positions, lost.positions, blocked.positions, played.total(), played.lines)
		played.step(pieces)
	}
	return sheet.Bytes(), nil
}

func distances(t *tables, report func(string)) ([]byte, error) {
	sheet := figures.NewSheet("pieces", "value", "classes", "positions")
	for pieces := range t.views {
		report(fmt.Sprintf("%d pieces", pieces))
		if err := t.Err(); err != nil {
			return nil, err
		}
		byValue, _ := t.countValues(pieces)
		for v := 255; v > 0; v-- {
			if n, ok := byValue[game.Value(v)]; ok {
				sheet.Add(pieces, game.Value(v), n.classes, n.positions)
			}
		}
	}
	return sheet.Bytes(), nil
}

// sequences counts the sequences of moves by the class that they lead to.
type sequences struct {
	t *tables
	// reached is by class. Lines is how many sequences ended with their last
	// move, by completing a line; they lead to no class.
	reached []uint64
	lines   uint64
}

func (q *sequences) total() (sum uint64) {
	for _, n := range q.reached {
		sum += n
	}
	return sum
}

// step plays one more move.
func (q *sequences) step(pieces int) {
	if pieces == allPieces {
		return
	}
	from, to := q.t.views[pieces], q.t.views[pieces+1]
	next := make([]uint64, to.Classes())
	q.lines = 0
	for class, n := range q.reached {
		s := from.State(class)
		q.lines += n * uint64(bits.OnesCount64(s.Completing()))
		for moves := s.Legal() &^ s.Completing(); moves != 0; moves &= moves - 1 {
			child := after(&s, moves)
			next[to.Find(&child)] += n
		}
	}
	q.reached = next
}
