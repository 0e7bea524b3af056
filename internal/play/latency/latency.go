// Package latency knows how long messages to players and back take. A heartbeat on a stream
// carries the time, which the client sends back at once, to any server:
//
//	server A ── beat 12:00:00.000 ──► player ── 12:00:00.000 ──► server B: 80 ms ── notice ──► A, C
//
// Who sends back an earlier time gains no more than who answers late.
package latency

import (
	"slices"
	"sync"
	"time"

	"plateau/internal/cluster"
	"plateau/internal/lru"
	"plateau/internal/play"
)

// Trips are how long messages to players and back take. It is safe for concurrent use.
type Trips struct {
	cluster *cluster.Member
	// maySit reports whether a player may sit at a table: others have no clock there.
	maySit func(table play.TableID, player play.PlayerID) bool

	mu sync.Mutex
	of *lru.Cache[connection, *trips]
}

// connection is a player at a table.
type connection struct {
	table  play.TableID
	player play.PlayerID
}

// trips are the last ones of a connection.
type trips []trip

// trip is how long it took, as measured at a time.
type trip struct {
	took play.Millis
	at   time.Time
}

const (
	// countedTrips is how many count. The shortest of them does, because a longer one
	// may be due to a busy page.
	countedTrips = 3
	// tripsTime is for how long they do, and longestTrip what none can be: the
	// client was asleep.
	tripsTime   = 2 * time.Minute
	longestTrip = 10 * time.Second
	// maxConnections bounds how many are remembered.
	maxConnections = 50_000
	// smallChange is by how much a round trip may change before other servers
	// learn of it; a quarter of a long one.
	smallChange play.Millis = 10
)

// New knows of no trips yet.
func New(c *cluster.Member, maySit func(play.TableID, play.PlayerID) bool) *Trips {
	return &Trips{cluster: c, maySit: maySit, of: lru.New[connection, *trips](maxConnections)}
}

// note adds a measurement, and returns the shortest before it. A notice may come twice.
func (t *Trips) note(key connection, latest trip) (before play.Millis, known bool) {
	before, known = t.shortest(key, latest.at)
	t.mu.Lock()
	defer t.mu.Unlock()
	all := t.of.Add(key, new(trips))
	if !known {
		*all = nil
	}
	if !slices.Contains(*all, latest) {
		*all = append(*all, latest)
		*all = (*all)[max(0, len(*all)-countedTrips):]
	}
	return before, known
}

// shortest is the shortest of the last round trips, if there are any.
func (t *Trips) shortest(key connection, now time.Time) (shortest play.Millis, known bool) {
	t.mu.Lock()
	defer t.mu.Unlock()
	all, known := t.of.Get(key)
	if !known || len(*all) == 0 || now.Sub((*all)[len(*all)-1].at) > tripsTime {
		return 0, false
	}
	shortest = (*all)[0].took
	for _, one := range *all {
		shortest = min(shortest, one.took)
	}
	return shortest, true
}

// Answered notes that a player has answered a heartbeat of a table that some server
// has sent at a time.
func (t *Trips) Answered(table play.TableID, player play.PlayerID, sent time.Time) {
	// As exact as it is said to others.
	now := time.UnixMilli(t.cluster.Now().UnixMilli()).UTC()
	took := now.Sub(sent)
	if took.Abs() > longestTrip {
		return
	}
	// The clocks of servers may differ a little.
	latest := trip{max(0, play.Millis(took.Milliseconds())), now}
	before, known := t.note(connection{table, player}, latest)
	if change := latest.took - before; known && max(change, -change) <= max(smallChange, before/4) {
		return
	}
	if t.maySit(table, player) {
		t.cluster.Publish(play.Notice{Trip: &play.TripNotice{Table: table, Player: player, Took: latest.took, At: now.UnixMilli()}})
	}
}

// Receive takes note of what another server has measured.
func (t *Trips) Receive(n play.TripNotice) {
	t.note(connection{n.Table, n.Player}, trip{n.Took, time.UnixMilli(n.At).UTC()})
}

// RoundTrip is how long a message to a player at a table and back takes, as far as it
// was measured by any server.
func (t *Trips) RoundTrip(table play.TableID, player play.PlayerID) play.Millis {
	shortest, _ := t.shortest(connection{table, player}, t.cluster.Now())
	return shortest
}
