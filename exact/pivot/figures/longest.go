package figures

import (
	"fmt"
	"strings"

	"plateau/exact/figures"
	index "plateau/exact/pivot"
	"plateau/game"
	"plateau/game/pivot"
)

// longest finds, for each number of cards, the longest win and the longest loss.
func longest(t *tables, report func(string)) ([]byte, error) {
	sheet := figures.NewSheet("cards", "value", "classes", "position", "line")
	for cards := range t.layers {
		report(fmt.Sprintf("%d cards", cards))
		if err := t.Err(); err != nil {
			return nil, err
		}
		for _, far := range t.farthest(cards) {
			if far.count == 0 {
				continue
			}
			example := t.index.State(index.Layer(cards), far.offset)
			line, err := figures.Line(t.rules(example), example, t.spec.FormatMove)
			if err != nil {
				return nil, err
			}
			classes := far.count * max(index.FlipVariants(cards)/2, 1)
			sheet.Add(cards, far.value, classes, t.spec.Format(&example), strings.Join(line, " "))
		}
	}
	return sheet.Bytes(), nil
}

// far is the longest win or loss: how many offsets have it, and the first of them.
type far struct {
	value  game.Value
	turns  int
	count  int
	offset int64
}

func (t *tables) farthest(cards int) [2]far {
	found := [2]far{{turns: -1}, {turns: -1}}
	for offset, v := range t.layers[cards] {
		value := game.Value(v)
		turns, known := value.Distance()
		if !known {
			continue
		}
		f := &found[0]
		if value.IsLoss() {
			f = &found[1]
		}
		if turns > f.turns {
			*f = far{value: value, turns: turns, offset: int64(offset)}
		}
		if turns == f.turns {
			f.count++
		}
	}
	return found
}

// chance plays games of both kinds of players.
func chance(t *tables, report func(string)) ([]byte, error) {
	sheet := figures.NewSheet(figures.TurnColumns(endings)...)
	for _, players := range []figures.Players{figures.Random, figures.Best} {
		sample := figures.Sample{Games: t.games, Seed: t.seed, Turns: index.Cells, Players: players}
		turns, err := figures.Play(t, t.rules(pivot.Start()), sample, report)
		if err != nil {
			return nil, err
		}
		figures.AddTurns(sheet, sample, turns, endings)
	}
	return sheet.Bytes(), nil
}
