package house

import (
	"time"

	"plateau/internal/play"
)

// Stats are figures about a house.
type Stats struct {
	// Tables is the number of tables in memory.
	Tables int
	// Moves is the number of moves that this house has committed.
	Moves uint64
	// SetAside is the number of tables that were set aside; Panics is how
	// many panics were contained, including those of computer players.
	SetAside int
	Panics   uint64
	// LastHeartbeat is when the house last noted that it runs, every second.
	LastHeartbeat time.Time
}

// Stats are the current figures.
func (h *House) Stats() Stats {
	h.mu.Lock()
	defer h.mu.Unlock()
	return Stats{Tables: len(h.rooms), Moves: h.moves.Load(), SetAside: len(h.aside), Panics: h.panics.Load(), LastHeartbeat: h.Cluster.LastHeartbeat()}
}

// count counts committed moves.
func (h *House) count(events []play.Event) {
	for _, e := range events {
		if _, moved := e.Body.(play.Moved); moved {
			h.moves.Add(1)
		}
	}
}
