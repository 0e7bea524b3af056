// Package house puts together what lets people play at a server: their tables, the lobby,
// pairing, presence, blocks, and what other servers know of them. Each is a package of its
// own; here are their common clock, and what concerns a player everywhere.
//
// # Locks
//
// Locks are held for short, and none while the store, an engine or a client is
// waited for. Who holds one may take another further to the right:
//
//	lobby.Overview ─► live.rooms ─► live.room ─► lobby.Lobby, playerwatch.Watches ─► presence.Presence
//	live.room ─► live.alarms, thinking.Queue, pairing.queues
//	lobby.Overview ─► pairing.queues, presence.Presence
//	cluster.Member, recent.Memory, latency.Trips   (on their own)
//	live.Memo    (on its own; a transport encodes while it holds it)
package house

import (
	"context"
	"io"
	"log/slog"
	"sync"
	"sync/atomic"
	"time"

	"plateau/game"
	"plateau/internal/budget"
	"plateau/internal/cluster"
	"plateau/internal/play"
	"plateau/internal/play/blocks"
	"plateau/internal/play/latency"
	"plateau/internal/play/live"
	"plateau/internal/play/lobby"
	"plateau/internal/play/pairing"
	"plateau/internal/play/playerwatch"
	"plateau/internal/play/presence"
)

// Store is what a house needs of a store.
type Store interface {
	live.Store
	pairing.Store
	blocks.Store
	playerwatch.Store
	cluster.Store
}

// Config is what a house needs; YourTurn and what follows is optional, see [live.Config].
type Config struct {
	// Games are those that can be played here.
	Games game.List
	Store Store
	// Bus is for the only server with a store; otherwise Cluster has it.
	Bus     play.Bus
	Chooser live.Chooser
	Judge   live.Judge
	Now     func() time.Time
	// Random must be cryptographically secure, and safe for concurrent use.
	Random io.Reader
	Log    *slog.Logger

	YourTurn   func(turn play.Turn)
	Thinkers   int
	Chat       play.Talk
	GuestChat  bool
	MostTables int
	Budgets    budget.Budgets
	// Listing is how many tables the lobby shows of one source.
	Listing lobby.Listing
	// Cluster is this server among those with its store; the only one if nil.
	Cluster *cluster.Member
}

// Tournaments are what a player who is deleted leaves behind besides tables.
type Tournaments interface {
	// Quit takes a player out of everything unfinished.
	Quit(ctx context.Context, player play.PlayerID) error
	// Forget removes from memory what the store has erased about a player.
	Forget(player play.PlayerID)
}

// House has the parts of online play. It is safe for concurrent use.
type House struct {
	Tables        *live.Tables
	Lobby         *lobby.Lobby
	Overview      *lobby.Overview
	Pairing       *pairing.Pairing
	PlayerWatches *playerwatch.Watches
	Presence      *presence.Presence
	Blocks        *blocks.Lists
	Latency       *latency.Trips
	Cluster       *cluster.Member

	store    Store
	now      func() time.Time
	thinkers int
	closing  chan struct{}
	once     sync.Once

	// moreDue is set if the last page of tables that are due was full, and lastBeat is
	// when the house last tried to note that it runs. Only [House.Tick] uses them.
	moreDue  bool
	lastBeat time.Time
	// blocksHeard are the blocks that were made or ended lately at any server, with the ends
	// of what says so. Only [House.compareBlocks] uses it.
	blocksHeard map[string]time.Time

	// tournaments is nil if there are none.
	tournaments atomic.Pointer[Tournaments]
}

// SetTournaments sets what a player leaves behind besides tables. It needs the house
// itself, which other servers may tell something before it is set.
func (h *House) SetTournaments(t Tournaments) { h.tournaments.Store(&t) }

