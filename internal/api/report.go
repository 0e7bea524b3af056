package api

import (
	"plateau/internal/play"
	"plateau/internal/reports"
)

// Report is what a player told the moderators.
type Report struct {
	Seq          int64          `json:"seq"`
	At           int64          `json:"at"`
	By           play.PlayerID  `json:"by,omitempty" doc:"Who reported; missing if that player was deleted"`
	ByName       string         `json:"by_name,omitempty"`
	Player       play.PlayerID  `json:"player" doc:"Who was reported"`
	PlayerName   string         `json:"player_name"`
	Reason       reports.Reason `json:"reason" enum:"insult,cheating,name,stalling,spam,other"`
	Text         string         `json:"text,omitempty"`
	Table        play.TableID   `json:"table,omitempty"`
	Message      uint64         `json:"message,omitempty" doc:"The number of a message at the table"`
	Closed       int64          `json:"closed,omitempty" doc:"When it was closed; missing while it is open"`
	ClosedByName string         `json:"closed_by_name,omitempty" doc:"The administrator; missing for the operator at the machine"`
	Note         string         `json:"note,omitempty"`
}

// Reports is a part of the reports.
type Reports struct {
	Reports []Report `json:"reports" doc:"The last first; none about the administrator who asks"`
}

// ReportContext is a report with what it is about.
type ReportContext struct {
	Report Report `json:"report"`
	// Table is nil if the report is about none, or it is gone.
	Table   *AdminTable `json:"table,omitempty" doc:"The table with its messages"`
	About   int         `json:"about" doc:"How many reports there are about the player, this one included"`
	ByThem  int         `json:"by_them" doc:"How many the author has made, this one included; 0 if deleted"`
	Blocked bool        `json:"blocked,omitempty" doc:"Whether the author has blocked the player"`
}

// NewReport tells the moderators something about a player.
type NewReport struct {
	IgnoredRequestID
	Reason  reports.Reason `json:"reason" enum:"insult,cheating,name,stalling,spam,other"`
	Text    string         `json:"text,omitempty" maxLength:"2000" doc:"Up to 500 letters; needed for the reason other"`
	Table   play.TableID   `json:"table,omitempty" maxLength:"64" doc:"Where it happened"`
	Message uint64         `json:"message,omitempty" doc:"The number of the event with the message that it is about"`
}

// ReportClosing closes a report.
type ReportClosing struct {
	IgnoredRequestID
	Note string `json:"note,omitempty" maxLength:"500" doc:"For other moderators"`
}
