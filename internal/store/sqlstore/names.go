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
	return s.run(ctx, `INSERT INTO held_names (name_hash, player, until) VALUES (?1, ?2, ?3)
		ON CONFLICT (name_hash) DO UPDATE SET player = ?2, until = ?3`, hash[:], player, until.UnixMilli())
}

// ReleaseNames implements [accounts.NameStore].
func (s *Store) ReleaseNames(ctx context.Context, now time.Time) error {
	return s.run(ctx, `DELETE FROM held_names WHERE until <= ?`, now.UnixMilli())
}

// HeldNames implements [accounts.NameStore].
func (s *Store) HeldNames(ctx context.Context, player play.PlayerID) ([]time.Time, error) {
	return list(ctx, s, func(row scanner) (until time.Time, err error) {
		err = row.Scan(at(&until))
		return until, err
	}, `SELECT until FROM held_names WHERE player = ? ORDER BY until`, player)
}

// RenewNameKeys implements [accounts.NameStore].
func (s *Store) RenewNameKeys(ctx context.Context, version int, key, exactly func(name string) string) error {
	return s.db.Write(ctx, func(ctx context.Context, w *Tx) error {
		current, err := w.count(ctx, `SELECT count(*) FROM name_keys WHERE version = ?`, version)
		if err != nil || current > 0 {
			return err
		}
		// The oldest first.
		names, err := list(ctx, w, scanAccountName, `SELECT player, name FROM accounts JOIN players ON id = player ORDER BY since, player`)
		if err != nil {
			return err
		}
		// First every account gets a key that no other can have.
		if err := w.run(ctx, `UPDATE accounts SET name_key = '#' || player`); err != nil {
			return err
		}
		taken := make(map[string]bool)
		for _, one := range names {
			renewed := key(one.name)
			if taken[renewed] {
				renewed = exactly(one.name)
			}
			taken[renewed] = true
			if err := w.run(ctx, `UPDATE accounts SET name_key = ? WHERE player = ?`, renewed, one.player); err != nil {
				return err
			}
		}
		return w.run(ctx, `INSERT INTO name_keys (one, version) VALUES (1, ?1)
			ON CONFLICT (one) DO UPDATE SET version = ?1`, version)
	})
}

type accountName struct{ player, name string }

func scanAccountName(row scanner) (one accountName, err error) {
	err = row.Scan(&one.player, &one.name)
	return one, err
}
