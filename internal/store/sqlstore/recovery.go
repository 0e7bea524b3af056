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
		if err := w.run(ctx, `DELETE FROM recovery_codes WHERE player = ?`, player); err != nil {
			return err
		}
		for _, code := range codes {
			if err := w.changeOr(ctx, accounts.ErrNoAccount, `INSERT INTO recovery_codes (hash, player, since)
				SELECT ?, player, ? FROM accounts WHERE player = ?`, code[:], now.UnixMilli(), player); err != nil {
				return err
			}
		}
		return nil
	})
}

// RecoveryCodes implements [accounts.PasswordStore].
func (s *Store) RecoveryCodes(ctx context.Context, player play.PlayerID) (left int, err error) {
	return value[int](s.row(ctx, `SELECT count(*) FROM recovery_codes WHERE player = ?`, player))
}

// UseRecoveryCode implements [accounts.PasswordStore].
func (s *Store) UseRecoveryCode(ctx context.Context, player play.PlayerID, code accounts.CodeHash) (found bool, err error) {
	changed, err := s.change(ctx, `DELETE FROM recovery_codes WHERE player = ? AND hash = ?`, player, code[:])
	return changed > 0, err
}
