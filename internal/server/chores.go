package server

import (
	"context"
	"time"
)

// choresEvery is how often the server tidies up.
const choresEvery = time.Hour

// doChores does now and then what nobody waits for.
func (o *onlinePlay) doChores(ctx context.Context) {
	ticks := time.NewTicker(choresEvery)
	defer ticks.Stop()
	for {
		o.chores(ctx, time.Now())
		select {
		case <-ctx.Done():
			return
		case <-ticks.C:
		}
	}
}

// chores removes what has had its time.
func (o *onlinePlay) chores(ctx context.Context, now time.Time) {
	if err := o.store.ReleaseNames(ctx, now); err != nil && ctx.Err() == nil {
		o.log.Error("cannot release names", "error", err)
	}
}
