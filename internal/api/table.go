package api

import (
	"slices"

	"plateau/internal/play"
)

// Clock is the state of the clocks of a table.
type Clock struct {
	Left   []play.Millis `json:"left_ms,omitempty" doc:"What each seat had left when the clock of the seat to move started"`
	Days   int           `json:"days,omitempty"`
	Since  int64         `json:"since" doc:"Since when the table has been waiting for the seat to move"`
	Counts bool          `json:"counts" doc:"Whether the clock of the seat to move has been running since then"`
}

// RatingChange is what a game did to the rating of a player.
type RatingChange struct {
	Player play.PlayerID `json:"player"`
	Before float64       `json:"before"`
	After  float64       `json:"after"`
	Games  int           `json:"games" doc:"Rated games, including this one"`
}

// Table is the state of a table.
type Table struct {
	ID         play.TableID   `json:"id"`
	Seq        uint64         `json:"seq" doc:"The number of its last event"`
	Phase      string         `json:"phase" enum:"open,running,over"`
	Terms      play.Terms     `json:"terms"`
	Host       play.PlayerID  `json:"host"`
	Sitters    []play.Sitter  `json:"sitters" doc:"By chair while the table is open, by seat once the game has started"`
	Start      string         `json:"start,omitempty" doc:"The position that the game started from, in notation"`
	Swapped    bool           `json:"swapped,omitempty" doc:"The two seats have each other's colours, in games whose colours are free: in Quantik player 1 is dark"`
	Moves      []string       `json:"moves" doc:"In exact notation"`
	ToMove     *int           `json:"to_move"`
	Clock      *Clock         `json:"clock"`
	DrawBy     *int           `json:"draw_by" doc:"The seat whose draw offer is pending"`
	TakeBackBy *int           `json:"takeback_by" doc:"The seat that asks to take back its last move"`
	RematchBy  []int          `json:"rematch_by" doc:"The seats that want a rematch"`
	Result     play.Result    `json:"result,omitempty" enum:"1-0,0-1,1/2-1/2,*"`
	Reason     string         `json:"reason,omitempty" doc:"The code of the reason why it is over"`
	Ratings    []RatingChange `json:"ratings,omitempty"`
	Unrated    play.Unrated   `json:"unrated,omitempty" enum:"short,often" doc:"Why a rated game changed no rating: it was given up early, or the same players have played many"`
	Previous   play.TableID   `json:"previous,omitempty" doc:"The table whose rematch this is"`
	Next       play.TableID   `json:"next,omitempty" doc:"The table of the rematch"`
	Newer      bool           `json:"newer,omitempty" doc:"It has events of a newer version and cannot be played"`
}

// SeatOf is the seat of a player, or -1.
func (t *Table) SeatOf(player play.PlayerID) int {
	return slices.IndexFunc(t.Sitters, func(s play.Sitter) bool { return s.Player == player && player != "" })
}

// Chair is a request for a chair; the zero Chair is a free one.
type Chair struct {
	Level string `json:"level,omitempty" maxLength:"16" doc:"A computer player of this level"`
	Me    bool   `json:"me,omitempty" doc:"The player who opens the table; at most one"`
}

// TableNews is the data of the event "table".
type TableNews struct {
	Now    int64        `json:"now"`
	Events []play.Event `json:"events" doc:"The events since the last message"`
	Table  Table        `json:"table" doc:"The state after these events, and maybe later ones"`
}

// HereNews is the data of the event "here".
type HereNews struct {
	Players []play.PlayerID `json:"players" doc:"The players of the table who are present"`
}

// HeartbeatNews is the data of the event "beat".
type HeartbeatNews struct {
	Nonce uint64 `json:"nonce" doc:"Players send it back at once"`
	Seq   uint64 `json:"seq" doc:"The last event that was sent; a client that has not seen it reconnects"`
	Ply   int    `json:"ply"`
	Clock *Clock `json:"clock"`
	Now   int64  `json:"now"`
}

// NewTable opens a table.
type NewTable struct {
	RequestID
	Terms  play.Terms `json:"terms"`
	Chairs []Chair    `json:"chairs" minItems:"1" maxItems:"4" doc:"One per seat of the game; {} is a free chair"`
}

// TableSnapshot is a table at a moment.
type TableSnapshot struct {
	Table Table           `json:"table"`
	Here  []play.PlayerID `json:"here" doc:"The players of the table who are present"`
	Now   int64           `json:"now"`
}
