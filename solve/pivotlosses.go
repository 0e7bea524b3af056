package solve

import (
	"fmt"

	"plateau/game/pivot/pivotindex"
	"plateau/game/pivot/pivotlosses"
)

// BuildPivotLosses makes the data of package pivotlosses from the layers that
// [NewPivot] solves, which layer fetches by their numbers. The same layers
// always give the same bytes.
func BuildPivotLosses(layer func(n int) ([]byte, error)) ([]byte, error) {
	w := pivotlosses.NewWriter()
	for cards := pivotlosses.MaxCards; cards >= 0; cards-- {
		values, err := layer(pivotindex.Layer(cards))
		if err != nil {
			return nil, fmt.Errorf("losses of Pivot with %d cards: %w", cards, err)
		}
		w.Add(values)
	}
	return w.Bytes(), nil
}
