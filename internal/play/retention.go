package play

import (
	"context"
	"time"
)

// RetentionStore finds and removes what has had its time.
type RetentionStore interface {
	// IdleGuests are guests who came, and used their sessions, before a time, and
	// whom no sign-in link can bring back, the first to come first.
	IdleGuests(ctx context.Context, before time.Time, limit int) ([]PlayerID, error)
	// RemoveGuestGames removes finished tables at which no registered player sat,
	// and which ended before a time, and returns how many there were: at most as
	// many as the limit.
	RemoveGuestGames(ctx context.Context, before time.Time, limit int) (int, error)
	// RemoveUnplayed removes tables that ended before a time without a move, and
	// returns how many there were: at most as many as the limit. Those that still
	// mean something stay: results of registered players, tables of tournaments,
	// and what was reported.
	RemoveUnplayed(ctx context.Context, before time.Time, limit int) (int, error)
	// RemoveEndedLinks removes sign-in links that have ended.
	RemoveEndedLinks(ctx context.Context, now time.Time) error
}
