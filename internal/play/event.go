package play

import (
	"encoding/json"
	"fmt"
	"maps"
	"reflect"
	"strconv"
	"time"

	"plateau/game"
	"plateau/internal/play/glicko"
)

// An event is stored as a head, in columns, and a body, as JSON. Bodies only
// grow: a field may be added if its absence means what it meant before. No field
// is renamed or changes its meaning; whatever does not fit gets a new kind.
// Files in testdata pin the format.

// Event is something that happened at a table.
type Event struct {
	Table TableID
	// Seq counts the events of a table from 1.
	Seq uint64
	// At is in UTC and whole milliseconds.
	At time.Time
	// By is the player who caused it; empty for the server itself.
	By PlayerID
	// Request is the id that the player chose for the request. It is on the
	// first event that the request caused, and unique per player.
	Request string
	Body    Body
}

// Kind is the stable name of what happened.
func (e *Event) Kind() string { return e.Body.kind() }

// Body is what happened. Each kind of event has its own type.
type Body interface {
	// kind is the stable name of the type.
	kind() string
	// apply changes t, which is a copy made for it and has the match after
	// the event. What it points to is shared.
	apply(t *Table, e *Event) error
}

// The bodies, in the order in which they may first occur. Seats and chairs are
// counted from 0.
type (
	// Opened is the first event of every table.
	Opened struct {
		Terms  Terms    `json:"terms"`
		Chairs []Sitter `json:"chairs"`
		// Previous is the table whose rematch this is.
		Previous TableID `json:"previous,omitempty"`
	}
	// Sat means that somebody took a chair.
	Sat struct {
		Chair  int    `json:"chair"`
		Sitter Sitter `json:"sitter"`
	}
	// Left means that somebody gave up a chair before the start.
	Left struct {
		Chair int `json:"chair"`
	}
	// Started has what was chosen or decided at random: which party has the
	// first seat, which seat begins, and whether the seats have each other's
	// colours, where those are free.
	Started struct {
		FirstSide Choice    `json:"first_side"`
		Begins    game.Seat `json:"begins"`
		Swapped   bool      `json:"swapped,omitempty"`
	}
	// Moved is a move in exact notation.
	Moved struct {
		// Ply is the number of moves before it.
		Ply  int    `json:"ply"`
		Move string `json:"move"`
		// Spent was charged to the clock; Lag was not, because the network
		// took it.
		Spent Millis `json:"spent_ms,omitempty"`
		Lag   Millis `json:"lag_ms,omitempty"`
	}
	// bySeat is the body of what a seat asks or answers.
	bySeat struct {
		Seat game.Seat `json:"seat"`
	}
	// DrawOffered means that a seat offered a draw.
	DrawOffered bySeat
	// DrawDeclined means that the other side declined.
	DrawDeclined bySeat
	// TakeBackAsked means that a seat asked to take back its last move.
	TakeBackAsked bySeat
	// TakeBackDeclined means that the other side declined.
	TakeBackDeclined bySeat
	// TakenBack undoes moves until Ply of them are left.
	TakenBack struct {
		Ply int `json:"ply"`
	}
	// Said is a chat message.
	Said struct {
		Channel Channel `json:"channel" enum:"table,partners"`
		Text    string  `json:"text"`
		// Phrase is the code of a preset phrase, instead of a text.
		Phrase string `json:"phrase,omitempty"`
	}
	// Erased means that an administrator deleted a message: its text is gone.
	Erased struct {
		// Message is the number of its event.
		Message uint64 `json:"message"`
	}
	// Resumed gives back the time in which no server ran.
	Resumed struct {
		Pause Millis `json:"pause_ms"`
	}
	// Ended is the end of a game, or of a table that never had one.
	Ended struct {
		Result Result `json:"result" enum:"1-0,0-1,1/2-1/2,*"`
		Reason string `json:"reason"`
	}
	// Rated has the ratings of the players before and after the game.
	Rated struct {
		Changes []RatingChange `json:"changes"`
	}
	// RematchAsked means that a seat asked for a rematch.
	RematchAsked bySeat
	// Rematched names the table of the next game.
	Rematched struct {
		Table TableID `json:"table"`
	}
	// Hidden stands for an event that the reader may not see. It is never
	// stored.
	Hidden struct{}
)

// RatingChange is what a game did to a player's rating.
type RatingChange struct {
	Player PlayerID      `json:"player"`
	Before glicko.Rating `json:"before"`
	After  glicko.Rating `json:"after"`
	// Games is the number of rated games with this one.
	Games int `json:"games"`
}

// Unknown is an event of a newer version of the program. A table that has one
// can be watched, but not played at.
type Unknown struct {
	Name string
	JSON json.RawMessage
}

