package figures

import (
	"context"
	"fmt"
	"runtime"

	"plateau/exact"
	"plateau/exact/figures"
	"plateau/exact/quixo/solver"
	"plateau/exact/tablebase"
	"plateau/game/quixo"
)

// distances counts positions by the number of turns to their end, in the fullest
// layers of the large board.
func distances(ctx context.Context, folder string, settings map[string]uint64, report func(string)) ([]byte, error) {
	q := solver.NewSolver(size)
	stored := tablebase.In(folder, q.Game(), q.Layers())
	sheet := distancesSheet()
	d := solver.NewDistances(size)
	for layer := range min(int(settings["layers"]), q.Layers()) {
		status := func(done, total int64) {
			report(fmt.Sprintf("%d marks, %.1f GB of memory, %.1f %%", cells-layer, float64(d.Memory())/1e9, 100*float64(done)/float64(total)))
		}
		l, err := stored.Open(layer)
		if err != nil {
			return nil, err
		}
		status(0, 1)
		found, err := d.Next(exact.RunOn(ctx, runtime.GOMAXPROCS(0), status), l)
		_ = l.Close()
		if err != nil {
			return nil, err
		}
		addDistances(sheet, size, found)
	}
	return sheet.Bytes(), nil
}

func distancesSheet() *figures.Sheet {
	return figures.NewSheet("marks", "turns", "won", "lost", "longest_win")
}

// addDistances adds a row for each number of turns. Where wins take the most turns,
// it has one of them.
func addDistances(sheet *figures.Sheet, size int, found *solver.LayerDistances) {
	longest := 0
	for turns, n := range found.Counts {
		if n.Won > 0 {
			longest = turns
		}
	}
	for turns, n := range found.Counts {
		example := ""
		if turns == longest && n.Won > 0 {
			example = quixo.Spec(size).Format(&found.Longest)
		}
		sheet.Add(found.Marks, turns, n.Won, n.Lost, example)
	}
}
