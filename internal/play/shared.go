package play

import (
	"context"
	"time"
)

// SharedValue is something small that servers with one store have in common: who
// is present where, who looks for an opponent, which server does the chores. It
// has an end, so that nothing remains of a server that has died.
type SharedValue struct {
	Key   string
	Value []byte
	// Until is when it ends; zero if it does not end by itself.
	Until time.Time
}

// ForgottenPrefix begins the keys of players who were erased lately. The store sets
// them in the transaction that erases a player, so that no server misses it.
const ForgottenPrefix = "forgotten/"

// SharedChange sets or removes a shared value.
type SharedChange struct {
	SharedValue // nil removes it
	// Old is what the value must be before; nil if there must be none.
	Old []byte
	// Anyway changes the value whatever it was.
	Anyway bool
}

// SharedStore has shared values. Those that have ended are like those that are not
// there.
type SharedStore interface {
	// Shared lists the values whose keys begin with one of the prefixes, by key.
	Shared(ctx context.Context, now time.Time, prefixes ...string) ([]SharedValue, error)
	// Share makes all changes, or fails with [ErrConflict] and makes none.
	Share(ctx context.Context, now time.Time, changes ...SharedChange) error
	// RemoveEnded removes the values that have ended.
	RemoveEnded(ctx context.Context, now time.Time) error
}

// ClusterStore is what servers with one store need besides the tables.
type ClusterStore interface {
	SharedStore
	// Heartbeat notes that a server runs. If no server has done so for longer
	// than the gap, the time since the last one becomes a [Downtime]; a negative
	// gap never does. It returns how many downtimes there are. The function tells
	// the time, which is asked for when it can be stored: that may take a while.
	// With a gap there are several servers, and one that is late does not set the
	// time back to which another has come.
	Heartbeat(ctx context.Context, now func() time.Time, gap time.Duration) (downtimes int, err error)
	// LastHeartbeat is when that was noted last, or zero.
	LastHeartbeat(ctx context.Context) (time.Time, error)
	// Downtimes are all of them, the oldest first.
	Downtimes(ctx context.Context) ([]Downtime, error)
	// Seqs are the numbers of the last events of tables, without those that are
	// not there. It is one question, however many tables there are.
	Seqs(ctx context.Context, tables ...TableID) (map[TableID]uint64, error)
	// SeatsOf are the unfinished tables at which players sit. It is one question,
	// however many players there are.
	SeatsOf(ctx context.Context, players ...PlayerID) ([]SeatOf, error)
	// ClockAhead is how far the clock that all servers share, that of the
	// store, is ahead of this machine's, and how far off that may be. It is
	// zero if the store is a file on this machine.
	ClockAhead(ctx context.Context) (ahead, within time.Duration, err error)
}

// SeatOf is where a player sits, with the number of the table's last event.
type SeatOf struct {
	Player PlayerID
	Table  TableID
	Seq    uint64
}

// Downtime is a time in which no server ran.
type Downtime struct{ Began, Ended time.Time }
