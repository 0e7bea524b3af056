package text

import (
	"errors"
	"strconv"
	"strings"
	"unicode"

	"plateau/engine"
	"plateau/game"
	"plateau/rulebook/words"
)

// Texts are the words for games in one language.
type Texts struct {
	*words.Language
	// NamedLike says by which game's names the pieces and seats of a game
	// are called, such as on a smaller board; others have their own.
	NamedLike map[string]string
	// ASCII is set if the words are ASCII only, as all else has to be.
	ASCII bool
}

// Written is what somebody wrote, such as their name, in characters that the reader's
// terminal can show.
func (t Texts) Written(text string) string {
	if !t.ASCII {
		return text
	}
	return strings.Map(func(r rune) rune {
		if r > unicode.MaxASCII {
			return '?'
		}
		return r
	}, ASCII(text))
}

// NameID is the id by which the names of a game's pieces and seats are found.
func (t Texts) NameID(g game.Game) string {
	if id, ok := t.NamedLike[g.ID()]; ok {
		return id
	}
	return g.ID()
}

// Player names a seat and its player: "Ann (X, crosses)", or "Player X (crosses)"
// if the player has no name.
func (t Texts) Player(g game.Game, players []string, seat game.Seat) string {
	id := g.Seats()[seat].ID
	if name := t.nameAt(players, seat); name != "" {
		return t.Text("terminal.named", "name", words.Name(name), "id", id, "colour", t.Colour(g, seat))
	}
	return t.Text("terminal.player", "id", id, "colour", t.Colour(g, seat))
}

// Colour is what a seat plays with, as within a sentence: "crosses".
func (t Texts) Colour(g game.Game, seat game.Seat) string {
	info := g.Seats()[seat]
	team := info.Team
	if g.IsSwapped() {
		team = 1 - team
	}
	key := "terminal.colour." + t.NameID(g) + "." + strconv.Itoa(int(team))
	if t.Has(key) {
		return t.Text(key)
	}
	return info.Colour
}

// PieceName is what a letter on the board means: 0 is an empty cell. The notation
// knows no colours, so where they are swapped the pieces of a side are named like
// those of the other.
func (t Texts) PieceName(g game.Game, letter byte) string {
	letters := g.Letters()
	if i := strings.IndexByte(letters, letter); i >= 0 && g.IsSwapped() {
		letter = letters[(i+len(letters)/2)%len(letters)]
	}
	return t.Piece(t.NameID(g), letter)
}

func (t Texts) nameAt(players []string, seat game.Seat) string {
	if int(seat) < len(players) {
		return t.Written(players[seat])
	}
	return ""
}

// Team is a side by its players, or by its letter if they have no names.
func (t Texts) Team(g game.Game, players []string, team game.Team) words.Who {
	var seats []game.Seat
	var names []string
	for i, seat := range g.Seats() {
		if seat.Team != team {
			continue
		}
		seats = append(seats, game.Seat(i))
		if name := t.nameAt(players, game.Seat(i)); name != "" {
			names = append(names, name)
		}
	}
	id, colour := g.TeamID(team), t.Colour(g, seats[0])
	switch {
	case len(seats) == 1:
		return words.Name(t.Player(g, players, seats[0]))
	case len(names) < len(seats):
		return words.Name(t.Text("terminal.team", "id", id, "colour", colour))
	}
	return words.Together(t.Text("terminal.named", "name", words.Partners(names), "id", id, "colour", colour))
}

// Verdict says how a match ended and why; it is empty while the match runs.
func (t Texts) Verdict(g game.Game, players []string, v game.Verdict) string {
	if !v.Outcome.Over() {
		return ""
	}
	result := t.Text("play.result.draw")
	if winner, won := v.Outcome.Winner(); won {
		result = t.Text("play.result.name", "name", t.Team(g, players, winner))
	}
	return strings.TrimSpace(result + " " + t.Reason(v))
}

// Worth says what a move is worth to the player who makes it: "wins in 3 turns",
// or what is estimated.
func (t Texts) Worth(v engine.Verdict) string {
	turns, known := v.Value.Distance()
	switch {
	case v.Value.IsWin() && known:
		return t.Text("analysis.worth.win", "n", turns)
	case v.Value.IsWin():
		return t.Text("analysis.worth.wins")
	case v.Value.IsLoss() && known:
		return t.Text("analysis.worth.loss", "n", turns)
	case v.Value.IsLoss():
		return t.Text("analysis.worth.loses")
	case v.Value == game.Draw:
		return t.Text("analysis.worth.draw")
	}
	return t.Text("analysis.worth." + leads[v.Lead()])
}

