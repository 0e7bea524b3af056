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
		for _, is := range []func(game.Value) bool{game.Value.IsWin, game.Value.IsLoss} {
			far, count, offset := t.farthest(cards, is)
			if count == 0 {
				continue
			}
			example := t.index.State(index.Layer(cards), offset)
			line, err := figures.Line(t.rules(example), example, t.spec.FormatMove)
			if err != nil {
				return nil, err
			}
			classes := count * max(index.FlipVariants(cards)/2, 1)
			sheet.Add(cards, far, classes, t.spec.Format(&example), strings.Join(line, " "))
		}
	}
	return sheet.Bytes(), nil
}

// farthest is the longest win or loss: how many offsets have it, and the first of
// them.
func (t *tables) farthest(cards int, is func(game.Value) bool) (far game.Value, count int, offset int64) {
	most := -1
	for at, v := range t.layers[cards] {
		value := game.Value(v)
		turns, known := value.Distance()
		if !known || !is(value) || turns < most {
			continue
		}
		if turns > most {
			most, far, count, offset = turns, value, 0, int64(at)
		}
		count++
	}
	return far, count, offset
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
