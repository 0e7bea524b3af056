package house

import (
	"context"
	"errors"
	"maps"
	"slices"
	"strings"
	"sync"
	"time"

	"plateau/internal/play"
)

// Several houses may use one store. None of them is special: any may decide on any
// table, and the store lets one of them win. What they know of each other is in
// shared values of the store; notices only make it faster.
//
//   - Every few seconds, and when notices may have been lost, a house compares the
//     tables in its memory, its lobby and the lists of its players with the store.
//   - One of them, the sweeper, attends to tables that are due according to the
//     store, and lets computer players move that were forgotten. It holds a value
//     that ends soon unless it is renewed, so another one takes its place.
//   - A computer move is thought about by the house that committed the last event.
//   - Time in which no house had a heartbeat is given back. A house decides nothing
//     before it has had one.

const (
	// clusterGap is for how long there is no heartbeat of any server before that
	// counts as downtime.
	clusterGap = 3 * time.Second
	// compareEvery is how often tables in memory are compared with the store,
	// compareListsEvery how often lists and presence are.
	compareEvery      = 3 * time.Second
	compareListsEvery = 9 * time.Second
	// sweeperTime is how long a server is the sweeper after the last renewal.
	sweeperTime = 10 * time.Second
	// seqsAtOnce is about how many tables the store is asked at once.
	seqsAtOnce = 1000
)

// Keys of shared values. Ids are base32, so they contain no separator.
const (
	sweeperKey   = "sweeper"
	serverPrefix = "server/"
	herePrefix   = "here/"
	playerPrefix = "player/"
	seekPrefix   = "seek/"
	livePrefix   = "live/"
)

// others is what a house knows of the other servers.
type others struct {
	// sweeps is set while this house is the sweeper, as one alone always is.
	// Only [House.Tick] uses the first fields.
	sweeps           bool
	compared, listed time.Time
	reported         time.Time

	// waking is held by who stores a heartbeat before a command is decided.
	waking sync.Mutex

	// background has what was started by notices.
	background sync.WaitGroup

	// forgotten are the players who were erased lately, with the ends of what says
	// so. Only [House.Tick] uses it.
	forgotten map[play.PlayerID]time.Time

	mu sync.Mutex
	// missed is set if notices may have been lost.
	missed bool
	// live is what goes on at the others.
	live []Live
}

// gap is what makes a downtime of a heartbeat that comes late.
func (h *House) gap() time.Duration {
	if h.Cluster {
		return clusterGap
	}
	return noGap
}

// awake makes sure that there was a heartbeat a moment ago: otherwise players might
// be charged for time in which the store was away.
func (h *House) awake(ctx context.Context) error {
	if !h.Cluster {
		return nil
	}
	if h.isAwake(h.Now()) {
		return nil
	}
	// One is enough for all who wait.
	h.others.waking.Lock()
	defer h.others.waking.Unlock()
	if h.isAwake(h.Now()) {
		return nil
	}
	return h.heartbeat(ctx)
}

// isAwake reports whether there was a heartbeat a moment before a time.
func (h *House) isAwake(now time.Time) bool {
	h.mu.Lock()
	defer h.mu.Unlock()
	return now.Sub(h.lastHeartbeat) <= clusterGap
}

// errAsleep means that so much time went by since the heartbeat before a decision that
// it may have been a downtime: a machine may be that slow.
var errAsleep = errors.New("there was no heartbeat for too long")

// noteDowntimes gives time back at the tables in memory if there is a new downtime.
func (h *House) noteDowntimes(ctx context.Context, count int) error {
	h.mu.Lock()
	known := len(h.downtimes)
	h.mu.Unlock()
	if count == known {
		return nil
	}
	downtimes, err := h.Store.Downtimes(ctx)
	if err != nil {
		return err
	}
	h.mu.Lock()
	h.downtimes = downtimes
	rooms := slices.Collect(maps.Values(h.rooms))
	h.mu.Unlock()
	each(len(rooms), func(i int) {
		if err := h.resume(ctx, rooms[i]); err != nil {
			h.Log.Error("cannot give time back", "table", rooms[i].now().ID.Short(), "error", err)
		}
	})
	return nil
}

