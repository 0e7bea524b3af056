package sqlstore

import (
	"context"
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
		return w.run(ctx, `DELETE FROM tokens WHERE hash IN (SELECT hash FROM tokens WHERE player = ? AND kind = ?
			ORDER BY used DESC, since DESC, id`+after+`)`, a.Player, a.Kind, most-1)
	}
	return w.fewer(ctx, most, play.ErrTooMany, `SELECT count(*) FROM tokens WHERE player = ? AND kind = ?`, a.Player, a.Kind)
}

// addAccess adds a token of a player who was not deleted.
func (w *Tx) addAccess(ctx context.Context, a accounts.Access) error {
	return w.changeOr(ctx, play.ErrNoPlayer, `INSERT INTO tokens (hash, id, player, kind, label, since, used, until, over_ssh)
		SELECT ?, ?, id, ?, ?, ?, ?, ?, ? FROM players WHERE id = ? AND name <> ''`,
		a.Hash[:], a.ID, a.Kind, a.Label, a.Since.UnixMilli(), millisOf(a.Used), millisOf(a.Until), a.OverSSH, a.Player)
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
	err := row.Scan(&hash, &a.ID, &a.Player, &a.Kind, &a.Label, at(&a.Since), atOrNever(&a.Used), atOrNever(&a.Until), &a.OverSSH)
	copy(a.Hash[:], hash)
	return a, err
}

// RemoveExpired implements [accounts.AccessStore].
func (s *Store) RemoveExpired(ctx context.Context, now time.Time) error {
	return s.run(ctx, `DELETE FROM tokens WHERE until <> 0 AND until <= ?`, now.UnixMilli())
}

// UseAccess implements [accounts.AccessStore].
func (s *Store) UseAccess(ctx context.Context, hash play.TokenHash, now time.Time) error {
	return s.run(ctx, `UPDATE tokens SET used = ? WHERE hash = ?`, now.UnixMilli(), hash[:])
}

// RemoveAccess implements [accounts.AccessStore].
func (s *Store) RemoveAccess(ctx context.Context, player play.PlayerID, c accounts.AccessChoice) (int, error) {
	return transact(ctx, s.db.Write, func(ctx context.Context, w *Tx) (int, error) {
		removed, err := w.Exec(ctx, `DELETE FROM tokens WHERE player = ?1 AND (?2 = '' OR id = ?2) AND (?3 = '' OR kind = ?3)
			AND id <> ?4`, player, c.ID, c.Kind, c.Except)
		if err != nil || c.ID != "" || (c.Kind != "" && c.Kind != accounts.Session) {
			return int(removed), err
		}
		if err := w.run(ctx, `DELETE FROM signin_links WHERE player = ? AND once = 1`, player); err != nil {
			return 0, err
		}
		return int(removed), w.run(ctx, `UPDATE ssh_keys SET sign_outs = sign_outs + 1 WHERE player = ? AND id <> ?`, player, c.Except)
	})
}

// PlayerByToken implements [accounts.AccessStore].
func (s *Store) PlayerByToken(ctx context.Context, hash play.TokenHash) (play.Player, accounts.Access, error) {
	a := accounts.Access{Hash: hash}
	p, err := scanPlayer(s.row(ctx, `SELECT `+playerColumns+`, tokens.id, kind, label, tokens.since, used, until, over_ssh
		FROM tokens JOIN players ON players.id = player WHERE hash = ?`, hash[:]),
		&a.ID, &a.Kind, &a.Label, at(&a.Since), atOrNever(&a.Used), atOrNever(&a.Until), &a.OverSSH)
	if err != nil {
		return play.Player{}, accounts.Access{}, missing(err, play.ErrNoPlayer)
	}
	a.Player = p.ID
	return p, a, nil
}

// Secret implements [accounts.PasswordStore].
func (s *Store) Secret(ctx context.Context, name string, fresh []byte) ([]byte, error) {
	return transact(ctx, s.db.Write, func(ctx context.Context, w *Tx) ([]byte, error) {
		if err := w.run(ctx, `INSERT INTO secrets (name, value) VALUES (?, ?) ON CONFLICT DO NOTHING`, name, fresh); err != nil {
			return nil, err
		}
		return value[[]byte](w.QueryRowContext(ctx, `SELECT value FROM secrets WHERE name = ?`, name))
	})
}
