package solver

import (
	"fmt"

	index "plateau/exact/pivot"
)

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
