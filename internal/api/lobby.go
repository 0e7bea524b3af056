package api

import "plateau/internal/play"

// Summary is a table in a list.
type Summary struct {
	ID      play.TableID       `json:"id"`
	Seq     uint64             `json:"seq" doc:"The number of its last event"`
	Phase   string             `json:"phase" enum:"open,running,over"`
	Terms   play.Terms         `json:"terms"`
	Host    play.PlayerID      `json:"host" doc:"The player who opened it; empty if the server did"`
	Sitters []play.Sitter      `json:"sitters" doc:"By chair while the table is open, by seat once the game has started"`
	Entered int64              `json:"entered" doc:"When the phase started"`
	Plies   int                `json:"plies"`
	Result  play.Result        `json:"result,omitempty" enum:"1-0,0-1,1/2-1/2,*"`
	Reason  string             `json:"reason,omitempty" doc:"The code of the reason why it is over"`
	ToMove  *int               `json:"to_move,omitempty"`
	Ratings map[string]float64 `json:"ratings,omitempty" doc:"The ratings of the players at an open table, in its game"`
}

// Free is how many chairs wait for somebody.
func (s Summary) Free() int {
	free := 0
	for _, sitter := range s.Sitters {
		if sitter == (play.Sitter{}) {
			free++
		}
	}
	return free
}

// Tables is a page of tables.
type Tables struct {
	Tables []Summary `json:"tables"`
	Next   string    `json:"next,omitempty" doc:"The cursor of the next page, if there may be one"`
}

// Games is a page of finished games.
type Games struct {
	Games []Summary `json:"games"`
	Next  string    `json:"next,omitempty" doc:"The cursor of the next page, if there may be one"`
}

// LobbyChange is a table that appeared, changed or left the lobby.
type LobbyChange struct {
	Table   play.TableID `json:"table"`
	Summary *Summary     `json:"summary" doc:"null if the table has left the lobby"`
	Before  play.TableID `json:"before,omitempty" doc:"The table before which a new one comes in the list; last if missing or not known. A whole list is in order"`
}

// LobbyNews is the data of the event "lobby".
type LobbyNews struct {
	Whole   bool          `json:"whole" doc:"The changes are the whole list and replace everything sent before"`
	Changes []LobbyChange `json:"changes"`
	Version uint64        `json:"version"`
}

// Seeking is what players look for in quick pairing.
type Seeking struct {
	Game    string    `json:"game"`
	Time    play.Time `json:"time,omitzero"`
	Rated   bool      `json:"rated,omitempty"`
	Players int       `json:"players" doc:"How many look for this"`
}

// LiveGame is a game that can be watched.
type LiveGame struct {
	Table      Summary `json:"table"`
	Spectators int     `json:"spectators" doc:"Those who watch and do not play"`
}

// Live is what goes on.
type Live struct {
	Online  int        `json:"online" doc:"How many players were here in the last minutes"`
	Seeking []Seeking  `json:"seeking" doc:"What players look for in quick pairing"`
	Games   []LiveGame `json:"games" doc:"Public games in progress, those with most spectators first"`
}

// MyTablesNews is the data of the event "mine".
type MyTablesNews struct {
	Whole  bool      `json:"whole" doc:"These are all open and running tables; they replace everything sent before"`
	Tables []Summary `json:"tables" doc:"The tables that changed, including one just left"`
}

// WaitingNews is the data of the event "waiting".
type WaitingNews struct {
	Waiting int `json:"waiting" doc:"How many others are waiting for this game and clock"`
}

// PairedNews is the data of the event "paired".
type PairedNews struct {
	Table play.TableID `json:"table"`
}

// Lobby is the lobby at a moment.
type Lobby struct {
	Version uint64    `json:"version"`
	Tables  []Summary `json:"tables"`
}
