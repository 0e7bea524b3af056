// Package thinking has the tables at which a computer player is to move, and says for how
// long it may think.
package thinking

import (
	"time"

	"plateau/engine"
	"plateau/internal/budget"
	"plateau/internal/play"
)

// Config is what a queue needs.
type Config struct {
	Now func() time.Time
	// Thinkers is how many may think at once.
	Thinkers int
	// Budgets count how long they think for whom.
	Budgets budget.Budgets
	// Source is where a player comes from.
	Source func(player play.PlayerID) string
}

const (
	most = 5 * time.Second
	// Least is how long a computer player may think in any case.
	Least = 50 * time.Millisecond
)

// Rate is for how many milliseconds computer players think for one address. What is beyond
// it gets the shortest time.
var Rate = budget.Rate{PerSecond: 500, AtOnce: 120_000}

// Time is how long a computer player may think: a small part of its clock, less the
// more others wait, and little for an address that has had much.
func (q *Queue) Time(t *play.Table, at engine.Level) time.Duration {
	allowed := most
	if t.Terms.Time.Main > 0 {
		allowed = min(allowed, t.Remaining(t.ToMove(), q.Now()).Duration()/30)
	}
	allowed = max(Least, allowed*time.Duration(q.Thinkers)/time.Duration(q.Thinkers+q.costly()))
	if laneOf(at) == quick {
		return allowed
	}
	if q.Budgets.Take("thinking", Rate, q.Source(t.Host), int(allowed.Milliseconds())) > 0 {
		return Least
	}
	return allowed
}
