package sqlstore

import (
	"context"
	"time"

	"plateau/internal/play"
	"plateau/internal/push"
)

// SavePushDevice implements [push.Store].
func (s *Store) SavePushDevice(ctx context.Context, d push.Device, most int) (push.Device, error) {
	var saved push.Device
	err := s.db.Write(ctx, func(ctx context.Context, w *Tx) (err error) {
		saved, err = w.savePushDevice(ctx, d, most)
		return err
	})
	return saved, err
}

const pushColumns = `id, player, session, endpoint, key, secret, label, since, used`

func (w *Tx) savePushDevice(ctx context.Context, d push.Device, most int) (push.Device, error) {
	known, err := w.count(ctx, `SELECT count(*) FROM tokens WHERE player = ? AND id = ?`, d.Player, d.Session)
	if err == nil && known == 0 {
		err = play.ErrNoPlayer
	}
	if err != nil {
		return d, err
	}
	rows, err := w.Query(ctx, `SELECT `+pushColumns+` FROM push_devices WHERE endpoint = ? AND player = ?`, d.Endpoint, d.Player)
	if err != nil {
		return d, err
	}
	same, err := scanPushDevices(rows)
	if err != nil {
		return d, err
	}
	if len(same) > 0 {
		d.ID, d.Since = same[0].ID, same[0].Since
	}
	if _, err := w.Exec(ctx, `DELETE FROM push_devices WHERE endpoint = ?`, d.Endpoint); err != nil {
		return d, err
	}
	_, err = w.Exec(ctx, `DELETE FROM push_devices WHERE id IN (SELECT id FROM push_devices WHERE player = ?
		ORDER BY used DESC, since DESC, id`+after+`)`, d.Player, most-1)
	if err != nil {
		return d, err
	}
	_, err = w.Exec(ctx, `INSERT INTO push_devices (`+pushColumns+`) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?)`,
		d.ID, d.Player, d.Session, d.Endpoint, d.Key, d.Secret, d.Label, d.Since.UnixMilli(), d.Used.UnixMilli())
	return d, err
}

// PushDevices implements [push.Store].
func (s *Store) PushDevices(ctx context.Context, player play.PlayerID) ([]push.Device, error) {
	rows, err := s.db.QueryContext(ctx, `SELECT `+pushColumns+` FROM push_devices WHERE player = ? ORDER BY since, id`, player)
	if err != nil {
		return nil, err
	}
	return scanPushDevices(rows)
}

func scanPushDevices(rows scanners) ([]push.Device, error) {
	defer rows.Close()
	var list []push.Device
	for rows.Next() {
		var d push.Device
		var since, used int64
		if err := rows.Scan(&d.ID, &d.Player, &d.Session, &d.Endpoint, &d.Key, &d.Secret, &d.Label, &since, &used); err != nil {
			return nil, err
		}
		d.Since, d.Used = time.UnixMilli(since).UTC(), time.UnixMilli(used).UTC()
		list = append(list, d)
	}
	return list, rows.Err()
}

// RemovePushDevice implements [push.Store].
func (s *Store) RemovePushDevice(ctx context.Context, player play.PlayerID, id string) (removed bool, err error) {
	changed, err := s.change(ctx, `DELETE FROM push_devices WHERE player = ? AND id = ?`, player, id)
	return changed > 0, err
}

// ExpirePushDevices implements [push.Store].
func (s *Store) ExpirePushDevices(ctx context.Context, before time.Time) (int, error) {
	return s.change(ctx, `DELETE FROM push_devices WHERE used < ?`, before.UnixMilli())
}

// PushKey implements [push.Store].
func (s *Store) PushKey(ctx context.Context, fresh []byte) ([]byte, error) {
	_, err := s.change(ctx, `INSERT INTO push_key (one, private) VALUES (1, ?) ON CONFLICT DO NOTHING`, fresh)
	if err != nil {
		return nil, err
	}
	var key []byte
	err = s.db.QueryRowContext(ctx, `SELECT private FROM push_key`).Scan(&key)
	return key, err
}
