package ask

import (
	"context"
	"fmt"
	"math/rand/v2"
	"strings"
	"sync/atomic"
	"time"

	"github.com/spf13/cobra"

	"plateau/engine"
	"plateau/game"
	"plateau/internal/cli/env"
	"plateau/internal/tui/local"
)

type valueOptions struct {
	limit   time.Duration
	threads int
	moves   bool
}

func (a *app) valueCommand() *cobra.Command {
	options := valueOptions{}
	cmd := a.WithJSON(&cobra.Command{
		Use:   "value GAME [POSITION...]",
		Short: "Print what positions are worth with perfect play",
		Long: `Print what positions (by default the start position) are worth to the player to
move: one line each with the position, a tab and the value. "win 3" is a win on
the third turn from here, counting the turns of both sides; "loss 4" is a loss
on the fourth, and "draw" is a draw. A win or loss without a number is proved,
but not how long it takes. "unknown" means that nothing was proved in time; a
tab and an estimate follow, which is positive if the player to move seems to be
better.

With - instead of positions, every line of the standard input is a position.`,
		Example: `  plateau value quantik
  plateau value quixo3 '3/3/3 X' 'X2/3/3 O'
  plateau value pivot '4/1C2/4/4 2' --moves
  plateau value quantik A.../..../.b../.... --notation qfen
  plateau value quixo --time 10s --json - < positions.txt`,
		Args:              env.Takes(env.AnyNumber, "GAME"),
		ValidArgsFunction: a.CompleteGame,
		RunE: a.onGame(func(cmd *cobra.Command, g game.Game, args []string) error {
			return a.values(cmd.Context(), g, args, options)
		}),
	})
	env.AddTimeFlag(cmd, &options.limit, env.TimeFlag, 2*time.Second, "how long to spend on a position at most")
	env.AddThreadsFlag(cmd, &options.threads, "search on `N` threads at once")
	cmd.Flags().BoolVar(&options.moves, "moves", false, "list every legal move with its value, best first")
	a.addNotationFlag(cmd)
	a.AddTablebasesFlag(cmd)
	return cmd
}

func (a *app) values(ctx context.Context, g game.Game, words []string, options valueOptions) error {
	e, err := a.NewEngine(g, options.threads, env.ThinkingBytes)
	if err != nil {
		return err
	}
	one := func(p game.Position) error { return a.value(ctx, e, p, options) }
	if len(words) > 0 && words[0] == env.StdinArg {
		return a.eachPosition(g, words, oneLine, one)
	}
	for _, text := range splitPositions(g, words) {
		p, err := env.ParsePosition(g, text)
		if err == nil {
			err = one(p)
		}
		if err != nil {
			return err
		}
	}
	return nil
}

// splitPositions splits words into positions of one or two words each; no words
// are the start position.
func splitPositions(g game.Game, words []string) []string {
	if len(words) == 0 {
		return []string{env.StartWord}
	}
	var positions []string
	for len(words) > 0 {
		position, rest := env.SplitPosition(g, words)
		positions, words = append(positions, position), rest
	}
	return positions
}

func (a *app) value(ctx context.Context, e engine.Engine, p game.Position, options valueOptions) error {
	analysis, err := a.judge(ctx, e, p, options)
	if err != nil {
		return err
	}
	if a.AsJSON {
		verdict := analysis.Verdict(p.Outcome(), teamToMove(p))
		object := valueObject{positionObject: a.positionOf(p), verdictObject: newVerdictObject(verdict)}
		if options.moves {
			object.Moves = newMoveValues(p, analysis)
		}
		err = a.WriteJSON(object)
	} else {
		a.writeValues(p, analysis, options.moves)
	}
	if err != nil {
		return err
	}
	return a.FlushSometimes()
}

// writeValues writes the value of a position, and those of its moves if wanted.
func (a *app) writeValues(p game.Position, analysis *engine.Analysis, moves bool) {
	fmt.Fprintf(a.Out, "%s\t%s\n", a.positionText(p), verdictText(analysis.Verdict(p.Outcome(), teamToMove(p))))
	if !moves {
		return
	}
	for _, m := range analysis.Moves {
		fmt.Fprintf(a.Out, "  %s\t%s\n", p.MoveText(m.Move), verdictText(m.Verdict))
	}
}

// judge finds the values of all moves, or only of those that decide the value of
// the position.
func (a *app) judge(ctx context.Context, e engine.Engine, p game.Position, options valueOptions) (*engine.Analysis, error) {
	began := time.Now()
	var depth atomic.Int32
	status := func() string {
		return fmt.Sprintf("%s: depth %d after %.0f s", p, depth.Load(), time.Since(began).Seconds())
	}
	return env.AwaitUnless(e.Exact(), ctx, a.Env, status, func(ctx context.Context) (*engine.Analysis, error) {
		ctx, stop := context.WithTimeout(ctx, options.limit)
		defer stop()
		return e.Analyse(ctx, p, allDepths, func(so *engine.Analysis) {
			depth.Store(int32(so.Depth))
			if !options.moves && so.Won() {
				stop()
			}
		}), nil
	})
}

