package sqlstore

import (
	"context"
	"database/sql"
	"errors"
	"time"

	"plateau/internal/accounts"
	"plateau/internal/play"
)

// AddAccess implements [accounts.AccessStore].
func (s *Store) AddAccess(ctx context.Context, a accounts.Access, most int) error {
	return s.db.Write(ctx, func(ctx context.Context, w *Tx) error { return w.addAccessOf(ctx, a, most) })
}

// addAccessOf adds a token, of which a player has so many at most.
func (w *Tx) addAccessOf(ctx context.Context, a accounts.Access, most int) error {
	if err := w.makeRoom(ctx, a, most); err != nil {
		return err
	}
	return w.addAccess(ctx, a)
}

// makeRoom removes the sessions that were not used for the longest time, and
// refuses API tokens beyond the limit.
func (w *Tx) makeRoom(ctx context.Context, a accounts.Access, most int) error {
	if a.Kind == accounts.Session {
		_, err := w.Exec(ctx, `DELETE FROM tokens WHERE hash IN (SELECT hash FROM tokens WHERE player = ? AND kind = ?
			ORDER BY used DESC, since DESC, id`+after+`)`, a.Player, a.Kind, most-1)
		return err
	}
	have, err := w.count(ctx, `SELECT count(*) FROM tokens WHERE player = ? AND kind = ?`, a.Player, a.Kind)
	if err == nil && have >= most {
		err = play.ErrTooMany
	}
	return err
}

// addAccess adds a token of a player who was not deleted.
func (w *Tx) addAccess(ctx context.Context, a accounts.Access) error {
	changed, err := w.Exec(ctx, `INSERT INTO tokens (hash, id, player, kind, label, since, used, until, over_ssh)
		SELECT ?, ?, id, ?, ?, ?, ?, ?, ? FROM players WHERE id = ? AND name <> ''`,
		a.Hash[:], a.ID, a.Kind, a.Label, a.Since.UnixMilli(), orZero(a.Used), orZero(a.Until), a.OverSSH, a.Player)
	if err == nil && changed == 0 {
		err = play.ErrNoPlayer
	}
	return err
}

// Accesses implements [accounts.AccessStore].
func (s *Store) Accesses(ctx context.Context, player play.PlayerID) ([]accounts.Access, error) {
	return list(ctx, s, scanAccess, `SELECT hash, id, player, kind, label, since, used, until, over_ssh FROM tokens
		WHERE player = ? ORDER BY since, id`, player)
}

// scanAccess reads a token.
func scanAccess(row scanner) (accounts.Access, error) {
	var a accounts.Access
	var hash []byte
	var since, used, until int64
	err := row.Scan(&hash, &a.ID, &a.Player, &a.Kind, &a.Label, &since, &used, &until, &a.OverSSH)
	copy(a.Hash[:], hash)
	a.Since, a.Used, a.Until = time.UnixMilli(since).UTC(), fromZero(used), fromZero(until)
	return a, err
}

// orZero is a time in milliseconds, and 0 for none.
func orZero(t time.Time) int64 {
	if t.IsZero() {
		return 0
	}
	return t.UnixMilli()
}

func fromZero(millis int64) time.Time {
	if millis == 0 {
		return time.Time{}
	}
	return time.UnixMilli(millis).UTC()
}

// RemoveExpired implements [accounts.AccessStore].
func (s *Store) RemoveExpired(ctx context.Context, now time.Time) error {
	return s.db.Write(ctx, func(ctx context.Context, w *Tx) error {
		_, err := w.Exec(ctx, `DELETE FROM tokens WHERE until <> 0 AND until <= ?`, now.UnixMilli())
		return err
	})
}

// UseAccess implements [accounts.AccessStore].
func (s *Store) UseAccess(ctx context.Context, hash play.TokenHash, now time.Time) error {
	return s.db.Write(ctx, func(ctx context.Context, w *Tx) error {
		_, err := w.Exec(ctx, `UPDATE tokens SET used = ? WHERE hash = ?`, now.UnixMilli(), hash[:])
		return err
	})
}

// RemoveAccess implements [accounts.AccessStore].
func (s *Store) RemoveAccess(ctx context.Context, player play.PlayerID, c accounts.AccessChoice) (int, error) {
	removed := 0
	err := s.db.Write(ctx, func(ctx context.Context, w *Tx) error {
		changed, err := w.Exec(ctx, `DELETE FROM tokens WHERE player = ?1 AND (?2 = '' OR id = ?2) AND (?3 = '' OR kind = ?3)
			AND id <> ?4`, player, c.ID, c.Kind, c.Except)
		removed = int(changed)
		if err != nil || c.ID != "" || (c.Kind != "" && c.Kind != accounts.Session) {
			return err
		}
		if _, err := w.Exec(ctx, `DELETE FROM signin_links WHERE player = ? AND once = 1`, player); err != nil {
			return err
		}
		_, err = w.Exec(ctx, `UPDATE ssh_keys SET sign_outs = sign_outs + 1 WHERE player = ? AND id <> ?`, player, c.Except)
		return err
	})
	return removed, err
}

// PlayerByToken implements [accounts.AccessStore].
func (s *Store) PlayerByToken(ctx context.Context, hash play.TokenHash) (play.Player, accounts.Access, error) {
	a := accounts.Access{Hash: hash}
	var since, used, until int64
	p, err := scanPlayer(s.db.QueryRowContext(ctx, `SELECT `+playerColumns+`, tokens.id, kind, label, tokens.since, used, until, over_ssh
		FROM tokens JOIN players ON players.id = player WHERE hash = ?`, hash[:]), &a.ID, &a.Kind, &a.Label, &since, &used, &until, &a.OverSSH)
	if errors.Is(err, sql.ErrNoRows) {
		err = play.ErrNoPlayer
	}
	if err != nil {
		return play.Player{}, accounts.Access{}, err
	}
	a.Player, a.Since, a.Used, a.Until = p.ID, time.UnixMilli(since).UTC(), fromZero(used), fromZero(until)
	return p, a, nil
}

// Secret implements [accounts.PasswordStore].
func (s *Store) Secret(ctx context.Context, name string, fresh []byte) (secret []byte, err error) {
	err = s.db.Write(ctx, func(ctx context.Context, w *Tx) error {
		if _, err := w.Exec(ctx, `INSERT INTO secrets (name, value) VALUES (?, ?) ON CONFLICT DO NOTHING`, name, fresh); err != nil {
			return err
		}
		return w.QueryRow(ctx, `SELECT value FROM secrets WHERE name = ?`, name).Scan(&secret)
	})
	return secret, err
}
