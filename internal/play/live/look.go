package live

import (
	"context"

	"plateau/game"
	"plateau/internal/play"
	"plateau/internal/play/lobby"
)

// Table is the current table, for a viewer who may watch it.
func (l *Tables) Table(ctx context.Context, id play.TableID, viewer play.PlayerID) (*play.Table, error) {
	t, err := l.glance(ctx, id)
	if err != nil {
		return nil, err
	}
	if !t.MayWatch(viewer) {
		return nil, play.NoSpectators.Refuse("")
	}
	return t, nil
}

// TableAt is the table with at least the events up to a number, which the viewer has
// seen, perhaps at another server.
func (l *Tables) TableAt(ctx context.Context, id play.TableID, viewer play.PlayerID, seq uint64) (*play.Table, error) {
	if err := l.Reach(ctx, id, seq); err != nil {
		return nil, err
	}
	return l.Table(ctx, id, viewer)
}

// Reach makes sure that a table in memory has an event, if there is one with this
// number.
func (l *Tables) Reach(ctx context.Context, id play.TableID, seq uint64) error {
	if r := l.rooms.of(id); r != nil && r.now().Seq < seq {
		return l.refresh(ctx, r)
	}
	return nil
}

// glance is the current table. A finished one is not put into memory: there are
// many, and any of them may be looked at.
func (l *Tables) glance(ctx context.Context, id play.TableID) (*play.Table, error) {
	if r := l.rooms.of(id); r != nil {
		return r.now(), nil
	}
	t, tail, err := l.load(ctx, id)
	if err != nil || t.Phase == play.Over {
		return t, err
	}
	r, err := l.admit(ctx, t, tail)
	if err != nil {
		return nil, err
	}
	return r.now(), nil
}

// Here are the players of a table who are present.
func (l *Tables) Here(id play.TableID) []play.PlayerID {
	r := l.rooms.of(id)
	if r == nil {
		return []play.PlayerID{}
	}
	r.mu.Lock()
	defer r.mu.Unlock()
	return r.present()
}

// MaySit reports whether a player may sit at a table, as far as that is known without
// loading it.
func (l *Tables) MaySit(table play.TableID, player play.PlayerID) bool {
	r := l.rooms.of(table)
	return r == nil || r.now().SeatOf(player) != game.NoSeat
}

// Sits reports whether a player sits at a table that is not over. It loads no
// table, so that transports may ask before they know whether they will serve a
// request.
func (l *Tables) Sits(ctx context.Context, table play.TableID, player play.PlayerID) (bool, error) {
	if r := l.rooms.of(table); r != nil {
		t := r.now()
		return t.Phase != play.Over && t.SeatOf(player) != game.NoSeat, nil
	}
	n, err := l.Store.CountTables(ctx, play.TableQuery{Table: table, Player: player, Unfinished: true})
	return n > 0, err
}

// PublicGames are the games in memory that anybody may watch.
func (l *Tables) PublicGames() (games []lobby.Game) {
	for _, r := range l.rooms.all() {
		if g, public := r.publicGame(); public {
			games = append(games, g)
		}
	}
	return games
}

// publicGame is the game of a room, if it is public, and one of its players is there.
func (r *room) publicGame() (lobby.Game, bool) {
	r.mu.Lock()
	defer r.mu.Unlock()
	if r.failed || r.table.Phase != play.Running || !r.table.Terms.Public() || len(r.present()) == 0 {
		return lobby.Game{}, false
	}
	watching, anonymous := make(map[play.PlayerID]bool), 0
	for s := range r.watchers {
		switch {
		case s.viewer == "":
			anonymous++
		case r.table.SeatOf(s.viewer) == game.NoSeat:
			watching[s.viewer] = true
		}
	}
	return lobby.Game{Summary: r.table.Summary(), Spectators: len(watching) + anonymous}, true
}
