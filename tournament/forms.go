package tournament

import (
	"errors"
	"slices"
	"time"

	"plateau/tournament/pairing"
)

// histories are those to be paired with what pairing has to know of them.
func (t *Tournament) histories(present []Entrant) []pairing.Entrant {
	careers := t.careers()
	entrants := make([]pairing.Entrant, 0, len(present))
	for _, e := range present {
		next := pairing.Entrant{ID: e.Number, Rating: e.Rating}
		for _, r := range careers[e.Number] {
			next.Score += int(r.points(e.Number))
			if r.played() {
				next.Met = append(next.Met, r.game.Opponent(e.Number))
				next.Sides = append(next.Sides, r.game.Side(e.Number))
			} else {
				next.HadBye = next.HadBye || r.points(e.Number) > NoPoints
			}
		}
		entrants = append(entrants, next)
	}
	return entrants
}

// apart are the pairs that are not made: those that are forbidden, and those
// that this pairing avoids.
func (d *draft) apart(c Pair) []pairing.Pair {
	all := slices.Clip(d.Forbidden)
	for _, p := range c.Apart {
		all = append(all, pairing.Pair{First: p[0], Second: p[1]})
	}
	return all
}

func (d *draft) pairSwiss(c Pair) (Paired, error) {
	round := len(d.Played) + 1
	var next Paired
	present := slices.DeleteFunc(d.present(), func(e Entrant) bool {
		resting := slices.Contains(e.HalfByes, round)
		if resting {
			next.Byes = append(next.Byes, Bye{e.Number, HalfPoint})
		}
		return resting
	})
	if len(present) < 2 {
		return next, TooFew.Refuse("")
	}
	rules := pairing.Rules{Forbidden: d.apart(c), AnySide: d.Begins != Alternating, Stop: d.Stop}
	if round == d.Rounds {
		rules.TopScore = len(d.Played)
	}
	pairs, err := pairing.Swiss(d.histories(present), rules)
	if errors.Is(err, pairing.ErrForbidden) && len(c.Apart) > 0 {
		rules.Forbidden = d.Forbidden
		pairs, err = pairing.Swiss(d.histories(present), rules)
	}
	if errors.Is(err, pairing.ErrForbidden) {
		err = NoPairing.Refuse("")
	}
	if err != nil {
		return next, err
	}
	var byes []Bye
	next.Pairs, byes = pairsOf(pairs, OnePoint)
	next.Byes = append(next.Byes, byes...)
	return next, nil
}

// pairRoundRobin pairs by the tables. Who should have met somebody who has
// withdrawn has the point; the bye of an odd number, which everybody has once,
// gives none.
func (d *draft) pairRoundRobin() Paired {
	var next Paired
	table := d.Slots
	if len(d.Played) == 0 {
		for _, e := range d.present() {
			next.Slots = append(next.Slots, e.Number)
		}
		table = next.Slots
	}
	for _, p := range pairing.RoundRobin(len(table), len(d.Played)) {
		first := table[p.First-1]
		here := !d.Entrant(first).Withdrawn
		if p.Second == pairing.Bye {
			if here {
				next.Byes = append(next.Byes, Bye{first, NoPoints})
			}
			continue
		}
		second := table[p.Second-1]
		switch there := !d.Entrant(second).Withdrawn; {
		case here && there:
			next.Pairs = append(next.Pairs, [2]int{first, second})
		case here:
			next.Byes = append(next.Byes, Bye{first, OnePoint})
		case there:
			next.Byes = append(next.Byes, Bye{second, OnePoint})
		}
	}
	return next
}

func (d *draft) pairKnockout() (Paired, error) {
	var next Paired
	slots := d.Slots
	if len(d.Played) == 0 {
		slots = d.draw()
		next.Slots = slots
	}
	stages := d.stages(slots)
	here := stages[len(d.Played)]
	entrants := map[int]pairing.Entrant{}
	for _, e := range d.histories(d.present()) {
		entrants[e.ID] = e
	}
	for i := 0; i+1 < len(here); i += 2 {
		next.meet(entrants, here[i], here[i+1])
	}
	if final := len(here) == 2; final && d.ThirdPlace && len(stages) > 1 {
		a, b := d.semiFinalLosers(stages[len(d.Played)-1], here)
		next.meet(entrants, a, b)
	}
	return next, nil
}

// draw seeds the entrants by rating.
func (d *draft) draw() []int {
	ranked := seeded(d.present())
	slots := pairing.Slots(len(ranked))
	for i, seed := range slots {
		if seed != pairing.Bye {
			slots[i] = ranked[seed-1].ID
		}
	}
	return slots
}

