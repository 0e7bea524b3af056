package server

import (
	"context"
	"errors"
	"time"

	"plateau/internal/admin"
	"plateau/internal/play"
)

// choresEvery is how often the server tidies up.
const choresEvery = time.Hour

// doChores does now and then what nobody waits for.
func (o *onlinePlay) doChores(ctx context.Context) {
	ticks := time.NewTicker(choresEvery)
	defer ticks.Stop()
	for {
		o.chores(ctx, o.clock.now())
		select {
		case <-ctx.Done():
			return
		case <-ticks.C:
		}
	}
}

// chore is something that nobody waits for.
type chore = func(ctx context.Context, now time.Time) error

// chores removes what has had its time, and makes backups. Of several servers, each
// does what concerns itself, and one at a time what concerns all.
func (o *onlinePlay) chores(ctx context.Context, now time.Time) {
	o.tidyUp(ctx, now, map[string]chore{
		"the security log": o.rotateSecurity, "backups": o.backUp, "the list of what was removed": o.compactRemovals,
	})
	if !o.takesTurn(ctx, now, "hourly", choresEvery) {
		return
	}
	o.tidyUp(ctx, now, map[string]chore{
		"names that are held": o.store.ReleaseNames, "tokens that have ended": o.store.RemoveExpired, "challenges": o.store.ExpireChallenges,
		"sign-in links that have ended": o.store.RemoveEndedLinks, "the audit log and reports": o.expireAudit, "invitations": o.store.ExpireInvitations,
		"what servers shared": o.store.RemoveEnded,
		"guests":              o.removeGuests, "games": o.removeGames,
		"tournaments that are nobody's": o.removeTournaments,
	})
}

// choresPrefix begins the keys of the shared values that say when chores were begun.
const choresPrefix = "chores/"

// takesTurn reports whether this server does what one of all has to do so often: the
// first one that asks. If it dies meanwhile, another does it the next time.
func (o *onlinePlay) takesTurn(ctx context.Context, now time.Time, what string, every time.Duration) bool {
	if !o.cluster {
		return true
	}
	// A little less, so that the next time is not missed.
	until := now.Add(every - choresEvery/10)
	err := o.store.Share(ctx, now, play.SharedChange{
		SharedValue: play.SharedValue{Key: choresPrefix + what, Value: []byte(now.UTC().Format(time.RFC3339)), Until: until},
	})
	if err != nil && !errors.Is(err, play.ErrConflict) && ctx.Err() == nil {
		o.log.Error("cannot find out who tidies up", "error", err)
	}
	return err == nil
}

func (o *onlinePlay) tidyUp(ctx context.Context, now time.Time, chores map[string]chore) {
	for what, do := range chores {
		if err := do(ctx, now); err != nil && ctx.Err() == nil {
			o.log.Error("cannot tidy up", "what", what, "error", err)
		}
	}
}

func (o *onlinePlay) expireAudit(ctx context.Context, now time.Time) error {
	if _, err := o.store.ExpireAudit(ctx, now.Add(-admin.AuditTime)); err != nil {
		return err
	}
	_, err := o.store.ExpireReports(ctx, now.Add(-admin.ReportTime))
	return err
}

func (o *onlinePlay) rotateSecurity(ctx context.Context, now time.Time) error {
	if o.security == nil {
		return nil
	}
	return o.security.rotate(ctx, now)
}

const day = 24 * time.Hour

const (
	// A batch is one transaction, or as many guests one after the other.
	retentionBatch = 50
	// retentionMost is how much is removed at once; the rest has time until the
	// next hour.
	retentionMost = 2000
	// retentionPause is how long to wait while others do.
	retentionPause = 20 * time.Millisecond
)

// removeGuests erases guests who have not been online for a long time, as if they had
// deleted themselves.
func (o *onlinePlay) removeGuests(ctx context.Context, now time.Time) error {
	if o.retention.Guests == 0 {
		return nil
	}
	before := now.Add(-time.Duration(o.retention.Guests) * day)
	return o.inBatches(ctx, "removed guests who have not been online for a long time", func() (int, error) {
		guests, err := o.store.IdleGuests(ctx, before, retentionBatch)
		if err != nil {
			return 0, err
		}
		for i, guest := range guests {
			if err := o.letOthersGo(ctx); err != nil {
				return i, err
			}
			if err := o.accounts.Erase(ctx, guest, o.house); err != nil {
				return i, err
			}
		}
		return len(guests), nil
	})
}

// unplayedTime is how long tables at which nobody made a move are stored after their end.
const unplayedTime = 14 * day

// removeGames removes finished games of guests, and tables at which nobody made a move,
// of which anybody can open many. Looking for them takes a while where there are many
// others, so it is done once a day.
func (o *onlinePlay) removeGames(ctx context.Context, now time.Time) error {
	if now.Sub(o.gamesRemoved) < day || !o.takesTurn(ctx, now, "games of guests", day) {
		return nil
	}
	o.gamesRemoved = now
	var err error
	if o.retention.Games > 0 {
		before := now.Add(-time.Duration(o.retention.Games) * day)
		err = o.inBatches(ctx, "removed finished games of guests", func() (int, error) {
			return o.store.RemoveGuestGames(ctx, before, retentionBatch)
		})
	}
	return errors.Join(err, o.inBatches(ctx, "removed tables without a move", func() (int, error) {
		return o.store.RemoveUnplayed(ctx, now.Add(-unplayedTime), retentionBatch)
	}))
}

// removeTournaments removes finished tournaments that belong to nobody any more, as
// long after their end as games of guests.
func (o *onlinePlay) removeTournaments(ctx context.Context, now time.Time) error {
	if o.retention.Games == 0 {
		return nil
	}
	before := now.Add(-time.Duration(o.retention.Games) * day)
	return o.inBatches(ctx, "removed tournaments that belong to nobody", func() (int, error) {
		list, err := o.store.ForgottenTournaments(ctx, before, retentionBatch)
		for _, id := range list {
			if _, err := o.store.RemoveTournament(ctx, id); err != nil {
				return 0, err
			}
		}
		return len(list), err
	})
}

// inBatches removes things until there are none left, or enough for now, and logs
// how many there were.
func (o *onlinePlay) inBatches(ctx context.Context, what string, remove func() (int, error)) (err error) {
	removed := 0
	for removed < retentionMost {
		if err = o.letOthersGo(ctx); err != nil {
			break
		}
		var n int
		n, err = remove()
		removed += n
		if err != nil || n < retentionBatch {
			break
		}
	}
	if removed > 0 {
		o.log.Info(what, "number", removed)
	}
	return err
}

// letOthersGo waits until nobody waits for the store.
func (o *onlinePlay) letOthersGo(ctx context.Context) error {
	for o.store.Queued() > 0 {
		select {
		case <-ctx.Done():
			return ctx.Err()
		case <-time.After(retentionPause):
		}
	}
	return ctx.Err()
}

// compactEvery is how often the list of what was removed is made smaller, for which
// it has to be read.
const compactEvery = day

func (o *onlinePlay) compactRemovals(ctx context.Context, now time.Time) error {
	if now.Sub(o.compacted) < compactEvery {
		return nil
	}
	o.compacted = now
	return o.store.CompactRemovals(ctx, now)
}
