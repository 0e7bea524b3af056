package sqlstore

import (
	"bytes"
	"cmp"
	"context"
	"database/sql"
	"encoding/json"
	"errors"
	"slices"
	"time"

	"plateau/internal/play"
)

// Shared implements [play.SharedStore].
func (s *Store) Shared(ctx context.Context, now time.Time, prefixes ...string) ([]play.SharedValue, error) {
	var all []play.SharedValue
	for _, prefix := range prefixes {
		// Keys are ASCII.
		found, err := list(ctx, s, scanShared, `SELECT key, value, until FROM shared WHERE key >= ? AND key < ?
			AND (until IS NULL OR until > ?) ORDER BY key`, prefix, prefix+"\x7f", now.UnixMilli())
		if err != nil {
			return nil, err
		}
		all = append(all, found...)
	}
	slices.SortFunc(all, func(a, b play.SharedValue) int { return cmp.Compare(a.Key, b.Key) })
	return slices.CompactFunc(all, func(a, b play.SharedValue) bool { return a.Key == b.Key }), nil
}

func scanShared(row scanner) (v play.SharedValue, err error) {
	err = row.Scan(&v.Key, &v.Value, atOrNever(&v.Until))
	return v, err
}

// Share implements [play.SharedStore].
func (s *Store) Share(ctx context.Context, now time.Time, changes ...play.SharedChange) error {
	return s.db.Write(ctx, func(ctx context.Context, w *Tx) error { return w.share(ctx, now, changes) })
}

// share makes changes, or fails.
func (w *Tx) share(ctx context.Context, now time.Time, changes []play.SharedChange) error {
	for i := range changes {
		c := &changes[i]
		if err := w.expect(ctx, now, c); err != nil {
			return err
		}
		var err error
		if c.Value == nil {
			_, err = w.Exec(ctx, `DELETE FROM shared WHERE key = ?`, c.Key)
		} else {
			_, err = w.Exec(ctx, `INSERT INTO shared (key, value, until) VALUES (?, ?, ?)
				ON CONFLICT (key) DO UPDATE SET value = excluded.value, until = excluded.until`, c.Key, c.Value, DueAt(c.Until))
		}
		if err != nil {
			return err
		}
	}
	return nil
}

// expect is a conflict unless a value is what a change needs.
func (w *Tx) expect(ctx context.Context, now time.Time, c *play.SharedChange) error {
	if c.Anyway {
		return nil
	}
	const current = `SELECT value FROM shared WHERE key = ? AND (until IS NULL OR until > ?)`
	var value []byte
	switch err := w.QueryRowContext(ctx, current, c.Key, now.UnixMilli()).Scan(&value); {
	case errors.Is(err, sql.ErrNoRows):
		if c.Old != nil {
			return play.ErrConflict
		}
	case err != nil:
		return err
	case c.Old == nil || !bytes.Equal(value, c.Old):
		return play.ErrConflict
	}
	return nil
}

// RemoveEnded implements [play.SharedStore].
func (s *Store) RemoveEnded(ctx context.Context, now time.Time) error {
	return s.run(ctx, `DELETE FROM shared WHERE until <= ?`, now.UnixMilli())
}

// Seqs implements [play.ClusterStore].
func (s *Store) Seqs(ctx context.Context, tables ...play.TableID) (map[play.TableID]uint64, error) {
	seqs := make(map[play.TableID]uint64, len(tables))
	err := each(ctx, s, func(row scanner) error {
		var id play.TableID
		var seq uint64
		err := row.Scan(&id, &seq)
		seqs[id] = seq
		return err
	}, `SELECT table_id, seq FROM progress WHERE table_id IN
		(SELECT value ->> 0 FROM `+s.db.Elements("?1")+` AS asked)`, elements(tables))
	return seqs, err
}

// SeatsOf implements [play.ClusterStore].
func (s *Store) SeatsOf(ctx context.Context, players ...play.PlayerID) ([]play.SeatOf, error) {
	return list(ctx, s, func(row scanner) (seat play.SeatOf, err error) {
		err = row.Scan(&seat.Player, &seat.Table, &seat.Seq)
		return seat, err
	}, `SELECT sitters.player, sitters.table_id, progress.seq FROM `+s.db.Elements("?1")+` AS asked
		CROSS JOIN sitters CROSS JOIN tables CROSS JOIN progress WHERE sitters.player = asked.value ->> 0 AND sitters.over = 0
		AND tables.id = sitters.table_id AND phase < 3 AND progress.table_id = tables.id`, elements(players))
}

// elements are ids as a parameter of [Database.Elements]: each in a list of its own,
// of which both engines take the text in the same way.
func elements[ID ~string](ids []ID) string {
	lists := make([][1]ID, len(ids))
	for i, id := range ids {
		lists[i][0] = id
	}
	text, err := json.Marshal(lists)
	if err != nil {
		panic("sqlstore: ids as JSON: " + err.Error()) // Texts cannot fail.
	}
	return string(text)
}
