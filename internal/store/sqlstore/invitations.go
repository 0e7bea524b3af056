package sqlstore

import (
	"context"
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
			if err := w.fewer(ctx, most, play.ErrTooMany, `SELECT count(*) FROM invitations WHERE group_id = ?`, i.Group); err != nil {
				return err
			}
		}
		return w.run(ctx, `INSERT INTO invitations (id, hash, group_id, role, maker, since, ends, uses, used)
			VALUES (?, ?, ?, ?, ?, ?, ?, ?, 0)`,
			i.ID, i.Hash[:], i.Group, i.Role, i.By, i.Since.UnixMilli(), i.Until.UnixMilli(), i.Uses)
	})
}

// selectInvitations reads invitations with the names of their groups and makers.
const selectInvitations = `SELECT invitations.id, group_id, coalesce(player_groups.name, ''), role, maker, coalesce(players.name, ''),
	invitations.since, ends, uses, used
	FROM invitations LEFT JOIN player_groups ON player_groups.id = group_id LEFT JOIN players ON players.id = maker `

func scanInvitation(row scanner) (i accounts.Invitation, err error) {
	err = row.Scan(&i.ID, &i.Group, &i.GroupName, &i.Role, &i.By, &i.ByName, at(&i.Since), at(&i.Until), &i.Uses, &i.Used)
	return i, missing(err, accounts.ErrNoInvitation)
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
	return scanInvitation(s.row(ctx, selectInvitations+`WHERE invitations.id = ?`, id))
}

// usable selects an invitation that can be used now.
const usable = selectInvitations + `WHERE hash = ? AND ends > ? AND used < uses`

// InvitationByToken implements [accounts.InvitationStore].
func (s *Store) InvitationByToken(ctx context.Context, hash play.TokenHash, now time.Time) (accounts.Invitation, error) {
	return scanInvitation(s.row(ctx, usable, hash[:], now.UnixMilli()))
}

// UseInvitation implements [accounts.InvitationStore].
func (s *Store) UseInvitation(ctx context.Context, hash play.TokenHash, now time.Time, use accounts.InvitationUse) (accounts.Invitation, error) {
	return transact(ctx, s.db.Write, func(ctx context.Context, w *Tx) (accounts.Invitation, error) {
		i, err := scanInvitation(w.QueryRowContext(ctx, usable, hash[:], now.UnixMilli()))
		if err != nil {
			return i, err
		}
		changed, err := w.useInvitation(ctx, i, now, use)
		if err != nil || !changed {
			return i, err
		}
		return i, w.run(ctx, `UPDATE invitations SET used = used + 1 WHERE id = ?`, i.ID)
	})
}

// useInvitation makes the account and the membership, and reports whether it made
// anything.
func (w *Tx) useInvitation(ctx context.Context, i accounts.Invitation, now time.Time, use accounts.InvitationUse) (changed bool, err error) {
	p := use.Player
	if use.Access != nil {
		err := w.run(ctx, `INSERT INTO players (id, name, registered, since) VALUES (?, ?, 0, ?)`, p.ID, p.Name, p.Since.UnixMilli())
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
		if err := w.run(ctx, `UPDATE accounts SET password = ? WHERE player = ?`, use.Password, p.ID); err != nil {
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
	if err := w.fewer(ctx, use.Most, play.ErrTooMany, `SELECT count(*) FROM group_members WHERE group_id = ?`, i.Group); err != nil {
		return false, err
	}
	return true, w.setMember(ctx, i.Group, p.ID, i.Role, now)
}

// RemoveInvitation implements [accounts.InvitationStore].
func (s *Store) RemoveInvitation(ctx context.Context, id string) (bool, error) {
	removed, err := s.change(ctx, `DELETE FROM invitations WHERE id = ?`, id)
	return removed > 0, err
}

// ExpireInvitations implements [accounts.InvitationStore].
func (s *Store) ExpireInvitations(ctx context.Context, now time.Time) error {
	return s.run(ctx, `DELETE FROM invitations WHERE ends <= ?`, now.UnixMilli())
}
