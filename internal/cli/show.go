package cli

import (
	"fmt"

	"github.com/spf13/cobra"

	"plateau/game"
	"plateau/internal/tui/board"
	"plateau/internal/tui/caption"
)

func (a *app) showCommand() *cobra.Command {
	return a.withJSON(&cobra.Command{
		Use:     "show GAME [POSITION] [MOVE...]",
		GroupID: queryGroup,
		Short:   "Draw a position, also after some moves, and show its state",
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
					return a.writeJSON(newShowObject(m))
				}
				a.writeStanding(m)
				return nil
			})
		}),
	})
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
	ToMove   string      `json:"toMove"`
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
	fmt.Fprint(a.out, board.DrawMatch(m, a.style()))
	g, now, v := m.Game(), m.Position(), m.Verdict()
	toMove, outcome := caption.Player(g, m.Players(), now.ToMove()), "running"
	if v.Outcome.Over() {
		toMove, outcome = "nobody", caption.Verdict(g, m.Players(), v)
	}
	fmt.Fprintf(a.out, "\nposition  %s\nto move   %s\noutcome   %s\n", now, toMove, outcome)
}
