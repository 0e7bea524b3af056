package house

import (
	"time"

	"plateau/internal/play"
)

// Stats tell how much a house does.
type Stats struct {
	// Tables are those in memory.
	Tables int
	// Moves are those that this house has committed.
	Moves uint64
	// SetAside are the tables at which something panicked, Panics how often
	// that was contained, computer players included.
	SetAside int
	Panics   uint64
	// LastHeartbeat is when the house last noted that it runs, which it does
	// every second.
	LastHeartbeat time.Time
}

// Stats are those of this moment.
func (h *House) Stats() Stats {
	h.mu.Lock()
	defer h.mu.Unlock()
	return Stats{Tables: len(h.rooms), Moves: h.moves.Load(), SetAside: len(h.aside), Panics: h.panics.Load(), LastHeartbeat: h.lastHeartbeat}
}

// count takes note of what was committed.
func (h *House) count(events []play.Event) {
	for _, e := range events {
		if _, moved := e.Body.(play.Moved); moved {
			h.moves.Add(1)
		}
	}
}
