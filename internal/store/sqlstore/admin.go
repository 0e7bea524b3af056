package sqlstore

import (
	"context"
	"database/sql"
	"encoding/json"
	"errors"
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
	var since, suspended int64
	err := row.Scan(append([]any{&p.ID, &p.Name, &p.Registered, &since, &p.Administrator, &suspended, &p.Bot, &p.Barred, &p.Manager}, after...)...)
	p.Since = time.UnixMilli(since).UTC()
	if suspended != 0 {
		p.SuspendedUntil = time.UnixMilli(suspended).UTC()
	}
	return p, err
}

// Players implements [admin.AuditStore].
func (s *Store) Players(ctx context.Context, q admin.PlayerQuery) ([]play.Player, error) {
	query, args := `SELECT `+playerColumns+` FROM players WHERE name <> ''`, []any(nil)
	where := func(condition string, values ...any) {
		query += " AND " + condition
		args = append(args, values...)
	}
	if q.Text != "" {
		where(`(lower(name) LIKE lower(?) ESCAPE '\' OR id = ?)`, "%"+escapeLike.Replace(q.Text)+"%", q.Text)
	}
	if q.Name != "" {
		where("(lower(name) = lower(?) OR id = ?)", q.Name, q.Name)
	}
	if !q.SuspendedAt.IsZero() {
		where("suspended_until > ?", q.SuspendedAt.UnixMilli())
	}
	if q.Administrators {
		where("administrator = 1")
	}
	if q.After != nil {
		since := q.After.Since.UnixMilli()
		where("since <= ? AND (since < ? OR id > ?)", since, since, q.After.ID)
	}
	return s.listPlayers(ctx, query+" ORDER BY since DESC, id LIMIT ?", append(args, q.Limit)...)
}

