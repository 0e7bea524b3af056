package sqlstore

import (
	"context"
	"errors"
	"strings"
	"time"

	"plateau/internal/accounts"
	"plateau/internal/play"
)

// AddGroup implements [play.GroupStore].
func (s *Store) AddGroup(ctx context.Context, g play.Group) error {
	return s.run(ctx, `INSERT INTO player_groups (id, name, chat, contact, since, request) VALUES (?, ?, ?, ?, ?, '')`,
		g.ID, g.Name, g.Chat, g.Contact, g.Since.UnixMilli())
}

// FoundClub implements [play.GroupStore].
func (s *Store) FoundClub(ctx context.Context, g play.Group, most int) error {
	return s.db.Write(ctx, func(ctx context.Context, w *Tx) error {
		if err := w.refuseOwner(ctx, g.Owner, most); err != nil {
			return err
		}
		if err := w.run(ctx, `INSERT INTO player_groups (id, name, chat, contact, since, request, owner) VALUES (?, ?, ?, ?, ?, '', ?)`,
			g.ID, g.Name, g.Chat, g.Contact, g.Since.UnixMilli(), g.Owner); err != nil {
			return err
		}
		return w.setMember(ctx, g.ID, g.Owner, play.RoleLeader, g.Since)
	})
}

// SetOwner implements [play.GroupStore].
func (s *Store) SetOwner(ctx context.Context, id play.GroupID, player play.PlayerID, most int) error {
	return s.db.Write(ctx, func(ctx context.Context, w *Tx) error {
		if err := w.refuseOwner(ctx, player, most); err != nil {
			return err
		}
		var since time.Time
		err := w.QueryRowContext(ctx, `SELECT group_members.since FROM group_members JOIN player_groups ON id = group_id
			WHERE id = ? AND player = ? AND owner <> ''`, id, player).Scan(at(&since))
		if err != nil {
			return missing(err, play.ErrNoGroup)
		}
		if err := w.run(ctx, `UPDATE player_groups SET owner = ? WHERE id = ?`, player, id); err != nil {
			return err
		}
		return w.setMember(ctx, id, player, play.RoleLeader, since)
	})
}

// refuseOwner fails if a player owns as many clubs as anybody may.
func (w *Tx) refuseOwner(ctx context.Context, player play.PlayerID, most int) error {
	return w.fewer(ctx, most, play.ErrTooMany, `SELECT count(*) FROM player_groups WHERE owner = ? AND owner <> ''`, player)
}

// ChangeGroup implements [play.GroupStore].
func (s *Store) ChangeGroup(ctx context.Context, g play.Group) error {
	return s.changeOr(ctx, play.ErrNoGroup, `UPDATE player_groups SET name = coalesce(nullif(?, ''), name), chat = coalesce(nullif(?, ''), chat),
		contact = coalesce(nullif(?, ''), contact) WHERE id = ?`, g.Name, g.Chat, g.Contact, g.ID)
}

// RemoveGroup implements [play.GroupStore].
func (s *Store) RemoveGroup(ctx context.Context, id play.GroupID) error {
	return s.db.Write(ctx, func(ctx context.Context, w *Tx) error {
		removed, err := w.removeGroup(ctx, id)
		if err == nil && removed == 0 {
			err = play.ErrNoGroup
		}
		return err
	})
}

// removeGroup returns how many groups were removed, at most one.
func (w *Tx) removeGroup(ctx context.Context, id play.GroupID) (int64, error) {
	if err := w.runAll(ctx, []string{
		`DELETE FROM invitations WHERE group_id = ?`,
		`DELETE FROM group_members WHERE group_id = ?`,
		`UPDATE players SET manager = '' WHERE manager = ?`,
	}, id); err != nil {
		return 0, err
	}
	return w.Exec(ctx, `DELETE FROM player_groups WHERE id = ?`, id)
}

const groupColumns = `player_groups.id, player_groups.name, player_groups.chat, player_groups.contact, player_groups.since, player_groups.owner`

// scanGroup reads groupColumns, and the columns after them.
func scanGroup(row scanner, after ...any) (play.Group, error) {
	var g play.Group
	err := row.Scan(append([]any{&g.ID, &g.Name, &g.Chat, &g.Contact, at(&g.Since), &g.Owner}, after...)...)
	return g, err
}

