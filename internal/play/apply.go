package play

import (
	"fmt"
	"slices"

	"plateau/game"
	"plateau/game/all"
)

// Apply gives the table after one more event and leaves t as it is. Its errors
// are damages: events that Decide makes are always applied.
func Apply(t *Table, e *Event) (*Table, error) { return Replay(t, []Event{*e}) }

// Replay gives the table after more events and leaves t as it is. The match is
// copied once for all of them: it grows with the game, and a copy for each
// move would make long games cost the square of their length.
func Replay(t *Table, events []Event) (*Table, error) {
	next := *t
	if t.match != nil && slices.ContainsFunc(events, changesMatch) {
		next.match = t.match.Clone()
	}
	for i := range events {
		if err := next.follow(&events[i]); err != nil {
			return nil, err
		}
	}
	return &next, nil
}

func changesMatch(e Event) bool {
	switch e.Body.(type) {
	case Moved, TakenBack:
		return true
	}
	return false
}

// follow changes the table, whose match nobody else may have.
func (t *Table) follow(e *Event) error {
	if e.Seq != t.Seq+1 {
		return fmt.Errorf("table %s: event %d cannot follow event %d", e.Table.Short(), e.Seq, t.Seq)
	}
	if err := e.Body.apply(t, e); err != nil {
		return fmt.Errorf("table %s, event %d (%s): %w", e.Table.Short(), e.Seq, e.Kind(), err)
	}
	t.Seq, t.Changed = e.Seq, e.At
	return nil
}

// enter begins a phase.
func (t *Table) enter(p Phase, e *Event) {
	t.Phase, t.Entered = p, e.At
	t.Clock.Waiting = e.At
}

// expect says what is damaged when an event comes in a phase that it cannot.
func (t *Table) expect(p Phase) error {
	if t.Phase != p {
		return fmt.Errorf("the table is %s", t.Phase)
	}
	return nil
}

func (t *Table) expectSeat(seat int) error {
	if seat < 0 || seat >= len(t.Sitters) {
		return fmt.Errorf("there is no seat %d", seat)
	}
	return nil
}

func (b Opened) apply(t *Table, e *Event) error {
	// Whether the terms are allowed was decided when they were: bounds may
	// change, what has happened does not.
	g, err := all.Games().Find(b.Terms.Game)
	if err != nil {
		return err
	}
	if len(b.Chairs) != len(g.Seats()) {
		return fmt.Errorf("there are %d chairs", len(b.Chairs))
	}
	if err := t.expect(Unopened); err != nil {
		return err
	}
	t.ID, t.Game, t.Terms, t.Host, t.Previous = e.Table, g, b.Terms, e.By, b.Previous
	t.Sitters = slices.Clone(b.Chairs)
	t.DrawBy, t.TakeBackBy = game.NoSeat, game.NoSeat
	t.enter(Open, e)
	return nil
}

// sit puts somebody, or nobody, on a chair.
func (t *Table) sit(chair int, s Sitter) error {
	if err := t.expectSeat(chair); err != nil {
		return err
	}
	t.Sitters = slices.Clone(t.Sitters)
	t.Sitters[chair] = s
	return t.expect(Open)
}

func (b Sat) apply(t *Table, _ *Event) error  { return t.sit(b.Chair, b.Sitter) }
func (b Left) apply(t *Table, _ *Event) error { return t.sit(b.Chair, Sitter{}) }

func (b Started) apply(t *Table, e *Event) error {
	if err := t.expect(Open); err != nil {
		return err
	}
	if !slices.Contains(t.Game.Openers(), b.Begins) {
		return fmt.Errorf("seat %d cannot begin", b.Begins)
	}
	chairs := t.Sitters
	t.Sitters = make([]Sitter, len(chairs))
	names := make([]string, len(chairs))
	for chair, s := range chairs {
		seat := chair
		if b.FirstSide == SecondParty {
			seat ^= 1
		}
		t.Sitters[seat] = s
		names[seat] = s.Name
		if s.Computer() {
			names[seat] = "computer " + s.Level
		}
	}
	t.match = game.MatchFrom(t.Game.Start(b.Begins), names)
	t.Clock.start(t.Terms.Time, len(chairs))
	t.enter(Running, e)
	return nil
}

func (b Moved) apply(t *Table, e *Event) error {
	if err := t.expect(Running); err != nil {
		return err
	}
	if b.Ply != t.match.Plies() {
		return fmt.Errorf("it is move %d, but %d were played", b.Ply, t.match.Plies())
	}
	seat := t.ToMove()
	if err := t.match.Play(b.Move); err != nil {
		return err
	}
	t.Clock.charge(seat, b.Spent, b.Lag, t.Terms.Time.Increment, e.At)
	t.TakeBackBy = game.NoSeat
	if t.DrawBy != game.NoSeat && t.team(t.DrawBy) != t.team(seat) {
		t.DrawBy = game.NoSeat
	}
	return nil
}

func (b DrawOffered) apply(t *Table, _ *Event) error {
	t.DrawBy = b.Seat
	return t.expectSeat(int(b.Seat))
}

func (b DrawDeclined) apply(t *Table, _ *Event) error {
	t.DrawBy = game.NoSeat
	return t.expectSeat(int(b.Seat))
}

func (b TakeBackAsked) apply(t *Table, _ *Event) error {
	t.TakeBackBy = b.Seat
	return t.expectSeat(int(b.Seat))
}

func (b TakeBackDeclined) apply(t *Table, _ *Event) error {
	t.TakeBackBy = game.NoSeat
	return t.expectSeat(int(b.Seat))
}

func (b TakenBack) apply(t *Table, e *Event) error {
	if err := t.expect(Running); err != nil {
		return err
	}
	if b.Ply < 0 || b.Ply >= t.match.Plies() {
		return fmt.Errorf("%d of %d moves cannot be left", b.Ply, t.match.Plies())
	}
	for t.match.Plies() > b.Ply {
		t.match.Undo()
	}
	t.DrawBy, t.TakeBackBy = game.NoSeat, game.NoSeat
	t.Clock.Waiting = e.At
	return nil
}

func (b Said) apply(t *Table, _ *Event) error {
	t.Messages++
	return nil
}

func (b Resumed) apply(t *Table, _ *Event) error {
	t.Clock.Waiting = t.Clock.Waiting.Add(b.Pause.Duration())
	return nil
}

func (b Ended) apply(t *Table, e *Event) error {
	if t.Phase != Open && t.Phase != Running {
		return fmt.Errorf("the table is %s", t.Phase)
	}
	t.Result, t.Reason = b.Result, b.Reason
	t.DrawBy, t.TakeBackBy = game.NoSeat, game.NoSeat
	t.enter(Over, e)
	return nil
}

func (b Rated) apply(t *Table, _ *Event) error {
	t.Ratings = b.Changes
	return t.expect(Over)
}

func (b RematchAsked) apply(t *Table, e *Event) error {
	t.wish(b.Seat, e.At)
	if err := t.expectSeat(int(b.Seat)); err != nil {
		return err
	}
	return t.expect(Over)
}

func (b Rematched) apply(t *Table, _ *Event) error {
	t.Next = b.Table
	return t.expect(Over)
}

func (b Hidden) apply(*Table, *Event) error { return nil }

func (u Unknown) apply(t *Table, _ *Event) error {
	t.Newer = true
	return nil
}
