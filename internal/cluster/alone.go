package cluster

import (
	"context"
	"time"

	"plateau/internal/play"
)

// noGap makes no downtime of a heartbeat that comes late.
const noGap = -1

// alone is for the only server with its store.
type alone struct{}

func (alone) Several() bool              { return false }
func (alone) Sweeps() bool               { return true }
func (alone) TakesOver(*play.Table) bool { return true }

func (alone) Away(_ context.Context, _ *play.Table, _ time.Time, away []play.Millis) ([]play.Millis, error) {
	return away, nil
}

func (alone) gap(failing bool) time.Duration {
	if failing {
		return 0 // The store was away.
	}
	return noGap
}

func (alone) late(time.Duration) bool          { return false }
func (alone) Sync(context.Context, time.Time)  {}
func (alone) missed()                          {}
func (alone) leave(context.Context, time.Time) {}
