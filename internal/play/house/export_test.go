package house

import (
	"context"

	"plateau/internal/play/lobby"
)

// InMemory is the number of tables in memory.
func (h *House) InMemory() int {
	h.mu.Lock()
	defer h.mu.Unlock()
	return len(h.rooms)
}

// Think makes the next move of a computer player that is due.
func (h *House) Think(ctx context.Context) {
	if table, ok := h.thinking.take(ctx, false); ok {
		h.think(ctx, table)
	}
}

// Next waits for news as transports do. It fails when the context ends, and
// with [ErrClosing] when the house closes.
func (s *Subscription) Next(ctx context.Context) (News, error) {
	for {
		news, err := s.Look(ctx)
		if err != nil || len(news.Events) > 0 || news.Here != nil {
			return news, err
		}
		select {
		case <-s.Bell():
		case <-ctx.Done():
			return News{}, ctx.Err()
		case <-s.house.Closing():
			return News{}, ErrClosing
		}
	}
}

// WaitLobby waits until the lobby differs from a version of it.
func (h *House) WaitLobby(ctx context.Context, version uint64) (lobby.News, error) {
	for {
		news, changed := h.Lobby.Since(version)
		if news.Whole || len(news.Changes) > 0 {
			return news, nil
		}
		select {
		case <-changed:
		case <-ctx.Done():
			return lobby.News{}, ctx.Err()
		}
	}
}

// Queued is at how many tables a computer player waits to move.
func (h *House) Queued() int {
	h.thinking.mu.Lock()
	defer h.thinking.mu.Unlock()
	return len(h.thinking.queued)
}

// Die ends a house as a power failure does.
func (h *House) Die() {
	h.Cluster.Close()
	h.Cluster.Wait()
}

// Settle waits for what the house does in the background.
func (h *House) Settle() { h.Cluster.Wait() }
