package house

import (
	"cmp"
	"context"
	"maps"
	"slices"
	"sync"

	"plateau/internal/play"
)

// mine knows who follows their own tables.
type playerWatches struct {
	mu       sync.Mutex
	byPlayer map[play.PlayerID]map[*PlayerWatch]struct{}
}

func newPlayerWatches() *playerWatches {
	return &playerWatches{byPlayer: make(map[play.PlayerID]map[*PlayerWatch]struct{})}
}

// Mine follows all tables of a player. As other subscriptions it has no queue:
// of each table that has changed it keeps the last summary. It is used by one
// goroutine at a time.
type PlayerWatch struct {
	house  *House
	player play.PlayerID
	bell   chan struct{}

	// changed is guarded by the mutex of mine.
	changed map[play.TableID]play.Summary
}

// update tells those who sit at a table, or did before, that it has changed.
func (m *playerWatches) update(s play.Summary, before []play.Sitter) {
	m.mu.Lock()
	defer m.mu.Unlock()
	if len(m.byPlayer) == 0 {
		return
	}
	m.tell(s, s.Host)
	for _, sitter := range s.Sitters {
		m.tell(s, sitter.Player)
	}
	for _, sitter := range before {
		m.tell(s, sitter.Player)
	}
}

func (m *playerWatches) tell(s play.Summary, player play.PlayerID) {
	for w := range m.byPlayer[player] {
		if known, ok := w.changed[s.ID]; ok && known.Seq >= s.Seq {
			continue
		}
		w.changed[s.ID] = s
		select {
		case w.bell <- struct{}{}:
		default:
		}
	}
}

// Mine begins to follow the tables of a player, with those that are open or
// running, the last ones first.
func (h *House) WatchPlayer(ctx context.Context, player play.PlayerID) (*PlayerWatch, []play.Summary, error) {
	m := &PlayerWatch{house: h, player: player, bell: make(chan struct{}, 1), changed: make(map[play.TableID]play.Summary)}
	h.playerWatches.enter(m)
	tables, err := h.tablesOf(ctx, player)
	if err != nil {
		m.Close()
		return nil, nil, err
	}
	// What changed while the list was read may be in it.
	h.playerWatches.mu.Lock()
	defer h.playerWatches.mu.Unlock()
	for _, s := range tables {
		if m.changed[s.ID].Seq <= s.Seq {
			delete(m.changed, s.ID)
		}
	}
	return m, tables, nil
}

// tablesOf lists what a player has not finished.
func (h *House) tablesOf(ctx context.Context, player play.PlayerID) ([]play.Summary, error) {
	running, err := h.list(ctx, play.TableQuery{Player: player, Phase: play.Running})
	if err != nil {
		return nil, err
	}
	open, err := h.list(ctx, play.TableQuery{Player: player, Phase: play.Open})
	return append(running, open...), err
}

// list reads a whole list, page by page.
func (h *House) list(ctx context.Context, query play.TableQuery) ([]play.Summary, error) {
	var all []play.Summary
	query.Limit = page
	for {
		list, err := h.Store.Tables(ctx, query)
		if err != nil {
			return nil, err
		}
		all = append(all, list...)
		if len(list) < page {
			return all, nil
		}
		query.After = &list[len(list)-1]
	}
}

func (m *playerWatches) enter(w *PlayerWatch) {
	m.mu.Lock()
	defer m.mu.Unlock()
	if m.byPlayer[w.player] == nil {
		m.byPlayer[w.player] = make(map[*PlayerWatch]struct{})
	}
	m.byPlayer[w.player][w] = struct{}{}
}

// Close ends the subscription.
func (m *PlayerWatch) Close() {
	all := m.house.playerWatches
	all.mu.Lock()
	defer all.mu.Unlock()
	delete(all.byPlayer[m.player], m)
	if len(all.byPlayer[m.player]) == 0 {
		delete(all.byPlayer, m.player)
	}
}

// Bell rings when it is worth looking.
func (m *PlayerWatch) Bell() <-chan struct{} { return m.bell }

// Look tells the tables that have changed since it was asked last, by their
// ids. A table at which the player does not sit any more is told once.
func (m *PlayerWatch) Look() []play.Summary {
	m.house.playerWatches.mu.Lock()
	defer m.house.playerWatches.mu.Unlock()
	changed := slices.Collect(maps.Values(m.changed))
	clear(m.changed)
	slices.SortFunc(changed, func(a, b play.Summary) int { return cmp.Compare(a.ID, b.ID) })
	return changed
}
