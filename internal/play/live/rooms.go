package live

import (
	"maps"
	"slices"
	"sync"

	"plateau/internal/play"
)

// rooms are the tables in memory.
type rooms struct {
	mu      sync.Mutex
	byTable map[play.TableID]*room
	// aside are the tables at which something panicked.
	aside map[play.TableID]struct{}
}

func newRooms() rooms {
	return rooms{byTable: make(map[play.TableID]*room), aside: make(map[play.TableID]struct{})}
}

// of is the room of a table, or nil.
func (r *rooms) of(table play.TableID) *room {
	r.mu.Lock()
	defer r.mu.Unlock()
	return r.byTable[table]
}

// all are those in memory, in no order.
func (r *rooms) all() []*room {
	r.mu.Lock()
	defer r.mu.Unlock()
	return slices.Collect(maps.Values(r.byTable))
}

// orAdd is the room of a table; a new one if there is none.
func (r *rooms) orAdd(table play.TableID, newRoom func() *room) *room {
	r.mu.Lock()
	defer r.mu.Unlock()
	known := r.byTable[table]
	if known == nil {
		known = newRoom()
		r.byTable[table] = known
	}
	return known
}

// evict removes rooms.
func (r *rooms) evict(which func(*room) bool) {
	r.mu.Lock()
	defer r.mu.Unlock()
	maps.DeleteFunc(r.byTable, func(_ play.TableID, one *room) bool { return which(one) })
}

// setAside removes a table, which is refused from now on. It returns its room, or nil.
func (r *rooms) setAside(table play.TableID) *room {
	r.mu.Lock()
	defer r.mu.Unlock()
	r.aside[table] = struct{}{}
	known := r.byTable[table]
	delete(r.byTable, table)
	return known
}

// refuseAside refuses tables that were set aside.
func (r *rooms) refuseAside(table play.TableID) error {
	r.mu.Lock()
	defer r.mu.Unlock()
	if _, aside := r.aside[table]; aside {
		return play.TableFailed.Refuse("")
	}
	return nil
}

func (r *rooms) count() (tables, aside int) {
	r.mu.Lock()
	defer r.mu.Unlock()
	return len(r.byTable), len(r.aside)
}
