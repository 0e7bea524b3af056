// Package house runs the tables of package play: it holds the tables in use in
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
//
// # Locks
//
// Locks are held for short, and none while the store, an engine or a client is
// waited for. Who holds one may take another further to the right:
//
//	liveView.mu ─► House.mu ─► room.mu ─► lobby.mu, playerWatches.mu, alarms.mu, queue.mu, pairing.mu ─► presence.mu
//	liveView.mu ─► others.mu ─► presence.mu
//	blockLists.mu, roundTrips.mu   (on their own)
//	Memo.mu      (on its own; a transport encodes while it holds it)
package house

import (
	"context"
	"errors"
	"io"
	"log/slog"
	"sync"
	"sync/atomic"
	"time"

	"plateau/engine"
	"plateau/game"
	"plateau/internal/budget"
	"plateau/internal/cluster"
	"plateau/internal/play"
	"plateau/internal/play/blocks"
	"plateau/internal/play/latency"
	"plateau/internal/play/lobby"
	"plateau/internal/play/pairing"
	"plateau/internal/play/playerwatch"
	"plateau/internal/play/presence"
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

// Config is what a house needs; YourTurn and what follows is optional.
type Config struct {
	// Games are those that can be played here.
	Games   game.List
	Store   play.Store
	Bus     play.Bus
	Chooser Chooser
	Judge   Judge
	Now     func() time.Time
	// Random must be cryptographically secure, and safe for concurrent use.
	Random io.Reader
	Log    *slog.Logger
	// YourTurn learns of the turns of players who are not at their table. It
	// is called before a move is acknowledged, so it must not wait.
	YourTurn func(turn play.Turn)
	// Thinkers is how many computer players may think at once; 1 if zero.
	Thinkers int
	// Idle is how long an unused table stays in memory; 5 minutes if zero.
	Idle time.Duration
	// Chat is how players may chat; freely if empty. Guests may not, unless
	// GuestChat is set.
	Chat      play.Talk
	GuestChat bool
	// MostTables is how many unfinished tables a player may have opened, and
	// at how many a player may sit; 50 if zero.
	MostTables int
	// Listing is how many tables the lobby shows of one source.
	Listing lobby.Listing
	// Cluster is this server among those with its store; the only one if nil.
	Cluster *cluster.Member
	// Budgets count how long computer players think for whom.
	Budgets budget.Budgets
}

// Tournaments are what a player who is deleted leaves behind besides tables.
type Tournaments interface {
	// Quit takes a player out of everything unfinished.
	Quit(ctx context.Context, player play.PlayerID) error
	// Forget removes from memory what the store has erased about a player.
	Forget(player play.PlayerID)
}

// House runs tables. It is safe for concurrent use.
type House struct {
	Config
	Lobby         *lobby.Lobby
	Overview      *lobby.Overview
	PlayerWatches *playerwatch.Watches
	Latency       *latency.Trips
	Presence      *presence.Presence
	Pairing       *pairing.Pairing
	Blocks        *blocks.Lists
	alarms        *alarms
	thinking      *queue
	closing       chan struct{}
	once          sync.Once
	moves         atomic.Uint64 // committed by this house
	panics        atomic.Uint64

	// moreDue is set if the last page of tables that are due was full, and lastBeat is
	// when the house last tried to note that it runs. Only [House.Tick] uses them.
	moreDue  bool
	lastBeat time.Time

	mu sync.Mutex
	// tournaments is nil if there are none.
	tournaments Tournaments
	rooms       map[play.TableID]*room
	// aside are the tables at which something panicked.
	aside map[play.TableID]struct{}
}

// SetTournaments sets what a player leaves behind besides tables. It needs the house
// itself, which other servers may tell something before it is set.
func (h *House) SetTournaments(t Tournaments) {
	h.mu.Lock()
	defer h.mu.Unlock()
	h.tournaments = t
}

func (h *House) hasTournaments() (Tournaments, bool) {
	h.mu.Lock()
	defer h.mu.Unlock()
	return h.tournaments, h.tournaments != nil
}

// New opens a house. It takes the same time however many games are running:
// [House.Run] looks at a table when it is due, and downtime is given back when a
// table is loaded.
func New(ctx context.Context, c Config) (*House, error) {
	if c.Thinkers == 0 {
		c.Thinkers = 1
	}
	if c.Idle == 0 {
		c.Idle = 5 * time.Minute
	}
	if c.MostTables == 0 {
		c.MostTables = 50
	}
	if c.Budgets == nil {
		c.Budgets = budget.NewMemory(c.Now)
	}
	if c.Cluster == nil {
		c.Cluster = cluster.Alone(cluster.Config{Store: c.Store, Bus: c.Bus, Now: c.Now, Random: c.Random, Log: c.Log})
	}
	h := &House{
		Config: c, Presence: presence.New(c.Now), alarms: newAlarms(), thinking: newQueue(),
		closing: make(chan struct{}), rooms: make(map[play.TableID]*room),
		aside: make(map[play.TableID]struct{}),
	}
	h.Blocks = blocks.New(c.Store, c.Now, c.Cluster.Several())
	h.Lobby = lobby.New(lobby.Config{Store: c.Store, Blocks: h.Blocks, Now: c.Now, Random: c.Random, Listing: c.Listing})
	h.Pairing = pairing.New(pairing.Config{Games: c.Games, Store: c.Store, Tables: h, Cluster: c.Cluster, Now: c.Now, Random: c.Random, Log: c.Log})
	h.Overview = lobby.NewOverview(lobby.OverviewConfig{
		Games: h.publicGames, Pairing: h.Pairing, Presence: h.Presence, Now: c.Now, Store: c.Store, Server: c.Cluster.ID(),
	})
	h.PlayerWatches = playerwatch.New(c.Store, h.Presence)
	h.Latency = latency.New(latency.Config{Now: c.Now, MaySit: h.MaySit, Publish: func(n play.TripNotice) { h.Cluster.Publish(play.Notice{Trip: &n}) }})
	if err := h.start(ctx); err != nil {
		h.Close()
		return nil, err
	}
	return h, nil
}

// start notes that a server runs, and fills the lobby.
func (h *House) start(ctx context.Context) (err error) {
	h.lastBeat = h.Now()
	if err := h.Cluster.Start(ctx, cluster.Work{
		GiveBack: h.giveBack, Receive: h.receive, Forget: h.forget,
		Presence: []cluster.Presence{h, h.Presence},
		Tables:   h.compare,
		Lists:    []func(context.Context) error{h.Lobby.Compare, h.PlayerWatches.Compare, h.Overview.Compare},
	}); err != nil {
		return err
	}
	return h.Lobby.Load(ctx)
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

// Request is a command with the player who gives it.
type Request struct {
	Table play.TableID
	By    play.PlayerID
	// ID is chosen by the player; a repeat of the request gets the same answer
	// and has no other effect. It may be empty.
	ID string
	// Program is set if a program acts for a person, with an API token.
	Program bool
	Command play.Command
	// shared changes with the table.
	shared []play.SharedChange
	// awake is set if it must not be decided later than a heartbeat allows, see
	// [cluster.Member.Awake].
	awake bool
}

// Answer says where a command took effect.
type Answer struct {
	Table play.TableID
	// Seq is the first event that it caused.
	Seq uint64
}

// Open opens a table with a new id. Those whom only members of their group may reach
// open it for these.
func (h *House) Open(ctx context.Context, host play.Player, terms play.Terms, chairs []play.Sitter, request string) (Answer, error) {
	h.Presence.Seen(host.ID, "")
	terms.Chat = terms.Chat && h.Chat != play.TalkOff
	group, err := play.OnlyGroup(ctx, h.Store, host)
	if err != nil {
		return Answer{}, err
	}
	if terms.Members = group != ""; terms.Members {
		terms.Group = group
	}
	c := play.OpenTable{ID: play.NewTableID(h.Random), Terms: terms, Chairs: chairs, Host: host}
	r := Request{Table: c.ID, By: host.ID, ID: request, Command: c}
	if terms.Listed {
		if err := h.Lobby.Reserve(c.ID, host, h.Presence.Address(host.ID)); err != nil {
			return h.answered(ctx, r, err)
		}
	}
	answer, err := h.perform(ctx, play.NewTable(h.Games, ""), r)
	if answer.Table != c.ID {
		h.Lobby.Release(c.ID)
	}
	return answer, err
}

// RefuseMore implements [pairing.Tables].
func (h *House) RefuseMore(ctx context.Context, player play.PlayerID) error {
	return h.refuseMany(ctx, Request{By: player, Command: play.Sit{}})
}

// OpenPaired implements [pairing.Tables].
func (h *House) OpenPaired(ctx context.Context, c play.OpenPaired, shared ...play.SharedChange) error {
	_, err := h.perform(ctx, play.NewTable(h.Games, ""), Request{Table: c.ID, Command: c, shared: shared})
	return err
}

// OpenFor opens a table for players who have agreed on a game, and begins it.
func (h *House) OpenFor(ctx context.Context, id play.TableID, terms play.Terms, players ...play.Player) (Answer, error) {
	terms.Chat = terms.Chat && h.Chat != play.TalkOff
	for _, p := range players {
		if terms.Tournament {
			break // They have agreed to as many as it takes.
		}
		if err := h.RefuseMore(ctx, p.ID); err != nil {
			return Answer{}, err
		}
	}
	// It is for all of them, not only for the one whose request this is.
	ctx = context.WithoutCancel(ctx)
	return h.perform(ctx, play.NewTable(h.Games, ""), Request{Table: id, Command: play.OpenPaired{ID: id, Terms: terms, Players: players}})
}

// Do decides on a player's command, commits the result and applies it. Its
// errors are refusals, and failures of the store.
func (h *House) Do(ctx context.Context, r Request) (Answer, error) {
	if r.By == "" {
		// Without a player it would be a command of the server.
		return Answer{}, play.NotForPlayers.Refuse("")
	}
	return h.do(ctx, r)
}

// errAsleep means that so much time went by since the heartbeat before a decision that
// it may have been a downtime: a machine may be that slow.
var errAsleep = errors.New("there was no heartbeat for too long")

func (h *House) do(ctx context.Context, r Request) (Answer, error) {
	r.awake = true
	for refreshed := false; ; {
		if err := h.Cluster.Awake(ctx); err != nil {
			return Answer{}, err
		}
		room, err := h.room(ctx, r.Table)
		if err == nil {
			// It may have failed when the downtime was noticed.
			err = h.resume(ctx, room)
		}
		if err != nil {
			return Answer{}, err
		}
		room.touch(r.By, h.Now())
		h.Presence.Seen(r.By, "")
		t := room.now()
		answer, err := h.perform(ctx, t, r)
		if errors.Is(err, errAsleep) {
			continue
		}
		// The answer to a repeat may have been committed after this house had
		// stopped waiting for it.
		behind := err == nil && answer.Table == r.Table && room.now().Seq < answer.Seq
		stale := h.Cluster.Several() && refused(err) && !refreshed
		if !behind && !stale && !errors.Is(err, play.ErrConflict) {
			return answer, err
		}
		if err := h.refresh(ctx, room); err != nil {
			return Answer{}, err
		}
		switch refreshed = true; {
		case behind:
			return answer, nil
		case stale && room.now().Seq == t.Seq:
			// It was refused on what is still the newest table. A notice may have
			// brought a newer one meanwhile.
			return answer, err
		}
	}
}

// commitTime limits how long a commit may take. A disk that hangs must not block
// requests for ever; a late commit is found when the table is looked at again.
const commitTime = 30 * time.Second

// perform decides and commits once. After [play.ErrConflict] it can be retried.
func (h *House) perform(ctx context.Context, t *play.Table, r Request) (Answer, error) {
	var decisions []*play.Decision
	err := h.guard(r.Table, func() (err error) {
		decisions, err = h.decide(ctx, t, r)
		return err
	})
	if err != nil {
		return h.answered(ctx, r, err)
	}
	if r.awake && !h.Cluster.IsAwake(decisions[0].Events[0].At) {
		return Answer{}, errAsleep
	}
	batches := make([]play.Batch, len(decisions))
	for i, d := range decisions {
		batches[i] = play.BatchOf(d)
	}
	batches[0].Shared = append(batches[0].Shared, r.shared...)
	// The result must be known even if the client has gone.
	limited, cancel := context.WithTimeout(context.WithoutCancel(ctx), commitTime)
	defer cancel()
	err = h.Store.Append(limited, batches...)
	var repeated *play.Repeated
	switch {
	case errors.As(err, &repeated):
		return Answer(*repeated), nil
	case errors.Is(err, context.DeadlineExceeded):
		for _, b := range batches {
			h.alarms.set(b.Summary.ID, h.Now().Add(again))
		}
		h.noteUnstored(decisions)
		return Answer{}, err
	case err != nil:
		if errors.Is(err, play.ErrUnavailable) {
			h.noteUnstored(decisions)
		}
		return Answer{}, err
	}
	for i, d := range decisions {
		h.committed(d)
		h.Cluster.Publish(play.Notice{Summary: batches[i].Summary})
	}
	return Answer{Table: r.Table, Seq: decisions[0].Events[0].Seq}, nil
}

// noteUnstored notes that the store did not take what was decided: a heartbeat is
// smaller, and may succeed all the same.
func (h *House) noteUnstored(decisions []*play.Decision) {
	for _, d := range decisions {
		if r := h.inMemory(d.Table.ID); r != nil {
			r.noteUnstored(d.Events[0].At)
		}
	}
}

// answered checks whether a request that is refused now was answered before: then
// it gets the same answer again.
func (h *House) answered(ctx context.Context, r Request, refusal error) (Answer, error) {
	if r.By == "" || r.ID == "" {
		return Answer{}, refusal
	}
	repeated, err := h.Store.Answered(ctx, r.By, r.ID)
	switch {
	case err != nil:
		return Answer{}, err
	case repeated == nil:
		return Answer{}, refusal
	}
	return Answer(*repeated), nil
}
