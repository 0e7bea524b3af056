package sqlstore

import (
	"context"
	"time"

	"plateau/internal/accounts"
	"plateau/internal/play"
)

// AddSSHKey implements [accounts.KeyStore].
func (s *Store) AddSSHKey(ctx context.Context, p play.Player, nameKey string, k accounts.SSHKey, most int, guest bool) error {
	return s.db.Write(ctx, func(ctx context.Context, w *Tx) error {
		if err := w.fewer(ctx, most, play.ErrTooMany, `SELECT count(*) FROM ssh_keys WHERE player = ?`, p.ID); err != nil {
			return err
		}
		if !guest {
			if err := w.keep(ctx, p, nameKey); err != nil {
				return err
			}
		}
		if err := w.fewer(ctx, 1, accounts.ErrKeyTaken, `SELECT count(*) FROM ssh_keys WHERE hash = ?`, k.Hash[:]); err != nil {
			return err
		}
		return w.changeOr(ctx, play.ErrNoPlayer, `INSERT INTO ssh_keys (id, player, hash, kind, label, since, used)
			SELECT ?, id, ?, ?, ?, ?, ? FROM players WHERE id = ? AND name <> ''`,
			k.ID, k.Hash[:], k.Kind, k.Label, k.Since.UnixMilli(), millisOf(k.Used), p.ID)
	})
}

// SSHKeys implements [accounts.KeyStore].
func (s *Store) SSHKeys(ctx context.Context, player play.PlayerID) ([]accounts.SSHKey, error) {
	return list(ctx, s, func(row scanner) (accounts.SSHKey, error) {
		k := accounts.SSHKey{Player: player}
		var hash []byte
		err := row.Scan(&k.ID, &hash, &k.Kind, &k.Label, at(&k.Since), atOrNever(&k.Used), &k.SignOuts)
		copy(k.Hash[:], hash)
		return k, err
	}, `SELECT id, hash, kind, label, since, used, sign_outs FROM ssh_keys WHERE player = ? ORDER BY since, id`, player)
}

// UseSSHKey implements [accounts.KeyStore].
func (s *Store) UseSSHKey(ctx context.Context, id string, now time.Time) error {
	return s.run(ctx, `UPDATE ssh_keys SET used = ? WHERE id = ?`, now.UnixMilli(), id)
}

// RemoveSSHKey implements [accounts.KeyStore]. Guests need no way in.
func (s *Store) RemoveSSHKey(ctx context.Context, player play.PlayerID, id string) (removed bool, err error) {
	changed, err := s.change(ctx, `DELETE FROM ssh_keys WHERE player = ?1 AND id = ?2 AND (
		NOT EXISTS (SELECT 1 FROM accounts WHERE player = ?1) OR
		EXISTS (SELECT 1 FROM accounts WHERE player = ?1 AND password <> '') OR
		EXISTS (SELECT 1 FROM passkeys WHERE player = ?1) OR
		EXISTS (SELECT 1 FROM ssh_keys WHERE player = ?1 AND id <> ?2))`, player, id)
	return changed > 0, err
}

// PlayerBySSHKey implements [accounts.KeyStore].
func (s *Store) PlayerBySSHKey(ctx context.Context, hash accounts.KeyHash) (play.Player, accounts.SSHKey, error) {
	k := accounts.SSHKey{Hash: hash}
	p, err := scanPlayer(s.row(ctx, `SELECT `+playerColumns+`, ssh_keys.id, kind, label, ssh_keys.since, used, sign_outs
		FROM ssh_keys JOIN players ON players.id = player WHERE hash = ?`, hash[:]),
		&k.ID, &k.Kind, &k.Label, at(&k.Since), atOrNever(&k.Used), &k.SignOuts)
	if err != nil {
		return play.Player{}, accounts.SSHKey{}, missing(err, play.ErrNoPlayer)
	}
	k.Player = p.ID
	return p, k, nil
}
