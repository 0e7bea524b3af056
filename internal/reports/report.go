package reports

import (
	"context"
	"errors"
	"time"

	"plateau/internal/play"
)

// Reason is why somebody is reported.
type Reason string

// The reasons. They are stable: pages translate them.
const (
	Insult   Reason = "insult"
	Cheating Reason = "cheating"
	Name     Reason = "name"
	Stalling Reason = "stalling"
	Spam     Reason = "spam"
	Other    Reason = "other"
)

// Reasons lists all reasons.
func Reasons() []Reason {
	return []Reason{Insult, Cheating, Name, Stalling, Spam, Other}
}

// Report is what a player tells the moderators about another one, who never learns
// who it was. Its tags are for the export of the player who made it.
type Report struct {
	// Seq counts the reports.
	Seq int64     `json:"-"`
	At  time.Time `json:"at"`
	// By is who reports; empty if that player was deleted.
	By     play.PlayerID `json:"-"`
	Player play.PlayerID `json:"player"`
	Reason Reason        `json:"reason"`
	Text   string        `json:"text"`
	// Table is where it happened, and Message the event with the message that
	// it is about, where there is such a thing.
	Table   play.TableID `json:"table,omitempty"`
	Message uint64       `json:"message,omitempty"`
	// Closed is when a moderator closed it, with a note; zero while it is open.
	Closed   time.Time     `json:"closed,omitzero"`
	ClosedBy play.PlayerID `json:"-"`
	Note     string        `json:"-"`
	// ByName, PlayerName and ClosedByName are the present names, filled in when
	// it is read.
	ByName       string `json:"-"`
	PlayerName   string `json:"-"`
	ClosedByName string `json:"-"`
}

// Query selects reports. Zero fields match all.
type Query struct {
	// By made them, and Player is whom they are about.
	By, Player play.PlayerID
	// Except leaves out those about a player, who may not see them.
	Except play.PlayerID
	// Open and Closed select those that are not closed, or that are.
	Open, Closed bool
	// Before continues a list before a number.
	Before int64
	Limit  int
}

// Store stores reports.
type Store interface {
	play.EventReader
	// AddReport adds one. It fails with [play.ErrNoPlayer] if the reported player
	// does not exist or was deleted, with [play.ErrConflict] if the same player has
	// reported the same one at the same table and that report is open, and with
	// [play.ErrTooMany] if that many reports of the same player are open.
	AddReport(ctx context.Context, r Report, most int) error
	// Reports lists them, the last first.
	Reports(ctx context.Context, q Query) ([]Report, error)
	// CountReports counts them; the limit of the query is ignored.
	CountReports(ctx context.Context, q Query) (int, error)
	// Report finds one, or fails with [ErrNoReport].
	Report(ctx context.Context, seq int64) (Report, error)
	// CloseReport closes one, and reports whether it was open.
	CloseReport(ctx context.Context, seq int64, at time.Time, by play.PlayerID, note string) (closed bool, err error)
	// ExpireReports removes those that were closed before a time.
	ExpireReports(ctx context.Context, before time.Time) (int, error)
}

// ErrNoReport means that there is no report with a number.
var ErrNoReport = errors.New("there is no such report")
