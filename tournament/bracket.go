package tournament

// stages are the entrants of a knockout by stage: those of the first round by
// slot, then the winners of neighbouring slots, as far as results are known. 0
// stands for nobody.
func (t *Tournament) stages(slots []int) [][]int {
	stages := [][]int{slots}
	for round := 0; round < len(t.Played) && len(stages[round]) > 1; round++ {
		here := stages[round]
		next := make([]int, len(here)/2)
		for i := range next {
			next[i] = t.winner(&t.Played[round], here[2*i], here[2*i+1])
		}
		stages = append(stages, next)
	}
	return stages
}

// winner is who of two goes on from a round, or 0 if that is not known or nobody.
func (t *Tournament) winner(r *Round, a, b int) int {
	for _, n := range []int{a, b} {
		if _, bye := r.bye(n); bye {
			return n
		}
	}
	if g := t.meeting(r, a, b); g != nil && g.Result.Known() {
		switch first, second := g.Result.Points(); {
		case first > second:
			return g.First
		case second > first:
			return g.Second
		}
	}
	return 0
}

// meeting is the game of two in a round, or nil.
func (t *Tournament) meeting(r *Round, a, b int) *Game {
	if a == 0 || b == 0 {
		return nil
	}
	if g := r.game(a); g != nil && g.Has(b) {
		return g
	}
	return nil
}

// semiFinalLosers are those of the four in the semi-finals who are not in the
// final.
func (t *Tournament) semiFinalLosers(semi, final []int) (a, b int) {
	lost := func(pair []int, winner int) int {
		if winner == 0 {
			return 0
		}
		return pair[0] + pair[1] - winner
	}
	if len(semi) != 4 {
		return 0, 0
	}
	return lost(semi[:2], final[0]), lost(semi[2:], final[1])
}

// Duel is a place in the bracket of a knockout where two meet.
type Duel struct {
	// First and Second are entrants in the order of the draw, or 0 where
	// nobody is known yet, or nobody will be.
	First  int `json:"first"`
	Second int `json:"second"`
	// Board is that of the game, or 0 if there is none.
	Board int `json:"board"`
	// Result is that of the game from the point of view of First, who need not
	// have had the first side.
	Result Result `json:"result"`
	// Winner is who goes on, or 0.
	Winner int `json:"winner"`
}

// Bracket is the drawing of a knockout: the duels of every round from the first
// to the final, and the one for the third place, if there is one. Duels 2n and
// 2n+1 of a round lead to duel n of the next.
type Bracket struct {
	Rounds [][]Duel `json:"rounds"`
	Third  *Duel    `json:"third,omitempty"`
}

// Bracket returns the drawing of a knockout; it is empty before the first pairing.
func (t *Tournament) Bracket() Bracket {
	var b Bracket
	if t.Form != Knockout || len(t.Slots) == 0 {
		return b
	}
	stages := t.stages(t.Slots)
	for size, round := len(t.Slots), 0; size > 1; size, round = size/2, round+1 {
		here := make([]int, size)
		if round < len(stages) {
			here = stages[round]
		}
		duels := make([]Duel, size/2)
		for i := range duels {
			duels[i] = t.duel(round+1, here[2*i], here[2*i+1])
		}
		b.Rounds = append(b.Rounds, duels)
	}
	if last := t.TotalRounds(); t.ThirdPlace && len(t.Played) == last && last > 1 {
		a, c := t.semiFinalLosers(stages[last-2], stages[last-1])
		if third := t.duel(last, a, c); third.Winner != 0 || third.Board != 0 {
			b.Third = &third
		}
	}
	return b
}

// duel is what is known about two in a round.
func (t *Tournament) duel(round, a, b int) Duel {
	d := Duel{First: a, Second: b}
	if r := t.Round(round); r != nil {
		if g := t.meeting(r, a, b); g != nil {
			d.Board, d.Result = g.Board, g.Result
			if g.First != a {
				d.Result = g.Result.swapped()
			}
		}
		d.Winner = t.winner(r, a, b)
	}
	return d
}
