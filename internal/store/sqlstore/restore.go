package sqlstore

import (
	"context"
	"encoding/hex"
	"strconv"
	"strings"
	"time"

	"plateau/internal/play"
	"plateau/internal/store/removals"
)

// RemoveListed removes once more what was removed, from a database that was restored
// from a backup, and counts what was there. Deleted players are not among it: they
// have tables, too. Who is no longer an administrator or a leader since before the
// backup may have become one again.
func (s *Store) RemoveListed(ctx context.Context, list []removals.Removal, backup time.Time) (map[removals.Kind]int, error) {
	counts := make(map[removals.Kind]int)
	err := s.db.Write(ctx, func(ctx context.Context, w *Tx) error {
		clear(counts)
		replaced := make(map[string]bool)
		for _, r := range list {
			if r.Kind == removals.Password {
				replaced[r.Key] = true
				continue
			}
			if (r.Kind == removals.Administrator || r.Kind == removals.Leader) && r.At.Before(backup) {
				continue
			}
			changed, err := w.removeListed(ctx, r)
			if err != nil {
				return err
			}
			counts[r.Kind] += int(changed)
		}
		var err error
		counts[removals.Password], err = w.removePasswords(ctx, replaced)
		return err
	})
	if err != nil {
		return nil, err
	}
	return counts, s.eraseListed(ctx, list, counts)
}

// removeListed removes one thing that its key identifies.
func (w *Tx) removeListed(ctx context.Context, r removals.Removal) (changed int64, err error) {
	switch r.Kind {
	case removals.Access, removals.Link, removals.Code:
		hash, err := hex.DecodeString(r.Key)
		if err != nil {
			return 0, nil //nolint:nilerr // A newer program may have other keys; nothing here has such a one.
		}
		query := map[removals.Kind]string{
			removals.Access: `DELETE FROM tokens WHERE hash = ?`,
			removals.Link:   `DELETE FROM signin_links WHERE hash = ?`,
			removals.Code:   `DELETE FROM recovery_codes WHERE hash = ?`,
		}[r.Kind]
		return w.Exec(ctx, query, hash)
	case removals.Passkey:
		return w.Exec(ctx, `DELETE FROM passkeys WHERE id = ?`, r.Key)
	case removals.SSHKey:
		return w.Exec(ctx, `DELETE FROM ssh_keys WHERE id = ?`, r.Key)
	case removals.Administrator:
		return w.Exec(ctx, `UPDATE players SET administrator = 0 WHERE id = ? AND administrator = 1`, r.Key)
	case removals.Invitation:
		return w.Exec(ctx, `DELETE FROM invitations WHERE id = ?`, r.Key)
	case removals.Leader:
		group, player, _ := strings.Cut(r.Key, ":")
		return w.Exec(ctx, `UPDATE group_members SET role = 'member' WHERE group_id = ? AND player = ? AND role = 'leader'`, group, player)
	case removals.Tournament:
		return w.removeTournament(ctx, play.TournamentID(r.Key))
	case removals.Group:
		return w.removeGroup(ctx, play.GroupID(r.Key))
	}
	return 0, nil
}

// removePasswords leaves accounts whose password was replaced without one.
func (w *Tx) removePasswords(ctx context.Context, replaced map[string]bool) (removed int, err error) {
	var players []play.PlayerID
	if err := each(ctx, w, func(row scanner) error {
		var player play.PlayerID
		var password string
		err := row.Scan(&player, &password)
		if replaced[passwordKey(password)] {
			players = append(players, player)
		}
		return err
	}, `SELECT player, password FROM accounts WHERE password <> ''`); err != nil {
		return 0, err
	}
	for _, player := range players {
		if err := w.run(ctx, `UPDATE accounts SET password = '' WHERE player = ?`, player); err != nil {
			return 0, err
		}
	}
	return len(players), nil
}

// eraseListed erases messages.
func (s *Store) eraseListed(ctx context.Context, list []removals.Removal, counts map[removals.Kind]int) error {
	for _, r := range list {
		table, number, _ := strings.Cut(r.Key, ":")
		seq, err := strconv.ParseUint(number, 10, 64)
		if r.Kind != removals.Message || err != nil {
			continue
		}
		erased, err := s.EraseMessage(ctx, play.TableID(table), seq)
		if err != nil {
			return err
		}
		if erased {
			counts[r.Kind]++
		}
	}
	return nil
}

// EndAllAccess ends all sessions, API tokens and sign-in links, and returns how many
// there were.
func (s *Store) EndAllAccess(ctx context.Context) (ended int, err error) {
	for _, query := range []string{`DELETE FROM tokens`, `DELETE FROM signin_links`} {
		changed, err := s.change(ctx, query)
		if err != nil {
			return ended, err
		}
		ended += changed
	}
	return ended, nil
}
