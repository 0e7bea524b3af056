package api

import (
	"plateau/internal/play"
	"plateau/tournament"
)

// NewTournament creates a tournament.
type NewTournament struct {
	RequestID
	Settings tournament.Settings `json:"settings"`
	Group    play.GroupID        `json:"group,omitempty" maxLength:"64" doc:"The class or club it belongs to; only its leaders may"`
	TRF      string              `json:"trf,omitempty" maxLength:"1000000" doc:"A report in FIDE's format TRF16, from which players and results are read; form, rounds and entrants follow from it"`
}

// Orders is what an organiser wants to be done.
type Orders struct {
	RequestID
	Expected uint64             `json:"expected,omitempty" doc:"The seq that you have seen; if it is another one now, nothing is done"`
	Orders   []tournament.Order `json:"orders" minItems:"1" maxItems:"2000" doc:"All of them are carried out, or none; one of them may be pair, and one undo. 50 orders count as a request more, and so do 40 entrants to be paired"`
}

// Joining takes part in a tournament.
type Joining struct {
	RequestID
	Code     string        `json:"code,omitempty" maxLength:"64" doc:"The code of the link, where one is needed"`
	Team     string        `json:"team,omitempty" maxLength:"200" doc:"The name of the team, in games with teams"`
	Partner  play.PlayerID `json:"partner,omitempty" maxLength:"64" doc:"The id of the partner: a friend, or a member of the tournament's group"`
	Category string        `json:"category,omitempty" maxLength:"200"`
}

// ByeRequest requests a half-point bye.
type ByeRequest struct {
	RequestID
	Round  int  `json:"round" minimum:"1" maximum:"30"`
	Cancel bool `json:"cancel,omitempty" doc:"Take the request back"`
}

// ReportedResult reports the result of a game at a real board.
type ReportedResult struct {
	RequestID
	Round  int    `json:"round,omitempty" minimum:"0" doc:"Without round and board, it is your open game"`
	Board  int    `json:"board,omitempty" minimum:"0"`
	Result string `json:"result" maxLength:"20" doc:"From the first side's point of view: 1-0, 0-1, 1/2; that of a mini-match 2-0, 1.5-0.5, 1-1, 0.5-1.5, 0-2"`
}

// Slip is a result slip.
type Slip struct {
	IgnoredRequestID
	Tournament play.TournamentID `json:"tournament" maxLength:"64"`
	Code       string            `json:"code" maxLength:"64" doc:"The code of a result slip"`
}

// SlipReport reports a result with the code of a slip.
type SlipReport struct {
	RequestID
	Tournament play.TournamentID `json:"tournament" maxLength:"64"`
	Code       string            `json:"code" maxLength:"64" doc:"The code of a result slip"`
	Round      int               `json:"round,omitempty" minimum:"0" doc:"Without round and board, it is your open game"`
	Board      int               `json:"board,omitempty" minimum:"0"`
	Result     string            `json:"result" maxLength:"20" doc:"From the first side's point of view"`
}

// CodeLink is a link with its QR code.
type CodeLink struct {
	Number int    `json:"number,omitempty" doc:"The entrant"`
	Code   string `json:"code,omitempty"`
	Link   string `json:"link"`
	QR     QRCode `json:"qr" doc:"The link as a QR code"`
}

// TournamentLinks are the links that organisers hand out.
type TournamentLinks struct {
	Watch CodeLink   `json:"watch" doc:"To follow the tournament on phones in the room"`
	Join  CodeLink   `json:"join" doc:"To join"`
	Slips []CodeLink `json:"slips" doc:"By entrant: to report results without an account"`
}

