package house

import (
	"context"
	"sync"

	"plateau/internal/play"
)

// queue has the tables at which a computer player is to move. Hosts take turns, so
// that somebody with many tables does not delay others. A table is in it at most
// once.
type queue struct {
	mu sync.Mutex
	// hosts are those with tables in the queue, the next one first.
	hosts  []play.PlayerID
	tables map[play.PlayerID][]play.TableID
	queued map[play.TableID]struct{}
	bell   chan struct{}
}

func newQueue() *queue {
	return &queue{
		tables: make(map[play.PlayerID][]play.TableID), queued: make(map[play.TableID]struct{}), bell: make(chan struct{}, 1),
	}
}

func (q *queue) add(host play.PlayerID, table play.TableID) {
	q.mu.Lock()
	defer q.mu.Unlock()
	if _, there := q.queued[table]; there {
		return
	}
	q.queued[table] = struct{}{}
	if len(q.tables[host]) == 0 {
		q.hosts = append(q.hosts, host)
	}
	q.tables[host] = append(q.tables[host], table)
	q.ring()
}

func (q *queue) ring() {
	select {
	case q.bell <- struct{}{}:
	default:
	}
}

// take waits for a table. It is not ok if the context has ended.
func (q *queue) take(ctx context.Context) (table play.TableID, ok bool) {
	for {
		if table, ok = q.next(); ok {
			return table, true
		}
		select {
		case <-q.bell:
		case <-ctx.Done():
			return "", false
		}
	}
}

// next takes the first table of the next host, if there is one.
func (q *queue) next() (table play.TableID, ok bool) {
	q.mu.Lock()
	defer q.mu.Unlock()
	if len(q.hosts) == 0 {
		return "", false
	}
	host := q.hosts[0]
	q.hosts = q.hosts[1:]
	table = q.tables[host][0]
	delete(q.queued, table)
	if rest := q.tables[host][1:]; len(rest) > 0 {
		q.tables[host] = rest
		q.hosts = append(q.hosts, host)
	} else {
		delete(q.tables, host)
	}
	if len(q.hosts) > 0 {
		// One ring may stand for many tables.
		q.ring()
	}
	return table, true
}