// allDepths lets a search look as far ahead as it can.
const allDepths = 1 << 10

func teamToMove(p game.Position) game.Team { return p.Game().Seats()[p.ToMove()].Team }

// verdictText is a value, and where there is none an estimate after a tab.
func verdictText(v engine.Verdict) string {
	if v.Value == game.Unknown {
		return v.Value.String() + "\t" + v.Estimate.String()
	}
	return v.Value.String()
}

// valueObject is a position with its value; its keys are documented as stable.
type valueObject struct {
	positionObject
	verdictObject
	Moves []moveValue `json:"moves,omitzero"`
}

type verdictObject struct {
	Value    string   `json:"value"`
	Outcome  string   `json:"outcome"`
	Distance *int     `json:"distance"`
	Estimate *float64 `json:"estimate"`
}

type moveValue struct {
	Move string `json:"move"`
	verdictObject
}

func newVerdictObject(v engine.Verdict) verdictObject {
	object := verdictObject{Value: v.Value.String()}
	object.Outcome, _, _ = strings.Cut(object.Value, " ")
	if turns, known := v.Value.Distance(); known {
		object.Distance = &turns
	}
	if v.Value == game.Unknown {
		object.Estimate = new(float64(v.Estimate) / 100)
	}
	return object
}

func newMoveValues(p game.Position, a *engine.Analysis) []moveValue {
	moves := []moveValue{}
	for _, m := range a.Moves {
		moves = append(moves, moveValue{p.MoveText(m.Move), newVerdictObject(m.Verdict)})
	}
	return moves
}

type bestOptions struct {
	level   env.LevelFlag
	limit   time.Duration
	threads int
	seed    uint64
}

func (a *app) bestCommand() *cobra.Command {
	options := bestOptions{level: env.LevelFlag{Level: engine.Perfect}}
	cmd := a.WithJSON(&cobra.Command{
		Use:   "best GAME [POSITION]",
		Short: "Choose a move as a player of a level would",
		Long: `Choose a move in a position (by default the start position), and print a line
with the position, a tab and the move.

Levels go from 1 for beginners to 6; perfect plays by the exact values. Where
these are not known, it is called strongest and plays the best move that it
finds in time. A seed makes the choice of all levels repeatable, except that
of strongest, which depends on time.

With - instead of a position, every line of the standard input is a position.`,
		Example: `  plateau best quantik
  plateau best pivot '4/1C2/4/4 2' --level 3 --seed 7
  plateau best quixo --time 5s
  plateau best quixo --time 100ms - < positions.txt`,
		Args:              env.Takes(2, "GAME"),
		ValidArgsFunction: a.CompleteGame,
		RunE: a.onGame(func(cmd *cobra.Command, g game.Game, args []string) error {
			if options.level.Level < engine.Perfect && cmd.Flags().Changed(env.TimeFlag) {
				return env.Usagef("--time is for the level %s; the others ignore it", engine.Perfect)
			}
			return a.best(cmd.Context(), g, args, options)
		}),
	})
	env.AddLevelFlag(cmd, &options.level, "level", "", "play at level 1 to 6, perfect or strongest")
	env.AddTimeFlag(cmd, &options.limit, env.TimeFlag, time.Second, "how long strongest may think")
	env.AddThreadsFlag(cmd, &options.threads, "let strongest search on `N` threads at once")
	env.AddSeedFlag(cmd, &options.seed, "seed the choice with a `NUMBER`, to repeat it")
	a.addNotationFlag(cmd)
	a.AddTablebasesFlag(cmd)
	return cmd
}

type bestObject struct {
	positionObject
	Level string `json:"level"`
	Move  string `json:"move"`
}

func (a *app) best(ctx context.Context, g game.Game, words []string, options bestOptions) error {
	e, err := a.NewEngine(g, options.threads, env.ThinkingBytes)
	if err != nil {
		return err
	}
	level := options.level
	noted := level.Level < engine.Perfect || level.Strongest || a.AsJSON
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
			a.NoteStrongest(g)
		}
		if a.AsJSON {
			err = a.WriteJSON(bestObject{a.positionOf(p), local.LevelName(level.Level, choice.Exact), p.MoveText(choice.Move)})
		} else {
			fmt.Fprintf(a.Out, "%s\t%s\n", a.positionText(p), p.MoveText(choice.Move))
		}
		if err != nil {
			return err
		}
		return a.FlushSometimes()
	})
}

func (a *app) choose(ctx context.Context, e engine.Engine, p game.Position, options bestOptions) (engine.Choice, error) {
	began := time.Now()
	status := func() string { return fmt.Sprintf("%s: thinking for %.0f s", p, time.Since(began).Seconds()) }
	// The position is part of the seed, so that the choice does not depend on
	// where the position is in the input.
	rng := rand.New(rand.NewPCG(options.seed, p.Key()))
	quick := e.Exact() || options.level.Level < engine.Perfect
	return env.AwaitUnless(quick, ctx, a.Env, status, func(ctx context.Context) (engine.Choice, error) {
		return local.Choose(ctx, options.limit, e, game.MatchFrom(p, nil), options.level.Level, rng), nil
	})
}
