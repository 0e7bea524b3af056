package server

import (
	"context"
	"errors"
	"math"
	"testing"
	"time"
)

// A value that takes some work is found out once a minute, however often it is read.
func TestSlowGauges(t *testing.T) {
	t.Parallel()
	at := time.Date(2026, 11, 18, 12, 0, 0, 0, time.UTC)
	asked, failed := 0, error(nil)
	g := slowGauge{now: func() time.Time { return at }, measure: func(context.Context) (float64, error) {
		asked++
		return float64(asked), failed
	}}
	for _, want := range []float64{1, 2} {
		for range 3 {
			if got := g.read(); got != want {
				t.Errorf("it is %v, want %v", got, want)
			}
		}
		at = at.Add(measuredEvery)
	}
	failed = errors.New("the database is away")
	if got := g.read(); !math.IsNaN(got) {
		t.Errorf("without a database it is %v", got)
	}
}
