package cli

import (
	"fmt"
	"strings"
	"unicode/utf8"

	"github.com/spf13/cobra"

	"plateau/game"
	"plateau/internal/tui/text"
)

func (a *app) gamesCommand() *cobra.Command {
	return a.withJSON(&cobra.Command{
		Use:   "games",
		Short: "List the games with their seats and start positions",
		Long: `List the games: their ids for use in commands, the size of the board, the seats
in turn order with what they play, and the start positions, one for each player
who may begin.`,
		Example: `  plateau games
  plateau games --json`,
		Args:              takes(0),
		ValidArgsFunction: cobra.NoFileCompletions,
		RunE: func(*cobra.Command, []string) error {
			if a.asJSON {
				return a.writeGamesJSON()
			}
			a.writeGames()
			return nil
		},
	})
}

func (a *app) writeGames() {
	table, end := a.table(0)
	defer end()
	texts, times := a.texts(), "×"
	if a.style().ASCII {
		times = "x"
	}
	fmt.Fprintln(table, "GAME\tNAME\tBOARD\tSEATS\tSTART")
	for _, g := range a.games {
		var seats []string
		for i, seat := range g.Seats() {
			seats = append(seats, seat.ID+" "+texts.Colour(g, game.Seat(i)))
		}
		starts := startTexts(g)
		fmt.Fprintf(table, "%s\t%s\t%d%s%d\t%s\t%s\n", g.ID(), texts.Game(g), g.Size(), times, g.Size(),
			strings.Join(seats[:2], ", "), starts[0])
		for i := 2; i < max(len(seats), 2*len(starts)); i += 2 {
			more, start := "", ""
			if i < len(seats) {
				more = strings.Join(seats[i:i+2], ", ")
			}
			if i/2 < len(starts) {
				start = starts[i/2]
			}
			fmt.Fprintf(table, "\t\t\t%s\t%s\n", more, start)
		}
	}
}

// startTexts are the start positions, one for each seat that may begin.
func startTexts(g game.Game) []string {
	var texts []string
	for _, seat := range g.Openers() {
		texts = append(texts, g.Start(seat).String())
	}
	return texts
}

type gameObject struct {
	Game     string       `json:"game"`
	Name     string       `json:"name"`
	Size     int          `json:"size"`
	Seats    []seatObject `json:"seats"`
	Start    []string     `json:"start"`
	MaxPlies *int         `json:"max_plies"`
}

type seatObject struct {
	ID     string `json:"id"`
	Team   string `json:"team"`
	Colour string `json:"colour"`
}

func (a *app) writeGamesJSON() error {
	for _, g := range a.games {
		object := gameObject{Game: g.ID(), Name: g.Name(), Size: g.Size(), Start: startTexts(g)}
		for _, seat := range g.Seats() {
			object.Seats = append(object.Seats, seatObject{seat.ID, g.TeamID(seat.Team), seat.Colour})
		}
		if most := g.MaxPlies(); most > 0 {
			object.MaxPlies = &most
		}
		if err := a.writeJSON(object); err != nil {
			return err
		}
	}
	return nil
}

func (a *app) showCommand() *cobra.Command {
	cmd := a.withJSON(&cobra.Command{
		Use:   "show GAME [POSITION] [MOVE...]",
		Short: "Draw a position, also after some moves, and show its state",
		Long: `Play the moves from the position (by default the start position), draw the
board, and print the position, who is to move, and whether and why the game is
over. The cells of the last move are in round brackets, a decisive line is in
square ones.

A position is the rows from the top down, a space, and the player to move: quote
it, or give the two as two arguments. "start" is the start position. With - as
the only argument, every line of the standard input is a position and the moves
after it, separated by spaces; empty lines are skipped.`,
		Example: `  plateau show quantik
  plateau show quixo start c1-c5 a1-a5
  plateau show pivot '4/1C2/4/4 2' b3-c3+S@b3
  plateau show quixo 5/5/2X2/5/5 O --json
  plateau show quantik start S@b3 --notation qfen
  plateau show quixo4p - < positions.txt`,
		Args:              takes(anyNumber, "GAME"),
		ValidArgsFunction: a.completeGame,
		RunE: a.onGame(func(_ *cobra.Command, g game.Game, args []string) error {
			return a.eachInput(args, paragraphs, func(words []string) error {
				m, err := playWords(g, words)
				if err != nil {
					return err
				}
				if a.asJSON {
					object := newShowObject(m)
					object.Position = a.positionText(m.Position())
					return a.writeJSON(object)
				}
				a.writeStanding(m)
				return nil
			})
		}),
	})
	a.addNotationFlag(cmd)
	return cmd
}

// showObject is a match with its legal moves; its keys are documented as stable.
type showObject struct {
	Game string `json:"game"`
	standingObject
	Moves []string `json:"moves"`
}

