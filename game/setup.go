package game

import (
	"math/rand/v2"
	"strconv"
)

// Party is one of the two groups of players, in the order in which they are
// named: the first player (and the third in games for four) against the others.
type Party uint8

// The zero Party leaves the choice to chance.
const (
	AtRandom Party = iota
	FirstParty
	SecondParty
)

// Setup is who plays, and how sides are assigned.
type Setup struct {
	// Players are named so that the parties alternate, as in turn order;
	// missing names stay empty.
	Players []string
	// Begins is the party that makes the first move.
	Begins Party
	// FirstSide is the party that takes the game's first side: the light
	// pieces of Quantik, the circles of Pivot, the crosses of Quixo. In games
	// where the first side always begins, it is the same choice as Begins,
	// and one of them may be left out.
	FirstSide Party
}

// Refusals of a setup.
var (
	TooManyPlayers = Invalid("setup.players", "{game} is for {seats} players, not for {count}")
	SideBegins     = Invalid("setup.begins", "in {game} the same side always moves first ({colour}), so both choices have to match")
)

// NewMatch seats the players and draws at random what the setup leaves open.
func NewMatch(g Game, setup Setup, rng *rand.Rand) (*Match, error) {
	seats := g.Seats()
	if len(setup.Players) > len(seats) {
		return nil, TooManyPlayers.Refuse("", "game", g.Name(),
			"seats", strconv.Itoa(len(seats)), "count", strconv.Itoa(len(setup.Players)))
	}
	first, begins := setup.FirstSide, setup.Begins
	if g.FreeColours() {
		return matchWithColours(g, setup, rng), nil
	}
	if len(g.Openers()) == 1 {
		switch {
		case first == AtRandom:
			first = begins
		case begins != AtRandom && begins != first:
			return nil, SideBegins.Refuse("", "game", g.Name(), "colour", seats[0].Colour)
		}
	}
	if first == AtRandom {
		first = draw(rng)
	}
	opener := g.Openers()[0]
	if len(g.Openers()) == 2 {
		if begins == AtRandom {
			begins = draw(rng)
		}
		if begins != first {
			opener = g.Openers()[1]
		}
	}
	return MatchFrom(g.Start(opener), seatPlayers(setup.Players, len(seats), first)), nil
}

// matchWithColours begins a match of a game whose seats are in turn order and
// may have either colour.
func matchWithColours(g Game, setup Setup, rng *rand.Rand) *Match {
	first, begins := setup.FirstSide, setup.Begins
	if first == AtRandom {
		first = draw(rng)
	}
	if begins == AtRandom {
		begins = draw(rng)
	}
	if begins != first {
		g = g.Swapped()
	}
	return MatchFrom(g.Start(g.Openers()[0]), seatPlayers(setup.Players, len(g.Seats()), begins))
}

func draw(rng *rand.Rand) Party { return FirstParty + Party(rng.IntN(2)) }

// seatPlayers assigns the players to seats: the party that takes the first side
// gets its seats, in order.
func seatPlayers(names []string, seats int, first Party) []string {
	seated := make([]string, seats)
	for i, name := range names {
		if first == SecondParty {
			i ^= 1
		}
		seated[i] = name
	}
	return seated
}
