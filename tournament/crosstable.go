package tournament

import (
	"strconv"
	"strings"

	"plateau/tournament/pairing"
)

// Cell is what an entrant did in a round.
type Cell struct {
	// Opponent is the number of the opponent, or 0. In a round robin a bye instead
	// of a game with somebody who has withdrawn has one, too.
	Opponent int `json:"opponent"`
	// Place is the opponent's line in the crosstable from 1, or 0. Unlike ranks,
	// places are not shared.
	Place int `json:"place"`
	// Side is "first", "second" or empty.
	Side string `json:"side,omitempty"`
	// Points are those of the round; nil while they are not known.
	Points *Points `json:"points"`
	// Played is set if a game took place, and Bye if there was no opponent.
	Played bool `json:"played"`
	Bye    bool `json:"bye,omitempty"`
}

// String writes a cell as printed tables do: the opponent's place, the side as + for the
// first and - for the second, and the points. Games that were not played have f.
func (c Cell) String() string {
	switch {
	case c.Bye:
		return "bye " + c.Points.String()
	case c.Opponent == 0:
		return "·"
	}
	text := strconv.Itoa(c.Place)
	if c.Side == sideNames[pairing.First] {
		text += "+"
	} else {
		text += "-"
	}
	return text + " " + c.score()
}

// score is the points, with f if they are not from a game.
func (c Cell) score() string {
	switch {
	case c.Points == nil:
		return unknownText
	case !c.Played:
		return c.Points.String() + "f"
	}
	return c.Points.String()
}

var sideNames = map[pairing.Side]string{pairing.First: "first", pairing.Second: "second"}

// CrossRow is a line of a crosstable.
type CrossRow struct {
	Row
	// Cells are by round; in an arena they are the entrant's games.
	Cells []Cell `json:"cells"`
}

// Against writes what the entrant of the line has scored against another one, game
// by game: a cell of the table of players by players, which a round robin has.
func (r *CrossRow) Against(number int) string {
	var scores []string
	for _, c := range r.Cells {
		if c.Opponent == number {
			scores = append(scores, c.score())
		}
	}
	return strings.Join(scores, " ")
}

// Crosstable is the standings with what everybody did in every round.
func (t *Tournament) Crosstable() []CrossRow {
	rows := t.Standings()
	places := make(map[int]int, len(rows))
	for i, r := range rows {
		places[r.Number] = i + 1
	}
	careers := t.careers()
	table := make([]CrossRow, 0, len(rows))
	for _, r := range rows {
		line := CrossRow{Row: r, Cells: []Cell{}}
		if t.Form != Arena {
			line.Cells = make([]Cell, len(t.Played))
		}
		for _, e := range careers[r.Number] {
			cell := t.cell(r.Number, e, places)
			if t.Form != Arena {
				line.Cells[e.round-1] = cell
			} else if e.game != nil {
				line.Cells = append(line.Cells, cell)
			}
		}
		table = append(table, line)
	}
	return table
}

func (t *Tournament) cell(number int, e entry, places map[int]int) Cell {
	points := e.points(number)
	if e.game == nil {
		opponent := t.missed(number, e.round)
		return Cell{Opponent: opponent, Place: places[opponent], Bye: true, Points: &points}
	}
	opponent := e.game.Opponent(number)
	cell := Cell{Opponent: opponent, Place: places[opponent], Side: sideNames[e.game.Side(number)], Played: e.game.Result.Played()}
	if e.game.Result.Known() {
		cell.Points = &points
	}
	return cell
}

// missed is whom an entrant of a round robin should have met in a round in which
// they have a bye, or 0 where the table has nobody.
func (t *Tournament) missed(number, round int) int {
	if t.Form != RoundRobin {
		return 0
	}
	for _, p := range pairing.RoundRobin(len(t.Slots), round-1) {
		if p.Second == pairing.Bye {
			continue
		}
		switch first, second := t.Slots[p.First-1], t.Slots[p.Second-1]; number {
		case first:
			return second
		case second:
			return first
		}
	}
	return 0
}
