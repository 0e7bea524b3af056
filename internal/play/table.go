package play

import (
	"slices"
	"time"

	"plateau/game"
)

// Phase is how far a table has come.
type Phase uint8

// The phases. The zero Phase is that of a table that has no event yet.
const (
	Unopened Phase = iota
	Open           // waiting for players
	Running
	Over
)

// String is the phase's stable name.
func (p Phase) String() string { return [...]string{"unopened", "open", "running", "over"}[p] }

// Result is the result of a table as records write it, from the first team's
// point of view; it is empty while the game is not over.
type Result string

// The results. A void table had no game, or one that was aborted.
const (
	FirstWon  Result = "1-0"
	SecondWon Result = "0-1"
	DrawnGame Result = "1/2-1/2"
	Void      Result = "*"
)

// results are the results by the outcome of the game.
var results = []Result{game.Running: Void, game.WonByFirst: FirstWon, game.WonBySecond: SecondWon, game.Drawn: DrawnGame}

func resultOf(o game.Outcome) Result { return results[o] }

// Played reports whether a game was played to an end, and not aborted.
func (r Result) Played() bool { return r.Outcome().Over() }

// Outcome is the result in terms of the game; a void table stays running.
func (r Result) Outcome() game.Outcome {
	return game.Outcome(max(int(game.Running), slices.Index(results, r)))
}

// Channel is who can read a message.
type Channel string

// The channels. Partners have one only where the terms allow advice.
const (
	ToTable    Channel = "table"
	ToPartners Channel = "partners"
)

// NewTable is a table without an event, for one of the games.
func NewTable(games game.List, id TableID) *Table { return &Table{ID: id, games: games} }

// Table is a table after some of its events. It is never changed: its fields,
// and what they point to, are for reading.
type Table struct {
	ID TableID
	// games are those that can be played at it.
	games game.List
	// Seq is the number of events.
	Seq   uint64
	Phase Phase
	Game  game.Game
	Terms Terms
	Host  PlayerID
	// Previous and Next are the tables of the games before and after, where
	// there was a rematch.
	Previous, Next TableID
	// Sitters are by chair before the start, and by seat from then on.
	Sitters []Sitter
	// Entered is when the phase began, and Changed when the last event was.
	Entered, Changed time.Time
	// Clock has the clocks of a running game.
	Clock Clock
	// TakeBackBy is the seat that asks for its last move back, or game.NoSeat.
	TakeBackBy game.Seat
	// RematchBy are the seats that asked for a rematch. Requests that have
	// expired are removed when the next one comes.
	RematchBy []game.Seat
	Result    Result
	// Reason is the code of why the table is over.
	Reason  string
	Ratings []RatingChange
	// Messages is the number of chat messages.
	Messages int
	// Newer is set if there are events that this program does not know.
	Newer bool

	match *game.Match
	// offeredAt is how many moves had been played when a team last offered a
	// draw, plus one; 0 if it never did. refusedAt is the same for when the
	// other team last declined a take-back.
	offeredAt, refusedAt [2]int
	// askedAt is when each seat of RematchBy asked.
	askedAt []time.Time
}

// Match is a clone of the match so far, or nil before the start. It knows
// moves and rules; the table knows how it ended.
func (t *Table) Match() *game.Match {
	if t.match == nil {
		return nil
	}
	return t.match.Clone()
}

// Start is the position that the game began with, or nil before the start.
func (t *Table) Start() game.Position {
	if t.match == nil {
		return nil
	}
	return t.match.Start()
}

// MoveTexts are the exact texts of the moves; never nil.
func (t *Table) MoveTexts() []string {
	if t.match == nil {
		return []string{}
	}
	return t.match.MoveTexts()
}

// DrawBy is the seat whose draw offer is pending, or game.NoSeat.
func (t *Table) DrawBy() game.Seat {
	if t.Phase != Running {
		return game.NoSeat
	}
	return t.match.Offer()
}

// Plies is the number of moves played.
func (t *Table) Plies() int {
	if t.match == nil {
		return 0
	}
	return t.match.Plies()
}

// Position is the present one, or nil before the start.
func (t *Table) Position() game.Position {
	if t.match == nil {
		return nil
	}
	return t.match.Position()
}

// ToMove is the seat whose turn it is, or game.NoSeat when nothing is running.
func (t *Table) ToMove() game.Seat {
	if t.Phase != Running {
		return game.NoSeat
	}
	return t.match.Position().ToMove()
}

// ComputerToMove reports whether a computer player is to move.
func (t *Table) ComputerToMove() bool {
	seat := t.ToMove()
	return seat != game.NoSeat && t.Sitters[seat].Computer()
}

// SeatOf is where a player sits (a chair before the start), or game.NoSeat.
func (t *Table) SeatOf(player PlayerID) game.Seat {
	i := slices.IndexFunc(t.Sitters, func(s Sitter) bool { return s.Player == player })
	if i < 0 || player == "" {
		return game.NoSeat
	}
	return game.Seat(i)
}

