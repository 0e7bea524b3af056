// Package figures makes the data behind docs/quantik.md from the tablebase of
// Quantik.
//
// A class is a set of symmetric positions: see package game/quantik. All moves of
// a position and all that follows are the same for its whole class, so what is
// computed here is computed for classes, and weighted by the number of positions
// or of move sequences where positions count.
package figures

import (
	"context"
	"fmt"

	"plateau/exact"
	"plateau/exact/quantik/solver"
	"plateau/exact/tablebase"
	"plateau/game"
	"plateau/game/quantik"
)

const allPieces = 16

// Extracts are the data sets.
func Extracts() []exact.Extract {
	return []exact.Extract{
		extract("layers", "docs/data: classes and positions by number of pieces, won and lost", layers),
		extract("distances", "docs/data: the same by value", distances),
		extract("openings", "docs/data: all classes with up to 4 pieces, with their values", openings),
		extract("depth4", "docs/data: all positions with 4 pieces up to rotation, reflection and renaming, in QFEN, with their values", depth4),
		extract("longest", "docs/data: the longest wins and losses by number of pieces, with a line of best play", longest),
		extract("chance", "docs/data: how games of random and of best players go, turn by turn", chance),
	}
}

func extract(name, usage string, build func(t *tables, report func(string)) ([]byte, error)) exact.Extract {
	return exact.Extract{
		Name: name, Usage: usage,
		Build: func(ctx context.Context, folder string, _ map[string]uint64, report func(string)) ([]byte, error) {
			t, err := open(ctx, folder, report)
			if err != nil {
				return nil, err
			}
			return build(t, report)
		},
	}
}

// tables is the tablebase in memory, by number of pieces.
type tables struct {
	context.Context
	views [allPieces + 1]solver.View
	spec  game.Spec[quantik.State]
}

func open(ctx context.Context, folder string, report func(string)) (*tables, error) {
	t := &tables{Context: ctx, spec: quantik.Spec()}
	stored := tablebase.In(folder, t.spec.ID, allPieces+1)
	for pieces := range t.views {
		report(fmt.Sprintf("reading the layer with %d pieces", pieces))
		layer, err := stored.Open(allPieces - pieces)
		if err != nil {
			return nil, err
		}
		contents, err := exact.BytesOf(layer)
		_ = layer.Close()
		if err != nil {
			return nil, err
		}
		t.views[pieces] = solver.NewView(contents)
		if ctx.Err() != nil {
			return nil, ctx.Err()
		}
	}
	return t, nil
}

// value is that of any position with a number of pieces.
func (t *tables) value(s *quantik.State, pieces int) game.Value {
	if s.Outcome().Over() {
		return game.LossIn(0) // The last move always wins.
	}
	view := t.views[pieces]
	return view.Value(view.Find(s))
}

// after is the position after the first of a set of moves.
func after(s *quantik.State, moves uint64) quantik.State {
	next := *s
	next.Play(firstOf(moves))
	return next
}
