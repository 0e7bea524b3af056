package play

import (
	"context"
	"errors"
	"time"
)

// ReportReason is why somebody is reported.
type ReportReason string

// The reasons. They are stable: pages translate them.
const (
	ReportInsult   ReportReason = "insult"
	ReportCheating ReportReason = "cheating"
	ReportName     ReportReason = "name"
	ReportStalling ReportReason = "stalling"
	ReportSpam     ReportReason = "spam"
	ReportOther    ReportReason = "other"
)

// ReportReasons lists all reasons.
func ReportReasons() []ReportReason {
	return []ReportReason{ReportInsult, ReportCheating, ReportName, ReportStalling, ReportSpam, ReportOther}
}

// Report is what a player tells the moderators about another one, who never learns
// who it was.
type Report struct {
	// Seq counts the reports.
	Seq int64
	At  time.Time
	// By is who reports; empty if that player was deleted.
	By     PlayerID
	Player PlayerID
	Reason ReportReason
	Text   string
	// Table is where it happened, and Message the event with the message that
	// it is about, where there is such a thing.
	Table   TableID
	Message uint64
	// Closed is when a moderator closed it, with a note; zero while it is open.
	Closed   time.Time
	ClosedBy PlayerID
	Note     string
	// ByName, PlayerName and ClosedByName are the present names, filled in when
	// it is read.
	ByName, PlayerName, ClosedByName string
}

// ReportQuery selects reports. Zero fields match all.
type ReportQuery struct {
	// By made them, and Player is whom they are about.
	By, Player PlayerID
	// Except leaves out those about a player, who may not see them.
	Except PlayerID
	// Open and Closed select those that are not closed, or that are.
	Open, Closed bool
	// Before continues a list before a number.
	Before int64
	Limit  int
}

// ReportStore stores reports.
type ReportStore interface {
	// AddReport adds one. It fails with [ErrNoPlayer] if the reported player
	// does not exist or was deleted, with [ErrConflict] if the same player has
	// reported the same one at the same table and that report is open, and with
	// [ErrTooMany] if that many reports of the same player are open.
	AddReport(ctx context.Context, r Report, most int) error
	// Reports lists them, the last first.
	Reports(ctx context.Context, q ReportQuery) ([]Report, error)
	// CountReports counts them; the limit of the query is ignored.
	CountReports(ctx context.Context, q ReportQuery) (int, error)
	// Report finds one, or fails with [ErrNoReport].
	Report(ctx context.Context, seq int64) (Report, error)
	// CloseReport closes one, and reports whether it was open.
	CloseReport(ctx context.Context, seq int64, at time.Time, by PlayerID, note string) (closed bool, err error)
	// ExpireReports removes those that were closed before a time.
	ExpireReports(ctx context.Context, before time.Time) (int, error)
}

// ErrNoReport means that there is no report with a number.
var ErrNoReport = errors.New("there is no such report")
