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
	limit   span
	threads threads
	seed    uint64
	asJSON  bool
}

func (a *app) bestCommand() *cobra.Command {
	options := bestOptions{level: levelFlag{level: engine.Perfect}}
	cmd := &cobra.Command{
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
		RunE: func(cmd *cobra.Command, args []string) error {
			g, err := a.findGame(args[0])
			if err != nil {
				return err
			}
			if !cmd.Flags().Changed(seedFlag) {
				options.seed = rand.Uint64()
			}
			if options.level.level < engine.Perfect && cmd.Flags().Changed(timeFlag) {
				return usagef("--time is for the level %s; the others ignore it", engine.Perfect)
			}
			return a.best(cmd.Context(), g, args[1:], options)
		},
	}
	cmd.Flags().Var(&options.level, "level", "play at level 1 to 6, perfect or strongest")
	completeLevels(cmd, "level")
	options.limit.addFlag(cmd, time.Second, "how long strongest may think")
	options.threads.addFlag(cmd, "let strongest search on `N` threads at once")
	cmd.Flags().Uint64Var(&options.seed, seedFlag, 0, "seed the choice with a `NUMBER`, to repeat it")
	a.addTablebasesFlag(cmd)
	addJSONFlag(cmd, &options.asJSON)
	return cmd
}

const seedFlag = "seed"

type bestObject struct {
	Game     string `json:"game"`
	Position string `json:"position"`
	Level    string `json:"level"`
	Move     string `json:"move"`
}

func (a *app) best(ctx context.Context, g game.Game, words []string, options bestOptions) error {
	if err := options.threads.check(); err != nil {
		return err
	}
	e, err := a.newEngine(g, int(options.threads), thinkingBytes)
	if err != nil {
		return err
	}
	level := options.level
	noted := level.level < engine.Perfect || level.strongest || options.asJSON
	return a.eachPosition(g, words, options.asJSON, oneLine, func(p game.Position) error {
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
		if options.asJSON {
			err = a.writeJSON(bestObject{g.ID(), p.String(), levelName(level.level, choice.Exact), p.MoveText(choice.Move)})
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
	var choice engine.Choice
	quick := e.Exact() || options.level.level < engine.Perfect
	err := a.awaitUnless(quick, ctx, status, func(ctx context.Context) error {
		if options.level.level == engine.Perfect {
			var stop context.CancelFunc
			ctx, stop = context.WithTimeout(ctx, time.Duration(options.limit))
			defer stop()
		}
		choice = e.Choose(ctx, game.MatchFrom(p, nil), options.level.level, rng)
		return nil
	})
	if err != nil {
		return engine.Choice{}, err
	}
	return choice, nil
}
