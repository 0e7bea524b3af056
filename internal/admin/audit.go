package admin

import (
	"context"
	"time"

	"plateau/internal/play"
)

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
	After *play.Player
	Limit int
}

// Announcement is what an administrator tells everybody.
type Announcement struct {
	Text         string
	Since, Until time.Time
}

// AuditEntry is something that an administrator did. It is never changed; when
// the player whom it is about is deleted, its detail is blanked.
type AuditEntry struct {
	// Seq counts the entries.
	Seq int64
	At  time.Time
	// By is the administrator; empty for the operator at the server's machine.
	By     play.PlayerID
	Action string
	// Player and Table are what it was done to, where there is such a thing.
	Player play.PlayerID
	Table  play.TableID
	Detail string
	// ByName and PlayerName are the present names, filled in when it is read.
	ByName, PlayerName string
}

// AuditStore stores what administrators did and announced, and lists players for them.
type AuditStore interface {
	// Players lists players, the newest first.
	Players(ctx context.Context, q PlayerQuery) ([]play.Player, error)
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
	AuditAbout(ctx context.Context, player play.PlayerID) ([]AuditEntry, error)
	// ExpireAudit removes entries that are older.
	ExpireAudit(ctx context.Context, before time.Time) (int, error)
}
