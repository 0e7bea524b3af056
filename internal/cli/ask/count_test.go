package ask

import (
	"testing"

	"plateau/games"
)

// Several threads count the same as one.
func TestCount(t *testing.T) {
	for _, g := range games.All().Games() {
		start := g.Start(g.Openers()[0])
		for depth := range 4 {
			count := newCount(start, depth)
			if err := count.run(t.Context(), 3); err != nil {
				t.Fatal(err)
			}
			if got, want := count.total(), start.Perft(depth); got != want {
				t.Errorf("%s at depth %d: %d, want %d", g.ID(), depth, got, want)
			}
			if depth > 2 && count.progress() != 1 {
				t.Errorf("%s: done, but %f", g.ID(), count.progress())
			}
		}
	}
}
