package pairing

// RoundRobinRounds is the number of rounds in which everybody meets everybody
// once.
func RoundRobinRounds(entrants int) int {
	if entrants < 2 {
		return 0
	}
	return entrants - 1 + entrants%2
}

// RoundRobin pairs a round, counted from 0, of a round robin by the circle method,
// as Berger's tables do: everybody has both sides equally often, or nearly so. In
// every other cycle the sides are exchanged. Pairs have places in the list of
// entrants, counted from 1; a bye is last.
//
//	round 0:  1 2 3     round 1:  the last stays, all others move
//	          6 5 4
func RoundRobin(entrants, round int) []Pair {
	rounds := RoundRobinRounds(entrants)
	if rounds == 0 {
		return nil
	}
	cycle, round := round/rounds, round%rounds
	last := rounds + 1 // an even number of places; it may stand for the bye
	// In Berger's order, half of the places pass between two rounds.
	shift := round * (last / 2) % rounds
	at := func(i int) int { return (shift+i)%rounds + 1 }
	var pairs []Pair
	bye := Bye
	for i := range last / 2 {
		a, b := at(i), at(rounds-i)
		if i == 0 {
			b = last
			if round%2 == 1 {
				a, b = b, a
			}
		}
		if cycle%2 == 1 {
			a, b = b, a
		}
		switch {
		case a > entrants:
			bye = b
		case b > entrants:
			bye = a
		default:
			pairs = append(pairs, Pair{a, b})
		}
	}
	if bye != Bye {
		pairs = append(pairs, Pair{bye, Bye})
	}
	return pairs
}
