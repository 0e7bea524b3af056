package sqlstore

import (
	"context"
	"crypto/sha256"
	"database/sql"
	"errors"
	"time"

	"plateau/internal/accounts"
	"plateau/internal/play"
)

// AddPlayer implements [accounts.NameStore].
func (s *Store) AddPlayer(ctx context.Context, p play.Player, nameKey string, a accounts.Access) error {
	return s.db.Write(ctx, func(ctx context.Context, w *Tx) error {
		if err := w.refuseTaken(ctx, nameKey, p.ID); err != nil {
			return err
		}
		_, err := w.Exec(ctx, `INSERT INTO players (id, name, registered, since) VALUES (?, ?, ?, ?)`,
			p.ID, p.Name, p.Registered, p.Since.UnixMilli())
		if err != nil {
			return err
		}
		return w.addAccess(ctx, a)
	})
}

// refuseTaken fails if a name belongs to another account, or is held.
func (w *Tx) refuseTaken(ctx context.Context, nameKey string, player play.PlayerID) error {
	hash := sha256.Sum256([]byte(nameKey))
	taken, err := w.count(ctx, `SELECT (SELECT count(*) FROM accounts WHERE name_key = ?1 AND player <> ?2) +
		(SELECT count(*) FROM held_names WHERE name_hash = ?3 AND player <> ?2)`, nameKey, player, hash[:])
	if err == nil && taken > 0 {
		err = accounts.ErrNameTaken
	}
	return err
}

// Rename implements [accounts.NameStore].
func (s *Store) Rename(ctx context.Context, player play.PlayerID, name, nameKey string) error {
	return s.db.Write(ctx, func(ctx context.Context, w *Tx) error {
		if err := w.refuseTaken(ctx, nameKey, player); err != nil {
			return err
		}
		changed, err := w.Exec(ctx, `UPDATE players SET name = ? WHERE id = ? AND name <> ''`, name, player)
		if err != nil {
			return err
		}
		if changed == 0 {
			return play.ErrNoPlayer
		}
		_, err = w.Exec(ctx, `UPDATE accounts SET name_key = ? WHERE player = ?`, nameKey, player)
		return err
	})
}

// keep registers a player, unless they are registered.
func (w *Tx) keep(ctx context.Context, p play.Player, nameKey string) error {
	if err := w.refuseTaken(ctx, nameKey, p.ID); err != nil {
		return err
	}
	changed, err := w.Exec(ctx, `UPDATE players SET registered = 1 WHERE id = ? AND name = ? AND name <> ''`, p.ID, p.Name)
	if err != nil {
		return err
	}
	if changed == 0 {
		return play.ErrConflict
	}
	_, err = w.Exec(ctx, `INSERT INTO accounts (player, name_key, password) VALUES (?, ?, '') ON CONFLICT (player) DO NOTHING`,
		p.ID, nameKey)
	return err
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
		_, err := w.Exec(ctx, `UPDATE accounts SET password = ? WHERE player = ?`, password, p.ID)
		return err
	})
}

// RenewHash implements [accounts.PasswordStore].
func (s *Store) RenewHash(ctx context.Context, player play.PlayerID, old, renewed string) error {
	_, err := s.change(ctx, `UPDATE accounts SET password = ? WHERE player = ? AND password = ?`, renewed, player, old)
	return err
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
	err := s.db.QueryRowContext(ctx, query, key).Scan(&a.Player, &a.NameKey, &a.Password)
	if errors.Is(err, sql.ErrNoRows) {
		err = accounts.ErrNoAccount
	}
	return a, err
}

// AddPasskey implements [accounts.PasskeyStore].
func (s *Store) AddPasskey(ctx context.Context, p play.Player, nameKey string, k accounts.Passkey, most int) error {
	return s.db.Write(ctx, func(ctx context.Context, w *Tx) error {
		have, err := w.count(ctx, `SELECT count(*) FROM passkeys WHERE player = ?`, p.ID)
		if err != nil {
			return err
		}
		if have >= most {
			return play.ErrTooMany
		}
		if err := w.keep(ctx, p, nameKey); err != nil {
			return err
		}
		changed, err := w.Exec(ctx, `INSERT INTO passkeys (id, player, label, since, credential) VALUES (?, ?, ?, ?, ?)
			ON CONFLICT DO NOTHING`, k.ID, p.ID, k.Label, k.Since.UnixMilli(), string(k.Credential))
		if err == nil && changed == 0 {
			err = play.ErrConflict
		}
		return err
	})
}

// Passkeys implements [accounts.PasskeyStore].
func (s *Store) Passkeys(ctx context.Context, player play.PlayerID) ([]accounts.Passkey, error) {
	return list(ctx, s, func(row scanner) (accounts.Passkey, error) {
		k := accounts.Passkey{Player: player}
		var since int64
		err := row.Scan(&k.ID, &k.Label, &since, &k.Credential)
		k.Since = time.UnixMilli(since).UTC()
		return k, err
	}, `SELECT id, label, since, credential FROM passkeys WHERE player = ? ORDER BY since, id`, player)
}

// UsePasskey implements [accounts.PasskeyStore].
func (s *Store) UsePasskey(ctx context.Context, id string, credential []byte) error {
	return s.db.Write(ctx, func(ctx context.Context, w *Tx) error {
		_, err := w.Exec(ctx, `UPDATE passkeys SET credential = ? WHERE id = ?`, string(credential), id)
		return err
	})
}

// RemovePasskey implements [accounts.PasskeyStore].
func (s *Store) RemovePasskey(ctx context.Context, player play.PlayerID, id string) (removed bool, err error) {
	err = s.db.Write(ctx, func(ctx context.Context, w *Tx) error {
		changed, err := w.Exec(ctx, `DELETE FROM passkeys WHERE player = ?1 AND id = ?2 AND (
			EXISTS (SELECT 1 FROM accounts WHERE player = ?1 AND password <> '') OR
			EXISTS (SELECT 1 FROM passkeys WHERE player = ?1 AND id <> ?2))`, player, id)
		removed = changed > 0
		return err
	})
	return removed, err
}

// count is the single number that a query returns, as the writer sees it.
func (w *Tx) count(ctx context.Context, query string, args ...any) (int, error) {
	var n int
	err := w.QueryRow(ctx, query, args...).Scan(&n)
	return n, err
}

// DeclareBot implements [accounts.StatusStore].
func (s *Store) DeclareBot(ctx context.Context, player play.PlayerID) (declared bool, err error) {
	err = s.db.Write(ctx, func(ctx context.Context, w *Tx) error {
		changed, err := w.Exec(ctx, `UPDATE players SET bot = 1 WHERE id = ?1 AND registered = 1 AND (bot = 1 OR
			NOT EXISTS (SELECT 1 FROM ratings WHERE player = ?1))`, player)
		declared = changed > 0
		return err
	})
	return declared, err
}

// BarFromRated implements [accounts.StatusStore].
func (s *Store) BarFromRated(ctx context.Context, player play.PlayerID, barred bool) error {
	return s.db.Write(ctx, func(ctx context.Context, w *Tx) error {
		changed, err := w.Exec(ctx, `UPDATE players SET barred = ? WHERE id = ? AND name <> ''`, barred, player)
		if err == nil && changed == 0 {
			err = play.ErrNoPlayer
		}
		return err
	})
}
