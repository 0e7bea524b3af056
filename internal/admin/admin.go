// Package admin is what administrators do: to players, to tables and to the whole
// server. Everything is in the audit log, from before it is done. The package
// knows no transport; who is an administrator is checked by [Service.Admit].
package admin

import (
	"context"
	"errors"
	"strconv"
	"strings"
	"time"
	"unicode/utf8"

	"plateau/game"
	"plateau/internal/accounts"
	"plateau/internal/play"
	"plateau/internal/reports"
)

// Players takes players out of what they do.
type Players interface {
	accounts.Tables
	// LeaveRated takes a player out of rated games that have not begun.
	LeaveRated(ctx context.Context, player play.PlayerID) error
}

// Tables does at tables what administrators ask for.
type Tables interface {
	// Dissolve closes a table.
	Dissolve(ctx context.Context, table play.TableID) error
	// Erase deletes a chat message.
	Erase(ctx context.Context, table play.TableID, message uint64) error
}

// Store is what administrators need of a store.
type Store interface {
	play.EventReader
	Player(ctx context.Context, id play.PlayerID) (play.Player, error)
	AuditStore
	reports.Store
}

// Service does what administrators ask for. It is safe for concurrent use.
type Service struct {
	Games    game.List
	Store    Store
	Accounts *accounts.Service
	Tables   Tables
	Players  Players
	Now      func() time.Time
}

// Actor is who does something: an administrator, or the operator at the server's
// machine, who has no id.
type Actor struct{ Player play.PlayerID }

// Operator is anybody who may use the server's machine.
var Operator = Actor{}

// Refusals. The codes are part of the API.
var (
	NotAdministrator = game.Denied("admin.only", "only administrators can do that")
	NoSuchPlayer     = game.Missing("player.unknown", "there is no such player")
	Guest            = game.Denied("admin.guest", "only players with an account can become administrators")
	Yourself         = game.Denied("admin.self", "you cannot do that to yourself; ask another administrator")
	LongText         = game.Invalid("announcement.long", "an announcement has at most {most} characters")
	BadTime          = game.Invalid("admin.time", "the time must be in the future")
	NoSuchReport     = game.Missing("report.unknown", "there is no such report")
	ReportClosed     = game.Conflict("report.closed", "this report is closed already")
)

// The actions in the audit log. They are stable: pages translate them.
const (
	ActionRename       = "rename"
	ActionSuspend      = "suspend"
	ActionReinstate    = "reinstate"
	ActionDelete       = "delete"
	ActionPassword     = "password"
	ActionLink         = "link"
	ActionPromote      = "promote"
	ActionDemote       = "demote"
	ActionCloseTable   = "close-table"
	ActionEraseMessage = "erase-message"
	ActionSignOutAll   = "sign-out-all"
	ActionAnnounce     = "announce"
	ActionCloseReport  = "close-report"
	ActionBar          = "bar"
	ActionUnbar        = "unbar"
	actionFailed       = "-failed"
)

// Admit says who acts with a session, or refuses it. The tokens of programs are
// never enough.
func (s *Service) Admit(player play.Player, access accounts.Access) (Actor, error) {
	switch {
	case player.ID == "" || !player.Administrator || player.Suspended(s.Now()):
		return Actor{}, NotAdministrator.Refuse("")
	case access.Kind != accounts.Session:
		return Actor{}, accounts.OnlyPlays.Refuse("")
	}
	return Actor{player.ID}, nil
}

// Perform notes something in the audit log and does it. If it fails, that is noted
// as well. It is done even if the client has gone.
func (s *Service) Perform(ctx context.Context, a Actor, e AuditEntry, do func(ctx context.Context) error) error {
	ctx = context.WithoutCancel(ctx)
	e.At, e.By = s.Now(), a.Player
	if err := s.Store.AddAudit(ctx, e); err != nil {
		return err
	}
	err := do(ctx)
	if errors.Is(err, accounts.ErrNoAdministrator) {
		err = NotAdministrator.Refuse("")
	}
	if err != nil {
		e.Action += actionFailed
		err = errors.Join(err, s.Store.AddAudit(ctx, e))
	}
	return err
}

// player finds a player who was not deleted.
func (s *Service) player(ctx context.Context, id play.PlayerID) (play.Player, error) {
	p, err := s.Store.Player(ctx, id)
	if errors.Is(err, play.ErrNoPlayer) || err == nil && p.Name == "" {
		return p, NoSuchPlayer.Refuse("")
	}
	return p, err
}

// other finds a player whom the administrator is not.
func (s *Service) other(ctx context.Context, a Actor, id play.PlayerID) (play.Player, error) {
	if a.Player == id && id != "" {
		return play.Player{}, Yourself.Refuse("")
	}
	return s.player(ctx, id)
}

// Rename gives a player another name.
func (s *Service) Rename(ctx context.Context, a Actor, id play.PlayerID, name string) (play.Player, error) {
	p, err := s.player(ctx, id)
	if err != nil {
		return p, err
	}
	err = s.Perform(ctx, a, AuditEntry{Action: ActionRename, Player: id, Detail: p.Name + " → " + name}, func(ctx context.Context) error {
		p, err = s.Accounts.Rename(ctx, id, name)
		return err
	})
	return p, err
}

// Suspend keeps a player from playing until a time: games are resigned, tables
// closed.
func (s *Service) Suspend(ctx context.Context, a Actor, id play.PlayerID, until time.Time, reason string) error {
	if _, err := s.other(ctx, a, id); err != nil {
		return err
	}
	if !until.After(s.Now()) {
		return BadTime.Refuse("")
	}
	detail := reason
	if until.Before(accounts.Forever) {
		detail = strings.TrimSpace(until.UTC().Format(time.RFC3339) + " " + reason)
	}
	return s.Perform(ctx, a, AuditEntry{Action: ActionSuspend, Player: id, Detail: detail}, func(ctx context.Context) error {
		if err := s.Accounts.Suspend(ctx, id, until, a.Player); err != nil {
			return err
		}
		_, err := s.Players.Quit(ctx, id)
		return err
	})
}