// leads are the names of the leads in messages.
var leads = map[engine.Lead]string{
	engine.FarAhead:  "muchBetter",
	engine.Ahead:     "better",
	engine.Even:      "even",
	-engine.Ahead:    "worse",
	-engine.FarAhead: "muchWorse",
}

// Move is a legal move in words, from what visibly happens.
func (t Texts) Move(p game.Position, m game.Move) string {
	var parts []string
	for _, motion := range p.Motions(m) {
		piece, from, to := t.PieceName(p.Game(), motion.Letter), motion.From.String(), motion.To.String()
		switch motion.Kind {
		case game.Places:
			parts = append(parts, t.Text("play.move.place", "piece", piece, "cell", to))
		case game.Flips:
			parts = append(parts, t.Text("play.move.flip", "piece", piece, "from", from, "to", to))
		case game.Pushes:
			// Where partners share a mark, the cube also shows who may take it.
			if len(p.Game().Seats()) > 2 {
				parts = append(parts, t.Text("play.move.pushAs", "piece", piece, "from", from, "to", to))
			} else {
				parts = append(parts, t.Text("play.move.push", "from", from, "to", to))
			}
		}
	}
	if len(parts) == 0 {
		return t.Text("play.move.pass")
	}
	return strings.Join(parts, ", ")
}

// Position is a position in words, one sentence each: what lies in the rows from
// the top down, and what each side still has to place.
func (t Texts) Position(p game.Position, players []string) []string {
	g := p.Game()
	size := g.Size()
	var lines []string
	empty := size * size
	for row := size - 1; row >= 0; row-- {
		var pieces []string
		for col := range size {
			c := game.Cell{Col: uint8(col), Row: uint8(row)}
			if letter := p.At(c); letter != 0 {
				pieces = append(pieces, c.String()+" "+t.PieceName(g, letter))
			}
		}
		empty -= len(pieces)
		if len(pieces) > 0 {
			lines = append(lines, t.Text("terminal.row", "row", strconv.Itoa(row+1), "pieces", strings.Join(pieces, "; ")))
		}
	}
	rest := "terminal.rest"
	if len(lines) == 0 {
		rest = "terminal.allCells"
	}
	if empty > 0 {
		lines = append(lines, t.Text(rest, "piece", t.PieceName(g, 0)))
	}
	for seat := range g.Seats() {
		if left := t.reserve(p, game.Seat(seat)); left != "" {
			lines = append(lines, t.Text("terminal.left", "who", t.Player(g, players, game.Seat(seat)), "pieces", left))
		}
	}
	return lines
}

// reserve lists what a seat still has to place: kinds with their numbers, or the
// number alone where there is one kind.
func (t Texts) reserve(p game.Position, seat game.Seat) string {
	left := p.Reserve(seat)
	var kinds []string
	for rest := left; rest != ""; rest = strings.ReplaceAll(rest, rest[:1], "") {
		name := t.PieceName(p.Game(), rest[0])
		kinds = append(kinds, name+" "+strconv.Itoa(strings.Count(rest, rest[:1])))
	}
	if len(kinds) == 1 && len(left) > 2 {
		return strconv.Itoa(len(left))
	}
	return strings.Join(kinds, ", ")
}

// Labelled is a text after what it is about. Languages differ in the space
// before the colon.
func (t Texts) Labelled(label, text string) string {
	return t.Text("common.labelled", "label", label, "text", text)
}

// Error is an error for people. Refusals are sentences of the language, after
// what was refused; other errors are in English.
func (t Texts) Error(err error) string {
	var refusal *game.Refusal
	if !errors.As(err, &refusal) {
		return t.Sentence(err.Error()) + "."
	}
	text := t.Phrase(refusal.Phrase, refusal.Params...)
	if refusal.Input != "" {
		text = t.Labelled(refusal.Input, text)
	}
	// What surrounds a refusal, such as the place in a file, stays before it.
	before, _, _ := strings.Cut(err.Error(), refusal.Error())
	return before + text
}
