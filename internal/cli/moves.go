package cli

import (
	"fmt"
	"strings"

	"github.com/spf13/cobra"

	"plateau/game"
)

func (a *app) movesCommand() *cobra.Command {
	asJSON := false
	cmd := &cobra.Command{
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
		RunE: func(_ *cobra.Command, args []string) error {
			g, err := a.findGame(args[0])
			if err != nil {
				return err
			}
			return a.eachPosition(g, args[1:], asJSON, paragraphs, func(p game.Position) error {
				return a.writeMoves(p, asJSON)
			})
		},
	}
	addJSONFlag(cmd, &asJSON)
	return cmd
}

// eachPosition is eachInput for positions; no words are the start position.
func (a *app) eachPosition(g game.Game, words []string, asJSON bool, out layout, do func(game.Position) error) error {
	return a.eachInput(words, asJSON, out, func(words []string) error {
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

type movesObject struct {
	Game     string   `json:"game"`
	Position string   `json:"position"`
	Moves    []string `json:"moves"`
}

func (a *app) writeMoves(p game.Position, asJSON bool) error {
	texts := moveTexts(p)
	if asJSON {
		return a.writeJSON(movesObject{p.Game().ID(), p.String(), texts})
	}
	for _, text := range texts {
		fmt.Fprintln(a.out, text)
	}
	return nil
}
