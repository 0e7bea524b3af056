// Package thinking has the tables at which a computer player is to move, and says for how
// long it may think.
package thinking

import (
	"context"
	"sync"
	"time"

	"plateau/engine"
	"plateau/internal/budget"
	"plateau/internal/play"
)

// Config is what a queue needs.
type Config struct {
	Now func() time.Time
	// Thinkers is how many may think at once.
	Thinkers int
	// Budgets count how long they think for whom.
	Budgets budget.Budgets
	// Source is where a player comes from.
	Source func(player play.PlayerID) string
}

const (
	most = 5 * time.Second
	// Least is how long a computer player may think in any case.
	Least = 50 * time.Millisecond
)

// Rate is for how many milliseconds computer players think for one address. What is beyond
// it gets the shortest time.
var Rate = budget.Rate{PerSecond: 500, AtOnce: 120_000}

// Time is how long a computer player may think: a small part of its clock, less the
// more others wait, and little for an address that has had much.
func (q *Queue) Time(t *play.Table, at engine.Level) time.Duration {
	allowed := most
	if t.Terms.Time.Main > 0 {
		allowed = min(allowed, t.Remaining(t.ToMove(), q.Now()).Duration()/30)
	}
	allowed = max(Least, allowed*time.Duration(q.Thinkers)/time.Duration(q.Thinkers+q.costly()))
	if laneOf(at) == quick {
		return allowed
	}
	if q.Budgets.Take("thinking", Rate, q.Source(t.Host), int(allowed.Milliseconds())) > 0 {
		return Least
	}
	return allowed
}

// Queue has the tables at which a computer player is to move. A table is in it at
// most once.
//
//	quick   levels 1 to 3    ──► a thinker of their own, and the others
//	steady  levels 4 to 6    ──► the others
//	deep    perfect          ──► the others
//
// Cheap levels go first. Within a lane, addresses take turns, and within an
// address its hosts, so that somebody with many tables, or with many guests at one
// address, does not delay others. It is safe for concurrent use.
type Queue struct {
	Config

	mu     sync.Mutex
	lanes  [lanes]rotation
	queued map[play.TableID]struct{}
	// taken counts what was taken by thinkers that take anything.
	taken int
	// bell rings for thinkers that take anything, quickBell for those that only
	// take the quick lane.
	bell, quickBell play.Bell
}

// The lanes.
const (
	quick = iota
	steady
	deep
	lanes
)

// LastQuick is the highest level whose thinking is not counted.
const LastQuick engine.Level = 3

// laneOf is where a level waits. The lowest levels look few moves ahead and take
// some milliseconds; perfect may think as long as it is allowed to.
func laneOf(l engine.Level) int {
	switch {
	case l <= LastQuick:
		return quick
	case l < engine.Perfect:
		return steady
	}
	return deep
}

// patientTurn is how often the most costly lane goes first, so that it does not
// wait for ever.
const patientTurn = 8

// New has no table in the queue.
func New(c Config) *Queue {
	return &Queue{Config: c, queued: make(map[play.TableID]struct{}), bell: play.NewBell(), quickBell: play.NewBell()}
}

// waiting is a table in the queue, with who causes the work.
type waiting struct {
	table  play.TableID
	host   play.PlayerID
	source string
}

// Add lets a computer player move when it is the table's turn.
func (q *Queue) Add(t *play.Table) {
	lane := deep
	if at, err := engine.ParseLevel(t.Sitters[t.ToMove()].Level); err == nil {
		lane = laneOf(at)
	}
	q.add(waiting{t.ID, t.Host, q.Source(t.Host)}, lane)
}

func (q *Queue) add(w waiting, lane int) {
	q.mu.Lock()
	defer q.mu.Unlock()
	if _, there := q.queued[w.table]; there {
		return
	}
	q.queued[w.table] = struct{}{}
	q.lanes[lane].add(w.table, w.source, string(w.host))
	q.ring()
}

func (q *Queue) ring() {
	q.bell.Ring()
	if q.lanes[quick].len > 0 {
		q.quickBell.Ring()
	}
}

// Take waits for a table, of the quick lane only if that is said. It is not ok if the context has ended.
func (q *Queue) Take(ctx context.Context, onlyQuick bool) (table play.TableID, ok bool) {
	bell := q.bell
	if onlyQuick {
		bell = q.quickBell
	}
	for {
		if table, ok = q.next(onlyQuick); ok {
			return table, true
		}
		select {
		case <-bell:
		case <-ctx.Done():
			return "", false
		}
	}
}

// next takes the first table of the cheapest lane, if there is one.
func (q *Queue) next(onlyQuick bool) (table play.TableID, ok bool) {
	q.mu.Lock()
	defer q.mu.Unlock()
	order := []int{quick, steady, deep}
	if onlyQuick {
		order = order[:1]
	} else if q.taken++; q.taken%patientTurn == 0 {
		order = []int{deep, steady, quick}
	}
	for _, lane := range order {
		if ok = q.lanes[lane].len > 0; ok {
			table = q.lanes[lane].next()
			delete(q.queued, table)
			break
		}
	}
	if len(q.queued) > 0 {
		// One ring may stand for many tables.
		q.ring()
	}
	return table, ok
}

// Len is how many tables wait.
func (q *Queue) Len() int {
	q.mu.Lock()
	defer q.mu.Unlock()
	return len(q.queued)
}

// costly is how many tables wait at which a computer player thinks for long.
func (q *Queue) costly() int {
	q.mu.Lock()
	defer q.mu.Unlock()
	return q.lanes[steady].len + q.lanes[deep].len
}

// rotation lets those below it take turns: the sources of a lane, and the hosts of a
// source. A host has tables instead.
type rotation struct {
	len    int // tables, here and below
	tables []play.TableID
	order  []string // the next one first
	below  map[string]*rotation
}

func (r *rotation) add(table play.TableID, path ...string) {
	r.len++
	if len(path) == 0 {
		r.tables = append(r.tables, table)
		return
	}
	if r.below == nil {
		r.below = make(map[string]*rotation)
	}
	if r.below[path[0]] == nil {
		r.below[path[0]] = new(rotation)
		r.order = append(r.order, path[0])
	}
	r.below[path[0]].add(table, path[1:]...)
}

// next takes the first table of those whose turn it is. There must be one.
func (r *rotation) next() (table play.TableID) {
	r.len--
	if len(r.tables) > 0 {
		table, r.tables = r.tables[0], r.tables[1:]
		return table
	}
	key := r.order[0]
	r.order = r.order[1:]
	table = r.below[key].next()
	if r.below[key].len > 0 {
		r.order = append(r.order, key)
	} else {
		delete(r.below, key)
	}
	return table
}