func (Opened) kind() string           { return "opened" }
func (Sat) kind() string              { return "sat" }
func (Left) kind() string             { return "left" }
func (Started) kind() string          { return "started" }
func (Moved) kind() string            { return "moved" }
func (DrawOffered) kind() string      { return "draw-offered" }
func (DrawDeclined) kind() string     { return "draw-declined" }
func (TakeBackAsked) kind() string    { return "takeback-asked" }
func (TakeBackDeclined) kind() string { return "takeback-declined" }
func (TakenBack) kind() string        { return "taken-back" }
func (Said) kind() string             { return "said" }
func (Erased) kind() string           { return "erased" }
func (Resumed) kind() string          { return "resumed" }
func (Ended) kind() string            { return "ended" }
func (Rated) kind() string            { return "rated" }
func (RematchAsked) kind() string     { return "rematch-asked" }
func (Rematched) kind() string        { return "rematched" }
func (Hidden) kind() string           { return "hidden" }
func (u Unknown) kind() string        { return u.Name }

// MarshalJSON writes the body as it was read.
func (u Unknown) MarshalJSON() ([]byte, error) { return u.JSON, nil }

// bodyTypes are the types of the bodies by their kinds.
var bodyTypes = typesByKind(Opened{}, Sat{}, Left{}, Started{}, Moved{}, DrawOffered{}, DrawDeclined{},
	TakeBackAsked{}, TakeBackDeclined{}, TakenBack{}, Said{}, Erased{}, Resumed{}, Ended{}, Rated{}, RematchAsked{}, Rematched{})

func typesByKind(bodies ...Body) map[string]reflect.Type {
	types := make(map[string]reflect.Type)
	for _, b := range bodies {
		types[b.kind()] = reflect.TypeOf(b)
	}
	return types
}

// BodyTypes are the types of the bodies that readers may see, by their kinds.
func BodyTypes() map[string]reflect.Type {
	types := maps.Clone(bodyTypes)
	types[Hidden{}.kind()] = reflect.TypeFor[Hidden]()
	return types
}

// ReadBody reads the JSON of a body. Fields that it does not know are ignored,
// and a kind that it does not know becomes [Unknown].
func ReadBody(kind string, text []byte) (Body, error) {
	bodyType, known := bodyTypes[kind]
	if !known {
		return Unknown{Name: kind, JSON: text}, nil
	}
	body := reflect.New(bodyType)
	if err := json.Unmarshal(text, body.Interface()); err != nil {
		return nil, fmt.Errorf("event %q: %w", kind, err)
	}
	return body.Elem().Interface().(Body), nil
}

// MarshalJSON writes head, kind and body.
func (e Event) MarshalJSON() ([]byte, error) { return e.AppendJSON(nil) }

// AppendJSON appends the event as JSON, as UnmarshalJSON reads it. It takes a fraction of
// the time that reflection does, and each move is written to several streams.
func (e *Event) AppendJSON(dst []byte) ([]byte, error) {
	dst = appendText(append(dst, `{"table":`...), string(e.Table))
	dst = strconv.AppendUint(append(dst, `,"seq":`...), e.Seq, 10)
	dst = e.At.AppendFormat(append(dst, `,"at":"`...), time.RFC3339Nano)
	dst = append(dst, '"')
	if e.By != "" {
		dst = appendText(append(dst, `,"by":`...), string(e.By))
	}
	if e.Request != "" {
		dst = appendText(append(dst, `,"request":`...), e.Request)
	}
	dst = appendText(append(dst, `,"kind":`...), e.Kind())
	body, err := e.BodyJSON()
	if err != nil {
		return nil, err
	}
	dst = append(append(dst, `,"body":`...), body...)
	return append(dst, '}'), nil
}

// BodyJSON is the body as it is stored.
func (e *Event) BodyJSON() ([]byte, error) {
	if moved, ok := e.Body.(Moved); ok {
		return moved.appendJSON(make([]byte, 0, 64)), nil
	}
	return json.Marshal(e.Body)
}

func (b Moved) appendJSON(dst []byte) []byte {
	dst = strconv.AppendInt(append(dst, `{"ply":`...), int64(b.Ply), 10)
	dst = appendText(append(dst, `,"move":`...), b.Move)
	if b.Spent != 0 {
		dst = strconv.AppendInt(append(dst, `,"spent_ms":`...), int64(b.Spent), 10)
	}
	if b.Lag != 0 {
		dst = strconv.AppendInt(append(dst, `,"lag_ms":`...), int64(b.Lag), 10)
	}
	return append(dst, '}')
}

// appendText appends a text as JSON.
func appendText(dst []byte, text string) []byte {
	for _, c := range []byte(text) {
		if c < ' ' || c > '~' || c == '"' || c == '\\' || c == '<' || c == '>' || c == '&' {
			quoted, _ := json.Marshal(text) // A string can always be written.
			return append(dst, quoted...)
		}
	}
	dst = append(dst, '"')
	dst = append(dst, text...)
	return append(dst, '"')
}

// UnmarshalJSON reads what MarshalJSON writes, also that of a newer version.
func (e *Event) UnmarshalJSON(text []byte) error {
	var j struct {
		Table   TableID
		Seq     uint64
		At      time.Time
		By      PlayerID
		Request string
		Kind    string
		Body    json.RawMessage
	}
	if err := json.Unmarshal(text, &j); err != nil {
		return err
	}
	body, err := ReadBody(j.Kind, j.Body)
	if err != nil {
		return err
	}
	*e = Event{j.Table, j.Seq, j.At, j.By, j.Request, body}
	return nil
}
