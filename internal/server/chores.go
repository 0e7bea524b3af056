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

// chores removes what has had its time, and makes backups.
func (o *onlinePlay) chores(ctx context.Context, now time.Time) {
	for what, do := range map[string]func(context.Context, time.Time) error{
		"names that are held": o.store.ReleaseNames, "tokens that have ended": o.store.RemoveExpired, "challenges": o.store.ExpireChallenges,
		"backups": o.backUp, "the list of what was removed": o.compactRemovals,
	} {
		if err := do(ctx, now); err != nil && ctx.Err() == nil {
			o.log.Error("cannot tidy up", "what", what, "error", err)
		}
	}
}

// compactEvery is how often the list of what was removed is made smaller, for which
// it has to be read.
const compactEvery = 24 * time.Hour

func (o *onlinePlay) compactRemovals(ctx context.Context, now time.Time) error {
	if now.Sub(o.compacted) < compactEvery {
		return nil
	}
	o.compacted = now
	return o.store.CompactRemovals(ctx, now)
}