// Reinstate lifts a suspension.
func (s *Service) Reinstate(ctx context.Context, a Actor, id play.PlayerID) error {
	if _, err := s.player(ctx, id); err != nil {
		return err
	}
	return s.Perform(ctx, a, AuditEntry{Action: ActionReinstate, Player: id}, func(ctx context.Context) error {
		return s.Accounts.Suspend(ctx, id, time.Time{}, a.Player)
	})
}

// Delete erases a player as they could themselves.
func (s *Service) Delete(ctx context.Context, a Actor, id play.PlayerID) error {
	p, err := s.other(ctx, a, id)
	if err != nil {
		return err
	}
	return s.Perform(ctx, a, AuditEntry{Action: ActionDelete, Player: id}, func(ctx context.Context) error {
		if p.Administrator {
			// Of two administrators who delete each other, one stays.
			if err := s.Accounts.SetAdministrator(ctx, id, false, a.Player); err != nil {
				return err
			}
		}
		return s.Accounts.Erase(ctx, id, s.Players)
	})
}

// ResetPassword gives a player a new random password.
func (s *Service) ResetPassword(ctx context.Context, a Actor, id play.PlayerID) (password string, err error) {
	if _, err := s.player(ctx, id); err != nil {
		return "", err
	}
	err = s.Perform(ctx, a, AuditEntry{Action: ActionPassword, Player: id}, func(ctx context.Context) error {
		password, err = s.Accounts.ResetPassword(ctx, id)
		return err
	})
	return password, err
}

// NewLink makes a link that signs a player in once.
func (s *Service) NewLink(ctx context.Context, a Actor, id play.PlayerID) (token play.Token, err error) {
	if _, err := s.player(ctx, id); err != nil {
		return "", err
	}
	err = s.Perform(ctx, a, AuditEntry{Action: ActionLink, Player: id}, func(ctx context.Context) error {
		token, err = s.Accounts.NewLink(ctx, id)
		return err
	})
	return token, err
}

// SetAdministrator makes a registered player an administrator, or an ordinary
// player again.
func (s *Service) SetAdministrator(ctx context.Context, a Actor, id play.PlayerID, administrator bool) error {
	p, err := s.other(ctx, a, id)
	action := ActionDemote
	if administrator {
		action = ActionPromote
	}
	switch {
	case err != nil:
		return err
	case administrator && !p.Registered:
		return Guest.Refuse("")
	}
	return s.Perform(ctx, a, AuditEntry{Action: action, Player: id}, func(ctx context.Context) error {
		return s.Accounts.SetAdministrator(ctx, id, administrator, a.Player)
	})
}

// SignOutAll ends all sessions, and returns how many there were. Guests lose
// their identity with it.
func (s *Service) SignOutAll(ctx context.Context, a Actor) (sessions int, err error) {
	err = s.Perform(ctx, a, AuditEntry{Action: ActionSignOutAll}, func(ctx context.Context) error {
		sessions, err = s.Accounts.SignOutAll(ctx)
		return err
	})
	return sessions, err
}

// CloseTable ends a table without a result.
func (s *Service) CloseTable(ctx context.Context, a Actor, id play.TableID) error {
	if _, err := play.Load(ctx, s.Store, s.Games, id); err != nil {
		return err
	}
	return s.Perform(ctx, a, AuditEntry{Action: ActionCloseTable, Table: id}, func(ctx context.Context) error {
		return s.Tables.Dissolve(ctx, id)
	})
}

// EraseMessage deletes a chat message. Its text is not in the log.
func (s *Service) EraseMessage(ctx context.Context, a Actor, id play.TableID, message uint64) error {
	events, err := s.Store.Events(ctx, id, max(message, 1)-1, 1)
	if err != nil {
		return err
	}
	if len(events) == 0 || !isMessage(events[0]) {
		return play.NoSuchMessage.Refuse("")
	}
	e := AuditEntry{Action: ActionEraseMessage, Player: events[0].By, Table: id, Detail: strconv.FormatUint(message, 10)}
	return s.Perform(ctx, a, e, func(ctx context.Context) error { return s.Tables.Erase(ctx, id, message) })
}

// MaxAnnouncement is the maximum length of an announcement, in characters.
const MaxAnnouncement = 500

// Announce tells everybody something until a time; an empty text ends the last
// announcement.
func (s *Service) Announce(ctx context.Context, a Actor, text string, until time.Time) error {
	text = strings.Join(strings.Fields(strings.ToValidUTF8(text, "")), " ")
	switch {
	case utf8.RuneCountInString(text) > MaxAnnouncement:
		return LongText.Refuse("", "most", strconv.Itoa(MaxAnnouncement))
	case text != "" && !until.After(s.Now()):
		return BadTime.Refuse("")
	}
	return s.Perform(ctx, a, AuditEntry{Action: ActionAnnounce, Detail: text}, func(ctx context.Context) error {
		return s.Store.Announce(ctx, Announcement{Text: text, Since: s.Now(), Until: until})
	})
}

// AuditTime is how long entries of the audit log are kept.
const AuditTime = 2 * 365 * 24 * time.Hour

// ReportTime is how long reports are kept after they were closed.
const ReportTime = 365 * 24 * time.Hour

func isMessage(e play.Event) bool {
	_, is := e.Body.(play.Said)
	return is
}
