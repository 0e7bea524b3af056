package sqlstore

import (
	"context"
	"encoding/json"
	"strings"
	"time"

	"plateau/internal/accounts"
	"plateau/internal/admin"
	"plateau/internal/play"
	"plateau/internal/store/removals"
)

// playerColumns are what a player is read from.
const playerColumns = `players.id, players.name, players.registered, players.since, players.administrator, players.suspended_until, players.bot, players.barred, players.manager`

// scanPlayer reads playerColumns, and the columns after them.
func scanPlayer(row scanner, after ...any) (play.Player, error) {
	var p play.Player
	err := row.Scan(append([]any{
		&p.ID, &p.Name, &p.Registered, at(&p.Since), &p.Administrator, atOrNever(&p.SuspendedUntil), &p.Bot, &p.Barred, &p.Manager,
	}, after...)...)
	return p, err
}

// Players implements [admin.AuditStore].
func (s *Store) Players(ctx context.Context, q admin.PlayerQuery) ([]play.Player, error) {
	where := conditions{text: ` WHERE name <> ''`}
	where.add(q.Text != "", `(lower(name) LIKE lower(?) ESCAPE '\' OR id = ?)`, "%"+escapeLike.Replace(q.Text)+"%", q.Text)
	where.add(q.Name != "", "(lower(name) = lower(?) OR id = ?)", q.Name, q.Name)
	where.add(!q.SuspendedAt.IsZero(), "suspended_until > ?", q.SuspendedAt.UnixMilli())
	where.add(q.Administrators, "administrator = 1")
	if q.After != nil {
		since := q.After.Since.UnixMilli()
		where.add(true, "since <= ? AND (since < ? OR id > ?)", since, since, q.After.ID)
	}
	return s.listPlayers(ctx, `SELECT `+playerColumns+` FROM players`+where.text+" ORDER BY since DESC, id LIMIT ?", append(where.args, q.Limit)...)
}

