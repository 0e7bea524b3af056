// Package live runs the tables of package play: it holds the tables in use in
// memory, commits decisions, wakes watchers, moves for computer players and ends
// games that have run out of time. It knows no transport.
//
// # Consistency
//
// A command is decided on the table in memory, without a lock. The decision is
// committed only if the table in the store still has exactly the events that it
// was based on. So of two writers, here or on another server, one wins; the
// other reads what happened and decides again. Only committed events are applied
// in memory, acknowledged and shown to others:
//
//	load ─► decide ─► commit ─► apply ─► acknowledge and wake the watchers
//	  ▲                  │
//	  └──── conflict ────┘
//
// # Watching
//
// A [Subscription] is a position in the sequence of events and a bell. It takes
// what follows from the room's memory, or from the store if it has fallen too
// far behind. There is no queue that could overflow, so a slow watcher delays
// nobody and costs no memory.
package live

import (
	"cmp"
	"context"
	"io"
	"log/slog"
	"sync/atomic"
	"time"

	"plateau/engine"
	"plateau/game"
	"plateau/internal/budget"
	"plateau/internal/cluster"
	"plateau/internal/play"
	"plateau/internal/play/blocks"
	"plateau/internal/play/lobby"
	"plateau/internal/play/presence"
	"plateau/internal/play/thinking"
)

// Chooser moves for computer players. It is called from several goroutines.
type Chooser interface {
	// Choose picks a move of a running match. When the context ends, it returns
	// the best move so far.
	Choose(ctx context.Context, m *game.Match, level engine.Level) (game.Move, error)
}

// Judge knows the proved values of positions, for the side to move. It is called
// from several goroutines, and answers quickly.
type Judge interface {
	Value(ctx context.Context, p game.Position) game.Value
}

// Store is what tables need of a store.
type Store interface {
	play.TableStore
	play.ContactStore
	blocks.AmongReader
	Player(ctx context.Context, id play.PlayerID) (play.Player, error)
	Standings(ctx context.Context, of ...play.Rank) ([]play.Standing, error)
	// EraseMessage blanks a chat message in place, and reports whether there
	// was one.
	EraseMessage(ctx context.Context, table play.TableID, message uint64) (bool, error)
	Shared(ctx context.Context, now time.Time, prefixes ...string) ([]play.SharedValue, error)
	Seqs(ctx context.Context, tables ...play.TableID) (map[play.TableID]uint64, error)
}

// Config is what tables need.
type Config struct {
	// Games are those that can be played here.
	Games    game.List
	Store    Store
	Cluster  *cluster.Member
	Presence *presence.Presence
	Lobby    *lobby.Lobby
	Chooser  Chooser
	Judge    Judge
	Now      func() time.Time
	// Random must be cryptographically secure, and safe for concurrent use.
	Random io.Reader
	Log    *slog.Logger
	// Changed learns of every new state of a table, with those who sat there before.
	// It is called while the table is locked, so it must not wait.
	Changed func(s play.Summary, before []play.Sitter)
	// Mutes reports whether a viewer does not want to read what somebody says, as it is
	// now or was a moment ago.
	Mutes func(ctx context.Context, viewer, by play.PlayerID, now bool) (bool, error)
	// YourTurn learns of the turns of players who are not at their table; it may be
	// nil. It is called before a move is acknowledged, so it must not wait.
	YourTurn func(turn play.Turn)
	// Thinkers is how many computer players may think at once; 1 if zero.
	Thinkers int
	// Chat is how players may chat; freely if empty. Guests may not, unless
	// GuestChat is set.
	Chat      play.Talk
	GuestChat bool
	// MostTables is how many unfinished tables a player may have opened, and
	// at how many a player may sit; 50 if zero.
	MostTables int
	// Budgets count how long computer players think for whom; if nil, at this server.
	Budgets budget.Budgets
}

// Tables runs tables. It is safe for concurrent use.
type Tables struct {
	Config
	// MayBegin refuses that games begin, as long as none may; it may be nil. It is set
	// before anybody can play, and never changed.
	MayBegin func(ctx context.Context) error

	rooms    rooms
	alarms   *alarms
	thinking *thinking.Queue
	moves    atomic.Uint64 // committed by this server
	panics   atomic.Uint64
}

// New has no table in memory: it loads one when it is needed or due.
func New(c Config) *Tables {
	c.Thinkers, c.MostTables = cmp.Or(c.Thinkers, 1), cmp.Or(c.MostTables, 50)
	if c.Budgets == nil {
		c.Budgets = budget.NewMemory(c.Now)
	}
	return &Tables{Config: c, rooms: newRooms(), alarms: newAlarms(), thinking: thinking.New(thinking.Config{
		Now: c.Now, Thinkers: c.Thinkers, Budgets: c.Budgets, Source: c.Presence.Source,
	})}
}

// Stats are figures about tables.
type Stats struct {
	// Tables is the number of tables in memory.
	Tables int
	// Moves is the number of moves that this server has committed.
	Moves uint64
	// SetAside is the number of tables that were set aside; Panics is how
	// many panics were contained, including those of computer players.
	SetAside int
	Panics   uint64
	// Queued is at how many tables a computer player waits to move.
	Queued int
}

// Stats are the current figures.
func (l *Tables) Stats() Stats {
	tables, aside := l.rooms.count()
	return Stats{Tables: tables, Moves: l.moves.Load(), SetAside: aside, Panics: l.panics.Load(), Queued: l.thinking.Len()}
}