// escapeLike makes a text match itself.
var escapeLike = strings.NewReplacer(`\`, `\\`, `%`, `\%`, `_`, `\_`)

// changePlayer runs a statement that changes a player who was not deleted.
func (s *Store) changePlayer(ctx context.Context, query string, args ...any) error {
	changed, err := s.change(ctx, query, args...)
	if err == nil && changed == 0 {
		err = play.ErrNoPlayer
	}
	return err
}

// changePlayerBy is changePlayer for somebody who must be an administrator.
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
		changed, err := w.Exec(ctx, query, args...)
		if err == nil && changed == 0 {
			err = play.ErrNoPlayer
		}
		return err
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

// millisOf is a time as it is stored; zero stays zero.
func millisOf(t time.Time) int64 {
	if t.IsZero() {
		return 0
	}
	return t.UnixMilli()
}

// RemoveAllAccess implements [accounts.AccessStore].
func (s *Store) RemoveAllAccess(ctx context.Context, kind accounts.AccessKind) (removed int, err error) {
	err = s.db.Write(ctx, func(ctx context.Context, w *Tx) error {
		changed, err := w.Exec(ctx, `DELETE FROM tokens WHERE kind = ?`, kind)
		removed = int(changed)
		if err != nil || kind != accounts.Session {
			return err
		}
		if _, err := w.Exec(ctx, `DELETE FROM signin_links WHERE once = 1`); err != nil {
			return err
		}
		_, err = w.Exec(ctx, `UPDATE ssh_keys SET sign_outs = sign_outs + 1`)
		return err
	})
	return removed, err
}

// EraseMessage implements [live.Store].
func (s *Store) EraseMessage(ctx context.Context, table play.TableID, seq uint64) (erased bool, err error) {
	err = s.db.Erase(ctx, func(ctx context.Context, w *Tx) error {
		erased = false
		var body []byte
		err := w.QueryRow(ctx, `SELECT body FROM events WHERE table_id = ? AND seq = ? AND kind = 'said'`, table, seq).Scan(&body)
		if errors.Is(err, sql.ErrNoRows) {
			return nil
		}
		if err != nil {
			return err
		}
		var said play.Said
		if err := json.Unmarshal(body, &said); err != nil {
			return err
		}
		if said.Text == "" && said.Phrase == "" {
			return nil
		}
		said.Text, said.Phrase = "", ""
		if body, err = json.Marshal(said); err != nil {
			return err
		}
		if err := w.note(ctx, removals.Message, messageKey(table, seq)); err != nil {
			return err
		}
		_, err = w.Exec(ctx, `UPDATE events SET body = ? WHERE table_id = ? AND seq = ?`, string(body), table, seq)
		erased = err == nil
		return err
	})
	return erased, err
}

// AddSignInLink implements [accounts.LinkStore].
func (s *Store) AddSignInLink(ctx context.Context, l accounts.SignInLink) error {
	return s.db.Write(ctx, func(ctx context.Context, w *Tx) error {
		if l.OverSSH {
			if _, err := w.Exec(ctx, `DELETE FROM signin_links WHERE player = ? AND over_ssh = 1`, l.Player); err != nil {
				return err
			}
		}
		changed, err := w.Exec(ctx, `INSERT INTO signin_links (hash, player, once, since, ends, over_ssh)
			SELECT ?, id, ?, ?, ?, ? FROM players WHERE id = ? AND name <> ''`,
			l.Hash[:], l.Once, l.Since.UnixMilli(), l.Until.UnixMilli(), l.OverSSH, l.Player)
		if err == nil && changed == 0 {
			err = play.ErrNoPlayer
		}
		return err
	})
}

// UseSignInLink implements [accounts.LinkStore].
func (s *Store) UseSignInLink(ctx context.Context, hash play.TokenHash, now time.Time, session accounts.Access, most int) (player play.PlayerID, err error) {
	err = s.db.Write(ctx, func(ctx context.Context, w *Tx) error {
		if _, err := w.Exec(ctx, `DELETE FROM signin_links WHERE ends <= ?`, now.UnixMilli()); err != nil {
			return err
		}
		err := w.QueryRow(ctx, `SELECT player, over_ssh FROM signin_links WHERE hash = ?`, hash[:]).Scan(&player, &session.OverSSH)
		if errors.Is(err, sql.ErrNoRows) {
			err = accounts.ErrNoLink
		}
		if err != nil {
			return err
		}
		if _, err := w.Exec(ctx, `DELETE FROM signin_links WHERE hash = ? AND once = 1`, hash[:]); err != nil {
			return err
		}
		session.Player = player
		return w.addAccessOf(ctx, session, most)
	})
	return player, err
}

// SignInLinks implements [accounts.LinkStore].
func (s *Store) SignInLinks(ctx context.Context, player play.PlayerID) ([]accounts.SignInLink, error) {
	return list(ctx, s, func(row scanner) (l accounts.SignInLink, err error) {
		var since, ends int64
		err = row.Scan(&l.Once, &since, &ends, &l.OverSSH)
		l.Player, l.Since, l.Until = player, time.UnixMilli(since).UTC(), time.UnixMilli(ends).UTC()
		return l, err
	}, `SELECT once, since, ends, over_ssh FROM signin_links WHERE player = ? ORDER BY since, hash`, player)
}

// RemoveSignInLinks implements [accounts.LinkStore].
func (s *Store) RemoveSignInLinks(ctx context.Context, player play.PlayerID) error {
	_, err := s.change(ctx, `DELETE FROM signin_links WHERE player = ?`, player)
	return err
}

// Announce implements [admin.AuditStore].
func (s *Store) Announce(ctx context.Context, a admin.Announcement) error {
	_, err := s.change(ctx, `INSERT INTO announcement (one, text, since, ends) VALUES (1, ?, ?, ?)
		ON CONFLICT (one) DO UPDATE SET text = excluded.text, since = excluded.since, ends = excluded.ends`,
		a.Text, millisOf(a.Since), millisOf(a.Until))
	return err
}

// Announcement implements [admin.AuditStore].
func (s *Store) Announcement(ctx context.Context) (a admin.Announcement, err error) {
	var since, ends int64
	err = s.db.QueryRowContext(ctx, `SELECT text, since, ends FROM announcement`).Scan(&a.Text, &since, &ends)
	if errors.Is(err, sql.ErrNoRows) {
		return a, nil
	}
	a.Since, a.Until = time.UnixMilli(since).UTC(), time.UnixMilli(ends).UTC()
	return a, err
}

// AddAudit implements [admin.AuditStore].
func (s *Store) AddAudit(ctx context.Context, e admin.AuditEntry) error {
	_, err := s.change(ctx, `INSERT INTO audit (at, actor, action, player, table_id, detail) VALUES (?, ?, ?, ?, ?, ?)`,
		e.At.UnixMilli(), e.By, e.Action, e.Player, e.Table, e.Detail)
	return err
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
	var at int64
	err = row.Scan(&e.Seq, &at, &e.By, &e.Action, &e.Player, &e.Table, &e.Detail, &e.ByName, &e.PlayerName)
	e.At = time.UnixMilli(at).UTC()
	return e, err
}

// ExpireAudit implements [admin.AuditStore].
func (s *Store) ExpireAudit(ctx context.Context, before time.Time) (int, error) {
	return s.change(ctx, `DELETE FROM audit WHERE at < ?`, before.UnixMilli())
}
