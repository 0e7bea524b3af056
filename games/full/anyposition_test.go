package full_test

import (
	"context"
	"testing"

	"plateau/catalogue"
	"plateau/engine"
	"plateau/engine/enginetest"
	"plateau/games/full"
	"plateau/internal/parallel"
)

// Engines of every game answer in every position that can be read, with all that
// is known and with the rules alone, on one thread and on several.
func TestEnginesAnswerInAnyPosition(t *testing.T) {
	for name, src := range map[string]catalogue.Sources{"rules": {}, "data": {Data: full.Data}} {
		for _, e := range full.All() {
			t.Run(e.Game.ID()+" by "+name, func(t *testing.T) {
				t.Parallel()
				newEngine, err := e.Open(src)
				if err != nil {
					t.Fatal(err)
				}
				enginetest.Run(t, e.Game, newEngine(engine.Options{TranspositionBytes: 1 << 20}))
				enginetest.Run(t, e.Game, newEngine(engine.Options{
					TranspositionBytes: 1 << 20, Workers: 2,
					Parallel: func(n int, do func(worker, i int)) { _ = parallel.For(context.Background(), 2, n, do) },
				}))
			})
		}
	}
}
