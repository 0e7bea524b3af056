package game_test

import (
	"flag"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"plateau/game/gametest"
	"plateau/games"
)

var update = flag.Bool("update", false, "rewrite the playthroughs from their commands")

// TestPlaythroughs plays the readable games, of which there is one per ruling.
func TestPlaythroughs(t *testing.T) {
	files, err := filepath.Glob("testdata/playthroughs/*.txt")
	if err != nil || len(files) == 0 {
		t.Fatal("no playthroughs found", err)
	}
	for _, file := range files {
		t.Run(strings.TrimSuffix(filepath.Base(file), ".txt"), func(t *testing.T) {
			want, err := os.ReadFile(file)
			if err != nil {
				t.Fatal(err)
			}
			got := gametest.Playthrough(t, games.All().Games(), string(want))
			if *update {
				if err := os.WriteFile(file, []byte(got), 0o644); err != nil {
					t.Fatal(err)
				}
			} else if got != string(want) {
				t.Errorf("played as\n%s\nwant\n%s", got, want)
			}
		})
	}
}
