package house

import (
	"cmp"
	"context"
	"math"
	"slices"
	"sync"
	"time"

	"plateau/internal/play"
)

// Pairing finds opponents. There is one queue for each kind of game that players
// look for; who has waited longest chooses first. In rated games players are
// paired with others near their own rating, and the range grows while they wait:
//
// 	rating  ─────────────┬───────●───────┬─────────────
// 	                     ◄─ window + growth · waiting ─►
//
// Two players may be paired if either range includes both, so that somebody who
// has waited long does not depend on the range of newcomers.
//
// Players who have aborted a game, or did not begin it, are not paired with the
// same ones again for a while; and nobody with somebody whom they have blocked, or
// who has blocked them.
//
// In a cluster, seekers at all servers are paired (see seeks.go). At a single server,
// those that are being seated are out of the queue. The table opens with all of
// them or not at all; if it cannot be opened, or one of them has left in the
// meantime, the others return to their places in the queue.

const (
	// window is how far apart ratings may be at first; growth is added for
	// every second.
	window = 100.0
	growth = 20.0
	// apartFor is how long two players are not paired after a game that was
	// aborted.
	apartFor = 5 * time.Minute
	// blockedFor is for how long a block that was found is not looked up again.
	blockedFor = 10 * time.Second
)

// PairingTerms are what a player looks for.
type PairingTerms struct {
	Game  string
	Time  play.Time
	Rated bool
}

// table are the terms of the table: for the paired players, who are strangers and
// do not chat, and open to anybody with the link.
func (p PairingTerms) table() play.Terms {
	return play.Terms{Game: p.Game, Time: p.Time, Rated: p.Rated, Spectators: true}
}

type pairing struct {
	mu sync.Mutex
	// queues are in order of arrival.
	queues map[PairingTerms][]*Seeker
	// apart is until when two players are not paired.
	apart map[couple]time.Time
}

func newPairing() *pairing {
	return &pairing{queues: make(map[PairingTerms][]*Seeker), apart: make(map[couple]time.Time)}
}

// Seeker is a player waiting to be paired. It is used by one goroutine at a time.
type Seeker struct {
	house  *House
	player play.Player
	terms  PairingTerms
	seats  int // of the game
	rating float64
	since  time.Time
	bell   chan struct{}
	// key is that of the shared value, in a cluster.
	key string

	// The rest is guarded by the mutex of pairing.
	table   play.TableID
	waiting int // others
	gone    bool
}

// Seek begins to look for an opponent. It is refused if there can be no such
// table, or not for this player.
func (h *House) Seek(ctx context.Context, player play.Player, terms PairingTerms) (*Seeker, error) {
	g, err := h.Games.Find(terms.Game)
	if err != nil {
		return nil, err
	}
	if err := terms.table().CheckPaired(g, player); err != nil {
		return nil, err
	}
	if err := h.refuseMany(ctx, Request{By: player.ID, Command: play.Sit{}}); err != nil {
		return nil, err
	}
	s := &Seeker{house: h, player: player, terms: terms, seats: len(g.Seats()), since: h.Now(), bell: make(chan struct{}, 1)}
	if terms.Rated {
		standings, err := h.Store.Standings(ctx, play.Rank{Game: terms.Game, Player: player.ID})
		if err != nil {
			return nil, err
		}
		s.rating = standings[0].Rating.Value
	}
	if err := h.shareSeek(ctx, s); err != nil {
		return nil, err
	}
	h.pairing.add(s)
	h.pair(ctx)
	return s, nil
}

// Close ends the search.
func (s *Seeker) Close() {
	s.house.pairing.close(s)
	s.house.removeSeeks(s)
}

func (p *pairing) close(s *Seeker) {
	p.mu.Lock()
	defer p.mu.Unlock()
	s.gone = true
	p.remove(s.terms, func(other *Seeker) bool { return other == s })
}

// Bell rings when there may be something new.
func (s *Seeker) Bell() <-chan struct{} { return s.bell }

// Look returns the table once there is one, and before that how many others look
// for the same.
func (s *Seeker) Look() (table play.TableID, waiting int) {
	s.house.pairing.mu.Lock()
	defer s.house.pairing.mu.Unlock()
	return s.table, s.waiting
}

// Ended reports whether the search was ended, because the player may not play any more.
func (s *Seeker) Ended() bool {
	s.house.pairing.mu.Lock()
	defer s.house.pairing.mu.Unlock()
	return s.gone
}

// add puts seekers into their queues, ordered by how long they have waited.
func (p *pairing) add(seekers ...*Seeker) {
	p.mu.Lock()
	defer p.mu.Unlock()
	for _, s := range seekers {
		if s.gone {
			continue
		}
		p.queues[s.terms] = append(p.queues[s.terms], s)
		slices.SortStableFunc(p.queues[s.terms], func(a, b *Seeker) int { return a.since.Compare(b.since) })
		p.count(s.terms)
	}
}

