package live

import (
	"container/heap"
	"context"
	"sync"
	"time"

	"plateau/internal/play"
)

const (
	// again is when to retry what has failed.
	again = time.Second
	// lookAgain is when to look again at a table that is due, if nothing could
	// be done for it.
	lookAgain = time.Minute
	// together is how many tables are handled at once, so that they share commits.
	together = 64
)

// Wait waits until a table in memory is due, for a limited time.
func (l *Tables) Wait(ctx context.Context, most time.Duration) {
	timer := time.NewTimer(l.alarms.next(l.Now(), most))
	defer timer.Stop()
	select {
	case <-timer.C:
	case <-l.alarms.sooner:
	case <-ctx.Done():
	}
}

// AttendDue handles the tables in memory that are due.
func (l *Tables) AttendDue(ctx context.Context, now time.Time) {
	due := l.alarms.due(now)
	each(len(due), func(i int) { l.attend(ctx, due[i]) })
}

// attend handles a table that is due.
func (l *Tables) attend(ctx context.Context, table play.TableID) {
	_, err := l.do(ctx, Request{Table: table, Command: play.Flag{}})
	if r := l.rooms.of(table); play.Refused(err) && r != nil {
		// There is time left, or a computer player is to move, or a commit
		// succeeded late.
		if err = l.refresh(ctx, r); err == nil {
			r.schedule()
		}
	}
	if err != nil && !play.Refused(err) {
		l.logFailure(ctx, "cannot handle a table that is due", err, "table", table.Short())
		l.alarms.set(table, l.Now().Add(again))
	}
}

// logFailure logs what could not be done, unless the server is stopping: then it was
// given up.
func (l *Tables) logFailure(ctx context.Context, what string, err error, args ...any) {
	if ctx.Err() == nil {
		l.Log.Error(what, append(args, "error", err)...)
	}
}

// AttendStored handles a page of tables that are due according to the store, and
// reports whether there may be more. Most of them are not in memory: those that
// are have alarms.
func (l *Tables) AttendStored(ctx context.Context, now time.Time) (more bool) {
	list, err := l.Store.Due(ctx, now, page)
	if err != nil || len(list) == 0 {
		if err != nil {
			l.logFailure(ctx, "cannot find the tables that are due", err)
		}
		return false
	}
	each(len(list), func(i int) {
		known := l.rooms.of(list[i].Table) != nil
		l.attend(ctx, list[i].Table)
		list[i].At = now.Add(lookAgain)
		if r := l.rooms.of(list[i].Table); r != nil {
			list[i].At = r.dueAfter(now)
			if !known {
				r.release()
			}
		}
	})
	if err := l.Store.Postpone(ctx, list); err != nil {
		l.logFailure(ctx, "cannot postpone tables that are not due", err)
		return false
	}
	return len(list) == page
}

// dueAfter is when to look at the table next; zero if it has no such time.
func (r *room) dueAfter(now time.Time) time.Time {
	at, exists := r.now().Due()
	if exists && !at.After(now) {
		return now.Add(lookAgain)
	}
	return at
}

// release lets a room be evicted soon if only the server has used it.
func (r *room) release() {
	r.mu.Lock()
	defer r.mu.Unlock()
	if r.used.Equal(r.since) {
		r.used = time.Time{}
	}
}

// each calls do for every number below n, several at once.
func each(n int, do func(i int)) {
	slots := make(chan struct{}, together)
	var all sync.WaitGroup
	for i := range n {
		slots <- struct{}{}
		all.Go(func() {
			defer func() { <-slots }()
			do(i)
		})
	}
	all.Wait()
}

// alarms are when to look at tables in memory. There is at most one per table.
type alarms struct {
	mu      sync.Mutex
	byTable map[play.TableID]*alarm
	byTime  alarmHeap
	// sooner is rung when the first alarm is earlier than before.
	sooner play.Bell
}

type alarm struct {
	table play.TableID
	at    time.Time
	index int // in the heap
}

func newAlarms() *alarms {
	return &alarms{byTable: make(map[play.TableID]*alarm), sooner: play.NewBell()}
}

// set sets a table's alarm, or moves it.
func (a *alarms) set(table play.TableID, at time.Time) {
	a.mu.Lock()
	defer a.mu.Unlock()
	known := a.byTable[table]
	if known == nil {
		known = &alarm{table: table, at: at}
		a.byTable[table] = known
		heap.Push(&a.byTime, known)
	} else {
		known.at = at
		heap.Fix(&a.byTime, known.index)
	}
	if known.index == 0 {
		a.sooner.Ring()
	}
}

func (a *alarms) clear(table play.TableID) {
	a.mu.Lock()
	defer a.mu.Unlock()
	if known := a.byTable[table]; known != nil {
		heap.Remove(&a.byTime, known.index)
		delete(a.byTable, table)
	}
}

// due removes and returns the tables that are due.
func (a *alarms) due(now time.Time) []play.TableID {
	a.mu.Lock()
	defer a.mu.Unlock()
	var tables []play.TableID
	for len(a.byTime) > 0 && !a.byTime[0].at.After(now) {
		first := heap.Pop(&a.byTime).(*alarm)
		delete(a.byTable, first.table)
		tables = append(tables, first.table)
	}
	return tables
}

// next is how long nothing is due, up to a limit.
func (a *alarms) next(now time.Time, most time.Duration) time.Duration {
	a.mu.Lock()
	defer a.mu.Unlock()
	if len(a.byTime) == 0 {
		return most
	}
	return min(most, max(0, a.byTime[0].at.Sub(now)))
}

// alarmHeap implements [heap.Interface].
type alarmHeap []*alarm

func (h alarmHeap) Len() int           { return len(h) }
func (h alarmHeap) Less(i, j int) bool { return h[i].at.Before(h[j].at) }
func (h alarmHeap) Swap(i, j int) {
	h[i], h[j] = h[j], h[i]
	h[i].index, h[j].index = i, j
}

// Push implements [heap.Interface].
func (h *alarmHeap) Push(x any) {
	a := x.(*alarm)
	a.index = len(*h)
	*h = append(*h, a)
}

// Pop implements [heap.Interface].
func (h *alarmHeap) Pop() any {
	last := len(*h) - 1
	a := (*h)[last]
	(*h)[last] = nil
	*h = (*h)[:last]
	return a
}
