// Package testaid gives randomised tests their seeds, so that a failure can be repeated,
// and lets tests wait for what others do: goroutines, processes and whole servers.
package testaid

import (
	"testing"
	"time"
)

// Patience is more than enough for anything to happen, on a machine that is busy with
// much else. A test that passes never waits for so long.
const Patience = 3 * time.Minute

// The time between two looks grows from the first to the second, so that a server is not
// asked too often.
const firstPause, lastPause = 5 * time.Millisecond, 250 * time.Millisecond

// Eventually waits until something holds. If it never does, the test fails with what failed
// says; that is asked for last.
func Eventually(tb testing.TB, holds func() bool, failed func() string) {
	tb.Helper()
	pause := firstPause
	for began := time.Now(); !holds(); time.Sleep(pause) {
		if time.Since(began) > Patience {
			tb.Fatalf("after %v: %s", Patience, failed())
		}
		pause = min(2*pause, lastPause)
	}
}