// escapeLike makes a text match itself.
var escapeLike = strings.NewReplacer(`\`, `\\`, `%`, `\%`, `_`, `\_`)

// changePlayerBy runs a statement that changes a player who was not deleted, for
// somebody who must be an administrator.
func (s *Store) changePlayerBy(ctx context.Context, by accounts.Authority, query string, args ...any) error {
	return s.db.Write(ctx, func(ctx context.Context, w *Tx) error {
		if by.By != "" {
			may, err := w.count(ctx, `SELECT count(*) FROM players WHERE id = ? AND administrator = 1 AND suspended_until <= ?`, by.By, by.At.UnixMilli())
			if err == nil && may == 0 {
				err = accounts.ErrNoAdministrator
			}
			if err != nil {
				return err
			}
		}
		return w.changeOr(ctx, play.ErrNoPlayer, query, args...)
	})
}

// SetAdministrator implements [accounts.StatusStore].
func (s *Store) SetAdministrator(ctx context.Context, player play.PlayerID, administrator bool, by accounts.Authority) error {
	return s.changePlayerBy(ctx, by, `UPDATE players SET administrator = ? WHERE id = ? AND name <> ''`, administrator, player)
}

// Suspend implements [accounts.StatusStore].
func (s *Store) Suspend(ctx context.Context, player play.PlayerID, until time.Time, by accounts.Authority) error {
	return s.changePlayerBy(ctx, by, `UPDATE players SET suspended_until = ? WHERE id = ? AND name <> ''`, millisOf(until), player)
}

// RemoveAllAccess implements [accounts.AccessStore].
func (s *Store) RemoveAllAccess(ctx context.Context, kind accounts.AccessKind) (removed int, err error) {
	return transact(ctx, s.db.Write, func(ctx context.Context, w *Tx) (int, error) {
		removed, err := w.Exec(ctx, `DELETE FROM tokens WHERE kind = ?`, kind)
		if err != nil || kind != accounts.Session {
			return int(removed), err
		}
		return int(removed), w.runAll(ctx, []string{
			`DELETE FROM signin_links WHERE once = 1`,
			`UPDATE ssh_keys SET sign_outs = sign_outs + 1`,
		})
	})
}

// EraseMessage implements [live.Store].
func (s *Store) EraseMessage(ctx context.Context, table play.TableID, seq uint64) (erased bool, err error) {
	return transact(ctx, s.db.Erase, func(ctx context.Context, w *Tx) (bool, error) {
		var said play.Said
		err := w.QueryRowContext(ctx, `SELECT body FROM events WHERE table_id = ? AND seq = ? AND kind = 'said'`, table, seq).Scan(fromJSON{&said})
		if err != nil || said.Text == "" && said.Phrase == "" {
			return false, missing(err, nil)
		}
		said.Text, said.Phrase = "", ""
		body, err := json.Marshal(said)
		if err != nil {
			return false, err
		}
		if err := w.note(ctx, removals.Message, messageKey(table, seq)); err != nil {
			return false, err
		}
		return true, w.run(ctx, `UPDATE events SET body = ? WHERE table_id = ? AND seq = ?`, string(body), table, seq)
	})
}

// AddSignInLink implements [accounts.LinkStore].
func (s *Store) AddSignInLink(ctx context.Context, l accounts.SignInLink) error {
	return s.db.Write(ctx, func(ctx context.Context, w *Tx) error {
		if l.OverSSH {
			if err := w.run(ctx, `DELETE FROM signin_links WHERE player = ? AND over_ssh = 1`, l.Player); err != nil {
				return err
			}
		}
		return w.changeOr(ctx, play.ErrNoPlayer, `INSERT INTO signin_links (hash, player, once, since, ends, over_ssh)
			SELECT ?, id, ?, ?, ?, ? FROM players WHERE id = ? AND name <> ''`,
			l.Hash[:], l.Once, l.Since.UnixMilli(), l.Until.UnixMilli(), l.OverSSH, l.Player)
	})
}

// UseSignInLink implements [accounts.LinkStore].
func (s *Store) UseSignInLink(ctx context.Context, hash play.TokenHash, now time.Time, session accounts.Access, most int) (play.PlayerID, error) {
	return transact(ctx, s.db.Write, func(ctx context.Context, w *Tx) (play.PlayerID, error) {
		if err := w.run(ctx, `DELETE FROM signin_links WHERE ends <= ?`, now.UnixMilli()); err != nil {
			return "", err
		}
		err := w.QueryRowContext(ctx, `SELECT player, over_ssh FROM signin_links WHERE hash = ?`, hash[:]).Scan(&session.Player, &session.OverSSH)
		if err != nil {
			return "", missing(err, accounts.ErrNoLink)
		}
		if err := w.run(ctx, `DELETE FROM signin_links WHERE hash = ? AND once = 1`, hash[:]); err != nil {
			return "", err
		}
		return session.Player, w.addAccessOf(ctx, session, most)
	})
}

// SignInLinks implements [accounts.LinkStore].
func (s *Store) SignInLinks(ctx context.Context, player play.PlayerID) ([]accounts.SignInLink, error) {
	return list(ctx, s, func(row scanner) (l accounts.SignInLink, err error) {
		l.Player = player
		err = row.Scan(&l.Once, at(&l.Since), at(&l.Until), &l.OverSSH)
		return l, err
	}, `SELECT once, since, ends, over_ssh FROM signin_links WHERE player = ? ORDER BY since, hash`, player)
}

// RemoveSignInLinks implements [accounts.LinkStore].
func (s *Store) RemoveSignInLinks(ctx context.Context, player play.PlayerID) error {
	return s.run(ctx, `DELETE FROM signin_links WHERE player = ?`, player)
}

// Announce implements [admin.AuditStore].
func (s *Store) Announce(ctx context.Context, a admin.Announcement) error {
	return s.run(ctx, `INSERT INTO announcement (one, text, since, ends) VALUES (1, ?, ?, ?)
		ON CONFLICT (one) DO UPDATE SET text = excluded.text, since = excluded.since, ends = excluded.ends`,
		a.Text, millisOf(a.Since), millisOf(a.Until))
}

// Announcement implements [admin.AuditStore].
func (s *Store) Announcement(ctx context.Context) (a admin.Announcement, err error) {
	err = s.row(ctx, `SELECT text, since, ends FROM announcement`).Scan(&a.Text, at(&a.Since), at(&a.Until))
	return a, missing(err, nil)
}

// AddAudit implements [admin.AuditStore].
func (s *Store) AddAudit(ctx context.Context, e admin.AuditEntry) error {
	return s.run(ctx, `INSERT INTO audit (at, actor, action, player, table_id, detail) VALUES (?, ?, ?, ?, ?, ?)`,
		e.At.UnixMilli(), e.By, e.Action, e.Player, e.Table, e.Detail)
}

// auditQuery reads entries with the present names.
const auditQuery = `SELECT seq, at, actor, action, audit.player, table_id, detail,
	coalesce(a.name, ''), coalesce(p.name, '') FROM audit
	LEFT JOIN players a ON a.id = actor LEFT JOIN players p ON p.id = audit.player `

// Audit implements [admin.AuditStore].
func (s *Store) Audit(ctx context.Context, before int64, limit int) ([]admin.AuditEntry, error) {
	return list(ctx, s, scanAudit, auditQuery+`WHERE CAST(?1 AS BIGINT) = 0 OR seq < ?1 ORDER BY seq DESC LIMIT ?2`, before, limit)
}

// AuditAbout implements [admin.AuditStore].
func (s *Store) AuditAbout(ctx context.Context, player play.PlayerID) ([]admin.AuditEntry, error) {
	return list(ctx, s, scanAudit, auditQuery+`WHERE audit.player = ?1 OR actor = ?1 ORDER BY seq`, player)
}

func scanAudit(row scanner) (e admin.AuditEntry, err error) {
	err = row.Scan(&e.Seq, at(&e.At), &e.By, &e.Action, &e.Player, &e.Table, &e.Detail, &e.ByName, &e.PlayerName)
	return e, err
}

// ExpireAudit implements [admin.AuditStore].
func (s *Store) ExpireAudit(ctx context.Context, before time.Time) (int, error) {
	return s.change(ctx, `DELETE FROM audit WHERE at < ?`, before.UnixMilli())
}
