package tournament

import (
	"encoding/json"
	"errors"
	"fmt"
	"reflect"
	"time"
)

// An event is stored as a head and a body, as JSON. Bodies only grow: a field may
// be added if its absence means what it meant before. No field is renamed or
// changes its meaning; whatever does not fit gets a new kind.

// Event is something that happened in a tournament.
type Event struct {
	// Seq counts the events of a tournament from 1.
	Seq uint64
	// At is in UTC and whole milliseconds.
	At time.Time
	// By is who caused it; it may be empty.
	By   string
	Body Body
}

// Kind is the stable name of what happened.
func (e *Event) Kind() string { return e.Body.kind() }

// Body is what happened. Each kind of event has its own type.
type Body interface {
	// kind is the stable name of the type.
	kind() string
	// apply changes t, which is a copy made for it. What it points to is shared.
	apply(t *Tournament, e *Event) error
}

// The bodies. Entrants, rounds and boards are counted from 1.
type (
	// Created is the first event of every tournament.
	Created struct {
		Settings Settings `json:"settings"`
	}
	// Added means that somebody joined.
	Added struct {
		Entrant Entrant `json:"entrant"`
	}
	// Edited replaces what is known about an entrant.
	Edited Added
	// Withdrew means that an entrant is paired no more.
	Withdrew struct {
		Number int `json:"number"`
	}
	// Returned means that an entrant is paired again.
	Returned Withdrew
	// ByeRequested means that an entrant will get half a point in a round.
	ByeRequested struct {
		Number int `json:"number"`
		Round  int `json:"round"`
	}
	// ByeCancelled takes that back.
	ByeCancelled ByeRequested
	// PairForbidden means that two are never paired.
	PairForbidden struct {
		Pair [2]int `json:"pair"`
	}
	// PairReleased takes that back.
	PairReleased PairForbidden
	// Paired starts a round. In an arena, it pairs those who wait.
	Paired struct {
		Round int      `json:"round"`
		Pairs [][2]int `json:"pairs"`
		Byes  []Bye    `json:"byes,omitempty"`
		// Slots is the draw of a knockout or the table of a round robin, with the
		// first round.
		Slots []int `json:"slots,omitempty"`
	}
	// Repaired replaces the pairs of the last round.
	Repaired struct {
		Round int      `json:"round"`
		Pairs [][2]int `json:"pairs"`
		Byes  []Bye    `json:"byes,omitempty"`
	}
	// Unpaired removes the last round with its results.
	Unpaired struct {
		Round int `json:"round"`
	}
	// Scored is the result of a game.
	Scored struct {
		Round  int    `json:"round"`
		Board  int    `json:"board"`
		Result Result `json:"result"`
		// Detail is the score of a mini-match.
		Detail string `json:"detail,omitempty"`
	}
	// Corrected replaces a result, or removes it if the new one is empty.
	Corrected Scored
	// Reported is a result that a side has reported, and that does not count
	// yet.
	Reported struct {
		Round int `json:"round"`
		Board int `json:"board"`
		// Side is 1 for the first side and 2 for the second.
		Side   int    `json:"side"`
		Result Result `json:"result"`
		Detail string `json:"detail,omitempty"`
	}
	// SettingsChanged replaces the settings.
	SettingsChanged Created
	// Removed takes the last entrant out, who was never paired.
	Removed Withdrew
	// Amended replaces tie-breaks, categories and the number of rounds.
	Amended struct {
		TieBreaks  []TieBreak `json:"tie_breaks"`
		Categories []string   `json:"categories"`
		Rounds     int        `json:"rounds,omitempty"`
	}
	// Finished is the end of the tournament.
	Finished struct{}
	// Reopened takes that back.
	Reopened struct{}
	// CodesRenewed means that a server has given out new codes.
	CodesRenewed struct{}
)

// Unrecognised is an event of a newer version of the program. A tournament that
// has one can be looked at, but not changed.
type Unrecognised struct {
	Name string
	JSON json.RawMessage
}

func (Created) kind() string         { return "created" }
func (Added) kind() string           { return "added" }
func (Edited) kind() string          { return "edited" }
func (Withdrew) kind() string        { return "withdrew" }
func (Returned) kind() string        { return "returned" }
func (ByeRequested) kind() string    { return "bye-requested" }
func (ByeCancelled) kind() string    { return "bye-cancelled" }
func (PairForbidden) kind() string   { return "pair-forbidden" }
func (PairReleased) kind() string    { return "pair-allowed" }
func (Paired) kind() string          { return "paired" }
func (Repaired) kind() string        { return "repaired" }
func (Unpaired) kind() string        { return "unpaired" }
func (Scored) kind() string          { return "scored" }
func (Corrected) kind() string       { return "corrected" }
func (Reported) kind() string        { return "reported" }
func (SettingsChanged) kind() string { return "settings-changed" }
func (Removed) kind() string         { return "removed" }
func (Amended) kind() string         { return "amended" }
func (Finished) kind() string        { return "finished" }
func (Reopened) kind() string        { return "reopened" }
func (CodesRenewed) kind() string    { return "codes-renewed" }
func (u Unrecognised) kind() string  { return u.Name }

// MarshalJSON writes the body as it was read.
func (u Unrecognised) MarshalJSON() ([]byte, error) { return u.JSON, nil }

// bodyTypes are the types of the bodies by their kinds.
var bodyTypes = typesByKind(Created{}, Added{}, Edited{}, Withdrew{}, Returned{}, ByeRequested{}, ByeCancelled{}, PairForbidden{},
	PairReleased{}, Paired{}, Repaired{}, Unpaired{}, Scored{}, Corrected{}, Reported{}, SettingsChanged{}, Removed{}, Amended{}, Finished{}, Reopened{},
	CodesRenewed{})

func typesByKind(bodies ...Body) map[string]reflect.Type {
	types := make(map[string]reflect.Type)
	for _, b := range bodies {
		types[b.kind()] = reflect.TypeOf(b)
	}
	return types
}

// ReadBody reads the JSON of a body. Fields that it does not know are ignored,
// and a kind that it does not know becomes [Unrecognised].
func ReadBody(kind string, text []byte) (Body, error) {
	bodyType, known := bodyTypes[kind]
	if !known {
		return Unrecognised{Name: kind, JSON: text}, nil
	}
	body := reflect.New(bodyType)
	if err := json.Unmarshal(text, body.Interface()); err != nil {
		return nil, fmt.Errorf("event %q: %w", kind, err)
	}
	return body.Elem().Interface().(Body), nil
}

// eventObject is an event as JSON.
type eventObject struct {
	Seq  uint64          `json:"seq"`
	At   time.Time       `json:"at"`
	By   string          `json:"by,omitempty"`
	Kind string          `json:"kind"`
	Body json.RawMessage `json:"body"`
}

// MarshalJSON writes head, kind and body.
func (e Event) MarshalJSON() ([]byte, error) {
	body, err := json.Marshal(e.Body)
	if err != nil {
		return nil, err
	}
	return json.Marshal(eventObject{e.Seq, e.At, e.By, e.Kind(), body})
}

// UnmarshalJSON reads what MarshalJSON writes, also that of a newer version.
func (e *Event) UnmarshalJSON(text []byte) error {
	var j eventObject
	if err := json.Unmarshal(text, &j); err != nil {
		return err
	}
	if j.Kind == "" || j.Body == nil {
		return errors.New("an event needs a kind and a body")
	}
	body, err := ReadBody(j.Kind, j.Body)
	if err != nil {
		return err
	}
	*e = Event{j.Seq, j.At, j.By, body}
	return nil
}
