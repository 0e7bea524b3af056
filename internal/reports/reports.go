// Package reports takes what players tell the moderators about each other. Package
// admin is for the moderators.
package reports

import (
	"context"
	"errors"
	"slices"
	"strconv"
	"strings"
	"time"
	"unicode"
	"unicode/utf8"

	"plateau/game"
	"plateau/internal/play"
	"plateau/internal/play/live"
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

// Service takes reports. It is safe for concurrent use.
type Service struct {
	Games  game.List
	Store  Store
	Tables *live.Tables
	Now    func() time.Time
}

// Limits of reports: characters of a text, and how many open ones a player may have.
const (
	MaxText = 500
	MaxOpen = 20
)

// Refusals. The codes are part of the API.
var (
	Yourself  = game.Invalid("report.self", "you cannot report yourself")
	NoReason  = game.Invalid("report.reason", "there is no such reason for a report")
	TextEmpty = game.Invalid("report.empty", "say in a few words what happened")
	TextLong  = game.Invalid("report.long", "the text of a report has at most {most} characters")
	NotThere  = game.Invalid("report.table", "this player was not at that table")
	Twice     = game.Conflict("report.twice", "you have reported this already; a moderator will look at it")
	TooMany   = game.Conflict("report.many", "moderators have not yet looked at your last {most} reports; wait for them")
)

// Send takes a report. What it says of a table must be something that its author
// could see. It fails with [play.ErrNoPlayer] if there is no such player.
func (s *Service) Send(ctx context.Context, r Report) error {
	r.At, r.Text = s.Now(), clean(r.Text)
	switch {
	case r.By == r.Player:
		return Yourself.Refuse("")
	case !slices.Contains(Reasons(), r.Reason):
		return NoReason.Refuse(string(r.Reason))
	case r.Reason == Other && r.Text == "":
		return TextEmpty.Refuse("")
	case utf8.RuneCountInString(r.Text) > MaxText:
		return TextLong.Refuse("", "most", strconv.Itoa(MaxText))
	case r.Table == "" && r.Message != 0:
		return play.NoSuchMessage.Refuse("")
	}
	if err := s.checkTable(ctx, r); err != nil {
		return err
	}
	err := s.Store.AddReport(ctx, r, MaxOpen)
	if errors.Is(err, play.ErrConflict) {
		return Twice.Refuse("")
	}
	return play.RefuseTooMany(err, TooMany, MaxOpen)
}

// clean is a text in one line, without what could hide something from moderators.
func clean(text string) string {
	graphic := strings.Map(func(r rune) rune {
		if !unicode.IsGraphic(r) && !unicode.IsSpace(r) || unicode.Is(unicode.Cf, r) {
			return -1
		}
		return r
	}, strings.ToValidUTF8(text, ""))
	return strings.Join(strings.Fields(graphic), " ")
}

// checkTable refuses a table that the author may not watch, at which the reported
// player was not, or that has no such message of theirs.
func (s *Service) checkTable(ctx context.Context, r Report) error {
	if r.Table == "" {
		return nil
	}
	if _, err := s.Tables.Table(ctx, r.Table, r.By); err != nil {
		return err
	}
	was, found := false, r.Message == 0
	t, err := play.Load(ctx, s.Store, s.Games, r.Table, func(events []play.Event, after *play.Table) {
		for i := range events {
			e := &events[i]
			was = was || e.By == r.Player
			said, isTalk := e.Body.(play.Said)
			// Spectators have read it while the game lasted.
			visible := isTalk && (said.Channel == play.ToTable || after.MaySee(r.By, e))
			found = found || visible && e.Seq == r.Message && e.By == r.Player
		}
	})
	switch {
	case err != nil:
		return err
	case !was && t.SeatOf(r.Player) == game.NoSeat:
		return NotThere.Refuse("")
	case !found:
		return play.NoSuchMessage.Refuse("")
	}
	return nil
}
