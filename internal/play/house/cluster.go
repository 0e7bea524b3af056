package house

import (
	"context"
	"errors"
	"maps"
	"slices"
	"strings"
	"sync"
	"sync/atomic"
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
	sweeps atomic.Bool

	// looking is set while [House.lookAround] runs, which alone uses what follows.
	looking          atomic.Bool
	compared, listed time.Time
	reported         time.Time
	// forgotten are the players who were erased lately, with the ends of what says
	// so.
	forgotten map[play.PlayerID]time.Time

	// background has what was started by notices and ticks.
	background sync.WaitGroup

	mu sync.Mutex
	// ended is set when nothing more may begin in the background.
	ended bool
	// waking is what commands wait for that were given without a heartbeat.
	waking *waking
	// missed is set if notices may have been lost.
	missed bool
	// live is what goes on at the others.
	live []Live
}

// gap is what makes a downtime of a heartbeat that comes late.
func (h *House) gap() time.Duration {
	h.mu.Lock()
	defer h.mu.Unlock()
	switch {
	case h.Cluster:
		return clusterGap
	case h.failing:
		return 0 // The store was away.
	}
	return noGap
}

// awake makes sure that the last heartbeat was stored, and in a cluster, a moment ago:
// otherwise players might be charged for time in which the store was away.
func (h *House) awake(ctx context.Context) error {
	if h.isAwake(h.Now()) {
		return nil
	}
	w := h.wake()
	select {
	case <-w.done:
		return w.err
	case <-ctx.Done():
		return ctx.Err()
	}
}

// waking is a heartbeat for all who wait for one.
type waking struct {
	done chan struct{}
	// err is set before done is closed.
	err error
}

// wake stores a heartbeat, unless that is being done already.
func (h *House) wake() *waking {
	h.others.mu.Lock()
	defer h.others.mu.Unlock()
	if h.others.waking != nil {
		return h.others.waking
	}
	w := &waking{done: make(chan struct{}), err: ErrClosing}
	begun := h.begin(func(ctx context.Context) {
		w.err = h.heartbeat(ctx)
		h.others.mu.Lock()
		h.others.waking = nil
		h.others.mu.Unlock()
		close(w.done)
	})
	if begun {
		h.others.waking = w
	} else {
		close(w.done)
	}
	return w
}

// isAwake reports whether the last heartbeat was stored, and in a cluster, a moment
// before a time.
func (h *House) isAwake(now time.Time) bool {
	h.mu.Lock()
	defer h.mu.Unlock()
	return !h.failing && (!h.Cluster || now.Sub(h.lastHeartbeat) <= clusterGap)
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
			h.logFailure(ctx, "cannot give time back", err, "table", rooms[i].now().ID.Short())
		}
	})
	return nil
}

// resume gives the players at a table in memory the time back in which no server
// ran, or in which the store did not take what happened at the table.
func (h *House) resume(ctx context.Context, r *room) error {
	for {
		downtimes, t := h.knownDowntimes(), r.now()
		if since := r.unstored(); !since.IsZero() {
			downtimes = append(slices.Clip(downtimes), play.Downtime{Began: since, Ended: h.Now()})
		}
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
	if err := h.sweep(ctx, now); err != nil {
		h.logFailure(ctx, "cannot find out who sweeps", err)
	}
	// The store may be slow, and deadlines do not wait for it.
	if h.others.looking.CompareAndSwap(false, true) {
		h.inBackground(func(ctx context.Context) {
			defer h.others.looking.Store(false)
			h.lookAround(ctx, now)
		})
	}
}

// lookAround tells other servers who is here, and compares what is in memory with the
// store. The store is asked as often however many tables and players there are.
func (h *House) lookAround(ctx context.Context, now time.Time) {
	for _, part := range []struct {
		what string
		do   func(context.Context, time.Time) error
	}{
		{"say who is here", h.report},
		{"compare tables with the store", h.compare},
		{"compare lists with the store", h.compareLists},
	} {
		if err := part.do(ctx, now); err != nil {
			h.logFailure(ctx, "cannot "+part.what, err)
		}
	}
}

// sweep makes this house the sweeper if there is none, or keeps it.
func (h *House) sweep(ctx context.Context, now time.Time) error {
	sweeps, err := h.holdSweeper(ctx, now)
	h.others.sweeps.Store(sweeps)
	return err
}

func (h *House) holdSweeper(ctx context.Context, now time.Time) (held bool, err error) {
	list, err := h.Store.Shared(ctx, now, sweeperKey)
	if err != nil {
		return false, err
	}
	change := play.SharedChange{SharedValue: play.SharedValue{Key: sweeperKey, Value: []byte(h.origin), Until: now.Add(sweeperTime)}}
	if len(list) > 0 {
		if string(list[0].Value) != h.origin {
			return false, nil
		}
		if list[0].Until.Sub(now) > sweeperTime/2 {
			return true, nil
		}
		change.Old = list[0].Value
	}
	err = h.Store.Share(ctx, now, change)
	if errors.Is(err, play.ErrConflict) {
		return false, nil // Another server was first.
	}
	return err == nil, err
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
	seqs, err := h.Store.Seqs(ctx, ids...)
	if err != nil {
		return err
	}
	var behind []*room
	for i, r := range rooms {
		if r.now().Seq < seqs[ids[i]] {
			behind = append(behind, r)
		}
	}
	each(len(behind), func(i int) { h.catchUp(ctx, behind[i]) })
	return nil
}

// catchUp brings a room up to date with what others committed.
func (h *House) catchUp(ctx context.Context, r *room) {
	if err := h.refresh(ctx, r); err != nil {
		h.logFailure(ctx, "cannot refresh a table", err, "table", r.now().ID.Short())
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

// comparePlayers reads what has changed at the tables of the players who follow theirs.
func (h *House) comparePlayers(ctx context.Context) error {
	players := h.playerWatches.players()
	if len(players) == 0 {
		return nil
	}
	seats, err := h.Store.SeatsOf(ctx, players...)
	if err != nil {
		return err
	}
	behind := h.playerWatches.behind(seats)
	if len(behind) == 0 {
		return nil
	}
	list, err := h.Store.Tables(ctx, play.TableQuery{Tables: slices.Collect(maps.Keys(behind)), Limit: len(behind)})
	for _, s := range list {
		for _, player := range behind[s.ID] {
			h.playerWatches.updateFor(player, s)
		}
	}
	return err
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

// inBackground does what a notice or a tick requires, so that neither waits.
func (h *House) inBackground(do func(ctx context.Context)) {
	h.others.mu.Lock()
	defer h.others.mu.Unlock()
	h.begin(do)
}

// begin begins something in the background, unless the house has ended. The mutex of
// others is held.
func (h *House) begin(do func(ctx context.Context)) bool {
	if h.others.ended {
		return false
	}
	h.others.background.Go(func() {
		ctx, cancel := context.WithTimeout(context.Background(), commitTime)
		defer cancel()
		do(ctx)
	})
	return true
}

// endBackground waits for what goes on in the background, and lets nothing more begin: the
// store may be closed afterwards, while notices still arrive.
func (h *House) endBackground() {
	h.others.mu.Lock()
	h.others.ended = true
	h.others.mu.Unlock()
	h.others.background.Wait()
}
