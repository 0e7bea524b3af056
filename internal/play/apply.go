package play

import (
	"cmp"
	"fmt"
	"slices"

	"plateau/game"
)

// Replay gives the table after more events and leaves t as it is. It checks
// every move. Its errors mean damage: events that [Decide] made always fit.
func Replay(t *Table, events []Event) (*Table, error) {
	next := *t
	for i := range events {
		e := &events[i]
		if e.Seq != next.Seq+1 {
			return nil, fmt.Errorf("table %s: event %d cannot follow event %d", e.Table.Short(), e.Seq, next.Seq)
		}
		match, err := next.matchAfter(e.Body)
		if err == nil {
			err = next.apply(e, match)
		}
		if err != nil {
			return nil, fmt.Errorf("table %s, event %d (%s): %w", e.Table.Short(), e.Seq, e.Kind(), err)
		}
	}
	return &next, nil
}

// apply changes t, which must be a copy made for it. The match is that after
// the event, and nil before the start.
func (t *Table) apply(e *Event, match *game.Match) error {
	t.match = match
	if err := e.Body.apply(t, e); err != nil {
		return err
	}
	t.Seq, t.Changed = e.Seq, e.At
	return nil
}

// matchBody is the body of an event that changes the match.
type matchBody interface {
	// play changes the match, which is a clone made for it. Its errors are
	// those of the match, refusals among them.
	play(m *game.Match) error
}

// matchAfter is the match after an event, which is checked. All rules about
// moves and draw offers are those of [game.Match].
func (t *Table) matchAfter(b Body) (*game.Match, error) {
	change, ok := b.(matchBody)
	if !ok {
		return t.match, nil
	}
	if err := t.expect(Running); err != nil {
		return nil, err
	}
	m := t.match.Clone()
	return m, change.play(m)
}

// enter begins a phase.
func (t *Table) enter(p Phase, e *Event) {
	t.Phase, t.Entered = p, e.At
	t.Clock.Waiting = e.At
}

// expect fails if an event comes in a phase in which it is impossible.
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
	// The terms were checked when the table was opened. Limits may change;
	// what has happened does not.
	g, err := t.games.Find(b.Terms.Game)
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
	t.TakeBackBy = game.NoSeat
	t.enter(Open, e)
	return nil
}

// sit gives a chair to somebody, or to nobody.
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
	played := t.Game
	if b.Swapped {
		if !played.FreeColours() {
			return fmt.Errorf("the colours of %s are not free", played.ID())
		}
		played = played.Swapped()
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
	t.match = game.MatchFrom(played.Start(b.Begins), names)
	t.Clock.start(t.Terms.Time, len(chairs))
	t.enter(Running, e)
	return nil
}

func (b Moved) play(m *game.Match) error {
	if b.Ply != m.Plies() {
		return fmt.Errorf("it is move %d, but %d were played", b.Ply, m.Plies())
	}
	return m.Play(b.Move)
}

func (b Moved) apply(t *Table, e *Event) error {
	t.Clock.charge(t.match.PositionAfter(b.Ply).ToMove(), b.Spent, b.Lag, t.Terms.Time.Increment, e.At)
	t.TakeBackBy = game.NoSeat
	return nil
}

func (b DrawOffered) play(m *game.Match) error { return m.OfferDraw(b.Seat) }

func (b DrawOffered) apply(t *Table, _ *Event) error {
	t.offeredAt[t.team(b.Seat)] = t.Plies() + 1
	return nil
}

func (b DrawDeclined) play(m *game.Match) error   { return m.DeclineDraw(b.Seat) }
func (b DrawDeclined) apply(*Table, *Event) error { return nil }

func (b TakeBackAsked) apply(t *Table, _ *Event) error {
	t.TakeBackBy = b.Seat
	return t.expectSeat(int(b.Seat))
}

func (b TakeBackDeclined) apply(t *Table, _ *Event) error {
	t.TakeBackBy = game.NoSeat
	if err := t.expectSeat(int(b.Seat)); err != nil {
		return err
	}
	t.refusedAt[t.team(b.Seat).Other()] = t.Plies() + 1
	return nil
}

func (b TakenBack) play(m *game.Match) error {
	if b.Ply < 0 || b.Ply >= m.Plies() {
		return fmt.Errorf("%d of %d moves cannot be left", b.Ply, m.Plies())
	}
	for m.Plies() > b.Ply {
		m.Undo()
	}
	return nil
}

func (b TakenBack) apply(t *Table, e *Event) error {
	t.TakeBackBy = game.NoSeat
	t.refusedAt = [2]int{}
	t.Clock.Waiting = e.At
	return nil
}

func (b Said) apply(t *Table, _ *Event) error {
	t.Messages++
	return nil
}

func (b Erased) apply(_ *Table, e *Event) error {
	if b.Message == 0 || b.Message >= e.Seq {
		return fmt.Errorf("there is no message %d", b.Message)
	}
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
	t.TakeBackBy = game.NoSeat
	t.enter(Over, e)
	return nil
}

func (b Rated) apply(t *Table, _ *Event) error {
	t.Ratings = b.Changes
	return t.expect(Over)
}

func (b RematchAsked) apply(t *Table, e *Event) error {
	t.askRematch(b.Seat, e.At)
	return cmp.Or(t.expectSeat(int(b.Seat)), t.expect(Over))
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
