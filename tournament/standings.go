package tournament

import (
	"cmp"
	"slices"
)

// Row is a line of the standings.
type Row struct {
	// Rank is from 1; those whom nothing separates share it.
	Rank   int    `json:"rank"`
	Number int    `json:"number"`
	Name   string `json:"name"`
	// Category and Rating are those of the entrant.
	Category  string `json:"category,omitempty"`
	Rating    int    `json:"rating,omitempty"`
	Withdrawn bool   `json:"withdrawn,omitempty"`
	Points    Points `json:"points"`
	// Games is the number of games played, and Won, Drawn and Lost how they ended.
	Games int `json:"games"`
	Won   int `json:"won"`
	Drawn int `json:"drawn"`
	Lost  int `json:"lost"`
	// Breaks are the values of the tie-breaks in their order. Those of Buchholz
	// and Sonneborn-Berger are exact to a quarter of a point.
	Breaks []Value `json:"tie_breaks,omitempty"`
	// Decided says what put this row above the next one, where points did not.
	Decided *Decided `json:"decided,omitempty"`
}

// Decided is a tie-break that separated a row from the next.
type Decided struct {
	By TieBreak `json:"by"`
	// Value and Next are those of this row and the next one.
	Value Value `json:"value"`
	Next  Value `json:"next"`
}

// Standings ranks all entrants by points and tie-breaks. It depends on the
// results alone, and not on the order in which they were entered.
func (t *Tournament) Standings() []Row { return t.StandingsOf("") }

// StandingsOf ranks the entrants of one category.
func (t *Tournament) StandingsOf(category string) []Row {
	b := t.breaker()
	var entrants []int
	for _, e := range t.Entrants {
		if category == "" || e.Category == category {
			entrants = append(entrants, e.Number)
		}
	}
	if t.Form == Knockout {
		return t.knockoutStandings(b, entrants)
	}
	slices.SortFunc(entrants, func(x, y int) int { return cmp.Or(cmp.Compare(b.scores[y], b.scores[x]), t.compareSeeds(x, y)) })
	rows := make([]Row, 0, len(entrants))
	for group := range groups(entrants, func(x, y int) bool { return b.scores[x] == b.scores[y] }) {
		rows = append(rows, b.rank(group, len(rows)+1)...)
	}
	return rows
}

// compareSeeds orders by rating, then by number.
func (t *Tournament) compareSeeds(x, y int) int {
	return cmp.Or(cmp.Compare(t.Entrant(y).Rating, t.Entrant(x).Rating), cmp.Compare(x, y))
}

// groups yields runs of equal elements.
func groups(entrants []int, equal func(x, y int) bool) func(yield func([]int) bool) {
	return func(yield func([]int) bool) {
		for from := 0; from < len(entrants); {
			to := from + 1
			for to < len(entrants) && equal(entrants[from], entrants[to]) {
				to++
			}
			if !yield(entrants[from:to]) {
				return
			}
			from = to
		}
	}
}

// row is the line of an entrant, without rank and tie-breaks.
func (b *breaker) row(number int) Row {
	e := b.Entrant(number)
	row := Row{Number: number, Name: e.Name, Category: e.Category, Rating: e.Rating, Withdrawn: e.Withdrawn, Points: b.scores[number]}
	for _, entry := range b.careers[number] {
		if !entry.played() {
			continue
		}
		row.Games++
		switch entry.game.Points(number) {
		case OnePoint:
			row.Won++
		case HalfPoint:
			row.Drawn++
		default:
			row.Lost++
		}
	}
	return row
}

// rank orders those with equal points by the tie-breaks. Each is applied to
// those whom the ones before left together.
func (b *breaker) rank(group []int, from int) []Row {
	values := make(map[int][]Value, len(group))
	// separated is the index of the tie-break between an entrant and the next.
	separated := map[int]int{}
	var split func(group []int, level int) []int
	split = func(group []int, level int) []int {
		if level == len(b.TieBreaks) {
			return group
		}
		value := b.values(b.TieBreaks[level], group)
		for _, n := range group {
			values[n] = append(values[n], value[n])
		}
		slices.SortStableFunc(group, func(x, y int) int { return cmp.Compare(value[y].quarters, value[x].quarters) })
		var ordered []int
		for part := range groups(group, func(x, y int) bool { return value[x].quarters == value[y].quarters }) {
			if len(ordered) > 0 {
				separated[ordered[len(ordered)-1]] = level
			}
			ordered = append(ordered, split(slices.Clone(part), level+1)...)
		}
		return ordered
	}
	ordered := split(slices.Clone(group), 0)
	rows := make([]Row, len(ordered))
	for i, n := range ordered {
		rows[i] = b.row(n)
		rows[i].Breaks, rows[i].Rank = values[n], from+i
		if i == 0 {
			continue
		}
		level, decided := separated[ordered[i-1]]
		if !decided {
			rows[i].Rank = rows[i-1].Rank
			continue
		}
		rows[i-1].Decided = &Decided{b.TieBreaks[level], values[ordered[i-1]][level], values[n][level]}
	}
	return rows
}

// knockoutStandings rank by how far somebody came: those who lost in the same
// round share a rank, except in the final and the game for the third place.
func (t *Tournament) knockoutStandings(b *breaker, entrants []int) []Row {
	reached := t.reached()
	slices.SortFunc(entrants, func(x, y int) int { return cmp.Or(cmp.Compare(reached[y], reached[x]), t.compareSeeds(x, y)) })
	var rows []Row
	for group := range groups(entrants, func(x, y int) bool { return reached[x] == reached[y] }) {
		rank := len(rows) + 1
		for _, n := range group {
			row := b.row(n)
			row.Rank = rank
			rows = append(rows, row)
		}
	}
	return rows
}

// reached is how far everybody came in a knockout: larger is better. Stages are
// four apart, to leave room for winners of the last games.
func (t *Tournament) reached() map[int]int {
	const stage = 4
	reached := map[int]int{}
	if len(t.Slots) == 0 {
		return reached
	}
	for i, here := range t.stages(t.Slots) {
		for _, n := range here {
			if n != 0 {
				reached[n] = stage * (i + 1)
			}
		}
	}
	if third := t.Bracket().Third; third != nil && third.Winner != 0 {
		reached[third.Winner]++
	}
	return reached
}
