// Package figures makes the data behind docs/quixo.md from the tablebase of Quixo.
package figures

import (
	"context"
	"fmt"

	"plateau/exact"
	"plateau/exact/figures"
	"plateau/exact/quixo/solver"
	"plateau/exact/tablebase"
	"plateau/game"
	"plateau/game/quixo"
)

const (
	size  = 5
	cells = size * size
	// longestGame is where games are given up: random ones are long.
	longestGame = 400
)

// Extracts are the data sets.
func Extracts() []exact.Extract {
	layerCount := []exact.Setting{{Name: "layers", Standard: 4, Usage: "how many layers, from the full board down"}}
	return []exact.Extract{
		{
			Name:  "counts",
			Usage: "docs/data: positions by the marks of the player to move and of the opponent, won, lost and drawn",
			Build: counts,
		},
		{
			Name:  "layers",
			Usage: "docs/data: positions by number of marks, won, lost and drawn, and how the solver found them",
			Build: layers,
		},
		{
			Name:     "distances",
			Usage:    "docs/data: positions of the fullest layers by number of turns to the end",
			Settings: layerCount,
			Build:    distances,
		},
		{
			Name:     "longest",
			Usage:    "docs/data: the longest wins of the fullest layers, with lines to play through",
			Settings: layerCount,
			Build:    longest,
		},
		{
			Name:  "chance",
			Usage: "docs/data: how games of random players go, turn by turn",
			Settings: []exact.Setting{
				{Name: "games", Standard: 3000, Usage: "how many games are played"},
				{Name: "seed", Standard: 1, Usage: "seed of the random choices"},
			},
			Build: chance,
		},
	}
}

// eachLayer opens some layers, from the full board down.
func eachLayer(ctx context.Context, folder string, layers int, do func(marks int, l *tablebase.Layer) error) error {
	q := solver.NewSolver(size)
	stored := tablebase.In(folder, q.Game(), q.Layers())
	for layer := range min(layers, q.Layers()) {
		if ctx.Err() != nil {
			return ctx.Err()
		}
		l, err := stored.Open(layer)
		if err != nil {
			return err
		}
		err = do(cells-layer, l)
		_ = l.Close()
		if err != nil {
			return err
		}
	}
	return nil
}

// summaries reads the headers of all layers.
func summaries(ctx context.Context, folder string, do func(marks int, s *solver.Summary)) error {
	return eachLayer(ctx, folder, cells+1, func(marks int, l *tablebase.Layer) error {
		summary, err := solver.Summarise(l)
		if err != nil {
			return fmt.Errorf("layer %d: %w", cells-marks, err)
		}
		do(marks, &summary)
		return nil
	})
}

func counts(ctx context.Context, folder string, _ map[string]uint64, _ func(string)) ([]byte, error) {
	sheet := countsSheet()
	err := summaries(ctx, folder, func(marks int, s *solver.Summary) { addCounts(sheet, marks, s) })
	return sheet.Bytes(), err
}

func countsSheet() *figures.Sheet {
	return figures.NewSheet("marks", "own", "other", "won", "lost", "drawn")
}

func addCounts(sheet *figures.Sheet, marks int, s *solver.Summary) {
	for other := range marks + 1 {
		n := s.Counts[other]
		sheet.Add(marks, marks-other, other, n.Won, n.Lost, n.Drawn)
	}
}

func layers(ctx context.Context, folder string, _ map[string]uint64, _ func(string)) ([]byte, error) {
	sheet := layersSheet()
	err := summaries(ctx, folder, func(marks int, s *solver.Summary) { addLayer(sheet, marks, s) })
	return sheet.Bytes(), err
}

func layersSheet() *figures.Sheet {
	return figures.NewSheet("marks", "won", "lost", "drawn", "rounds", "late_losses")
}

func addLayer(sheet *figures.Sheet, marks int, s *solver.Summary) {
	var n exact.Counts
	for _, c := range s.Counts {
		n = n.Add(c)
	}
	// The last round finds nothing.
	sheet.Add(marks, n.Won, n.Lost, n.Drawn, s.Rounds-1, s.Late)
}

// endings are the codes of the reasons for the end of a game.
var endings = []string{quixo.OwnLine.Code, quixo.OpponentLine.Code, quixo.BothLines.Code}

func chance(ctx context.Context, folder string, settings map[string]uint64, report func(string)) ([]byte, error) {
	t, err := solver.Open(folder)
	if err != nil {
		return nil, err
	}
	defer t.Close()
	spec := quixo.Spec(size)
	rules := figures.Rules[quixo.State]{
		Start:  func() quixo.State { return spec.Start(quixo.Cross) },
		Value:  func(s *quixo.State) (game.Value, error) { return t.Value(s) },
		Ending: func(before, after *quixo.State) string { return spec.Verdict(after, before).Reason.Code },
	}
	sample := figures.Sample{
		Games: int(settings["games"]), Seed: settings["seed"], Turns: longestGame, Players: figures.Random,
	}
	turns, err := figures.Play(ctx, rules, sample, report)
	if err != nil {
		return nil, err
	}
	sheet := figures.NewSheet(figures.TurnColumns(endings)...)
	figures.AddTurns(sheet, sample, turns, endings)
	return sheet.Bytes(), nil
}
