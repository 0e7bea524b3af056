package tournament

// entry is what an entrant did in a round: a game, or a bye.
type entry struct {
	round int
	game  *Game
	bye   Points
}

// points are what the entrant has from it. In an arena they are those of a
// single game, without streaks.
func (e entry) points(number int) Points {
	if e.game != nil {
		return e.game.Points(number)
	}
	return e.bye
}

// played reports whether it is a game that took place.
func (e entry) played() bool { return e.game != nil && e.game.Result.Played() }

// careers are the entries of all entrants, by number, in the order of rounds.
// Rounds in which somebody was absent have none.
func (t *Tournament) careers() [][]entry {
	careers := make([][]entry, len(t.Entrants)+1)
	for i := range t.Played {
		r := &t.Played[i]
		for j := range r.Games {
			g := &r.Games[j]
			careers[g.First] = append(careers[g.First], entry{round: i + 1, game: g})
			careers[g.Second] = append(careers[g.Second], entry{round: i + 1, game: g})
		}
		for _, b := range r.Byes {
			careers[b.Number] = append(careers[b.Number], entry{round: i + 1, bye: b.Points})
		}
	}
	return careers
}

// scores are the points of all entrants, by number.
func (t *Tournament) scores() []Points {
	scores := make([]Points, len(t.Entrants)+1)
	for number, career := range t.careers() {
		if t.Form == Arena {
			scores[number] = t.arenaScore(number, career)
			continue
		}
		for _, e := range career {
			scores[number] += e.points(number)
		}
	}
	return scores
}

// arenaScore adds up the games of an arena: after two wins in a row, points count
// double until a game is not won.
func (t *Tournament) arenaScore(number int, career []entry) Points {
	sum, streak := NoPoints, 0
	for _, e := range career {
		if e.game == nil || !e.game.Result.Known() {
			continue
		}
		points := e.points(number)
		worth := points * arenaFactor
		if streak >= streakBegins && !t.NoStreaks {
			worth *= streakFactor
		}
		sum += worth
		if points == OnePoint {
			streak++
		} else {
			streak = 0
		}
	}
	return sum
}
