package tournament

import (
	"math/rand/v2"
	"time"

	"plateau/tournament/pairing"
)

// Command is a request to a tournament. The commands are the types of this
// package that implement it.
type Command interface {
	decide(d *draft) error
}

// Moment is everything that a decision depends on besides the tournament and the
// command.
type Moment struct {
	Now time.Time
	// By is who asks; it may be empty.
	By string
	// Random decides who begins where that is drawn.
	Random *rand.Rand
	// Expected is the sequence number of the tournament that the caller has
	// seen. If it is another one now, the command is refused. 0 expects nothing.
	Expected uint64
	// Stop reports whether to give up a pairing that takes long; nil never does.
	Stop func() bool
}

// ErrStopped means that a pairing was given up.
var ErrStopped = pairing.ErrStopped

// Decision is what a command led to.
type Decision struct {
	Events []Event
	// Tournament is the one after these events.
	Tournament *Tournament
}

// Decide answers a command with the events that it causes, one at least. It is
// pure; its errors are refusals and [ErrStopped], after which nothing has changed.
func Decide(t *Tournament, c Command, m Moment) (*Decision, error) {
	_, creates := c.(Create)
	_, reopens := c.(Reopen)
	_, undoes := c.(Undo)
	switch {
	case t.Newer:
		return nil, Newer.Refuse("")
	case m.Expected != 0 && m.Expected != t.Seq:
		return nil, Stale.Refuse("")
	case t.Seq == 0 && !creates:
		return nil, NotCreated.Refuse("")
	case t.Seq != 0 && creates:
		return nil, AlreadyMade.Refuse("")
	case t.Finished && !reopens && !undoes:
		return nil, Over.Refuse("")
	}
	if err := t.eventful(c); err != nil {
		return nil, err
	}
	m.Now = time.UnixMilli(m.Now.UnixMilli()).UTC()
	if m.Now.Before(t.Changed) {
		// The clock of a machine may be set back; a tournament's never is.
		m.Now = t.Changed
	}
	d := &draft{Moment: m, Tournament: t}
	if err := c.decide(d); err != nil {
		return nil, err
	}
	return &Decision{Events: d.events, Tournament: d.Tournament}, nil
}

// draft is a decision being made. Its tournament is always that after the events
// so far.
type draft struct {
	Moment
	*Tournament
	events []Event
}

func (d *draft) add(b Body) error {
	e := Event{Seq: d.Seq + 1, At: d.Now, By: d.By, Body: b}
	next := *d.Tournament
	if err := next.apply(&e); err != nil {
		return err
	}
	d.Tournament, d.events = &next, append(d.events, e)
	return nil
}
