package full_test

import (
	"math/rand/v2"
	"testing"

	"plateau/catalogue"
	"plateau/engine"
	"plateau/games"
	"plateau/games/full"
)

// entry is one of the games.
func entry(tb testing.TB, id string) catalogue.Entry {
	tb.Helper()
	e, err := full.All().Find(id)
	if err != nil {
		tb.Fatal(err)
	}
	return e
}

// opened makes engines of a game from the given sources.
func opened(tb testing.TB, id string, src catalogue.Sources) catalogue.NewEngine {
	tb.Helper()
	newEngine, err := entry(tb, id).Open(src)
	if err != nil {
		tb.Fatal(err)
	}
	return newEngine
}

// small is the options of engines in tests.
var small = engine.Options{TranspositionBytes: 1 << 20}

// newEngine makes an engine with the embedded data.
func newEngine(tb testing.TB, id string) engine.Engine {
	tb.Helper()
	return opened(tb, id, catalogue.Sources{Data: full.Data})(small)
}

func rngOf(seed uint64) *rand.Rand { return rand.New(rand.NewPCG(seed, 0)) }

// withoutOpening is the embedded data except the opening.
func withoutOpening(name string) ([]byte, error) {
	if name == games.QuixoOpening {
		return nil, nil
	}
	return full.Data(name)
}
