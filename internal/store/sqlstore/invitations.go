package sqlstore

import (
	"context"
	"database/sql"
	"errors"
	"time"

	"plateau/internal/accounts"
	"plateau/internal/play"
)

// AddInvitation implements [accounts.InvitationStore].
func (s *Store) AddInvitation(ctx context.Context, i accounts.Invitation, most int) error {
	return s.db.Write(ctx, func(ctx context.Context, w *Tx) error {
		if i.Group != "" {
			if err := w.needGroup(ctx, i.Group); err != nil {
				return err
			}
			have, err := w.count(ctx, `SELECT count(*) FROM invitations WHERE group_id = ?`, i.Group)
			if err == nil && have >= most {
				err = play.ErrTooMany
			}
			if err != nil {
				return err
			}
		}
		_, err := w.Exec(ctx, `INSERT INTO invitations (id, hash, group_id, role, maker, since, ends, uses, used)
			VALUES (?, ?, ?, ?, ?, ?, ?, ?, 0)`,
			i.ID, i.Hash[:], i.Group, i.Role, i.By, i.Since.UnixMilli(), i.Until.UnixMilli(), i.Uses)
		return err
	})
}

// selectInvitations reads invitations with the names of their groups and makers.
const selectInvitations = `SELECT invitations.id, group_id, coalesce(player_groups.name, ''), role, maker, coalesce(players.name, ''),
	invitations.since, ends, uses, used
	FROM invitations LEFT JOIN player_groups ON player_groups.id = group_id LEFT JOIN players ON players.id = maker `

func scanInvitation(row scanner) (i accounts.Invitation, err error) {
	var since, ends int64
	err = row.Scan(&i.ID, &i.Group, &i.GroupName, &i.Role, &i.By, &i.ByName, &since, &ends, &i.Uses, &i.Used)
	i.Since, i.Until = time.UnixMilli(since).UTC(), time.UnixMilli(ends).UTC()
	if errors.Is(err, sql.ErrNoRows) {
		err = accounts.ErrNoInvitation
	}
	return i, err
}

// Invitations implements [accounts.InvitationStore].
func (s *Store) Invitations(ctx context.Context, of play.GroupID) ([]accounts.Invitation, error) {
	return list(ctx, s, scanInvitation, selectInvitations+`WHERE ?1 = '' OR group_id = ?1 ORDER BY invitations.since DESC, invitations.id`, of)
}

// InvitationsBy implements [accounts.InvitationStore].
func (s *Store) InvitationsBy(ctx context.Context, player play.PlayerID) ([]accounts.Invitation, error) {
	return list(ctx, s, scanInvitation, selectInvitations+`WHERE maker = ?1 AND maker <> '' ORDER BY invitations.since DESC, invitations.id`, player)
}

// Invitation implements [accounts.InvitationStore].
func (s *Store) Invitation(ctx context.Context, id string) (accounts.Invitation, error) {
	return scanInvitation(s.db.QueryRowContext(ctx, selectInvitations+`WHERE invitations.id = ?`, id))
}

// usable selects an invitation that can be used now.
const usable = selectInvitations + `WHERE hash = ? AND ends > ? AND used < uses`

// InvitationByToken implements [accounts.InvitationStore].
func (s *Store) InvitationByToken(ctx context.Context, hash play.TokenHash, now time.Time) (accounts.Invitation, error) {
	return scanInvitation(s.db.QueryRowContext(ctx, usable, hash[:], now.UnixMilli()))
}

// UseInvitation implements [accounts.InvitationStore].
func (s *Store) UseInvitation(ctx context.Context, hash play.TokenHash, now time.Time, use accounts.InvitationUse) (i accounts.Invitation, err error) {
	err = s.db.Write(ctx, func(ctx context.Context, w *Tx) error {
		if i, err = scanInvitation(w.QueryRow(ctx, usable, hash[:], now.UnixMilli())); err != nil {
			return err
		}
		changed, err := w.useInvitation(ctx, i, now, use)
		if err != nil || !changed {
			return err
		}
		_, err = w.Exec(ctx, `UPDATE invitations SET used = used + 1 WHERE id = ?`, i.ID)
		return err
	})
	return i, err
}

// useInvitation makes the account and the membership, and reports whether it made
// anything.
func (w *Tx) useInvitation(ctx context.Context, i accounts.Invitation, now time.Time, use accounts.InvitationUse) (changed bool, err error) {
	p := use.Player
	if use.Access != nil {
		_, err := w.Exec(ctx, `INSERT INTO players (id, name, registered, since) VALUES (?, ?, 0, ?)`, p.ID, p.Name, p.Since.UnixMilli())
		if err != nil {
			return false, err
		}
		if err := w.addAccess(ctx, *use.Access); err != nil {
			return false, err
		}
	}
	if use.Password != "" {
		if err := w.keep(ctx, p, use.NameKey); err != nil {
			return false, err
		}
		if _, err := w.Exec(ctx, `UPDATE accounts SET password = ? WHERE player = ?`, use.Password, p.ID); err != nil {
			return false, err
		}
		changed = true
	}
	if i.Group == "" {
		return changed, nil
	}
	member, err := w.count(ctx, `SELECT count(*) FROM group_members WHERE group_id = ? AND player = ?`, i.Group, p.ID)
	if err != nil || member > 0 {
		return changed, err
	}
	have, err := w.count(ctx, `SELECT count(*) FROM group_members WHERE group_id = ?`, i.Group)
	if err == nil && have >= use.Most {
		err = play.ErrTooMany
	}
	if err != nil {
		return false, err
	}
	_, err = w.setMember(ctx, i.Group, p.ID, i.Role, now)
	return true, err
}

// RemoveInvitation implements [accounts.InvitationStore].
func (s *Store) RemoveInvitation(ctx context.Context, id string) (bool, error) {
	removed, err := s.change(ctx, `DELETE FROM invitations WHERE id = ?`, id)
	return removed > 0, err
}

// ExpireInvitations implements [accounts.InvitationStore].
func (s *Store) ExpireInvitations(ctx context.Context, now time.Time) error {
	_, err := s.change(ctx, `DELETE FROM invitations WHERE ends <= ?`, now.UnixMilli())
	return err
}
