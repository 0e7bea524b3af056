package live

import (
	"container/heap"
	"sync"
	"time"

	"plateau/internal/play"
)

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
