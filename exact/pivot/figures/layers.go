package figures

import (
	"fmt"

	"plateau/exact/figures"
	index "plateau/exact/pivot"
	"plateau/game"
)

// count is how many positions there are with a value: each by itself, and up to
// symmetry as the tablebase counts them, that is all faces for each pair of sets.
type count struct{ positions, classes int }

// countValues counts the values of a layer.
func (t *tables) countValues(cards int) (byValue [256]count) {
	copies := max(index.FlipVariants(cards)/2, 1)
	t.eachClass(cards, func(values []byte, positions int) {
		var found [256]int
		for _, v := range values {
			found[v]++
		}
		for v, n := range found {
			byValue[v].positions += n * positions
			byValue[v].classes += n * copies
		}
	})
	return byValue
}

func layers(t *tables, report func(string)) ([]byte, error) {
	sheet := figures.NewSheet("cards", "positions", "won", "lost", "drawn", "finished",
		"classes", "classes_won", "classes_lost", "classes_drawn")
	for cards := range t.layers {
		report(fmt.Sprintf("%d cards", cards))
		if err := t.Err(); err != nil {
			return nil, err
		}
		var won, lost, drawn count
		finished := 0
		for v, n := range t.countValues(cards) {
			value, sum := game.Value(v), &drawn
			switch {
			case value.IsWin():
				sum = &won
			case value.IsLoss():
				sum = &lost
			}
			sum.positions += n.positions
			sum.classes += n.classes
			if turns, known := value.Distance(); known && turns == 0 || cards == index.Cells && value == game.Draw {
				finished += n.positions
			}
		}
		sheet.Add(cards, won.positions+lost.positions+drawn.positions, won.positions, lost.positions, drawn.positions, finished,
			won.classes+lost.classes+drawn.classes, won.classes, lost.classes, drawn.classes)
	}
	return sheet.Bytes(), nil
}

func distances(t *tables, report func(string)) ([]byte, error) {
	sheet := figures.NewSheet("cards", "value", "positions", "classes")
	for cards := range t.layers {
		report(fmt.Sprintf("%d cards", cards))
		if err := t.Err(); err != nil {
			return nil, err
		}
		byValue := t.countValues(cards)
		for v := 255; v > 0; v-- {
			if n := byValue[v]; n.positions > 0 {
				sheet.Add(cards, game.Value(v), n.positions, n.classes)
			}
		}
	}
	return sheet.Bytes(), nil
}