// MayWatch reports whether a player may follow the table. While chairs are
// free, anybody with the link may: they may sit down.
func (t *Table) MayWatch(player PlayerID) bool {
	return t.Terms.Spectators || t.SeatOf(player) != game.NoSeat ||
		t.Phase == Open && slices.ContainsFunc(t.Sitters, Sitter.Free)
}

// MaySeeNext reports whether a player may know the table of the rematch: the
// link to a table that is not listed is for its players.
func (t *Table) MaySeeNext(player PlayerID) bool {
	return t.Next == "" || t.Terms.Listed || t.SeatOf(player) != game.NoSeat
}

// MaySee reports whether a player may see an event. Messages between partners are
// for them alone. Others are for those who sit at the table and, where it has
// spectators, for these while the game lasts: nobody reads later what strangers
// said.
func (t *Table) MaySee(player PlayerID, e *Event) bool {
	if _, isNext := e.Body.(Rematched); isNext {
		return t.MaySeeNext(player)
	}
	said, isTalk := e.Body.(Said)
	if !isTalk || player != "" && player == e.By {
		return true
	}
	listener, speaker := t.SeatOf(player), t.SeatOf(e.By)
	if said.Channel != ToPartners {
		return listener != game.NoSeat || t.Terms.Spectators && t.Phase != Over
	}
	return listener != game.NoSeat && speaker != game.NoSeat && t.team(listener) == t.team(speaker)
}

// Record is the game as it was played, or nil if there was none. Reasons that
// records do not have are written as a tag.
func (t *Table) Record() *game.Record {
	if t.match == nil {
		return nil
	}
	r := game.RecordOf(t.match)
	r.Tags = append(r.Tags, game.Tag{Name: "Date", Value: t.Entered.Format("2006.01.02")})
	if t.Phase != Over || r.Outcome.Over() {
		return r
	}
	r.Outcome = t.Result.Outcome()
	switch t.Reason {
	case game.Resignation.Code, game.Timeout.Code, game.Agreement.Code:
		r.Reason = t.Reason
	default:
		r.Tags = append(r.Tags, game.Tag{Name: "Termination", Value: t.Reason})
	}
	return r
}

func (t *Table) team(seat game.Seat) game.Team { return t.Game.Seats()[seat].Team }

// opponents are the seats of the other team.
func (t *Table) opponents(seat game.Seat) []game.Seat {
	var others []game.Seat
	for i := range t.Sitters {
		if t.team(game.Seat(i)) != t.team(seat) {
			others = append(others, game.Seat(i))
		}
	}
	return others
}

// people is how many people sit at the table.
func (t *Table) people() int {
	return len(slices.DeleteFunc(slices.Clone(t.Sitters), func(s Sitter) bool { return s.Player == "" }))
}

// againstComputers reports whether a seat has only computer opponents.
func (t *Table) againstComputers(seat game.Seat) bool {
	return !slices.ContainsFunc(t.opponents(seat), func(s game.Seat) bool { return t.Sitters[s].Player != "" })
}

// Summary is what lists show of a table.
type Summary struct {
	ID      TableID   `json:"id"`
	Seq     uint64    `json:"seq"`
	Phase   Phase     `json:"phase"`
	Terms   Terms     `json:"terms"`
	Host    PlayerID  `json:"host"`
	Sitters []Sitter  `json:"sitters"`
	Entered time.Time `json:"entered"`
	Plies   int       `json:"plies"`
	Result  Result    `json:"result,omitempty"`
	Reason  string    `json:"reason,omitempty"`
	// ToMove is the seat whose turn it is in a running game.
	ToMove *game.Seat `json:"to_move,omitempty"`
}

// Summary is the table in short.
func (t *Table) Summary() Summary {
	var toMove *game.Seat
	if t.Phase == Running {
		toMove = new(t.ToMove())
	}
	return Summary{
		ID: t.ID, Seq: t.Seq, Phase: t.Phase, Terms: t.Terms, Host: t.Host, Sitters: slices.Clone(t.Sitters),
		Entered: t.Entered, Plies: t.Plies(), Result: t.Result, Reason: t.Reason, ToMove: toMove,
	}
}

// Involves reports whether a player hosts the table or sits there.
func (s *Summary) Involves(player PlayerID) bool {
	return s.Host == player || slices.ContainsFunc(s.Sitters, func(sitter Sitter) bool { return sitter.Player == player })
}

// InLobby reports whether the lobby shows the table.
func (s Summary) InLobby() bool { return s.Phase == Open && s.Terms.Listed }

// With is a player with those at a table, its host included.
func (t *Table) With(player PlayerID) []PlayerID {
	players := []PlayerID{player, t.Host}
	for _, sitter := range t.Sitters {
		players = append(players, sitter.Player)
	}
	return players
}
