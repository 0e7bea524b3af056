package play

import (
	"context"
	"fmt"
	"strconv"
	"sync/atomic"
	"time"

	"github.com/spf13/cobra"

	"plateau/game"
	"plateau/internal/amount"
	"plateau/internal/cli/env"
	"plateau/internal/parallel"
	"plateau/internal/tui/line"
	"plateau/internal/tui/local"
	"plateau/puzzles"
	"plateau/puzzles/finder"
)

func (a *app) puzzlesCommand() *cobra.Command {
	cmd := &cobra.Command{
		Use:   "puzzles",
		Short: "Solve puzzles, or find new ones",
		Example: `  plateau puzzles play quantik
  plateau puzzles find quantik --count 20`,
		RunE: env.RunGroup,
	}
	cmd.AddCommand(a.puzzlesPlayCommand(), a.puzzlesFindCommand())
	return cmd
}

type findOptions struct {
	games, count, threads int
	seed                  uint64
}

func (a *app) puzzlesFindCommand() *cobra.Command {
	options := findOptions{}
	cmd := &cobra.Command{
		Use:   "find GAME",
		Short: "Find puzzles in games of the computer against itself",
		Long: `Let the computer play games against itself at several levels, find positions
with a single solution, grade them by the lowest level that solves them, and
write as many as requested, in the format of the files that are part of this
program. The same seed finds the same puzzles on any machine.`,
		Example: `  plateau puzzles find quantik
  plateau puzzles find quixo --games 100 --count 10 --seed 7`,
		Args:              env.Takes(0, "GAME"),
		ValidArgsFunction: a.CompleteGame,
		RunE: a.OnGame(func(cmd *cobra.Command, g game.Game, _ []string) error {
			return a.findPuzzles(cmd.Context(), g, options)
		}),
	}
	env.AddCountFlag(cmd, &options.games, "games", 1000, "search `N` games")
	env.AddCountFlag(cmd, &options.count, "count", 200, "write at most `N` puzzles")
	cmd.Flags().Uint64Var(&options.seed, env.SeedFlag, 1, "seed the games with a `NUMBER`")
	env.AddThreadsFlag(cmd, &options.threads, "look through `N` games at once")
	return cmd
}

func (a *app) findPuzzles(ctx context.Context, g game.Game, o findOptions) error {
	began := time.Now()
	var looked, seen atomic.Int64
	status := func() string {
		done := looked.Load()
		text := fmt.Sprintf("%d of %d games, %d positions with one solution", done, o.games, seen.Load())
		if done > 0 {
			text += ", " + amount.Duration(time.Since(began)/time.Duration(done)*time.Duration(int64(o.games)-done)) + " left"
		}
		return text
	}
	found, err := env.Await(ctx, a.Env, status, func(ctx context.Context) ([]puzzles.Puzzle, error) {
		search := finder.Search{
			Entry: a.Catalogue.Of(g), Data: a.Data, Games: o.games, Count: o.count, Seed: o.seed, Workers: o.threads,
			Parallel: func(n int, do func(worker, i int)) {
				// The search itself reports that the context has ended.
				_ = parallel.For(ctx, o.threads, n, do)
			},
			Progress: func(found int) {
				looked.Add(1)
				seen.Add(int64(found))
			},
		}
		return search.Run(ctx)
	})
	if err != nil {
		return err
	}
	fmt.Fprintf(a.Out, "# plateau puzzles find %s --games %d --count %d --seed %d\n", g.ID(), o.games, o.count, o.seed)
	fmt.Fprintln(a.Out, "# id | position | goal | turns | grade | line")
	for _, p := range found {
		fmt.Fprintln(a.Out, p)
	}
	return nil
}

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
