package postgres

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
	"slices"

	"plateau/internal/play"
	"plateau/internal/store/sqlstore"
)

// Append implements [play.TableStore].
//
// When a connection breaks during a commit, its outcome is unknown. Then the same is
// tried again: if the first attempt has happened, or happens still, the second
// conflicts, and what is stored tells that it was ours.
func (s *Store) Append(ctx context.Context, batches ...play.Batch) error {
	prepared, err := sqlstore.Prepare(batches)
	if err != nil {
		return err
	}
	if len(prepared) == 1 && len(prepared[0].Shared) == 0 && len(prepared[0].Ratings()) == 0 {
		return s.queue.Do(ctx, &appending{Prepared: prepared[0]})
	}
	return s.appendTogether(ctx, prepared)
}

// appendTogether appends what does not fit into the statement for many.
func (s *Store) appendTogether(ctx context.Context, prepared []sqlstore.Prepared) error {
	// Comparing and setting is enough for tables and ratings. Shared values need a
	// transaction that nothing disturbs.
	level := sql.LevelReadCommitted
	if slices.ContainsFunc(prepared, func(p sqlstore.Prepared) bool { return len(p.Shared) > 0 }) {
		level = sql.LevelSerializable
	}
	doubtful := false
	var w waiting
	for {
		err := s.engine.transact(ctx, level, func(ctx context.Context, w *sqlstore.Tx) error { return w.Append(ctx, prepared) })
		if errors.Is(err, errUnknown) {
			if doubtful = true; w.more(ctx, s.engine.closing) {
				continue
			}
		}
		if doubtful && answers(err) {
			return s.unlessStored(ctx, &prepared[0], err)
		}
		return err
	}
}

// answers reports whether an error says that something else is stored.
func answers(err error) bool {
	var repeated *play.Repeated
	return errors.Is(err, play.ErrConflict) || errors.As(err, &repeated)
}

// unlessStored is an answer to a second attempt, or none if the first was stored.
// All of an attempt is stored or nothing, so the first event tells.
func (s *Store) unlessStored(ctx context.Context, p *sqlstore.Prepared, answer error) error {
	first := &p.Events[0]
	events, err := s.Events(ctx, first.Table, first.Seq-1, 1)
	if err != nil {
		return fmt.Errorf("it is unknown whether it was written: %w", err)
	}
	if len(events) == 0 {
		return answer
	}
	body, err := events[0].BodyJSON()
	if err != nil {
		return err
	}
	found := &events[0]
	if found.Seq == first.Seq && found.At.UnixMilli() == first.At.UnixMilli() && found.By == first.By && found.Request == first.Request &&
		found.Kind() == first.Kind() && string(body) == p.Bodies[0] {
		return nil
	}
	return answer
}