// New opens a house. It takes the same time however many games are running:
// [House.Run] looks at a table when it is due, and downtime is given back when a
// table is loaded.
func New(ctx context.Context, c Config) (*House, error) {
	if c.Cluster == nil {
		c.Cluster = cluster.Alone(cluster.Config{Store: c.Store, Bus: c.Bus, Now: c.Now, Random: c.Random, Log: c.Log})
	}
	h := &House{
		Cluster: c.Cluster, Presence: presence.New(c.Now), store: c.Store, now: c.Now, thinkers: max(1, c.Thinkers), closing: make(chan struct{}),
	}
	h.Blocks = blocks.New(c.Store, c.Now, c.Cluster.Several())
	h.Lobby = lobby.New(lobby.Config{Store: c.Store, Blocks: h.Blocks, Now: c.Now, Random: c.Random, Listing: c.Listing})
	h.PlayerWatches = playerwatch.New(c.Store, h.Presence)
	h.Tables = live.New(live.Config{
		Games: c.Games, Store: c.Store, Cluster: c.Cluster, Presence: h.Presence, Lobby: h.Lobby, Chooser: c.Chooser, Judge: c.Judge,
		Now: c.Now, Random: c.Random, Log: c.Log, Changed: h.changed, Mutes: h.Blocks.Mutes, YourTurn: c.YourTurn, Thinkers: c.Thinkers,
		Chat: c.Chat, GuestChat: c.GuestChat, MostTables: c.MostTables, Budgets: c.Budgets,
	})
	h.Pairing = pairing.New(pairing.Config{Games: c.Games, Store: c.Store, Tables: h.Tables, Cluster: c.Cluster})
	h.Overview = lobby.NewOverview(c.Cluster, h.Tables.PublicGames, h.Pairing, h.Presence)
	h.Latency = latency.New(c.Cluster, h.Tables.MaySit)
	if err := h.start(ctx); err != nil {
		h.Close()
		return nil, err
	}
	return h, nil
}

// start notes that a server runs, and fills the lobby.
func (h *House) start(ctx context.Context) error {
	h.lastBeat = h.now()
	if err := h.Cluster.Start(ctx, cluster.Work{
		GiveBack: h.Tables.GiveBack, Receive: h.receive, Forget: h.forget,
		Presence: []cluster.Presence{h.Tables, h.Presence},
		Tables:   h.Tables.Compare,
		Lists:    []func(context.Context) error{h.Lobby.Compare, h.PlayerWatches.Compare, h.Overview.Compare, h.compareBlocks},
	}); err != nil {
		return err
	}
	return h.Lobby.Load(ctx)
}

// changed passes a new state of a table on to those who show it.
func (h *House) changed(s play.Summary, before []play.Sitter) {
	h.Lobby.Update(s)
	h.PlayerWatches.Update(s, before)
	h.Pairing.NoteEnd(s)
}

// receive handles a notice of another server.
func (h *House) receive(n play.Notice) {
	if n.Trip != nil {
		h.Latency.Receive(*n.Trip)
	}
	if n.Summary.ID != "" {
		h.changed(n.Summary, nil)
		if h.Pairing.Seeks(n.Summary.Sitters) {
			h.Cluster.InBackground(h.Pairing.Pair)
		}
	}
	if n.Block != nil {
		h.blockChanged(n.Block.By, n.Block.Player)
	}
	h.Tables.Receive(n)
}

// ErrClosing ends subscriptions when the house closes. Clients may reconnect to
// the next house and continue where they were.
var ErrClosing = cluster.ErrClosing

// Close ends all subscriptions. The store stays open.
func (h *House) Close() {
	h.once.Do(func() {
		h.Cluster.Close()
		close(h.closing)
	})
}

// Closing is closed when the house closes.
func (h *House) Closing() <-chan struct{} { return h.closing }

// heartbeatEvery is how often the house notes that it runs. After a crash,
// players get back up to that much more than was lost.
const heartbeatEvery = time.Second

// Run does everything that depends on time until the context ends: deadlines,
// turns of computer players, heartbeats.
func (h *House) Run(ctx context.Context) {
	var thinkers sync.WaitGroup
	for i := range h.thinkers + 1 {
		// The last one is for quick answers alone.
		onlyQuick := i == h.thinkers
		thinkers.Go(func() {
			for h.Tables.ThinkNext(ctx, onlyQuick) {
			}
		})
	}
	for ctx.Err() == nil {
		h.Tick(ctx)
		wait := heartbeatEvery
		if h.moreDue {
			wait = 0
		}
		h.Tables.Wait(ctx, wait)
	}
	thinkers.Wait()
	h.Cluster.End(ctx)
}

// Tick does what is due now.
func (h *House) Tick(ctx context.Context) {
	now := h.now()
	h.Tables.AttendDue(ctx, now)
	h.Pairing.Pair(ctx)
	since := now.Sub(h.lastBeat)
	beat := since >= heartbeatEvery || since < 0 // The machine's clock may be set back.
	if beat {
		h.lastBeat = now
		h.Tables.Evict(now)
		// The tables of hosts who have gone leave the lobby, and those of hosts who are
		// back come into it.
		h.Lobby.ShowPresent(func(host play.PlayerID) bool { return !h.Presence.Gone(host) })
		h.Presence.ForgetGone()
		if err := h.Cluster.Beat(ctx); err != nil {
			// Nothing can be decided, and this is tried again with the next beat.
			h.moreDue = false
			return
		}
		h.Cluster.Sync(ctx, now)
	}
	if (beat || h.moreDue) && h.Cluster.Sweeps() {
		h.moreDue = h.Tables.AttendStored(ctx, now)
	}
}
