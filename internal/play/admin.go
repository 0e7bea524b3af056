package play

import (
	"context"
	"errors"
	"time"
)

// Forever is the end of what has none, such as a suspension until it is lifted.
var Forever = time.Date(9999, 12, 31, 0, 0, 0, 0, time.UTC)

// PlayerQuery selects players, without those who were deleted. Zero fields match
// all.
type PlayerQuery struct {
	// Text is part of the name, or the whole id, and Name the whole name or the whole
	// id; the case of letters does not matter.
	Text, Name string
	// SuspendedAt selects those who are suspended at a time.
	SuspendedAt    time.Time
	Administrators bool
	// After continues a list after the last player that it had.
	After *Player
	Limit int
}

// SignInLink is a link that signs a player in without a password. Its token is
// never stored.
type SignInLink struct {
	Hash   TokenHash `json:"-"`
	Player PlayerID  `json:"-"`
	// Once links work a single time.
	Once  bool      `json:"once"`
	Since time.Time `json:"since"`
	// Until is when it ends; [Forever] for one that works until it is revoked.
	Until time.Time `json:"until"`
	// OverSSH links were asked for over SSH, to go on in a browser.
	OverSSH bool `json:"over_ssh,omitempty"`
}

// Announcement is what an administrator tells everybody.
type Announcement struct {
	Text         string
	Since, Until time.Time
}

// ActionCloseReport is the action of closing a report. A player who was reported does not
// learn of it.
const ActionCloseReport = "close-report"

// AuditEntry is something that an administrator did. It is never changed; when
// the player whom it is about is deleted, its detail is blanked.
type AuditEntry struct {
	// Seq counts the entries.
	Seq int64
	At  time.Time
	// By is the administrator; empty for the operator at the server's machine.
	By     PlayerID
	Action string
	// Player and Table are what it was done to, where there is such a thing.
	Player PlayerID
	Table  TableID
	Detail string
	// ByName and PlayerName are the present names, filled in when it is read.
	ByName, PlayerName string
}

// Authority is who takes something away from others, and when. By is an administrator, or
// empty for the operator.
type Authority struct {
	By PlayerID
	At time.Time
}

// AdminStore is what administrators need beyond what players need.
type AdminStore interface {
	// Players lists players, the newest first.
	Players(ctx context.Context, q PlayerQuery) ([]Player, error)
	// SetAdministrator and Suspend fail with [ErrNoPlayer] if there is no such
	// player, and with [ErrNoAdministrator] unless who does it is an administrator
	// in that very moment, and not suspended: so of two who demote or suspend each
	// other, one is left. A zero time lifts a suspension.
	SetAdministrator(ctx context.Context, player PlayerID, administrator bool, by Authority) error
	Suspend(ctx context.Context, player PlayerID, until time.Time, by Authority) error
	// RemoveAllAccess removes the tokens of a kind of everybody, and returns
	// how many there were. With sessions go the links with which one could
	// begin once.
	RemoveAllAccess(ctx context.Context, kind AccessKind) (int, error)
	// EraseMessage blanks a chat message in place, and reports whether there
	// was one.
	EraseMessage(ctx context.Context, table TableID, seq uint64) (erased bool, err error)

	// AddSignInLink adds a link of a player who was not deleted, or fails with
	// [ErrNoPlayer]. One that was asked for over SSH replaces the one before.
	AddSignInLink(ctx context.Context, l SignInLink) error
	// UseSignInLink is the player whom a link signs in, with [ErrNoLink] if
	// nobody has it. One that works once is removed. The session is added as by
	// [AccountStore.AddAccess], for that player, in the same moment: whatever ends
	// all sessions ends it, or finds the link.
	UseSignInLink(ctx context.Context, hash TokenHash, now time.Time, session Access, most int) (PlayerID, error)
	// SignInLinks lists those of a player, the oldest first.
	SignInLinks(ctx context.Context, player PlayerID) ([]SignInLink, error)
	// RemoveSignInLinks removes all links of a player.
	RemoveSignInLinks(ctx context.Context, player PlayerID) error

	// Announce replaces the announcement; an empty text removes it.
	Announce(ctx context.Context, a Announcement) error
	// Announcement is the last one, or one without a text.
	Announcement(ctx context.Context) (Announcement, error)

	// AddAudit adds an entry to the audit log.
	AddAudit(ctx context.Context, e AuditEntry) error
	// Audit lists entries before a number (0 for the end), the last first.
	Audit(ctx context.Context, before int64, limit int) ([]AuditEntry, error)
	// AuditAbout lists entries about a player, and what the player did as an
	// administrator, the first first.
	AuditAbout(ctx context.Context, player PlayerID) ([]AuditEntry, error)
	// ExpireAudit removes entries that are older.
	ExpireAudit(ctx context.Context, before time.Time) (int, error)
}

// ErrNoAdministrator means that somebody is not an administrator any more, or is suspended.
var ErrNoAdministrator = errors.New("they are not an administrator now")

// ErrNoLink means that a sign-in link is not known, was used or has ended.
var ErrNoLink = errors.New("there is no such link")
