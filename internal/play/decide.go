package play

import (
	"math/rand/v2"
	"strings"
	"time"

	"plateau/game"
)

// Command is a request to a table. The commands are the types of this package
// that implement it.
type Command interface {
	decide(d *draft) error
}

// Moment is everything that a decision depends on besides the table and the
// command.
type Moment struct {
	Now time.Time
	// By is the player who asks; empty for the server itself.
	By PlayerID
	// Request is the id that the player chose for the request; it may be empty.
	Request string
	// Program is set if a program acts for a person, with an API token.
	Program bool
	// Random decides what the terms leave open, when a game may start.
	Random *rand.Rand
	// Talk is for [Say]: how the player may chat on this server.
	Talk Talk
	// Away is for [Claim]: how long each seat has been away.
	Away []Millis
	// Value is for [Claim]: what the position is proved to be worth.
	Value game.Value
	// NextTable is for [AskRematch]: the id for the table of the next game.
	NextTable TableID
}

// Decision is what a command led to.
type Decision struct {
	Events []Event
	// Table is the one after these events.
	Table *Table
	// Shared changes with it.
	Shared []SharedChange
}

// maxRequest limits the length of request ids.
const maxRequest = 64

// maxEvents is the number of events after which a table can only be played to
// its end, so that no table can cost the server more and more.
const maxEvents = 4000

// dispensable reports whether a game can be played to its end without a
// command. Answers are needed: each follows a question.
func dispensable(c Command) bool {
	switch c.(type) {
	case Sit, OfferDraw, AskTakeBack, Say, AskRematch:
		return true
	}
	return false
}

// opens reports whether a command opens a table. All others need one that is open.
func opens(c Command) bool {
	switch c.(type) {
	case OpenTable, OpenPaired, OpenRematch:
		return true
	}
	return false
}

// inGame reports whether a command is for those who play in a running game.
func inGame(c Command) bool {
	switch c.(type) {
	case Resign, OfferDraw, AnswerDraw, AskTakeBack, AnswerTakeBack, Abort, Claim:
		return true
	}
	return false
}

// Decide answers a command with the events that it causes, one at least. It is
// pure; its errors are refusals, after which nothing has changed.
func Decide(t *Table, c Command, m Moment) (*Decision, error) {
	switch {
	case t.Newer:
		return nil, TableNewer.Refuse("")
	case len(m.Request) > maxRequest || strings.ContainsFunc(m.Request, notOfRequest):
		return nil, BadRequest.Refuse("")
	case t.Seq >= maxEvents && dispensable(c):
		return nil, TooEventful.Refuse("")
	case t.Phase == Unopened && !opens(c):
		return nil, NoSuchTable.Refuse("")
	case t.Phase != Unopened && opens(c):
		return nil, Seated.Refuse("")
	}
	m.Now = time.UnixMilli(m.Now.UnixMilli()).UTC()
	if m.Now.Before(t.Changed) {
		// The clock of a machine may be set back; that of a table never is.
		m.Now = t.Changed
	}
	d := &draft{Moment: m, Table: t, seat: t.SeatOf(m.By)}
	if err := d.refusePlayer(); err != nil && inGame(c) {
		return nil, err
	}
	if _, moves := c.(Play); m.Program && t.Terms.Rated && (moves || inGame(c)) {
		return nil, RatedToken.Refuse("")
	}
	if err := c.decide(d); err != nil {
		return nil, err
	}
	return &Decision{Events: d.events, Table: d.Table}, nil
}

func notOfRequest(r rune) bool {
	return (r < 'a' || r > 'z') && (r < 'A' || r > 'Z') && (r < '0' || r > '9') && r != '-' && r != '_'
}

// draft is a decision being made. Its table is always that after the events so
// far, so that a command sees what it has done.
type draft struct {
	Moment
	*Table
	// seat is that of the player who asks, or game.NoSeat.
	seat   game.Seat
	events []Event
}

// add makes an event happen, if the match allows it.
func (d *draft) add(b Body) error {
	match, err := d.matchAfter(b)
	if err != nil {
		return err
	}
	return d.addTo(match, b)
}

// addTo makes an event happen after which the match is known.
func (d *draft) addTo(match *game.Match, b Body) error {
	e := Event{Table: d.ID, Seq: d.Seq + 1, At: d.Now, By: d.By, Body: b}
	if len(d.events) == 0 {
		e.Request = d.Request
	}
	next := *d.Table
	if err := next.apply(&e, match); err != nil {
		return err
	}
	d.Table, d.events = &next, append(d.events, e)
	return nil
}

func (d *draft) end(r Result, reason string) error { return d.add(Ended{Result: r, Reason: reason}) }

// refusePlayer says why the player who asks does not play in a running game.
func (d *draft) refusePlayer() error {
	switch {
	case d.seat == game.NoSeat:
		return NotSeated.Refuse("")
	case d.Phase == Open:
		return NotRunning.Refuse("")
	case d.Phase == Over:
		return game.GameOver.Refuse("")
	}
	return nil
}
