// Package solver computes the values of all positions of Pivot, and extracts
// the losses that exact play needs.
package solver

import (
	"context"
	"fmt"

	index "plateau/exact/pivot"

	"plateau/exact"
	"plateau/exact/tablebase"
)

// Method is how Pivot is solved. Engines need no tablebase: see package
// exact/pivot.
func Method() *exact.Method {
	values := exact.ByteValues{EntryBytes: 1, Copies: copies}
	return &exact.Method{
		NewSolver: func() exact.Solver { return exact.InBytes(NewSolver()) },
		Positions: values.Positions, Count: values.Count,
		CoreSeconds: 35,
		Extracts: []exact.Extract{{
			Name:  "losses",
			Usage: "the lost positions with up to 11 cards: all that exact play needs besides a short search",
			Build: extractLosses,
		}},
	}
}

// copies counts up to the symmetries of the game, which turn over all cards
// together. The tablebase goes further and turns over each player's separately.
func copies(layer int) int64 { return max(int64(index.FlipVariants(index.Layer(layer)))/2, 1) }

func extractLosses(ctx context.Context, folder string, _ map[string]uint64, report func(string)) ([]byte, error) {
	stored := tablebase.In(folder, NewSolver().Game(), index.Layers)
	return BuildLosses(func(n int) ([]byte, error) {
		if ctx.Err() != nil {
			return nil, ctx.Err()
		}
		report(fmt.Sprintf("reading layer %d", n))
		layer, err := stored.Open(n)
		if err != nil {
			return nil, err
		}
		defer layer.Close()
		return exact.BytesOf(layer)
	})
}

// BuildLosses encodes the losses from the layers that [NewSolver] solves. Layer
// returns a layer by its number. The same layers always give the same bytes.
func BuildLosses(layer func(n int) ([]byte, error)) ([]byte, error) {
	w := index.NewWriter()
	for cards := index.MaxCards; cards >= 0; cards-- {
		values, err := layer(index.Layer(cards))
		if err != nil {
			return nil, fmt.Errorf("losses of Pivot with %d cards: %w", cards, err)
		}
		w.Add(values)
	}
	return w.Bytes(), nil
}
