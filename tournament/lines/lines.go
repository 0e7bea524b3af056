// Package lines pairs rounds that are lines of JSON, so that other programs can
// compare their pairings with these.
package lines

import (
	"encoding/json"
	"math"
	"strconv"

	"plateau/game"
	"plateau/tournament/pairing"
)

// Round is a Swiss tournament in mid-course.
type Round struct {
	Rounds  int      `json:"rounds"`
	Played  int      `json:"played"`
	Players []Player `json:"players"`
	// Forbidden pairs are optional.
	Forbidden [][2]int `json:"forbidden"`
}

// Player is somebody in a round.
type Player struct {
	ID     int     `json:"id"`
	Rating int     `json:"rating"`
	Points float64 `json:"points"`
	Games  []Game  `json:"games"`
}

// Game is the opponent or 0, the side (w, b or -) and the result as in FIDE's
// reports.
type Game struct {
	opponent     int
	side, result string
}

// UnmarshalJSON reads [opponent, side, result].
func (g *Game) UnmarshalJSON(text []byte) error {
	return json.Unmarshal(text, &[]any{&g.opponent, &g.side, &g.result})
}

// Pairs are the answer to a line; 0 is a bye.
type Pairs struct {
	Pairs [][2]int `json:"pairs"`
}

var (
	badLine   = game.Invalid("pair.line", "a line is an object with rounds, played and players, and a game is [opponent, side, result]: {problem}")
	badPlayer = game.Invalid("pair.player", "player {id}: ids are different numbers from 1, points are multiples of 0.5, sides w, b or -, results one of 1 = 0 + - W D L U H F Z")
	noPairing = game.Invalid("pair.none", "every pairing has a forbidden pair")
)

// Pair pairs the round that follows the one in a line.
func Pair(line string) (Pairs, error) {
	var round Round
	if err := json.Unmarshal([]byte(line), &round); err != nil {
		return Pairs{}, badLine.Refuse("", "problem", err.Error())
	}
	entrants, err := round.entrants()
	if err != nil {
		return Pairs{}, err
	}
	rules := pairing.Rules{}
	if round.Played > 0 && round.Played+1 == round.Rounds {
		rules.TopScore = round.Played
	}
	for _, p := range round.Forbidden {
		rules.Forbidden = append(rules.Forbidden, pairing.Pair{First: p[0], Second: p[1]})
	}
	pairs, err := pairing.Swiss(entrants, rules)
	if err != nil {
		return Pairs{}, noPairing.Refuse("")
	}
	answer := Pairs{[][2]int{}}
	for _, p := range pairs {
		answer.Pairs = append(answer.Pairs, [2]int{p.First, p.Second})
	}
	return answer, nil
}

// entrants are the players of a line.
func (r Round) entrants() ([]pairing.Entrant, error) {
	entrants := make([]pairing.Entrant, 0, len(r.Players))
	seen := map[int]bool{}
	for _, p := range r.Players {
		refuse := badPlayer.Refuse("", "id", strconv.Itoa(p.ID))
		half := math.Round(2 * p.Points)
		if p.ID < 1 || seen[p.ID] || half != 2*p.Points || half < 0 || half > 1000 {
			return nil, refuse
		}
		seen[p.ID] = true
		e := pairing.Entrant{ID: p.ID, Rating: p.Rating, Score: int(half)}
		for _, g := range p.Games {
			if !g.addTo(&e) {
				return nil, refuse
			}
		}
		entrants = append(entrants, e)
	}
	return entrants, nil
}

// addTo adds a game to what is known about an entrant. It reports whether
// the game can be read.
func (g Game) addTo(e *pairing.Entrant) bool {
	side, known := map[string]pairing.Side{"w": pairing.First, "b": pairing.Second, "-": pairing.NoSide, "": pairing.NoSide}[g.side]
	if !known || g.opponent < 0 {
		return false
	}
	switch g.result {
	case "1", "=", "0", "W", "D", "L":
		if g.opponent == 0 {
			return false
		}
		e.Met, e.Sides = append(e.Met, g.opponent), append(e.Sides, side)
	case "+", "U", "F", "H":
		e.HadBye = true
	case "-", "Z", "":
	default:
		return false
	}
	return true
}
