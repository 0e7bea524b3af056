package sqlstore

import (
	"context"
	"crypto/sha256"
	"time"

	"plateau/internal/play"
)

// HoldName implements [accounts.NameStore]. Only a hash of the key is stored,
// because the owner may have been deleted.
func (s *Store) HoldName(ctx context.Context, nameKey string, player play.PlayerID, until time.Time) error {
	hash := sha256.Sum256([]byte(nameKey))
	return s.db.Write(ctx, func(ctx context.Context, w *Tx) error {
		_, err := w.Exec(ctx, `INSERT INTO held_names (name_hash, player, until) VALUES (?1, ?2, ?3)
			ON CONFLICT (name_hash) DO UPDATE SET player = ?2, until = ?3`, hash[:], player, until.UnixMilli())
		return err
	})
}

// ReleaseNames implements [accounts.NameStore].
func (s *Store) ReleaseNames(ctx context.Context, now time.Time) error {
	return s.db.Write(ctx, func(ctx context.Context, w *Tx) error {
		_, err := w.Exec(ctx, `DELETE FROM held_names WHERE until <= ?`, now.UnixMilli())
		return err
	})
}

// HeldNames implements [accounts.NameStore].
func (s *Store) HeldNames(ctx context.Context, player play.PlayerID) ([]time.Time, error) {
	return list(ctx, s, func(row scanner) (time.Time, error) {
		var until int64
		err := row.Scan(&until)
		return time.UnixMilli(until).UTC(), err
	}, `SELECT until FROM held_names WHERE player = ? ORDER BY until`, player)
}

// RenewNameKeys implements [accounts.NameStore].
func (s *Store) RenewNameKeys(ctx context.Context, version int, key, exactly func(name string) string) error {
	return s.db.Write(ctx, func(ctx context.Context, w *Tx) error {
		current, err := w.count(ctx, `SELECT count(*) FROM name_keys WHERE version = ?`, version)
		if err != nil || current > 0 {
			return err
		}
		names, err := w.accountNames(ctx)
		if err != nil {
			return err
		}
		// First every account gets a key that no other can have.
		if _, err := w.Exec(ctx, `UPDATE accounts SET name_key = '#' || player`); err != nil {
			return err
		}
		taken := make(map[string]bool)
		for _, one := range names {
			renewed := key(one.name)
			if taken[renewed] {
				renewed = exactly(one.name)
			}
			taken[renewed] = true
			if _, err := w.Exec(ctx, `UPDATE accounts SET name_key = ? WHERE player = ?`, renewed, one.player); err != nil {
				return err
			}
		}
		_, err = w.Exec(ctx, `INSERT INTO name_keys (one, version) VALUES (1, ?1)
			ON CONFLICT (one) DO UPDATE SET version = ?1`, version)
		return err
	})
}

type accountName struct{ player, name string }

// accountNames are the names of all accounts, the oldest first.
func (w *Tx) accountNames(ctx context.Context) ([]accountName, error) {
	rows, err := w.Query(ctx, `SELECT player, name FROM accounts JOIN players ON id = player ORDER BY since, player`)
	if err != nil {
		return nil, err
	}
	defer rows.Close()
	var list []accountName
	for rows.Next() {
		var one accountName
		if err := rows.Scan(&one.player, &one.name); err != nil {
			return nil, err
		}
		list = append(list, one)
	}
	return list, rows.Err()
}
