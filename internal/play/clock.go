package play

import (
	"slices"
	"time"

	"plateau/game"
)

// Nothing ticks: everything follows from the time of a request.
//
//	 Waiting            now        deadline
//	    ├─────────────────┼──────────────┼──────────►
//	    │◄───── elapsed ─────►│          │
//	    │◄──────── Left ──────────►│◄Lag►│
//
// A move is charged the elapsed time minus its lag, the measured round trip up to
// the seat's allowance. Every move refills that a little: it makes up for a slow
// connection, but nobody gains much by pretending to have one.

// Clock is the state of a table's clocks.
type Clock struct {
	// Left is what each seat has for the rest of the game; empty if the terms
	// have no such clock.
	Left []Millis
	// Lag is how much of the next moves' delay is not charged, by seat.
	Lag []Millis
	// Waiting is since when the table waits for the next move.
	Waiting time.Time
}

const (
	lagMost   = second
	lagRefill = second / 5
	// firstMove is how long a game with a clock waits for each first move.
	firstMove = 5 * minute
	// openFor is how long a table waits for players.
	openFor     = day
	openForDays = 14 * day
)

// Duration is the span as the standard library measures it.
func (m Millis) Duration() time.Duration { return time.Duration(m) * time.Millisecond }

func millisOf(d time.Duration) Millis { return Millis(d.Milliseconds()) }

func (c *Clock) start(terms Time, seats int) {
	if terms.Main == 0 {
		return
	}
	c.Left, c.Lag = slices.Repeat([]Millis{terms.Main}, seats), slices.Repeat([]Millis{lagMost}, seats)
}

// charge takes the time of a move from a seat's clock. The slices are shared
// with earlier tables, so they are copied.
func (c *Clock) charge(seat game.Seat, spent, lag, increment Millis, at time.Time) {
	c.Waiting = at
	if c.Left == nil {
		return
	}
	c.Left, c.Lag = slices.Clone(c.Left), slices.Clone(c.Lag)
	c.Left[seat] += increment - spent
	c.Lag[seat] = min(c.Lag[seat]-lag+lagRefill, lagMost)
}

// elapsed is how long the table has been waiting.
func (t *Table) elapsed(now time.Time) Millis { return max(0, millisOf(now.Sub(t.Clock.Waiting))) }

// Counts reports whether the clock of the seat to move is running.
func (t *Table) Counts() bool {
	return t.Phase == Running && (t.Terms.Time.Days > 0 || t.Terms.Time.Main > 0 && t.allMoved())
}

// allMoved reports whether every seat has made its first move.
func (t *Table) allMoved() bool { return t.Plies() >= len(t.Sitters) }

// price is what a move that arrives now is charged, and how much is lag. It is
// not ok if the time is up.
func (t *Table) price(now time.Time, roundTrip Millis) (spent, lag Millis, ok bool) {
	if !t.Counts() {
		return 0, 0, true
	}
	elapsed := t.elapsed(now)
	if days := t.Terms.Time.Days; days > 0 {
		return elapsed, 0, elapsed <= Millis(days)*day
	}
	seat := t.ToMove()
	lag = max(0, min(roundTrip, elapsed, t.Clock.Lag[seat]))
	spent = elapsed - lag
	return spent, lag, spent <= t.Clock.Left[seat]
}

// Deadline is when the table closes or the game is lost unless somebody acts.
// There is none without a clock.
func (t *Table) Deadline() (at time.Time, exists bool) {
	var allowed Millis
	terms := t.Terms.Time
	switch {
	case t.Phase == Open && terms.Days > 0:
		allowed = openForDays
	case t.Phase == Open:
		allowed = openFor
	case t.Phase == Running && t.Terms.Tournament && t.Terms.Grace > 0 && terms.Days == 0 && !t.allMoved():
		allowed = t.Terms.Grace
	case t.Phase != Running || terms == Time{}:
		return time.Time{}, false
	case terms.Days > 0:
		allowed = Millis(terms.Days) * day
	case !t.Counts():
		allowed = firstMove
	default:
		allowed = t.Clock.Left[t.ToMove()] + t.Clock.Lag[t.ToMove()]
	}
	return t.Clock.Waiting.Add(allowed.Duration()), true
}

// computerTime is how long after the last event a server checks that a computer
// player who is to move has not been forgotten.
const computerTime = 10 * second

// Due is when a server has to look at the table, even if nobody does anything
// there: at its deadline, or to let a computer player move. A table for which
// there is no such time waits for people alone.
func (t *Table) Due() (at time.Time, exists bool) {
	at, exists = t.Deadline()
	if !t.ComputerToMove() {
		return at, exists
	}
	if turn := t.Changed.Add(computerTime.Duration()); !exists || turn.Before(at) {
		at = turn
	}
	return at, true
}

// Paused is how much of the time since the last event no server ran. A server
// ran at that event.
func (t *Table) Paused(downtimes []Downtime) Millis {
	var pause time.Duration
	counted := t.Changed
	for _, d := range downtimes {
		if d.Began.After(counted) {
			counted = d.Began
		}
		if d.Ended.After(counted) {
			pause += d.Ended.Sub(counted)
			counted = d.Ended
		}
	}
	return millisOf(pause)
}

// NeedsResume reports whether players must get back time in which no server
// ran, by [Resume].
func (t *Table) NeedsResume(downtimes []Downtime) bool {
	_, exists := t.Deadline()
	return exists && !t.Newer && t.Paused(downtimes) > 0
}

// Remaining is what a seat's clock shows now; zero without a clock. With days
// per move, only the clock of the seat to move runs.
func (t *Table) Remaining(seat game.Seat, now time.Time) Millis {
	var left Millis
	switch {
	case t.Terms.Time.Days > 0 && t.Phase == Running:
		left = Millis(t.Terms.Time.Days) * day
	case int(seat) < len(t.Clock.Left):
		left = t.Clock.Left[seat]
	}
	if t.Counts() && seat == t.ToMove() {
		left -= t.elapsed(now)
	}
	return max(0, left)
}
