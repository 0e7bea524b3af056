package cli

import (
	"context"
	"fmt"
	"math/rand/v2"
	"time"

	"github.com/spf13/cobra"

	"plateau/engine"
	"plateau/game"
)

type bestOptions struct {
	level   levelFlag
	limit   time.Duration
	threads int
	seed    uint64
}

func (a *app) bestCommand() *cobra.Command {
	options := bestOptions{level: levelFlag{Level: engine.Perfect}}
	cmd := a.withJSON(&cobra.Command{
		Use:     "best GAME [POSITION]",
		GroupID: queryGroup,
		Short:   "Choose a move as a player of a level would",
		Long: `Choose a move in a position (by default the start position), and print a line
with the position, a tab and the move.

Levels go from 1 for beginners to 6; perfect plays by the true values. Where
these are not known, it is called strongest and plays the best move that it
finds in time. A seed makes the choice of all levels repeatable, except that
of strongest, which depends on time.

With - instead of a position, every line of the standard input is a position.`,
		Example: `  plateau best quantik
  plateau best pivot '4/1C2/4/4 2' --level 3 --seed 7
  plateau best quixo --time 5s
  plateau best quixo --time 100ms - < positions.txt`,
		Args:              takes(2, "GAME"),
		ValidArgsFunction: a.completeGame,
		RunE: a.onGame(func(cmd *cobra.Command, g game.Game, args []string) error {
			if options.level.Level < engine.Perfect && cmd.Flags().Changed(timeFlag) {
				return usagef("--time is for the level %s; the others ignore it", engine.Perfect)
			}
			return a.best(cmd.Context(), g, args, options)
		}),
	})
	addLevelFlag(cmd, &options.level, "level", "", "play at level 1 to 6, perfect or strongest")
	addTimeFlag(cmd, &options.limit, timeFlag, time.Second, "how long strongest may think")
	addThreadsFlag(cmd, &options.threads, "let strongest search on `N` threads at once")
	addSeedFlag(cmd, &options.seed, "seed the choice with a `NUMBER`, to repeat it")
	a.addTablebasesFlag(cmd)
	return cmd
}

type bestObject struct {
	positionObject
	Level string `json:"level"`
	Move  string `json:"move"`
}

func (a *app) best(ctx context.Context, g game.Game, words []string, options bestOptions) error {
	e, err := a.newEngine(g, options.threads, thinkingBytes)
	if err != nil {
		return err
	}
	level := options.level
	noted := level.Level < engine.Perfect || level.strongest || a.asJSON
	return a.eachPosition(g, words, oneLine, func(p game.Position) error {
		if p.Outcome().Over() {
			return game.GameOver.Refuse(p.String())
		}
		choice, err := a.choose(ctx, e, p, options)
		if err != nil {
			return err
		}
		if !noted && !choice.Exact && !choice.Value.IsWin() {
			noted = true
			a.noteStrongest(g)
		}
		if a.asJSON {
			err = a.writeJSON(bestObject{positionOf(p), levelName(level.Level, choice.Exact), p.MoveText(choice.Move)})
		} else {
			fmt.Fprintf(a.out, "%s\t%s\n", p, p.MoveText(choice.Move))
		}
		if err != nil {
			return err
		}
		return a.flushSometimes()
	})
}

func (a *app) choose(ctx context.Context, e engine.Engine, p game.Position, options bestOptions) (engine.Choice, error) {
	began := time.Now()
	status := func() string { return fmt.Sprintf("%s: thinking for %.0f s", p, time.Since(began).Seconds()) }
	// The position is part of the seed, so that the choice does not depend on
	// where the position is in the input.
	rng := rand.New(rand.NewPCG(options.seed, p.Key()))
	quick := e.Exact() || options.level.Level < engine.Perfect
	return awaitUnless(quick, ctx, a, status, func(ctx context.Context) (engine.Choice, error) {
		return chooseWithin(ctx, options.limit, e, game.MatchFrom(p, nil), options.level.Level, rng), nil
	})
}

// chooseWithin chooses a move; the limit is for the level perfect only.
func chooseWithin(
	ctx context.Context, limit time.Duration, e engine.Engine, m *game.Match, level engine.Level, rng *rand.Rand,
) engine.Choice {
	if level == engine.Perfect {
		var stop context.CancelFunc
		ctx, stop = context.WithTimeout(ctx, limit)
		defer stop()
	}
	return e.Choose(ctx, m, level, rng)
}