// resume gives the players at a table in memory the time back in which no server
// ran.
func (h *House) resume(ctx context.Context, r *room) error {
	for {
		downtimes, t := h.knownDowntimes(), r.now()
		if n := len(downtimes); n == 0 || !downtimes[n-1].Ended.After(t.Changed) || !t.NeedsResume(downtimes) {
			return nil
		}
		_, err := h.perform(ctx, t, Request{Table: t.ID, Command: play.Resume{Downtimes: downtimes}})
		if errors.Is(err, play.ErrConflict) {
			err = h.refresh(ctx, r)
		}
		switch {
		case refused(err):
			return nil // There is nothing to give back any more.
		case err != nil:
			return err
		}
	}
}

func (h *House) knownDowntimes() []play.Downtime {
	h.mu.Lock()
	defer h.mu.Unlock()
	return h.downtimes
}

// takePart does what a server owes the others, and looks what they did. It is part
// of every heartbeat.
func (h *House) takePart(ctx context.Context, now time.Time) {
	if !h.Cluster {
		return
	}
	for _, part := range []struct {
		what string
		do   func(context.Context, time.Time) error
	}{
		{"say who is here", h.report},
		{"find out who sweeps", h.sweep},
		{"compare tables with the store", h.compare},
		{"compare lists with the store", h.compareLists},
	} {
		if err := part.do(ctx, now); err != nil && ctx.Err() == nil {
			h.Log.Error("cannot "+part.what, "error", err)
		}
	}
}

// sweep makes this house the sweeper if there is none, or keeps it.
func (h *House) sweep(ctx context.Context, now time.Time) error {
	h.others.sweeps = false
	list, err := h.Store.Shared(ctx, now, sweeperKey)
	if err != nil {
		return err
	}
	change := play.SharedChange{SharedValue: play.SharedValue{Key: sweeperKey, Value: []byte(h.origin), Until: now.Add(sweeperTime)}}
	if len(list) > 0 {
		if string(list[0].Value) != h.origin {
			return nil
		}
		if list[0].Until.Sub(now) > sweeperTime/2 {
			h.others.sweeps = true
			return nil
		}
		change.Old = list[0].Value
	}
	err = h.Store.Share(ctx, now, change)
	if errors.Is(err, play.ErrConflict) {
		return nil // Another server was first.
	}
	h.others.sweeps = err == nil
	return err
}

// compare reads what others committed at the tables in memory.
func (h *House) compare(ctx context.Context, now time.Time) error {
	if now.Sub(h.others.compared).Abs() < compareEvery && !h.takeMissed() {
		return nil
	}
	h.others.compared = now
	h.mu.Lock()
	rooms := make([]*room, 0, len(h.rooms))
	ids := make([]play.TableID, 0, len(h.rooms))
	for id, r := range h.rooms {
		rooms, ids = append(rooms, r), append(ids, id)
	}
	h.mu.Unlock()
	for len(ids) > 0 {
		n := min(len(ids), seqsAtOnce)
		seqs, err := h.Store.Seqs(ctx, ids[:n]...)
		if err != nil {
			return err
		}
		var behind []*room
		for i, r := range rooms[:n] {
			if r.now().Seq < seqs[ids[i]] {
				behind = append(behind, r)
			}
		}
		each(len(behind), func(i int) { h.catchUp(ctx, behind[i]) })
		rooms, ids = rooms[n:], ids[n:]
	}
	return nil
}

// catchUp brings a room up to date with what others committed.
func (h *House) catchUp(ctx context.Context, r *room) {
	if err := h.refresh(ctx, r); err != nil && ctx.Err() == nil {
		h.Log.Error("cannot refresh a table", "table", r.now().ID.Short(), "error", err)
	}
}

// takeMissed reports whether notices may have been lost since the last call. Lists
// are then compared, too.
func (h *House) takeMissed() bool {
	h.others.mu.Lock()
	defer h.others.mu.Unlock()
	missed := h.others.missed
	if h.others.missed = false; missed {
		h.others.listed = time.Time{}
	}
	return missed
}