// seeded sorts entrants by rating and number.
func seeded(entrants []Entrant) []pairing.Entrant {
	var all []pairing.Entrant
	for _, e := range entrants {
		all = append(all, pairing.Entrant{ID: e.Number, Rating: e.Rating})
	}
	return pairing.Ranking(all)
}

// meet pairs two of a knockout, of whom those who are still there are known. Who
// has no opponent, or one who has withdrawn, goes on.
func (p *Paired) meet(there map[int]pairing.Entrant, a, b int) {
	first, here := there[a]
	second, too := there[b]
	switch {
	case here && too:
		pair := pairing.Seated(first, second, len(p.Pairs))
		p.Pairs = append(p.Pairs, [2]int{pair.First, pair.Second})
	case here:
		p.Byes = append(p.Byes, Bye{a, OnePoint})
	case too:
		p.Byes = append(p.Byes, Bye{b, OnePoint})
	}
}

// Arenas give twice the points of other tournaments, and from the third win in a
// row on twice of that.
const (
	arenaFactor   = 2
	streakFactor  = 2
	streakBegins  = 2
	arenaInterval = 5 * time.Second
)

// rematchWait is how long two who have just met in an arena wait for other
// opponents, as long as somebody else plays.
const rematchWait = 6 * arenaInterval

// ArenaInterval is how often those who wait in an arena should be paired.
func ArenaInterval() time.Duration { return arenaInterval }

// ArenaEnds is when an arena ends; the zero time if that is not known.
func (t *Tournament) ArenaEnds() time.Time {
	if t.Minutes == 0 || len(t.Played) == 0 {
		return time.Time{}
	}
	return t.Played[0].At.Add(time.Duration(t.Minutes) * time.Minute)
}

func (d *draft) pairArena(c Pair) (Paired, error) {
	var next Paired
	if ends := d.ArenaEnds(); !ends.IsZero() && !d.Now.Before(ends) {
		return next, TimeIsOver.Refuse("")
	}
	waiting, again, othersPlay := d.waiting(c)
	if len(waiting) < 2 {
		return next, NobodyWaits.Refuse("")
	}
	rules := pairing.Rules{Forbidden: d.apart(c), Stop: d.Stop}
	if othersPlay {
		rules.Forbidden = append(rules.Forbidden, again...)
	}
	pairs, err := pairing.Arena(waiting, rules)
	switch {
	case err != nil:
		return next, err
	case len(pairs) == 0 && othersPlay && len(again) > 0:
		return next, JustMet.Refuse("")
	case len(pairs) == 0:
		return next, NobodyWaits.Refuse("")
	}
	next.Pairs, _ = pairsOf(pairs, NoPoints)
	for _, w := range waiting {
		if !slices.ContainsFunc(pairs, func(p pairing.Pair) bool { return p.Has(w.ID) }) {
			next.Byes = append(next.Byes, Bye{w.ID, NoPoints})
		}
	}
	return next, nil
}

// waiting are those of an arena who can be paired now, with the pairs of them who
// have only just met; othersPlay means that somebody else may be free soon.
func (d *draft) waiting(c Pair) (waiting []pairing.Waiting, justMet []pairing.Pair, othersPlay bool) {
	careers, scores := d.careers(), d.scores()
	last := map[int]*Game{}
	for _, e := range d.present() {
		w := pairing.Waiting{ID: e.Number, Score: int(scores[e.Number]), Rating: e.Rating, Met: map[int]int{}}
		playing := false
		for _, r := range careers[e.Number] {
			if r.game == nil {
				w.Missed++
				continue
			}
			playing = playing || !r.game.Result.Known()
			w.Missed, w.Last, last[w.ID] = 0, r.game.Opponent(e.Number), r.game
			w.Met[w.Last]++
			if r.game.Result.Played() {
				w.Sides = append(w.Sides, r.game.Side(e.Number))
			}
		}
		switch {
		case playing:
			othersPlay = true
		case !slices.Contains(c.Absent, e.Number):
			waiting = append(waiting, w)
		}
	}
	for _, w := range waiting {
		if g := last[w.ID]; g != nil && g.First == w.ID && last[g.Second] == g && d.Now.Sub(g.Ended) < rematchWait {
			justMet = append(justMet, pairing.Pair{First: g.First, Second: g.Second})
		}
	}
	return waiting, justMet, othersPlay
}
