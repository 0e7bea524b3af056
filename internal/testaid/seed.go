package testaid

import (
	"os"
	"strconv"
	"testing"
)

// seedVariable is the environment variable that sets the seed of a run.
const seedVariable = "PLATEAU_SEED"

// Seed is the seed of a randomised test: that of the environment if it is set, and the
// standard one otherwise. It is logged, and so printed if the test fails.
func Seed(tb testing.TB, standard uint64) uint64 {
	tb.Helper()
	seed := standard
	if text := os.Getenv(seedVariable); text != "" {
		var err error
		if seed, err = strconv.ParseUint(text, 10, 64); err != nil {
			tb.Fatalf("%s: %v", seedVariable, err)
		}
	}
	tb.Logf("to repeat this: %s=%d go test -run '^%s$'", seedVariable, seed, tb.Name())
	return seed
}
