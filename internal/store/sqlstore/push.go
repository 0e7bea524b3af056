package sqlstore

import (
	"context"
	"time"

	"plateau/internal/play"
	"plateau/internal/push"
)

// SavePushDevice implements [push.Store].
func (s *Store) SavePushDevice(ctx context.Context, d push.Device, most int) (push.Device, error) {
	return transact(ctx, s.db.Write, func(ctx context.Context, w *Tx) (push.Device, error) { return w.savePushDevice(ctx, d, most) })
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
	same, err := list(ctx, w, scanPushDevice, `SELECT `+pushColumns+` FROM push_devices WHERE endpoint = ? AND player = ?`, d.Endpoint, d.Player)
	if err != nil {
		return d, err
	}
	if len(same) > 0 {
		d.ID, d.Since = same[0].ID, same[0].Since
	}
	if err := w.run(ctx, `DELETE FROM push_devices WHERE endpoint = ?`, d.Endpoint); err != nil {
		return d, err
	}
	if err := w.run(ctx, `DELETE FROM push_devices WHERE id IN (SELECT id FROM push_devices WHERE player = ?
		ORDER BY used DESC, since DESC, id`+after+`)`, d.Player, most-1); err != nil {
		return d, err
	}
	return d, w.run(ctx, `INSERT INTO push_devices (`+pushColumns+`) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?)`,
		d.ID, d.Player, d.Session, d.Endpoint, d.Key, d.Secret, d.Label, d.Since.UnixMilli(), d.Used.UnixMilli())
}

// PushDevices implements [push.Store].
func (s *Store) PushDevices(ctx context.Context, player play.PlayerID) ([]push.Device, error) {
	return list(ctx, s, scanPushDevice, `SELECT `+pushColumns+` FROM push_devices WHERE player = ? ORDER BY since, id`, player)
}

func scanPushDevice(row scanner) (d push.Device, err error) {
	err = row.Scan(&d.ID, &d.Player, &d.Session, &d.Endpoint, &d.Key, &d.Secret, &d.Label, at(&d.Since), at(&d.Used))
	return d, err
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
	if err := s.run(ctx, `INSERT INTO push_key (one, private) VALUES (1, ?) ON CONFLICT DO NOTHING`, fresh); err != nil {
		return nil, err
	}
	return value[[]byte](s.row(ctx, `SELECT private FROM push_key`))
}