func newShowObject(m *game.Match) showObject {
	object := showObject{m.Game().ID(), standing(m), []string{}}
	if !m.Verdict().Outcome.Over() {
		object.Moves = moveTexts(m.Position())
	}
	return object
}

// standingObject is the state of a match; its keys are documented as stable.
type standingObject struct {
	Position string      `json:"position"`
	ToMove   string      `json:"to_move"`
	Outcome  string      `json:"outcome"`
	Winner   *string     `json:"winner"`
	Reason   *string     `json:"reason"`
	Line     []game.Cell `json:"line"`
}

func standing(m *game.Match) standingObject {
	g, now, v := m.Game(), m.Position(), m.Verdict()
	object := standingObject{
		Position: now.String(), ToMove: g.Seats()[now.ToMove()].ID,
		Outcome: v.Outcome.String(), Line: append([]game.Cell{}, v.Line...),
	}
	if winner, won := v.Outcome.Winner(); won {
		id := g.TeamID(winner)
		object.Winner = &id
	}
	if v.Reason.Code != "" {
		object.Reason = &v.Reason.Code
	}
	return object
}

func moveTexts(p game.Position) []string {
	moves := p.Moves()
	texts := make([]string, len(moves))
	for i, m := range moves {
		texts[i] = p.MoveText(m)
	}
	return texts
}

// writeStanding draws the board and prints the state of the match.
func (a *app) writeStanding(m *game.Match) {
	texts := a.texts()
	g, now, v := m.Game(), m.Position(), m.Verdict()
	if a.plain {
		for _, line := range texts.Position(now, m.Players()) {
			fmt.Fprintln(a.out, line)
		}
	} else {
		fmt.Fprint(a.out, text.DrawMatch(m, a.drawing()))
	}
	toMove, outcome := texts.Player(g, m.Players(), now.ToMove()), texts.Text("terminal.show.running")
	if v.Outcome.Over() {
		toMove, outcome = texts.Text("terminal.show.nobody"), texts.Verdict(g, m.Players(), v)
	}
	fmt.Fprintln(a.out)
	a.writeLabelled(
		texts.Text("terminal.show.position"), a.positionText(now),
		texts.Text("terminal.show.toMove"), toMove,
		texts.Text("terminal.show.outcome"), outcome)
}

// writeLabelled prints texts after their labels, which are alternating.
func (a *app) writeLabelled(pairs ...string) {
	width := utf8.RuneCountInString(a.texts().Text("terminal.show.position"))
	for i := 0; i < len(pairs); i += 2 {
		width = max(width, utf8.RuneCountInString(pairs[i]))
	}
	for i := 0; i < len(pairs); i += 2 {
		gap := strings.Repeat(" ", width-utf8.RuneCountInString(pairs[i]))
		fmt.Fprintf(a.out, "%s%s  %s\n", pairs[i], gap, pairs[i+1])
	}
}

func (a *app) movesCommand() *cobra.Command {
	return a.withJSON(&cobra.Command{
		Use:   "moves GAME [POSITION]",
		Short: "List the legal moves of a position",
		Long: `List the legal moves of a position (by default the start position), sorted, one
per line. A finished game has none.

With - instead of a position, every line of the standard input is a position;
an empty line separates the lists. Empty lines of the input are skipped.`,
		Example: `  plateau moves quixo
  plateau moves pivot '4/1C2/4/4 2'
  plateau moves quantik --json - < positions.txt`,
		Args:              takes(2, "GAME"),
		ValidArgsFunction: a.completeGame,
		RunE: a.onGame(func(_ *cobra.Command, g game.Game, args []string) error {
			return a.eachPosition(g, args, paragraphs, a.writeMoves)
		}),
	})
}

// eachPosition is eachInput for positions; no words are the start position.
func (a *app) eachPosition(g game.Game, words []string, out layout, do func(game.Position) error) error {
	return a.eachInput(words, out, func(words []string) error {
		if len(words) == 0 {
			words = []string{startWord}
		}
		p, err := parsePosition(g, strings.Join(words, " "))
		if err != nil {
			return err
		}
		return do(p)
	})
}

// positionObject begins what is written about a position.
type positionObject struct {
	Game     string `json:"game"`
	Position string `json:"position"`
}

func (a *app) positionOf(p game.Position) positionObject {
	return positionObject{p.Game().ID(), a.positionText(p)}
}

type movesObject struct {
	positionObject
	Moves []string `json:"moves"`
}

func (a *app) writeMoves(p game.Position) error {
	texts := moveTexts(p)
	if a.asJSON {
		return a.writeJSON(movesObject{a.positionOf(p), texts})
	}
	for _, text := range texts {
		fmt.Fprintln(a.out, text)
	}
	return nil
}
