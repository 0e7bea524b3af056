package house

import (
	"cmp"
	"context"
	"maps"
	"slices"
	"sync"

	"plateau/internal/play"
)

// playerWatches are the subscriptions of players to their own tables.
type playerWatches struct {
	mu       sync.Mutex
	byPlayer map[play.PlayerID]map[*PlayerWatch]struct{}
}

func newPlayerWatches() *playerWatches {
	return &playerWatches{byPlayer: make(map[play.PlayerID]map[*PlayerWatch]struct{})}
}

// PlayerWatch follows all tables of a player. Like other subscriptions it has no
// queue: of each table that has changed it has the last summary. It is used by
// one goroutine at a time.
type PlayerWatch struct {
	house  *House
	player play.PlayerID
	bell   chan struct{}
	// absent ends the presence of the player.
	absent func()

	// changed and known are guarded by the mutex of playerWatches. Known are
	// the tables that were reported, with their last events.
	changed map[play.TableID]play.Summary
	known   map[play.TableID]uint64
}

// update notifies those who sit at a table, or did before, that it has changed.
func (m *playerWatches) update(s play.Summary, before []play.Sitter) {
	m.mu.Lock()
	defer m.mu.Unlock()
	if len(m.byPlayer) == 0 {
		return
	}
	m.notify(s, s.Host)
	for _, sitter := range s.Sitters {
		m.notify(s, sitter.Player)
	}
	for _, sitter := range before {
		m.notify(s, sitter.Player)
	}
}

// updateFor notifies one player of a table, who may have left it.
func (m *playerWatches) updateFor(player play.PlayerID, s play.Summary) {
	m.mu.Lock()
	defer m.mu.Unlock()
	m.notify(s, player)
}

// players are those who follow their tables.
func (m *playerWatches) players() []play.PlayerID {
	m.mu.Lock()
	defer m.mu.Unlock()
	return slices.Collect(maps.Keys(m.byPlayer))
}

// behind are the tables of which somebody does not know the last event, with those
// players: where they sit, according to the store, and what they know of and sit at no
// more, because it is over or they have left.
func (m *playerWatches) behind(seats []play.SeatOf) map[play.TableID][]play.PlayerID {
	m.mu.Lock()
	defer m.mu.Unlock()
	tables := make(map[play.TableID][]play.PlayerID)
	type seat struct {
		player play.PlayerID
		table  play.TableID
	}
	sits := make(map[seat]bool, len(seats))
	for _, s := range seats {
		sits[seat{s.Player, s.Table}] = true
		for w := range m.byPlayer[s.Player] {
			if w.known[s.Table] < s.Seq {
				tables[s.Table] = append(tables[s.Table], s.Player)
			}
		}
	}
	for player, watchers := range m.byPlayer {
		for w := range watchers {
			for table := range w.known {
				if !sits[seat{player, table}] {
					tables[table] = append(tables[table], player)
				}
			}
		}
	}
	return tables
}

func (m *playerWatches) notify(s play.Summary, player play.PlayerID) {
	for w := range m.byPlayer[player] {
		if w.known[s.ID] >= s.Seq {
			continue
		}
		w.changed[s.ID], w.known[s.ID] = s, s.Seq
		select {
		case w.bell <- struct{}{}:
		default:
		}
	}
}

// WatchPlayer begins to follow the tables of a player, and returns the unfinished
// ones, the latest first.
func (h *House) WatchPlayer(ctx context.Context, player play.PlayerID) (*PlayerWatch, []play.Summary, error) {
	m := &PlayerWatch{house: h, player: player, bell: make(chan struct{}, 1), changed: make(map[play.TableID]play.Summary), known: make(map[play.TableID]uint64)}
	h.playerWatches.enter(m)
	m.absent = h.Presence.Follow(player)
	tables, err := h.tablesOf(ctx, player)
	if err != nil {
		m.Close()
		return nil, nil, err
	}
	// Changes during the reading may already be in the list.
	h.playerWatches.mu.Lock()
	defer h.playerWatches.mu.Unlock()
	for _, s := range tables {
		if m.changed[s.ID].Seq <= s.Seq {
			delete(m.changed, s.ID)
		}
		m.known[s.ID] = max(m.known[s.ID], s.Seq)
	}
	return m, tables, nil
}

// tablesOf lists the unfinished tables of a player.
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
	if _, follows := all.byPlayer[m.player][m]; !follows {
		return
	}
	m.absent()
	delete(all.byPlayer[m.player], m)
	if len(all.byPlayer[m.player]) == 0 {
		delete(all.byPlayer, m.player)
	}
}

// Bell rings when there may be something new.
func (m *PlayerWatch) Bell() <-chan struct{} { return m.bell }

// Look returns the tables that have changed since the last call, by id. A table
// that the player has left is included once.
func (m *PlayerWatch) Look() []play.Summary {
	m.house.playerWatches.mu.Lock()
	defer m.house.playerWatches.mu.Unlock()
	changed := slices.Collect(maps.Values(m.changed))
	clear(m.changed)
	for _, s := range changed {
		if s.Phase == play.Over {
			delete(m.known, s.ID) // There will be nothing new but a rematch.
		}
	}
	slices.SortFunc(changed, func(a, b play.Summary) int { return cmp.Compare(a.ID, b.ID) })
	return changed
}
