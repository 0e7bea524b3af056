package figures

import (
	"context"
	"fmt"
	"maps"
	"math/bits"
	"runtime"
	"slices"

	"plateau/exact"
	"plateau/exact/figures"
	"plateau/game/quantik"
)

// openingPieces is how far openings go.
const openingPieces = 4

func openings(t *tables, report func(string)) ([]byte, error) {
	atRandom, err := t.winsAtRandom(report)
	if err != nil {
		return nil, err
	}
	sheet := figures.NewSheet("pieces", "position", "value", "moves", "winning", "positions", "sequences", "random")
	played := sequences{t: t, reached: []uint64{1}}
	for pieces := range openingPieces + 1 {
		view := t.views[pieces]
		rows := map[string][]any{}
		for class := range view.Classes() {
			s := view.State(class)
			text := t.spec.Format(&s)
			rows[text] = []any{
				pieces, text, view.Value(class), bits.OnesCount64(s.Legal()), t.winningMoves(&s, pieces),
				orbit(&s), played.reached[class], atRandom[pieces][class],
			}
		}
		for _, text := range slices.Sorted(maps.Keys(rows)) {
			sheet.Add(rows[text]...)
		}
		played.step(pieces)
	}
	return sheet.Bytes(), nil
}

// winningMoves counts the moves that win.
func (t *tables) winningMoves(s *quantik.State, pieces int) int {
	winning := 0
	for moves := s.Legal(); moves != 0; moves &= moves - 1 {
		if next := after(s, moves); t.value(&next, pieces+1).IsLoss() {
			winning++
		}
	}
	return winning
}

// winsAtRandom is the probability by class that the player to move wins if all
// moves are random, for all layers of openings. Each class follows from those of
// the next layer.
func (t *tables) winsAtRandom(report func(string)) ([][]float64, error) {
	const chunk = 1 << 14
	run := exact.RunOn(context.WithoutCancel(t), runtime.GOMAXPROCS(0), nil)
	wins := make([][]float64, openingPieces+1)
	var next []float64
	for pieces := allPieces; pieces >= 0; pieces-- {
		report(fmt.Sprintf("random games from %d pieces", pieces))
		if err := t.Err(); err != nil {
			return nil, err
		}
		view := t.views[pieces]
		layer := make([]float64, view.Classes())
		_ = run.Parallel((len(layer)+chunk-1)/chunk, func(_, part int) {
			for class := part * chunk; class < min((part+1)*chunk, len(layer)); class++ {
				layer[class] = t.winAtRandom(view.State(class), pieces, next)
			}
		})
		if pieces <= openingPieces {
			wins[pieces] = layer
		}
		next = layer
	}
	return wins, nil
}

func (t *tables) winAtRandom(s quantik.State, pieces int, next []float64) float64 {
	if s.Legal() == 0 {
		return 0
	}
	sum := float64(bits.OnesCount64(s.Completing()))
	for moves := s.Legal() &^ s.Completing(); moves != 0; moves &= moves - 1 {
		child := after(&s, moves)
		sum += 1 - next[t.views[pieces+1].Find(&child)]
	}
	return sum / float64(bits.OnesCount64(s.Legal()))
}
