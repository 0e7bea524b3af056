package local

import (
	"errors"
	"fmt"
	"io"
	"os"

	"plateau/game"
	"plateau/internal/amount"
)

// Load reads a game of a file, counted from 1. For a damaged game it returns
// what comes before the damage together with the error.
func Load(path string, number int, games game.List) (Saved, error) {
	f, err := os.Open(path)
	if err != nil {
		return Saved{}, err
	}
	defer f.Close()
	reader := game.NewRecordReader(f, games)
	for n := 1; ; n++ {
		rec, err := reader.Read()
		var damage *game.RecordError
		switch {
		case errors.Is(err, io.EOF):
			return Saved{}, fmt.Errorf("%s has %s", path, amount.Count(n-1, "game"))
		case err != nil && (!errors.As(err, &damage) || n == number && rec == nil):
			return Saved{}, fmt.Errorf("%s: %w", path, err)
		case n < number:
		case err != nil:
			return SavedFrom(rec), fmt.Errorf("%s: %w", path, err)
		default:
			return SavedFrom(rec), nil
		}
	}
}
