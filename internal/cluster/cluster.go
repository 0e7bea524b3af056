// Package cluster is what a server knows of the others with the same store, if there
// are any: when one of them has run, which of them does what is due, and who is there.
//
// None of them is special: any may decide on any table, and the store lets one of them
// win. What they know of each other is in shared values of the store; notices only make
// it faster.
//
//   - Every few seconds, and when notices may have been lost, a server compares the
//     tables in its memory, its lobby and the lists of its players with the store.
//   - One of them, the sweeper, attends to tables that are due according to the
//     store, and lets computer players move that were forgotten. It holds a value
//     that ends soon unless it is renewed, so another one takes its place.
//   - A computer move is thought about by the server that committed the last event.
//   - Time in which no server had a heartbeat is given back. A server decides nothing
//     before it has had one.
package cluster

import (
	"context"
	"errors"
	"io"
	"log/slog"
	"sync"
	"time"

	"plateau/internal/play"
)

// Store is what servers with one store need of it, see [play.ClusterStore].
type Store interface {
	Heartbeat(ctx context.Context, now func() time.Time, gap time.Duration) (downtimes int, err error)
	Downtimes(ctx context.Context) ([]play.Downtime, error)
	Shared(ctx context.Context, now time.Time, prefixes ...string) ([]play.SharedValue, error)
	Share(ctx context.Context, now time.Time, changes ...play.SharedChange) error
}

// Config is what a member needs.
type Config struct {
	Store Store
	Bus   play.Bus
	Now   func() time.Time
	// Random must be cryptographically secure, and safe for concurrent use.
	Random io.Reader
	Log    *slog.Logger
}

// Work is what runs at a server, as far as other servers are concerned.
type Work struct {
	// GiveBack gives players at the tables in memory time back, after a downtime.
	GiveBack func(ctx context.Context)
	// Receive handles a notice of another server. It must not wait.
	Receive func(n play.Notice)
	// Forget removes from memory what the store has erased about players.
	Forget func(ctx context.Context, players ...play.PlayerID) error
	// Presence knows who is here.
	Presence []Presence
	// Tables compares the tables in memory with the store, and Lists what else is.
	Tables func(ctx context.Context) error
	Lists  []func(ctx context.Context) error
}

// Presence knows which players are here, and learns which are at other servers.
type Presence interface {
	// Statuses are those of the players who are here, or were.
	Statuses(now time.Time) []Status
	SetElsewhere(e Elsewhere)
}

// Member is this server among those with its store. It is safe for concurrent use.
type Member struct {
	Config
	work Work
	others
	// id distinguishes this server from others.
	id          string
	unsubscribe func()
	background  sync.WaitGroup

	mu            sync.Mutex
	lastHeartbeat time.Time
	// failing is set while heartbeats cannot be stored.
	failing bool
	// downtimes are the times in which no server ran.
	downtimes []play.Downtime
	// ended is set when nothing more may begin in the background.
	ended bool
	// waking is what commands wait for that were given without a heartbeat.
	waking *waking
}

// others is what depends on whether there are other servers.
type others interface {
	// Several reports whether there may be others.
	Several() bool
	// Sweeps reports whether this server does what others may have forgotten.
	Sweeps() bool
	// TakesOver reports whether this server lets a computer player move for one
	// that has committed the last event.
	TakesOver(t *play.Table) bool
	// Away is how long the player of each seat has been away, at all servers, if they
	// have been away from this one for so long.
	Away(ctx context.Context, t *play.Table, now time.Time, away []play.Millis) ([]play.Millis, error)
	// Sync reports to other servers what they have to know, and reads what they have done.
	// It is part of every heartbeat.
	Sync(ctx context.Context, now time.Time)
	// gap is what makes a downtime of a heartbeat that comes late.
	gap(failing bool) time.Duration
	// late reports whether a heartbeat of a certain age is too old to decide anything.
	late(age time.Duration) bool
	// missed means that notices may have been lost.
	missed()
	// leave tells others that this server has gone.
	leave(ctx context.Context, now time.Time)
}

// Alone is the only server with its store.
func Alone(c Config) *Member { return newMember(c, alone{}) }

// Join is one of several servers with one store.
func Join(c Config) *Member {
	s := &several{reports: make(reports)}
	s.Member = newMember(c, s)
	return s.Member
}

func newMember(c Config, o others) *Member {
	return &Member{Config: c, others: o, id: string(play.NewPlayerID(c.Random)), failing: true, unsubscribe: func() {}}
}

// ID distinguishes this server from others.
func (m *Member) ID() string { return m.id }

// Start has the first heartbeat, and listens to other servers from then on.
func (m *Member) Start(ctx context.Context, w Work) (err error) {
	m.work = w
	m.unsubscribe = m.Bus.Subscribe(m.receive)
	now := m.Now()
	// What was before it is not known: the store may have been away.
	if _, err := m.Store.Heartbeat(ctx, m.Now, m.gap(true)); err != nil {
		return err
	}
	downtimes, err := m.Store.Downtimes(ctx)
	if err != nil {
		return err
	}
	m.mu.Lock()
	defer m.mu.Unlock()
	m.failing, m.lastHeartbeat, m.downtimes = false, now, downtimes
	return nil
}

// Close listens to other servers no more.
func (m *Member) Close() { m.unsubscribe() }

// End waits for what goes on in the background, and lets nothing more begin: the store may
// be closed afterwards, while notices still arrive. The next server counts downtime from
// here.
func (m *Member) End(ctx context.Context) {
	m.mu.Lock()
	m.ended = true
	m.mu.Unlock()
	m.Wait()
	if m.Beat(ctx) == nil {
		m.leave(context.WithoutCancel(ctx), m.Now())
	}
}

// Wait waits for what goes on in the background.
func (m *Member) Wait() { m.background.Wait() }

// backgroundTime limits how long something in the background, and a heartbeat, may take.
const backgroundTime = 30 * time.Second

// InBackground does what a notice or a tick requires, so that neither waits.
func (m *Member) InBackground(do func(ctx context.Context)) {
	m.mu.Lock()
	defer m.mu.Unlock()
	m.begin(do)
}

// begin begins something in the background, unless the server has ended. The mutex is
// held.
func (m *Member) begin(do func(ctx context.Context)) bool {
	if m.ended {
		return false
	}
	m.background.Go(func() {
		ctx, cancel := context.WithTimeout(context.Background(), backgroundTime)
		defer cancel()
		do(ctx)
	})
	return true
}

// Publish tells other servers something.
func (m *Member) Publish(n play.Notice) {
	n.Origin = m.id
	m.Bus.Publish(n)
}

// receive handles a notice.
func (m *Member) receive(n play.Notice) {
	switch {
	case n.Missed:
		m.missed()
	case n.Origin == m.id:
	default:
		if n.Forgotten != "" {
			m.InBackground(func(ctx context.Context) {
				if err := m.work.Forget(ctx, n.Forgotten); err != nil {
					m.Log.Error("cannot forget a player who was erased", "error", err)
				}
			})
		}
		m.work.Receive(n)
	}
}

// ErrClosing means that a server is stopping.
var ErrClosing = errors.New("the server is stopping")
