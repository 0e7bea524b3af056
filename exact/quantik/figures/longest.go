package figures

import (
	"fmt"
	"math/bits"
	"strings"

	"plateau/exact/figures"
	"plateau/game"
	"plateau/game/quantik"
)

// longest finds, for each number of pieces, the longest win and the longest loss.
func longest(t *tables, report func(string)) ([]byte, error) {
	sheet := figures.NewSheet("pieces", "value", "classes", "position", "line")
	for pieces := range t.views {
		report(fmt.Sprintf("%d pieces", pieces))
		if err := t.Err(); err != nil {
			return nil, err
		}
		for _, is := range []func(game.Value) bool{game.Value.IsWin, game.Value.IsLoss} {
			far, classes, example := t.farthest(pieces, is)
			if classes == 0 {
				continue
			}
			line, err := figures.Line(t.rules(), example, t.spec.FormatMove)
			if err != nil {
				return nil, err
			}
			sheet.Add(pieces, far, classes, t.spec.Format(&example), strings.Join(line, " "))
		}
	}
	return sheet.Bytes(), nil
}

// farthest is the longest win or loss with a number of pieces: how many classes
// have it, and the one with the smallest key.
func (t *tables) farthest(pieces int, is func(game.Value) bool) (far game.Value, classes int, example quantik.State) {
	view := t.views[pieces]
	most := -1
	for class := range view.Classes() {
		v := view.Value(class)
		turns, _ := v.Distance()
		if !is(v) || turns < most {
			continue
		}
		s := view.State(class)
		if turns > most {
			most, far, classes, example = turns, v, 0, s
		}
		classes++
		if s.Key() < example.Key() {
			example = s
		}
	}
	return far, classes, example
}

// rules lets games be played.
func (t *tables) rules() figures.Rules[quantik.State] {
	return figures.Rules[quantik.State]{
		Start: quantik.Start,
		Value: func(s *quantik.State) (game.Value, error) {
			pieces := bits.OnesCount64(s.Pieces(quantik.First) | s.Pieces(quantik.Second))
			return t.value(s, pieces), nil
		},
	}
}
