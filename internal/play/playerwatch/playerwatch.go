// Package playerwatch lets players follow their own tables.
package playerwatch

import (
	"cmp"
	"context"
	"maps"
	"slices"
	"sync"

	"plateau/internal/play"
	"plateau/internal/play/presence"
)

// Store is what is needed of a store.
type Store interface {
	play.TableLister
	SeatsOf(ctx context.Context, players ...play.PlayerID) ([]play.SeatOf, error)
}

// Watches are the subscriptions of players to their own tables. It is safe for
// concurrent use.
type Watches struct {
	store    Store
	presence *presence.Presence

	mu       sync.Mutex
	byPlayer map[play.PlayerID]map[*Watch]struct{}
}

// New has no subscriptions yet.
func New(store Store, present *presence.Presence) *Watches {
	return &Watches{store: store, presence: present, byPlayer: make(map[play.PlayerID]map[*Watch]struct{})}
}

// Watch follows all tables of a player. Like other subscriptions it has no
// queue: of each table that has changed it has the last summary. It is used by
// one goroutine at a time.
type Watch struct {
	all    *Watches
	player play.PlayerID
	bell   play.Bell
	// absent ends the presence of the player.
	absent func()

	// changed and known are guarded by the mutex of Watches. Known are
	// the tables that were reported, with their last events.
	changed map[play.TableID]play.Summary
	known   map[play.TableID]uint64
}

// Update notifies those who sit at a table, or did before, that it has changed.
func (a *Watches) Update(s play.Summary, before []play.Sitter) {
	a.mu.Lock()
	defer a.mu.Unlock()
	if len(a.byPlayer) == 0 {
		return
	}
	a.notify(s, s.Host)
	for _, sitter := range s.Sitters {
		a.notify(s, sitter.Player)
	}
	for _, sitter := range before {
		a.notify(s, sitter.Player)
	}
}

// players are those who follow their tables.
func (a *Watches) players() []play.PlayerID {
	a.mu.Lock()
	defer a.mu.Unlock()
	return slices.Collect(maps.Keys(a.byPlayer))
}

// behind are the tables of which somebody does not know the last event, with those
// players: where they sit, according to the store, and what they know of and sit at no
// more, because it is over or they have left.
func (a *Watches) behind(seats []play.SeatOf) map[play.TableID][]play.PlayerID {
	a.mu.Lock()
	defer a.mu.Unlock()
	tables := make(map[play.TableID][]play.PlayerID)
	type seat struct {
		player play.PlayerID
		table  play.TableID
	}
	sits := make(map[seat]bool, len(seats))
	for _, s := range seats {
		sits[seat{s.Player, s.Table}] = true
		for w := range a.byPlayer[s.Player] {
			if w.known[s.Table] < s.Seq {
				tables[s.Table] = append(tables[s.Table], s.Player)
			}
		}
	}
	for player, watchers := range a.byPlayer {
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

func (a *Watches) notify(s play.Summary, player play.PlayerID) {
	for w := range a.byPlayer[player] {
		if w.known[s.ID] >= s.Seq {
			continue
		}
		w.changed[s.ID], w.known[s.ID] = s, s.Seq
		w.bell.Ring()
	}
}

// Watch begins to follow the tables of a player, and returns the unfinished
// ones, the latest first.
func (a *Watches) Watch(ctx context.Context, player play.PlayerID) (*Watch, []play.Summary, error) {
	w := &Watch{all: a, player: player, bell: play.NewBell(), changed: make(map[play.TableID]play.Summary), known: make(map[play.TableID]uint64)}
	a.enter(w)
	w.absent = a.presence.Follow(player)
	tables, err := a.tablesOf(ctx, player)
	if err != nil {
		w.Close()
		return nil, nil, err
	}
	// Changes during the reading may already be in the list.
	a.mu.Lock()
	defer a.mu.Unlock()
	for _, s := range tables {
		if w.changed[s.ID].Seq <= s.Seq {
			delete(w.changed, s.ID)
		}
		w.known[s.ID] = max(w.known[s.ID], s.Seq)
	}
	return w, tables, nil
}

// tablesOf lists the unfinished tables of a player.
func (a *Watches) tablesOf(ctx context.Context, player play.PlayerID) ([]play.Summary, error) {
	running, err := play.AllTables(ctx, a.store, play.TableQuery{Player: player, Phase: play.Running})
	if err != nil {
		return nil, err
	}
	open, err := play.AllTables(ctx, a.store, play.TableQuery{Player: player, Phase: play.Open})
	return append(running, open...), err
}

func (a *Watches) enter(w *Watch) {
	a.mu.Lock()
	defer a.mu.Unlock()
	if a.byPlayer[w.player] == nil {
		a.byPlayer[w.player] = make(map[*Watch]struct{})
	}
	a.byPlayer[w.player][w] = struct{}{}
}

// Forget removes a name from what was not sent yet.
func (a *Watches) Forget(player play.PlayerID) {
	a.mu.Lock()
	defer a.mu.Unlock()
	for _, watchers := range a.byPlayer {
		for w := range watchers {
			for id, sum := range w.changed {
				w.changed[id], _ = sum.Forget(player)
			}
		}
	}
}

// Compare reads what has changed at the tables of the players who follow theirs.
func (a *Watches) Compare(ctx context.Context) error {
	players := a.players()
	if len(players) == 0 {
		return nil
	}
	seats, err := a.store.SeatsOf(ctx, players...)
	if err != nil {
		return err
	}
	behind := a.behind(seats)
	if len(behind) == 0 {
		return nil
	}
	list, err := a.store.Tables(ctx, play.TableQuery{Tables: slices.Collect(maps.Keys(behind)), Limit: len(behind)})
	for _, s := range list {
		a.mu.Lock()
		for _, player := range behind[s.ID] {
			a.notify(s, player)
		}
		a.mu.Unlock()
	}
	return err
}

// Close ends the subscription.
func (w *Watch) Close() {
	all := w.all
	all.mu.Lock()
	defer all.mu.Unlock()
	if _, follows := all.byPlayer[w.player][w]; !follows {
		return
	}
	w.absent()
	delete(all.byPlayer[w.player], w)
	if len(all.byPlayer[w.player]) == 0 {
		delete(all.byPlayer, w.player)
	}
}

// Bell rings when there may be something new.
func (w *Watch) Bell() <-chan struct{} { return w.bell }

// Look returns the tables that have changed since the last call, by id. A table
// that the player has left is included once.
func (w *Watch) Look() []play.Summary {
	w.all.mu.Lock()
	defer w.all.mu.Unlock()
	changed := slices.Collect(maps.Values(w.changed))
	clear(w.changed)
	for _, s := range changed {
		if s.Phase == play.Over {
			delete(w.known, s.ID) // There will be nothing new but a rematch.
		}
	}
	slices.SortFunc(changed, func(a, b play.Summary) int { return cmp.Compare(a.ID, b.ID) })
	return changed
}