// compareLists compares the lobby, the lists of players and who is present with the
// store.
func (h *House) compareLists(ctx context.Context, now time.Time) error {
	if now.Sub(h.others.listed).Abs() < compareListsEvery {
		return nil
	}
	h.others.listed = now
	return errors.Join(h.comparePresence(ctx, now), h.compareLobby(ctx, now), h.comparePlayers(ctx), h.compareLive(ctx, now), h.compareForgotten(ctx, now))
}

// compareForgotten forgets the players whom another server has erased, if that was not
// heard.
func (h *House) compareForgotten(ctx context.Context, now time.Time) error {
	list, err := h.Store.Shared(ctx, now, play.ForgottenPrefix)
	if err != nil {
		return err
	}
	known := make(map[play.PlayerID]time.Time, len(list))
	var players []play.PlayerID
	for _, v := range list {
		player := play.PlayerID(strings.TrimPrefix(v.Key, play.ForgottenPrefix))
		if known[player] = v.Until; !v.Until.Equal(h.others.forgotten[player]) {
			players = append(players, player)
		}
	}
	if err := h.forget(ctx, players...); err != nil {
		return err
	}
	h.others.forgotten = known
	return nil
}

// compareLobby lists the tables that are open in the store.
func (h *House) compareLobby(ctx context.Context, now time.Time) error {
	before := h.lobby.known()
	open, err := h.list(ctx, play.TableQuery{Phase: play.Open, Listed: true})
	if err != nil {
		return err
	}
	for _, summary := range open {
		h.lobby.update(summary)
		delete(before, summary.ID)
	}
	for id := range before {
		h.lobby.bury(id, now)
	}
	h.lobby.forgetBuried(now)
	return nil
}

// comparePlayers lists the tables of the players who follow theirs.
func (h *House) comparePlayers(ctx context.Context) error {
	for player, known := range h.playerWatches.known() {
		tables, err := h.tablesOf(ctx, player)
		if err != nil {
			return err
		}
		for _, s := range tables {
			h.playerWatches.updateFor(player, s)
			delete(known, s.ID)
		}
		// The rest is over, or the player has left it.
		for table := range known {
			list, err := h.Store.Tables(ctx, play.TableQuery{Table: table, Limit: 1})
			if err != nil {
				return err
			}
			for _, s := range list {
				h.playerWatches.updateFor(player, s)
			}
		}
	}
	return nil
}

// receive handles a notice of another server.
func (h *House) receive(n play.Notice) {
	if n.Missed {
		h.others.mu.Lock()
		h.others.missed = true
		h.others.mu.Unlock()
		return
	}
	if n.Origin == h.origin {
		return
	}
	if n.Here != nil {
		h.receiveHere(n.Origin, *n.Here)
	}
	if n.Trip != nil {
		h.receiveTrip(*n.Trip)
	}
	if n.Forgotten != "" {
		h.inBackground(func(ctx context.Context) {
			if err := h.forget(ctx, n.Forgotten); err != nil {
				h.Log.Error("cannot forget a player who was erased", "error", err)
			}
		})
	}
	if n.Summary.ID != "" {
		h.receiveSummary(n.Summary)
	}
}

// receiveSummary takes note of a table that another server has changed.
func (h *House) receiveSummary(s play.Summary) {
	if s.Terms.Listed && !s.InLobby() {
		h.lobby.bury(s.ID, h.Now())
	}
	h.lobby.update(s)
	h.playerWatches.update(s, nil)
	h.pairing.noteEnd(s, h.Now())
	if h.pairing.seeksAmong(s.Sitters) {
		h.inBackground(func(ctx context.Context) { h.pair(ctx) })
	}
	if room := h.inMemory(s.ID); room != nil && room.now().Seq < s.Seq {
		h.inBackground(func(ctx context.Context) { h.catchUp(ctx, room) })
	}
}

// inBackground does what a notice requires, so that the bus does not wait.
func (h *House) inBackground(do func(ctx context.Context)) {
	h.others.background.Go(func() {
		ctx, cancel := context.WithTimeout(context.Background(), commitTime)
		defer cancel()
		do(ctx)
	})
}
