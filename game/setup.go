package game

import (
	"math/rand/v2"
	"strconv"
)

// Party says which of the two groups of players does something, in the order
// in which they are named: the first player (and in games for four the third)
// against the others.
type Party uint8

// The zero Party leaves the choice to the lot.
const (
	ByLot Party = iota
	FirstParty
	SecondParty
)

// Setup says who plays and how the sides are shared out.
type Setup struct {
	// Players are named so that the parties alternate, as they will at the
	// table; missing names stay empty.
	Players []string
	// Begins is the party that makes the first move.
	Begins Party
	// FirstSide is the party that takes the game's first side: player 1, the
	// circles of Pivot, the crosses of Quixo. Where the first side always
	// begins, it is the same choice as Begins, and either may be left out.
	FirstSide Party
}

// Refusals of a setup.
var (
	TooManyPlayers = Phrase{"setup.players", "{game} is for {seats} players, not for {count}"}
	SideBegins     = Phrase{"setup.begins", "in {game} the player of the {colour} begins, so both have to be the same"}
)

// NewMatch seats the players and draws the lots that the setup leaves open.
func NewMatch(g Game, setup Setup, rng *rand.Rand) (*Match, error) {
	seats := g.Seats()
	if len(setup.Players) > len(seats) {
		return nil, TooManyPlayers.Refuse("", "game", g.Name(),
			"seats", strconv.Itoa(len(seats)), "count", strconv.Itoa(len(setup.Players)))
	}
	first, begins := setup.FirstSide, setup.Begins
	if len(g.Openers()) == 1 {
		switch {
		case first == ByLot:
			first = begins
		case begins != ByLot && begins != first:
			return nil, SideBegins.Refuse("", "game", g.Name(), "colour", seats[0].Colour)
		}
	}
	if first == ByLot {
		first = draw(rng)
	}
	opener := g.Openers()[0]
	if len(g.Openers()) == 2 {
		if begins == ByLot {
			begins = draw(rng)
		}
		if begins != first {
			opener = g.Openers()[1]
		}
	}
	return MatchFrom(g.Start(opener), seatPlayers(setup.Players, len(seats), first)), nil
}

func draw(rng *rand.Rand) Party { return FirstParty + Party(rng.IntN(2)) }

// seatPlayers puts the named players on seats: those of the party that takes
// the first side on its seats, in their order.
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
