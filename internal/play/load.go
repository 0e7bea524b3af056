package play

import "context"

// loadPage is how many events are read at once.
const loadPage = 1000

// Load folds a table from what a store has of it.
func Load(ctx context.Context, s TableStore, id TableID) (*Table, error) {
	t := &Table{ID: id}
	for {
		events, err := s.Events(ctx, id, t.Seq, loadPage)
		if err != nil {
			return nil, err
		}
		if t, err = Replay(t, events); err != nil {
			return nil, err
		}
		if len(events) < loadPage {
			break
		}
	}
	if t.Phase == Unopened {
		return nil, NoSuchTable.Refuse("")
	}
	return t, nil
}
