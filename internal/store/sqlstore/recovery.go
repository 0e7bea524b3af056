package sqlstore

import (
	"context"
	"time"

	"plateau/internal/accounts"
	"plateau/internal/play"
)

// SetRecoveryCodes implements [accounts.PasswordStore].
func (s *Store) SetRecoveryCodes(ctx context.Context, player play.PlayerID, codes []accounts.CodeHash, now time.Time) error {
	return s.db.Write(ctx, func(ctx context.Context, w *Tx) error {
		if _, err := w.Exec(ctx, `DELETE FROM recovery_codes WHERE player = ?`, player); err != nil {
			return err
		}
		for _, code := range codes {
			changed, err := w.Exec(ctx, `INSERT INTO recovery_codes (hash, player, since)
				SELECT ?, player, ? FROM accounts WHERE player = ?`, code[:], now.UnixMilli(), player)
			if err == nil && changed == 0 {
				err = accounts.ErrNoAccount
			}
			if err != nil {
				return err
			}
		}
		return nil
	})
}

// RecoveryCodes implements [accounts.PasswordStore].
func (s *Store) RecoveryCodes(ctx context.Context, player play.PlayerID) (left int, err error) {
	err = s.db.QueryRowContext(ctx, `SELECT count(*) FROM recovery_codes WHERE player = ?`, player).Scan(&left)
	return left, err
}

// UseRecoveryCode implements [accounts.PasswordStore].
func (s *Store) UseRecoveryCode(ctx context.Context, player play.PlayerID, code accounts.CodeHash) (found bool, err error) {
	err = s.db.Write(ctx, func(ctx context.Context, w *Tx) error {
		changed, err := w.Exec(ctx, `DELETE FROM recovery_codes WHERE player = ? AND hash = ?`, player, code[:])
		found = changed > 0
		return err
	})
	return found, err
}
