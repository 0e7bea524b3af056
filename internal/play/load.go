package play

import (
	"context"

	"plateau/game"
)

// loadPage is how many events are read at once.
const loadPage = 256

// Load replays a table from a store, of one of the games. Each page of events is passed to the given
// functions, with the table after it.
func Load(ctx context.Context, s TableStore, games game.List, id TableID, each ...func([]Event, *Table)) (*Table, error) {
	t, err := CatchUp(ctx, s, NewTable(games, id), each...)
	if err == nil && t.Phase == Unopened {
		err = NoSuchTable.Refuse("")
	}
	if err != nil {
		return nil, err
	}
	return t, nil
}

// CatchUp replays what a store has after a known table.
func CatchUp(ctx context.Context, s TableStore, t *Table, each ...func([]Event, *Table)) (*Table, error) {
	for {
		events, err := s.Events(ctx, t.ID, t.Seq, loadPage)
		if err != nil {
			return nil, err
		}
		if t, err = Replay(t, events); err != nil {
			return nil, err
		}
		for _, use := range each {
			if len(events) > 0 {
				use(events, t)
			}
		}
		if len(events) < loadPage {
			return t, nil
		}
	}
}
