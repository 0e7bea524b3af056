package figures

import (
	"context"
	"fmt"
	"runtime"
	"strings"

	"plateau/exact"
	"plateau/exact/figures"
	"plateau/exact/quixo/solver"
	"plateau/exact/tablebase"
	"plateau/game/quixo"
)

// distances counts positions by the number of turns to their end, in the fullest
// layers of the large board.
func distances(ctx context.Context, folder string, settings map[string]uint64, report func(string)) ([]byte, error) {
	sheet := figures.NewSheet("marks", "turns", "won", "lost", "longest_win")
	err := findDistances(ctx, folder, int(settings["layers"]), report, func(_ *solver.Distances, found *solver.LayerDistances) error {
		addDistances(sheet, size, found)
		return nil
	})
	return sheet.Bytes(), err
}

// longest has one of the longest wins of each of these layers, with a line of best
// play to the end.
func longest(ctx context.Context, folder string, settings map[string]uint64, report func(string)) ([]byte, error) {
	sheet := figures.NewSheet("marks", "value", "positions", "position", "line")
	err := findDistances(ctx, folder, int(settings["layers"]), report, func(d *solver.Distances, found *solver.LayerDistances) error {
		return addLongest(sheet, size, d, found)
	})
	return sheet.Bytes(), err
}

// findDistances finds the distances of the fullest layers of a tablebase, from the
// full board down.
func findDistances(
	ctx context.Context, folder string, layers int, report func(string),
	do func(d *solver.Distances, found *solver.LayerDistances) error,
) error {
	d := solver.NewDistances(size)
	return eachLayer(ctx, folder, layers, func(marks int, l *tablebase.Layer) error {
		status := func(done, total int64) {
			report(fmt.Sprintf("%d marks, %.1f GB of memory, %.1f %%", marks, float64(d.Memory())/1e9, 100*float64(done)/float64(total)))
		}
		status(0, 1)
		found, err := d.Next(exact.RunOn(ctx, runtime.GOMAXPROCS(0), status), l)
		if err != nil {
			return err
		}
		return do(d, found)
	})
}

// addDistances adds a row for each number of turns. Where wins take the most turns,
// it has one of them.
func addDistances(sheet *figures.Sheet, size int, found *solver.LayerDistances) {
	most, _ := longestWin(found)
	for turns, n := range found.Counts {
		example := ""
		if turns == most && n.Won > 0 {
			example = quixo.Spec(size).Format(&found.Longest)
		}
		sheet.Add(found.Marks, turns, n.Won, n.Lost, example)
	}
}

// longestWin is how many turns the longest wins of a layer take, and how many
// positions there are of them.
func longestWin(found *solver.LayerDistances) (turns int, positions int64) {
	for distance, n := range found.Counts {
		if n.Won > 0 {
			turns, positions = distance, n.Won
		}
	}
	return turns, positions
}

func addLongest(sheet *figures.Sheet, size int, d *solver.Distances, found *solver.LayerDistances) error {
	turns, positions := longestWin(found)
	moves, err := d.Line(found.Longest)
	if err != nil {
		return err
	}
	spec, s := quixo.Spec(size), found.Longest
	var line []string
	for _, m := range moves {
		line = append(line, spec.FormatMove(&s, m))
		s.Play(m)
	}
	// Values count up to 125 turns, so this is written without them.
	sheet.Add(found.Marks, fmt.Sprintf("win %d", turns), positions, spec.Format(&found.Longest), strings.Join(line, " "))
	return nil
}