// TournamentSummary is a tournament in a list.
type TournamentSummary struct {
	ID       play.TournamentID `json:"id" doc:"Anybody who knows it may look at the tournament"`
	Seq      uint64            `json:"seq" doc:"The number of its last event"`
	Name     string            `json:"name"`
	Game     string            `json:"game"`
	Form     tournament.Form   `json:"form" enum:"swiss,roundrobin,knockout,arena"`
	Place    tournament.Place  `json:"place" enum:"boards,online,mixed"`
	Phase    string            `json:"phase" enum:"open,running,over" doc:"open: nobody is paired yet"`
	Listed   bool              `json:"listed,omitempty"`
	Group    play.GroupID      `json:"group,omitempty" doc:"The class or club it belongs to"`
	Owner    play.PlayerID     `json:"owner,omitempty" doc:"The player who created it; missing if deleted"`
	Start    int64             `json:"start,omitempty" doc:"When the first round starts by itself"`
	Zone     string            `json:"zone,omitempty"`
	Began    int64             `json:"began,omitempty" doc:"When the first round started"`
	Changed  int64             `json:"changed"`
	Round    int               `json:"round" doc:"How many rounds are paired; in an arena, how often those who wait were paired"`
	Rounds   int               `json:"rounds" doc:"How many rounds there will be; 0 if that is not known"`
	Entrants int               `json:"entrants"`
	Minutes  int               `json:"minutes,omitempty" doc:"How long an arena lasts"`
}

// Tournaments is a page of tournaments.
type Tournaments struct {
	Tournaments []TournamentSummary `json:"tournaments" doc:"The last to change first"`
	Next        string              `json:"next,omitempty" doc:"The cursor of the next page, if there may be one"`
}

// Entrant is a player or a team.
type Entrant struct {
	Number    int      `json:"number"`
	Name      string   `json:"name" doc:"Empty if the player was deleted"`
	Rating    int      `json:"rating,omitempty"`
	Category  string   `json:"category,omitempty"`
	Members   []string `json:"members,omitempty"`
	Players   []string `json:"players,omitempty" doc:"The ids of those who play with an account"`
	AtBoard   bool     `json:"at_board,omitempty"`
	Withdrawn bool     `json:"withdrawn,omitempty"`
	Joined    int      `json:"joined,omitempty" doc:"How many rounds were paired before"`
	HalfByes  []int    `json:"half_byes,omitempty" doc:"The rounds with requested byes"`
}

// TournamentMe is who you are in a tournament.
type TournamentMe struct {
	Organiser bool         `json:"organiser" doc:"You may give orders"`
	Number    int          `json:"number,omitempty" doc:"You are this entrant"`
	Member    bool         `json:"member,omitempty" doc:"You belong to its group"`
	Round     int          `json:"round,omitempty" doc:"Where your open game is"`
	Board     int          `json:"board,omitempty"`
	Table     play.TableID `json:"table,omitempty" doc:"The table of your open game, if it is online"`
	Opponent  int          `json:"opponent,omitempty"`
}

// Tournament is a tournament with all that its page shows.
type Tournament struct {
	Summary   TournamentSummary   `json:"summary"`
	Settings  tournament.Settings `json:"settings"`
	Entrants  []Entrant           `json:"entrants" doc:"By number"`
	Rounds    []Round             `json:"rounds" doc:"In an arena those with open games and the last ones; operation getRounds has all"`
	Standings []Rank              `json:"standings"`
	Bracket   *Bracket            `json:"bracket,omitempty" doc:"Of a knockout, once it is drawn"`
	Forbidden [][]int             `json:"forbidden" doc:"Pairs that are never made"`
	Open      int                 `json:"open" doc:"How many results are missing in all rounds"`
	NextRound int64               `json:"next_round,omitempty" doc:"When the next round starts by itself, if that is known"`
	Ends      int64               `json:"ends,omitempty" doc:"When the time of an arena is up"`
	Newer     bool                `json:"newer,omitempty" doc:"It has events of a newer version and cannot be changed"`
	Now       int64               `json:"now"`
	Me        TournamentMe        `json:"me"`
}

// TournamentNews is the data of the event "tournament". It is short: those who need
// more ask for it, and most need little of it.
type TournamentNews struct {
	Now     int64             `json:"now"`
	Summary TournamentSummary `json:"summary"`
	Open    int               `json:"open" doc:"How many results are missing in all rounds"`
	Next    int64             `json:"next_round,omitempty" doc:"When the next round starts by itself, if that is known"`
	Ends    int64             `json:"ends,omitempty" doc:"When the time of an arena is up"`
	Me      TournamentMe      `json:"me" doc:"Who you are in it, and the table of your open game"`
}
