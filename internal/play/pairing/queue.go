package pairing

import (
	"cmp"
	"maps"
	"math"
	"slices"
	"sync"
	"time"

	"plateau/internal/play"
	"plateau/internal/play/blocks"
)

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

// queues have the seekers who wait.
type queues struct {
	now func() time.Time

	mu sync.Mutex
	// byTerms are in order of arrival.
	byTerms map[Terms][]*Seeker
	// apart is until when two players are not paired.
	apart map[couple]time.Time
}

func newQueues(now func() time.Time) *queues {
	return &queues{now: now, byTerms: make(map[Terms][]*Seeker), apart: make(map[couple]time.Time)}
}

// add puts seekers into their queues, ordered by how long they have waited.
func (q *queues) add(seekers ...*Seeker) {
	q.mu.Lock()
	defer q.mu.Unlock()
	for _, s := range seekers {
		if s.gone {
			continue
		}
		q.byTerms[s.terms] = append(q.byTerms[s.terms], s)
		slices.SortStableFunc(q.byTerms[s.terms], func(a, b *Seeker) int { return a.since.Compare(b.since) })
		q.count(s.terms)
	}
}

func (q *queues) remove(terms Terms, which func(*Seeker) bool) {
	queue := slices.DeleteFunc(q.byTerms[terms], which)
	q.byTerms[terms] = queue
	if len(queue) == 0 {
		delete(q.byTerms, terms)
	}
	q.count(terms)
}

// count updates how many others each seeker in a queue waits with.
func (q *queues) count(terms Terms) {
	others := len(playersIn(q.byTerms[terms])) - 1
	for _, s := range q.byTerms[terms] {
		if others != s.waiting {
			s.waiting = others
			s.bell.Ring()
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

func (q *queues) close(s *Seeker) {
	q.mu.Lock()
	defer q.mu.Unlock()
	s.gone = true
	q.remove(s.terms, func(other *Seeker) bool { return other == s })
}

// take removes a group from a queue that can be paired now.
func (q *queues) take(now time.Time) []*Seeker {
	q.mu.Lock()
	defer q.mu.Unlock()
	for terms, queue := range q.byTerms {
		for _, first := range queue {
			if group := q.company(first, queue, now); group != nil {
				q.remove(terms, func(s *Seeker) bool { return slices.Contains(group, s) })
				return group
			}
		}
	}
	return nil
}

// company is a seeker with as many others as the game needs, the nearest in
// rating, followed by all other entries of these players in the queue; nil if
// there are too few.
func (q *queues) company(s *Seeker, queue []*Seeker, now time.Time) []*Seeker {
	others := slices.DeleteFunc(slices.Clone(queue), func(o *Seeker) bool {
		return o.player.ID == s.player.ID || !s.near(o, now)
	})
	if s.terms.Rated {
		slices.SortStableFunc(others, func(a, b *Seeker) int { return cmp.Compare(s.distance(a), s.distance(b)) })
	}
	group := []*Seeker{s}
	for _, o := range others {
		if len(group) < s.seats && !slices.ContainsFunc(group, func(g *Seeker) bool { return o.same(g) || q.areApart(o, g, now) }) {
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

func (q *queues) anyGone(group []*Seeker) bool {
	q.mu.Lock()
	defer q.mu.Unlock()
	return slices.ContainsFunc(group, func(s *Seeker) bool { return s.gone })
}

// end ends searches of a player, and returns them.
func (q *queues) end(player play.PlayerID, which func(Terms) bool) (ended []*Seeker) {
	q.mu.Lock()
	defer q.mu.Unlock()
	for terms := range q.byTerms {
		q.remove(terms, func(s *Seeker) bool {
			if s.player.ID != player || !which(terms) {
				return false
			}
			s.gone = true
			s.bell.Ring()
			ended = append(ended, s)
			return true
		})
	}
	return ended
}

// own are the seekers of this server who wait, by key.
func (q *queues) own() map[string]*Seeker {
	q.mu.Lock()
	defer q.mu.Unlock()
	own := make(map[string]*Seeker)
	for _, queue := range q.byTerms {
		for _, s := range queue {
			own[s.key] = s
		}
	}
	return own
}

func (q *queues) seated(s *Seeker) bool {
	q.mu.Lock()
	defer q.mu.Unlock()
	return s.table != "" || s.gone
}

// seat notes where the seekers of this server sit, and rings for them.
func (q *queues) seat(own map[string]*Seeker, found map[string]seek) {
	q.mu.Lock()
	defer q.mu.Unlock()
	for key, s := range own {
		if table := found[key].Table; table != "" && s.table == "" {
			s.table = table
			q.remove(s.terms, func(other *Seeker) bool { return other == s })
			s.bell.Ring()
		}
	}
}

// noteWaiting notes how many others look for the same, at all servers.
func (q *queues) noteWaiting(own map[string]*Seeker, all *queues) {
	q.mu.Lock()
	defer q.mu.Unlock()
	for _, s := range own {
		players := playersIn(all.byTerms[s.terms])
		delete(players, s.player.ID)
		if s.waiting != len(players) {
			s.waiting = len(players)
			s.bell.Ring()
		}
	}
}

// Seeks reports whether one of the players at a table looks for an opponent at this
// server.
func (q *queues) Seeks(sitters []play.Sitter) bool {
	q.mu.Lock()
	defer q.mu.Unlock()
	for _, queue := range q.byTerms {
		for _, s := range queue {
			if slices.ContainsFunc(sitters, func(sitter play.Sitter) bool { return sitter.Player == s.player.ID }) {
				return true
			}
		}
	}
	return false
}

// Waiting counts the players who wait at this server, by what they look for, and names the
// one who has waited longest.
func (q *queues) Waiting() (players map[Terms]int, first map[Terms]play.PlayerID) {
	q.mu.Lock()
	defer q.mu.Unlock()
	players, first = make(map[Terms]int), make(map[Terms]play.PlayerID)
	for terms, queue := range q.byTerms {
		if len(queue) > 0 {
			players[terms], first[terms] = len(playersIn(queue)), queue[0].player.ID
		}
	}
	return players, first
}

// couple is two players, the smaller id first.
type couple [2]play.PlayerID

func coupleOf(a, b play.PlayerID) couple { return couple{min(a, b), max(a, b)} }

// areApart reports whether two seekers are not to be paired now.
func (q *queues) areApart(a, b *Seeker, now time.Time) bool {
	return now.Before(q.apart[coupleOf(a.player.ID, b.player.ID)])
}

// keepApart does not pair players with a block between them until a time.
func (q *queues) keepApart(blocks []blocks.Block, until time.Time) {
	q.mu.Lock()
	defer q.mu.Unlock()
	for _, b := range blocks {
		c := coupleOf(b.By, b.Player)
		if q.apart[c].Before(until) {
			q.apart[c] = until
		}
	}
}

// NoteEnd keeps the players of an aborted game apart for a while.
func (q *queues) NoteEnd(s play.Summary) {
	now := q.now()
	until := s.Entered.Add(apartFor)
	if s.Phase != play.Over || s.Reason != play.Aborted.Code || !now.Before(until) {
		return
	}
	q.mu.Lock()
	defer q.mu.Unlock()
	maps.DeleteFunc(q.apart, func(_ couple, until time.Time) bool { return !now.Before(until) })
	for i, a := range s.Sitters {
		for _, b := range s.Sitters[:i] {
			if a.Player != "" && b.Player != "" {
				q.apart[coupleOf(a.Player, b.Player)] = until
			}
		}
	}
}