// Group implements [play.GroupStore].
func (s *Store) Group(ctx context.Context, id play.GroupID) (play.Group, error) {
	g, err := scanGroup(s.row(ctx, `SELECT `+groupColumns+` FROM player_groups WHERE id = ?`, id))
	return g, missing(err, play.ErrNoGroup)
}

// Groups implements [play.GroupStore].
func (s *Store) Groups(ctx context.Context) ([]play.Group, error) {
	return list(ctx, s, func(row scanner) (play.Group, error) { return scanGroup(row) },
		`SELECT `+groupColumns+` FROM player_groups ORDER BY name, id`)
}

// GroupsOf implements [play.MemberStore].
func (s *Store) GroupsOf(ctx context.Context, player play.PlayerID) ([]play.Membership, error) {
	return list(ctx, s, func(row scanner) (m play.Membership, err error) {
		m.Group, err = scanGroup(row, &m.Role, at(&m.Since))
		m.Name = m.Group.Name
		return m, err
	}, `SELECT `+groupColumns+`, role, group_members.since FROM group_members
		JOIN player_groups ON player_groups.id = group_id WHERE player = ? ORDER BY name, player_groups.id`, player)
}

// Members implements [play.MemberStore].
func (s *Store) Members(ctx context.Context, id play.GroupID) ([]play.Member, error) {
	return list(ctx, s, func(row scanner) (m play.Member, err error) {
		m.Player, err = scanPlayer(row, &m.Role, at(&m.Since), &m.Card)
		return m, err
	}, `SELECT `+playerColumns+`, role, group_members.since,
		EXISTS (SELECT 1 FROM signin_links WHERE signin_links.player = players.id AND once = 0)
		FROM group_members JOIN players ON players.id = group_members.player
		WHERE group_id = ? ORDER BY role = 'leader' DESC, lower(name), players.id`, id)
}

// SetMember implements [play.MemberStore].
func (s *Store) SetMember(ctx context.Context, id play.GroupID, player play.PlayerID, role play.Role, now time.Time) error {
	return s.db.Write(ctx, func(ctx context.Context, w *Tx) error {
		if err := w.needGroup(ctx, id); err != nil {
			return err
		}
		if role != play.RoleLeader {
			if err := w.refuseLastLeader(ctx, id, player); err != nil {
				return err
			}
		}
		return w.setMember(ctx, id, player, role, now)
	})
}

// refuseLastLeader fails if a player is the only leader of a group.
func (w *Tx) refuseLastLeader(ctx context.Context, id play.GroupID, player play.PlayerID) error {
	leads, err := w.count(ctx, `SELECT count(*) FROM group_members WHERE group_id = ? AND player = ? AND role = ?`, id, player, play.RoleLeader)
	if err != nil || leads == 0 {
		return err
	}
	all, err := w.count(ctx, `SELECT count(*) FROM group_members WHERE group_id = ? AND role = ?`, id, play.RoleLeader)
	if err == nil && all == 1 {
		err = play.ErrLastLeader
	}
	return err
}

// needGroup fails if there is no such group.
func (w *Tx) needGroup(ctx context.Context, id play.GroupID) error {
	n, err := w.count(ctx, `SELECT count(*) FROM player_groups WHERE id = ?`, id)
	if err == nil && n == 0 {
		err = play.ErrNoGroup
	}
	return err
}

// setMember makes a player a member, or gives a member a role.
func (w *Tx) setMember(ctx context.Context, id play.GroupID, player play.PlayerID, role play.Role, now time.Time) error {
	return w.changeOr(ctx, play.ErrNoPlayer, `INSERT INTO group_members (group_id, player, role, since)
		SELECT ?, id, ?, ? FROM players WHERE id = ? AND name <> ''
		ON CONFLICT (group_id, player) DO UPDATE SET role = excluded.role`, id, role, now.UnixMilli(), player)
}

