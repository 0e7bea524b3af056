package client

import (
	"strconv"
	"sync"

	"plateau/internal/api"
	"plateau/internal/play"
)

// acknowledged has the last events that a player knows to be stored. Without one
// there is nothing to remember.
type acknowledged struct {
	mu      sync.Mutex
	byTable map[play.TableID]uint64
}

// maxAcknowledged is when the memory starts again.
const maxAcknowledged = 1000

func newAcknowledged() *acknowledged { return &acknowledged{byTable: make(map[play.TableID]uint64)} }

// note remembers an answer.
func (a *acknowledged) note(answer api.Answer) {
	if a == nil || answer.Seq == 0 {
		return
	}
	a.mu.Lock()
	defer a.mu.Unlock()
	if len(a.byTable) >= maxAcknowledged {
		clear(a.byTable)
	}
	a.byTable[answer.Table] = max(a.byTable[answer.Table], answer.Seq)
}

// query tells a server what it may not have heard of yet.
func (a *acknowledged) query(table play.TableID) string {
	if a == nil {
		return ""
	}
	a.mu.Lock()
	defer a.mu.Unlock()
	if seq := a.byTable[table]; seq > 0 {
		return "?seen=" + strconv.FormatUint(seq, 10)
	}
	return ""
}
