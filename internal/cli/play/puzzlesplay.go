package play

import (
	"context"
	"strconv"
	"time"

	"github.com/spf13/cobra"

	"plateau/game"
	"plateau/internal/cli/env"
	"plateau/internal/tui/line"
	"plateau/internal/tui/local"
	"plateau/puzzles"
)

func (a *app) puzzlesPlayCommand() *cobra.Command {
	limit := time.Duration(0)
	cmd := &cobra.Command{
		Use:   "play GAME [NUMBER]",
		Short: "Solve the puzzles that are part of this program",
		Long: `Solve the puzzles of a game, from easy to hard: type the move that the puzzle
asks for. The other side answers, until the puzzle is solved. Without a number,
the first puzzle that you have not solved comes first.`,
		Example: `  plateau puzzles play quantik
  plateau puzzles play quixo 12`,
		Args:              env.Takes(1, "GAME"),
		ValidArgsFunction: a.CompleteGame,
		RunE: a.OnGame(func(cmd *cobra.Command, g game.Game, args []string) error {
			number := 0
			if len(args) > 0 {
				n, err := strconv.Atoi(args[0])
				if err != nil || n < 1 {
					return env.Usagef("NUMBER %s: puzzles are counted from 1", args[0])
				}
				number = n
			}
			ctx, stop := env.UntilInterrupted(cmd.Context())
			defer stop()
			shared := a.promptConfig(limit)
			defer shared.Lines.Close()
			return a.runPuzzles(ctx, shared, g, number)
		}),
	}
	env.AddTimeFlag(cmd, &limit, env.TimeFlag, time.Second, "how long to think about what is wrong with a move")
	a.AddTablebasesFlag(cmd)
	return cmd
}

// runPuzzles offers the puzzles of a game, beginning with a number, or for 0 with
// the first that was not solved.
func (a *app) runPuzzles(ctx context.Context, shared line.Config, g game.Game, number int) error {
	list := a.Catalogue.Of(g).Puzzles.All()
	if len(list) == 0 {
		return puzzles.NoPuzzles.Refuse(g.ID())
	}
	if number > len(list) {
		return env.Usagef("NUMBER %d: %s has %d puzzles", number, g.Name(), len(list))
	}
	solved, err := local.ReadSolved(env.DataDir())
	if err != nil {
		return err
	}
	first := number - 1
	if number == 0 {
		first = solved.Next(list)
	}
	return interruption(line.NewPuzzles(shared, g, list, first, solved).Run(ctx))
}