// RemoveMember implements [play.MemberStore].
func (s *Store) RemoveMember(ctx context.Context, id play.GroupID, player play.PlayerID) (bool, error) {
	return transact(ctx, s.db.Write, func(ctx context.Context, w *Tx) (bool, error) {
		if err := w.refuseLastLeader(ctx, id, player); err != nil {
			return false, err
		}
		removed, err := w.Exec(ctx, `DELETE FROM group_members WHERE group_id = ? AND player = ?`, id, player)
		return removed > 0, err
	})
}

// AddManaged implements [accounts.InvitationStore].
func (s *Store) AddManaged(ctx context.Context, id play.GroupID, request string, made []accounts.NewManaged, most int) (added bool, err error) {
	return transact(ctx, s.db.Write, func(ctx context.Context, w *Tx) (bool, error) {
		if err := w.needGroup(ctx, id); err != nil {
			return false, err
		}
		repeated, err := w.count(ctx, `SELECT count(*) FROM player_groups WHERE id = ? AND request = ? AND request <> ''`, id, request)
		if err != nil || repeated > 0 {
			return false, err
		}
		have, err := w.count(ctx, `SELECT count(*) FROM group_members WHERE group_id = ?`, id)
		if err == nil && have+len(made) > most {
			err = play.ErrTooMany
		}
		for i := 0; i < len(made) && err == nil; i++ {
			if err = w.addManaged(ctx, id, made[i]); errors.Is(err, accounts.ErrNameTaken) {
				err = &accounts.TakenNameError{Index: i}
			}
		}
		if err != nil {
			return false, err
		}
		return true, w.run(ctx, `UPDATE player_groups SET request = ? WHERE id = ?`, request, id)
	})
}

func (w *Tx) addManaged(ctx context.Context, id play.GroupID, a accounts.NewManaged) error {
	if err := w.refuseTaken(ctx, a.NameKey, a.Player.ID); err != nil {
		return err
	}
	p := a.Player
	if err := w.run(ctx, `INSERT INTO players (id, name, registered, since, manager) VALUES (?, ?, 1, ?, ?)`,
		p.ID, p.Name, p.Since.UnixMilli(), id); err != nil {
		return err
	}
	if err := w.run(ctx, `INSERT INTO accounts (player, name_key, password) VALUES (?, ?, '')`, p.ID, a.NameKey); err != nil {
		return err
	}
	return w.setMember(ctx, id, p.ID, play.RoleMember, p.Since)
}

// ReleaseAccount implements [accounts.InvitationStore].
func (s *Store) ReleaseAccount(ctx context.Context, player play.PlayerID) error {
	return s.changeOr(ctx, play.ErrNoPlayer, `UPDATE players SET manager = '' WHERE id = ? AND name <> ''`, player)
}

// TalkAmong implements [play.MemberStore].
func (s *Store) TalkAmong(ctx context.Context, players ...play.PlayerID) (play.Talk, error) {
	if len(players) == 0 {
		return play.TalkFree, nil
	}
	args := make([]any, len(players))
	for i, p := range players {
		args[i] = p
	}
	settings, err := list(ctx, s, value[play.Talk],
		`SELECT DISTINCT chat FROM group_members JOIN player_groups ON id = group_id
			WHERE player IN (?`+strings.Repeat(", ?", len(players)-1)+`)`, args...)
	talk := play.TalkFree
	for _, t := range settings {
		talk = talk.Stricter(t)
	}
	return talk, err
}

// StrangersAmong implements [play.MemberStore].
func (s *Store) StrangersAmong(ctx context.Context, players ...play.PlayerID) ([]play.Strangers, error) {
	// The cross joins look up each player instead of scanning the table.
	return list(ctx, s, func(row scanner) (pair play.Strangers, err error) {
		err = row.Scan(&pair.Member, &pair.Stranger)
		return pair, err
	},
		`SELECT DISTINCT players.id, b.value ->> 0
		FROM `+s.db.Elements("?1")+` AS a CROSS JOIN players CROSS JOIN player_groups CROSS JOIN `+s.db.Elements("?1")+` AS b
		WHERE players.id = a.value ->> 0 AND players.manager <> '' AND player_groups.id = players.manager AND player_groups.contact <> 'everybody'
		AND b.value ->> 0 NOT IN ('', players.id)
		AND NOT EXISTS (SELECT 1 FROM group_members WHERE group_id = player_groups.id AND group_members.player = b.value ->> 0)`, elements(players))
}
