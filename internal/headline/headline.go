// Package headline puts games into a few words, for titles of links and films: who
// plays, whose turn it is, and how it ended.
package headline

import (
	"slices"
	"strconv"
	"strings"

	"plateau/catalogue"
	"plateau/game"
	"plateau/rulebook/words"
)

// Texts are the words of a language.
type Texts struct {
	*words.Language
	namedLike map[string]string
}

// In are the words of a language, with those that the games bring along.
func In(language string, games catalogue.List) Texts {
	in := words.In(language)
	for _, e := range games {
		if e.Words != nil {
			in = in.With(e.Words)
		}
	}
	return Texts{in, games.NamedLike()}
}

// Side is a seat in a sentence.
func (t Texts) Side(g game.Game, seat game.Seat) words.Who {
	id := g.ID()
	if like, ok := t.namedLike[id]; ok {
		id = like
	}
	if g.IsSwapped() {
		seat = 1 - seat
	}
	return words.Side{Game: id, Seat: seat}
}

// ToMove says whose turn it is.
func (t Texts) ToMove(p game.Position) string {
	if p.Outcome().Over() {
		return ""
	}
	return t.Text("analysis.toMove", "side", t.Side(p.Game(), p.ToMove()))
}

// Players are the sides by the names of those who play them: "Ann and Bob – Cid and
// Dan"; empty if a side has none.
func (t Texts) Players(g game.Game, names []string) string {
	first, second := known(g, names, 0), known(g, names, 1)
	if len(first) == 0 || len(second) == 0 {
		return strings.Join(append(first, second...), ", ")
	}
	return t.Both(first...) + " – " + t.Both(second...)
}

// known are the players of a side who have names.
func known(g game.Game, names []string, team game.Team) (known []string) {
	for i, seat := range g.Seats() {
		if seat.Team == team && i < len(names) && names[i] != "" {
			known = append(known, names[i])
		}
	}
	return known
}

// team is a side by the names of its players, or by its first seat.
func (t Texts) team(g game.Game, names []string, team game.Team) words.Who {
	if players := known(g, names, team); len(players) > 0 {
		return words.Partners(players)
	}
	return t.Side(g, game.Seat(slices.IndexFunc(g.Seats(), func(s game.SeatInfo) bool { return s.Team == team })))
}

// Verdict says how a game ended; it is empty while it goes on.
func (t Texts) Verdict(g game.Game, names []string, v game.Verdict) string {
	if !v.Outcome.Over() {
		return ""
	}
	return t.Outcome(g, names, v.Outcome) + " " + t.Reason(v)
}

// Outcome says who won.
func (t Texts) Outcome(g game.Game, names []string, o game.Outcome) string {
	if winner, won := o.Winner(); won {
		return t.Text("play.result.name", "name", t.team(g, names, winner))
	}
	return t.Text("play.result.draw")
}

// Caption is written below a position of a match: its move, and at the end the
// result, if there is one.
func Caption(m *game.Match, ply int, result string) string {
	switch {
	case ply == m.Plies() && result != "":
		return result
	case ply == 0:
		return ""
	}
	return strconv.Itoa(ply) + ". " + m.MoveText(ply-1)
}