// remove removes seekers from a queue.
func (p *pairing) remove(terms PairingTerms, which func(*Seeker) bool) {
	queue := slices.DeleteFunc(p.queues[terms], which)
	p.queues[terms] = queue
	if len(queue) == 0 {
		delete(p.queues, terms)
	}
	p.count(terms)
}

// count updates how many others each seeker in a queue waits with.
func (p *pairing) count(terms PairingTerms) {
	others := len(playersIn(p.queues[terms])) - 1
	for _, s := range p.queues[terms] {
		if others != s.waiting {
			s.waiting = others
			s.ring()
		}
	}
}

// playersIn are the players in a queue. Somebody with two pages is there once.
func playersIn(queue []*Seeker) map[play.PlayerID]struct{} {
	players := make(map[play.PlayerID]struct{})
	for _, s := range queue {
		players[s.player.ID] = struct{}{}
	}
	return players
}

func (s *Seeker) ring() {
	select {
	case s.bell <- struct{}{}:
	default:
	}
}

// pair seats all who can be paired now. A table that could not be opened is
// retried with the next tick.
func (h *House) pair(ctx context.Context) {
	if h.Cluster.Several() {
		h.pairShared(ctx)
		return
	}
	var failed []*Seeker
	for {
		group := h.pairing.take(h.Now())
		if group == nil {
			break
		}
		blocks, err := h.blocksAmong(ctx, group)
		switch {
		case len(blocks) > 0:
			// They may find others at once.
			h.pairing.keepApart(blocks, h.Now().Add(blockedFor))
			h.pairing.add(group...)
		case err != nil || !h.seatTogether(ctx, group):
			failed = append(failed, group...)
		}
	}
	h.pairing.add(failed...)
}

// take removes a group from a queue that can be paired now.
func (p *pairing) take(now time.Time) []*Seeker {
	p.mu.Lock()
	defer p.mu.Unlock()
	for terms, queue := range p.queues {
		for _, first := range queue {
			if group := p.company(first, queue, now); group != nil {
				p.remove(terms, func(s *Seeker) bool { return slices.Contains(group, s) })
				return group
			}
		}
	}
	return nil
}

// company is a seeker with as many others as the game needs, the nearest in
// rating, followed by all other entries of these players in the queue; nil if
// there are too few.
func (p *pairing) company(s *Seeker, queue []*Seeker, now time.Time) []*Seeker {
	others := slices.DeleteFunc(slices.Clone(queue), func(o *Seeker) bool {
		return o.player.ID == s.player.ID || !s.near(o, now)
	})
	if s.terms.Rated {
		slices.SortStableFunc(others, func(a, b *Seeker) int { return cmp.Compare(s.distance(a), s.distance(b)) })
	}
	group := []*Seeker{s}
	for _, o := range others {
		if len(group) < s.seats && !slices.ContainsFunc(group, func(g *Seeker) bool { return o.same(g) || p.areApart(o, g, now) }) {
			group = append(group, o)
		}
	}
	if len(group) < s.seats {
		return nil
	}
	for _, o := range queue {
		if slices.ContainsFunc(group, o.same) && !slices.Contains(group, o) {
			group = append(group, o)
		}
	}
	return group
}

// same reports whether two seekers are the same player, in two pages.
func (s *Seeker) same(o *Seeker) bool { return s.player.ID == o.player.ID }

func (s *Seeker) distance(o *Seeker) float64 { return math.Abs(s.rating - o.rating) }

// near reports whether two ratings are near enough for either player.
func (s *Seeker) near(o *Seeker, now time.Time) bool {
	return s.distance(o) <= max(s.ratingRange(now), o.ratingRange(now))
}

func (s *Seeker) ratingRange(now time.Time) float64 {
	return window + growth*now.Sub(s.since).Seconds()
}

// seatTogether opens the table of a group and notifies everybody. It is not ok if
// that failed.
func (h *House) seatTogether(ctx context.Context, group []*Seeker) bool {
	seated := group[:group[0].seats]
	if h.pairing.anyGone(seated) {
		return false
	}
	c := play.OpenPaired{ID: play.NewTableID(h.Random), Terms: group[0].terms.table()}
	for _, s := range seated {
		c.Players = append(c.Players, s.player)
	}
	// It is for all of them, not only for the one whose request this is.
	ctx = context.WithoutCancel(ctx)
	if _, err := h.perform(ctx, play.NewTable(h.Games, ""), Request{Table: c.ID, Command: c}); err != nil {
		h.Log.Error("cannot open a table for paired players", "error", err)
		return false
	}
	h.pairing.mu.Lock()
	defer h.pairing.mu.Unlock()
	for _, s := range group {
		s.table = c.ID
		s.ring()
	}
	return true
}

func (p *pairing) anyGone(group []*Seeker) bool {
	p.mu.Lock()
	defer p.mu.Unlock()
	return slices.ContainsFunc(group, func(s *Seeker) bool { return s.gone })
}
