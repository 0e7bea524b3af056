package tournament

import (
	"cmp"
	"encoding/json"
	"slices"
	"strconv"
)

// Value is the value of a tie-break, in quarters of a point. It may be missing:
// a direct encounter decides only among those who have all met.
type Value struct {
	quarters int
	missing  bool
}

// quartersPerHalf is the unit of values: half points times half points.
const quartersPerHalf = 2

// String writes a value as organisers do.
func (v Value) String() string {
	if v.missing {
		return "–"
	}
	whole, rest := v.quarters/4, [...]string{"", "¼", "½", "¾"}[v.quarters%4]
	if whole == 0 && rest != "" {
		return rest
	}
	return strconv.Itoa(whole) + rest
}

// MarshalJSON writes a number, or null.
func (v Value) MarshalJSON() ([]byte, error) {
	if v.missing {
		return []byte("null"), nil
	}
	return json.Marshal(float64(v.quarters) / 4)
}

// tieBreakTexts are the names of the tie-breaks for people, and what they are.
var tieBreakTexts = map[TieBreak]struct{ name, explanation string }{
	BuchholzCut1:    {"Buchholz cut 1", "the points of all opponents except the weakest; a round without a game counts as one against an opponent with one's own points"},
	Buchholz:        {"Buchholz", "the points of all opponents; a round without a game counts as one against an opponent with one's own points"},
	DirectEncounter: {"direct encounter", "the points in the games among those who are level, if all of them have met"},
	SonnebornBerger: {"Sonneborn-Berger", "the points of the opponents one has won against, and half of those one has drawn with"},
	Wins:            {"wins", "the number of games won; wins without a game do not count"},
}

// Explanation says in a sentence what a tie-break is.
func (b TieBreak) Explanation() string { return tieBreakTexts[b].explanation }

// String is the name of a tie-break for people.
func (b TieBreak) String() string { return cmp.Or(tieBreakTexts[b].name, string(b)) }

// breaker computes tie-breaks.
type breaker struct {
	*Tournament
	careers [][]entry
	scores  []Points
}

func (t *Tournament) breaker() *breaker { return &breaker{t, t.careers(), t.scores()} }

// values are the values of a tie-break for a group that is level so far.
func (b *breaker) values(by TieBreak, group []int) map[int]Value {
	values := make(map[int]Value, len(group))
	if by == DirectEncounter {
		b.direct(group, values)
		return values
	}
	for _, n := range group {
		switch by {
		case BuchholzCut1:
			opponents := b.opponents(n)
			values[n] = Value{quarters: quartersPerHalf * sum(opponents[min(1, len(opponents)):])}
		case Buchholz:
			values[n] = Value{quarters: quartersPerHalf * sum(b.opponents(n))}
		case SonnebornBerger:
			values[n] = Value{quarters: b.sonneborn(n)}
		case Wins:
			values[n] = Value{quarters: 4 * b.row(n).Won}
		}
	}
	return values
}

func sum(points []Points) int {
	total := 0
	for _, p := range points {
		total += int(p)
	}
	return total
}

// opponents are the points of the opponents of all rounds, sorted. A round
// without a game counts as one against oneself, also if one was absent.
func (b *breaker) opponents(number int) []Points {
	var points []Points
	for _, e := range b.careers[number] {
		switch {
		case e.played():
			points = append(points, b.scores[e.game.Opponent(number)])
		case b.Form != Arena && (e.game == nil || e.game.Result.Known()):
			points = append(points, b.scores[number])
		}
	}
	if b.Form != Arena {
		for range len(b.Played) - len(b.careers[number]) {
			points = append(points, b.scores[number])
		}
	}
	slices.Sort(points)
	return points
}

func (b *breaker) sonneborn(number int) int {
	quarters := 0
	for _, e := range b.careers[number] {
		switch {
		case e.played():
			quarters += int(e.points(number) * b.scores[e.game.Opponent(number)])
		case b.Form != Arena:
			quarters += int(e.points(number) * b.scores[number])
		}
	}
	return quarters
}

// direct counts the points among a group, if all of it have met.
func (b *breaker) direct(group []int, values map[int]Value) {
	met := map[[2]int]bool{}
	points := map[int]Points{}
	for _, n := range group {
		for _, e := range b.careers[n] {
			if !e.played() || !slices.Contains(group, e.game.Opponent(n)) {
				continue
			}
			met[[2]int{n, e.game.Opponent(n)}] = true
			points[n] += e.points(n)
		}
	}
	all := len(group) > 1 && len(met) == len(group)*(len(group)-1)
	for _, n := range group {
		if all {
			values[n] = Value{quarters: quartersPerHalf * int(points[n])}
		} else {
			values[n] = Value{missing: true}
		}
	}
}

// Number is a value as a number; ok is false if it is missing.
func (v Value) Number() (number float64, ok bool) { return float64(v.quarters) / 4, !v.missing }
