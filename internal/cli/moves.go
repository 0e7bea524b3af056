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
			return a.eachPosition(g, args[1:], asJSON, func(p game.Position) error {
				return a.writeMoves(p, asJSON)
			})
		},
	}
	addJSONFlag(cmd, &asJSON)
	return cmd
}

// eachPosition calls do for the position in the arguments, or with - for those
// of the standard input, whose output is separated by empty lines.
func (a *app) eachPosition(g game.Game, words []string, asJSON bool, do func(game.Position) error) error {
	one := func(text string) error {
		p, err := parsePosition(g, text)
		if err != nil {
			return err
		}
		return do(p)
	}
	switch {
	case len(words) == 0:
		return one(startWord)
	case words[0] != stdinArg:
		return one(strings.Join(words, " "))
	}
	if len(words) > 1 {
		return usagef("nothing may follow -: %q", words[1])
	}
	first := true
	return a.eachLine(asJSON, func(text string) error {
		if !first && !asJSON {
			fmt.Fprintln(a.out)
		}
		first = false
		return one(text)
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
