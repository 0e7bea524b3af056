package sqlstore

import (
	"context"
	"database/sql"
	"errors"
	"time"

	"plateau/internal/accounts"
	"plateau/internal/play"
)

// AddSSHKey implements [accounts.KeyStore].
func (s *Store) AddSSHKey(ctx context.Context, p play.Player, nameKey string, k accounts.SSHKey, most int, guest bool) error {
	return s.db.Write(ctx, func(ctx context.Context, w *Tx) error {
		have, err := w.count(ctx, `SELECT count(*) FROM ssh_keys WHERE player = ?`, p.ID)
		if err == nil && have >= most {
			err = play.ErrTooMany
		}
		if err != nil {
			return err
		}
		if !guest {
			if err := w.keep(ctx, p, nameKey); err != nil {
				return err
			}
		}
		taken, err := w.count(ctx, `SELECT count(*) FROM ssh_keys WHERE hash = ?`, k.Hash[:])
		if err == nil && taken > 0 {
			err = accounts.ErrKeyTaken
		}
		if err != nil {
			return err
		}
		changed, err := w.Exec(ctx, `INSERT INTO ssh_keys (id, player, hash, kind, label, since, used)
			SELECT ?, id, ?, ?, ?, ?, ? FROM players WHERE id = ? AND name <> ''`,
			k.ID, k.Hash[:], k.Kind, k.Label, k.Since.UnixMilli(), orZero(k.Used), p.ID)
		if err == nil && changed == 0 {
			err = play.ErrNoPlayer
		}
		return err
	})
}

// SSHKeys implements [accounts.KeyStore].
func (s *Store) SSHKeys(ctx context.Context, player play.PlayerID) ([]accounts.SSHKey, error) {
	return list(ctx, s, func(row scanner) (accounts.SSHKey, error) {
		k := accounts.SSHKey{Player: player}
		var hash []byte
		var since, used int64
		err := row.Scan(&k.ID, &hash, &k.Kind, &k.Label, &since, &used, &k.SignOuts)
		copy(k.Hash[:], hash)
		k.Since, k.Used = time.UnixMilli(since).UTC(), fromZero(used)
		return k, err
	}, `SELECT id, hash, kind, label, since, used, sign_outs FROM ssh_keys WHERE player = ? ORDER BY since, id`, player)
}

// UseSSHKey implements [accounts.KeyStore].
func (s *Store) UseSSHKey(ctx context.Context, id string, now time.Time) error {
	_, err := s.change(ctx, `UPDATE ssh_keys SET used = ? WHERE id = ?`, now.UnixMilli(), id)
	return err
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
	var since, used int64
	p, err := scanPlayer(s.db.QueryRowContext(ctx, `SELECT `+playerColumns+`, ssh_keys.id, kind, label, ssh_keys.since, used, sign_outs
		FROM ssh_keys JOIN players ON players.id = player WHERE hash = ?`, hash[:]), &k.ID, &k.Kind, &k.Label, &since, &used, &k.SignOuts)
	if errors.Is(err, sql.ErrNoRows) {
		err = play.ErrNoPlayer
	}
	if err != nil {
		return play.Player{}, accounts.SSHKey{}, err
	}
	k.Player, k.Since, k.Used = p.ID, time.UnixMilli(since).UTC(), fromZero(used)
	return p, k, nil
}
