// Package pairing decides who meets whom: Swiss rounds, round robins, knockouts
// and arenas. Its functions are pure. They know nothing of tournaments, only
// what a pairing depends on: scores, ranking, earlier opponents, sides and byes.
package pairing

import "errors"

// Side is the side that somebody had in a game.
type Side int8

// The sides. The first side is the one that begins, unless the players of a game
// with other rules about that agree otherwise.
const (
	NoSide Side = iota
	First
	Second
)

// Pair is two opponents by their numbers; the first has the first side. Second
// is [Bye] if there is no opponent.
type Pair struct{ First, Second int }

// Bye stands for the opponent of a player who has none. Numbers of entrants
// start with 1.
const Bye = 0

// Has reports whether somebody belongs to a pair.
func (p Pair) Has(id int) bool { return p.First == id || p.Second == id }

// Entrant is a player or a team, as a pairing sees it.
type Entrant struct {
	// ID is the number of the entrant, from 1.
	ID int
	// Score is in half points.
	Score int
	// Rating orders those with equal scores; then the ID does.
	Rating int
	// Met are the opponents of all games played, one for each game.
	Met []int
	// Sides are those of all games played, oldest first.
	Sides []Side
	// HadBye means that the entrant had a bye, or won without playing.
	HadBye bool
}

// Rules are what an organiser decided about pairings.
type Rules struct {
	// Forbidden pairs are never made. The order within a pair does not matter.
	Forbidden []Pair
	// AnySide means that sides do not matter: they are drawn, or everybody has
	// both in every round.
	AnySide bool
	// TopScore is for the last round: a pair with somebody who has more half
	// points may be made even if both need the same side. Zero is for nobody.
	TopScore int
	// Stop reports whether to give up, because it takes too long; nil never does.
	// Once it has, it always does.
	Stop func() bool
}

// ErrStopped means that a pairing was given up.
var ErrStopped = errors.New("pairing: given up")

// barring is the set of forbidden pairs, in both orders.
func (r Rules) barring() map[Pair]bool {
	pairs := make(map[Pair]bool, 2*len(r.Forbidden))
	for _, p := range r.Forbidden {
		pairs[p], pairs[Pair{p.Second, p.First}] = true, true
	}
	return pairs
}
