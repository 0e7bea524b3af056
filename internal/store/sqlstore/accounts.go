package sqlstore

import (
	"context"
	"crypto/sha256"

	"plateau/internal/accounts"
	"plateau/internal/play"
)

// AddPlayer implements [accounts.NameStore].
func (s *Store) AddPlayer(ctx context.Context, p play.Player, nameKey string, a accounts.Access) error {
	return s.db.Write(ctx, func(ctx context.Context, w *Tx) error {
		if err := w.refuseTaken(ctx, nameKey, p.ID); err != nil {
			return err
		}
		if err := w.run(ctx, `INSERT INTO players (id, name, registered, since) VALUES (?, ?, ?, ?)`,
			p.ID, p.Name, p.Registered, p.Since.UnixMilli()); err != nil {
			return err
		}
		return w.addAccess(ctx, a)
	})
}

// refuseTaken fails if a name belongs to another account, or is held.
func (w *Tx) refuseTaken(ctx context.Context, nameKey string, player play.PlayerID) error {
	hash := sha256.Sum256([]byte(nameKey))
	return w.fewer(ctx, 1, accounts.ErrNameTaken, `SELECT (SELECT count(*) FROM accounts WHERE name_key = ?1 AND player <> ?2) +
		(SELECT count(*) FROM held_names WHERE name_hash = ?3 AND player <> ?2)`, nameKey, player, hash[:])
}

// Rename implements [accounts.NameStore].
func (s *Store) Rename(ctx context.Context, player play.PlayerID, name, nameKey string) error {
	return s.db.Write(ctx, func(ctx context.Context, w *Tx) error {
		if err := w.refuseTaken(ctx, nameKey, player); err != nil {
			return err
		}
		if err := w.changeOr(ctx, play.ErrNoPlayer, `UPDATE players SET name = ? WHERE id = ? AND name <> ''`, name, player); err != nil {
			return err
		}
		return w.run(ctx, `UPDATE accounts SET name_key = ? WHERE player = ?`, nameKey, player)
	})
}

// keep registers a player, unless they are registered.
func (w *Tx) keep(ctx context.Context, p play.Player, nameKey string) error {
	if err := w.refuseTaken(ctx, nameKey, p.ID); err != nil {
		return err
	}
	const register = `UPDATE players SET registered = 1 WHERE id = ? AND name = ? AND name <> ''`
	if err := w.changeOr(ctx, play.ErrConflict, register, p.ID, p.Name); err != nil {
		return err
	}
	return w.run(ctx, `INSERT INTO accounts (player, name_key, password) VALUES (?, ?, '') ON CONFLICT (player) DO NOTHING`,
		p.ID, nameKey)
}

// SetPassword implements [accounts.PasswordStore].
func (s *Store) SetPassword(ctx context.Context, p play.Player, nameKey, password string) error {
	return s.db.Write(ctx, func(ctx context.Context, w *Tx) error {
		if err := w.keep(ctx, p, nameKey); err != nil {
			return err
		}
		if err := w.notePassword(ctx, p.ID); err != nil {
			return err
		}
		return w.run(ctx, `UPDATE accounts SET password = ? WHERE player = ?`, password, p.ID)
	})
}

// RenewHash implements [accounts.PasswordStore].
func (s *Store) RenewHash(ctx context.Context, player play.PlayerID, old, renewed string) error {
	return s.run(ctx, `UPDATE accounts SET password = ? WHERE player = ? AND password = ?`, renewed, player, old)
}

// Account implements [accounts.PasswordStore].
func (s *Store) Account(ctx context.Context, player play.PlayerID) (accounts.Account, error) {
	return s.account(ctx, `SELECT player, name_key, password FROM accounts WHERE player = ?`, string(player))
}

// AccountByName implements [accounts.PasswordStore].
func (s *Store) AccountByName(ctx context.Context, nameKey string) (accounts.Account, error) {
	return s.account(ctx, `SELECT player, name_key, password FROM accounts WHERE name_key = ?`, nameKey)
}

func (s *Store) account(ctx context.Context, query, key string) (accounts.Account, error) {
	var a accounts.Account
	err := s.row(ctx, query, key).Scan(&a.Player, &a.NameKey, &a.Password)
	return a, missing(err, accounts.ErrNoAccount)
}

// AddPasskey implements [accounts.PasskeyStore].
func (s *Store) AddPasskey(ctx context.Context, p play.Player, nameKey string, k accounts.Passkey, most int) error {
	return s.db.Write(ctx, func(ctx context.Context, w *Tx) error {
		if err := w.fewer(ctx, most, play.ErrTooMany, `SELECT count(*) FROM passkeys WHERE player = ?`, p.ID); err != nil {
			return err
		}
		if err := w.keep(ctx, p, nameKey); err != nil {
			return err
		}
		return w.changeOr(ctx, play.ErrConflict, `INSERT INTO passkeys (id, player, label, since, credential) VALUES (?, ?, ?, ?, ?)
			ON CONFLICT DO NOTHING`, k.ID, p.ID, k.Label, k.Since.UnixMilli(), string(k.Credential))
	})
}

// Passkeys implements [accounts.PasskeyStore].
func (s *Store) Passkeys(ctx context.Context, player play.PlayerID) ([]accounts.Passkey, error) {
	return list(ctx, s, func(row scanner) (accounts.Passkey, error) {
		k := accounts.Passkey{Player: player}
		err := row.Scan(&k.ID, &k.Label, at(&k.Since), &k.Credential)
		return k, err
	}, `SELECT id, label, since, credential FROM passkeys WHERE player = ? ORDER BY since, id`, player)
}

// UsePasskey implements [accounts.PasskeyStore].
func (s *Store) UsePasskey(ctx context.Context, id string, credential []byte) error {
	return s.run(ctx, `UPDATE passkeys SET credential = ? WHERE id = ?`, string(credential), id)
}

// RemovePasskey implements [accounts.PasskeyStore].
func (s *Store) RemovePasskey(ctx context.Context, player play.PlayerID, id string) (removed bool, err error) {
	changed, err := s.change(ctx, `DELETE FROM passkeys WHERE player = ?1 AND id = ?2 AND (
		EXISTS (SELECT 1 FROM accounts WHERE player = ?1 AND password <> '') OR
		EXISTS (SELECT 1 FROM passkeys WHERE player = ?1 AND id <> ?2))`, player, id)
	return changed > 0, err
}

// DeclareBot implements [accounts.StatusStore].
func (s *Store) DeclareBot(ctx context.Context, player play.PlayerID) (declared bool, err error) {
	changed, err := s.change(ctx, `UPDATE players SET bot = 1 WHERE id = ?1 AND registered = 1 AND (bot = 1 OR
		NOT EXISTS (SELECT 1 FROM ratings WHERE player = ?1))`, player)
	return changed > 0, err
}

// BarFromRated implements [accounts.StatusStore].
func (s *Store) BarFromRated(ctx context.Context, player play.PlayerID, barred bool) error {
	return s.changeOr(ctx, play.ErrNoPlayer, `UPDATE players SET barred = ? WHERE id = ? AND name <> ''`, barred, player)
}
