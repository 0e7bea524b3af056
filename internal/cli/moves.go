package cli

import (
	"fmt"
	"strings"

	"github.com/spf13/cobra"

	"plateau/game"
)

func (a *app) movesCommand() *cobra.Command {
	return a.withJSON(&cobra.Command{
		Use:     "moves GAME [POSITION]",
		GroupID: queryGroup,
		Short:   "List the legal moves of a position",
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

func positionOf(p game.Position) positionObject { return positionObject{p.Game().ID(), p.String()} }

type movesObject struct {
	positionObject
	Moves []string `json:"moves"`
}

func (a *app) writeMoves(p game.Position) error {
	texts := moveTexts(p)
	if a.asJSON {
		return a.writeJSON(movesObject{positionOf(p), texts})
	}
	for _, text := range texts {
		fmt.Fprintln(a.out, text)
	}
	return nil
}
