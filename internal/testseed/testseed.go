// Package testseed gives randomised tests their seeds, so that a failure can be
// repeated.
package testseed

import (
	"os"
	"strconv"
	"testing"
)

// Variable is the environment variable that sets the seed of a run.
const Variable = "PLATEAU_SEED"

// Of is the seed of a test: that of the environment if it is set, and the
// standard one otherwise. It is logged, and so printed if the test fails.
func Of(tb testing.TB, standard uint64) uint64 {
	tb.Helper()
	seed := standard
	if text := os.Getenv(Variable); text != "" {
		var err error
		if seed, err = strconv.ParseUint(text, 10, 64); err != nil {
			tb.Fatalf("%s: %v", Variable, err)
		}
	}
	tb.Logf("to repeat this: %s=%d go test -run '^%s$'", Variable, seed, tb.Name())
	return seed
}
