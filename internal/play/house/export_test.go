package house

import "context"

// InMemory is the number of tables in memory.
func (h *House) InMemory() int {
	h.mu.Lock()
	defer h.mu.Unlock()
	return len(h.rooms)
}

// Think makes the next move of a computer player that is due.
func (h *House) Think(ctx context.Context) {
	if table, ok := h.thinking.take(ctx); ok {
		h.think(ctx, table)
	}
}
