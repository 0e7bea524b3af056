package play

import "context"

// loadPage is how many events are read at once.
const loadPage = 256

// Load folds a table from what a store has of it. Each part of its events is
// handed to those who want it, with the table after it.
func Load(ctx context.Context, s TableStore, id TableID, each ...func([]Event, *Table)) (*Table, error) {
	t, err := CatchUp(ctx, s, &Table{ID: id}, each...)
	if err == nil && t.Phase == Unopened {
		err = NoSuchTable.Refuse("")
	}
	if err != nil {
		return nil, err
	}
	return t, nil
}

// CatchUp is [Load] from a table on that is known.
func CatchUp(ctx context.Context, s TableStore, t *Table, each ...func([]Event, *Table)) (*Table, error) {
	for {
		events, err := s.Events(ctx, t.ID, t.Seq, loadPage)
		if err != nil {
			return nil, err
		}
		if t, err = Replay(t, events); err != nil {
			return nil, err
		}
		for _, hand := range each {
			if len(events) > 0 {
				hand(events, t)
			}
		}
		if len(events) < loadPage {
			return t, nil
		}
	}
}
