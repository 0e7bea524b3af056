package cli

import (
	"encoding/json"
	"math"
	"strconv"

	"plateau/game"
	"plateau/tournament/pairing"
)

// roundLine is a Swiss tournament in mid-course, as a line of JSON.
type roundLine struct {
	Rounds  int          `json:"rounds"`
	Played  int          `json:"played"`
	Players []playerLine `json:"players"`
	// Forbidden pairs are optional.
	Forbidden [][2]int `json:"forbidden"`
}

// playerLine is a player of such a tournament. A game is the opponent or 0, the
// side (w, b or -) and the result as in FIDE's reports.
type playerLine struct {
	ID     int        `json:"id"`
	Rating int        `json:"rating"`
	Points float64    `json:"points"`
	Games  []gameLine `json:"games"`
}

type gameLine struct {
	opponent     int
	side, result string
}

// UnmarshalJSON reads [opponent, side, result].
func (g *gameLine) UnmarshalJSON(text []byte) error {
	return json.Unmarshal(text, &[]any{&g.opponent, &g.side, &g.result})
}

// pairsLine is what is printed for a line.
type pairsLine struct {
	Pairs [][2]int `json:"pairs"`
}

var (
	badRoundLine = game.Phrase{Code: "pair.line", English: "a line is an object with rounds, played and players, and a game is [opponent, side, result]: {problem}"}
	badPlayer    = game.Phrase{Code: "pair.player", English: "player {id}: ids are different numbers from 1, points are multiples of 0.5, sides w, b or -, results one of 1 = 0 + - W D L U H F Z"}
	noPairing    = game.Phrase{Code: "pair.none", English: "every pairing has a forbidden pair"}
)

// pairLine pairs the round that follows a line.
func (a *app) pairLine(text string) error {
	var line roundLine
	if err := json.Unmarshal([]byte(text), &line); err != nil {
		return badRoundLine.Refuse("", "problem", err.Error())
	}
	entrants, err := line.entrants()
	if err != nil {
		return err
	}
	rules := pairing.Rules{}
	if line.Played > 0 && line.Played+1 == line.Rounds {
		rules.TopScore = line.Played
	}
	for _, p := range line.Forbidden {
		rules.Forbidden = append(rules.Forbidden, pairing.Pair{First: p[0], Second: p[1]})
	}
	pairs, err := pairing.Swiss(entrants, rules)
	if err != nil {
		return noPairing.Refuse("")
	}
	out := pairsLine{[][2]int{}}
	for _, p := range pairs {
		out.Pairs = append(out.Pairs, [2]int{p.First, p.Second})
	}
	return a.writeJSON(out)
}

// entrants are the players of a line.
func (l roundLine) entrants() ([]pairing.Entrant, error) {
	entrants := make([]pairing.Entrant, 0, len(l.Players))
	seen := map[int]bool{}
	for _, p := range l.Players {
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
func (g gameLine) addTo(e *pairing.Entrant) bool {
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
