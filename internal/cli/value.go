package cli

import (
	"context"
	"fmt"
	"strings"
	"sync/atomic"
	"time"

	"github.com/spf13/cobra"

	"plateau/engine"
	"plateau/game"
)

type valueOptions struct {
	limit   time.Duration
	threads int
	moves   bool
}

func (a *app) valueCommand() *cobra.Command {
	options := valueOptions{}
	cmd := a.withJSON(&cobra.Command{
		Use:     "value GAME [POSITION...]",
		GroupID: queryGroup,
		Short:   "Print what positions are worth with perfect play",
		Long: `Print what positions (by default the start position) are worth to the player to
move: one line each with the position, a tab and the value. "win 3" is a win at
the third turn from here, counting the turns of both sides; "loss" and "draw"
are like it. A win or loss without a number is proved, but not how long it
takes. "unknown" means that nothing was proved in time; a tab and an estimate
follow, which is positive if the player to move seems to be better.

With - instead of positions, every line of the standard input is a position.`,
		Example: `  plateau value quantik
  plateau value quixo3 '3/3/3 X' 'X2/3/3 O'
  plateau value pivot '4/1C2/4/4 2' --moves
  plateau value quixo --time 10s --json - < positions.txt`,
		Args:              takes(anyNumber, "GAME"),
		ValidArgsFunction: a.completeGame,
		RunE: a.onGame(func(cmd *cobra.Command, g game.Game, args []string) error {
			return a.values(cmd.Context(), g, args, options)
		}),
	})
	addTimeFlag(cmd, &options.limit, timeFlag, 2*time.Second, "how long to spend on a position at most")
	addThreadsFlag(cmd, &options.threads, "search on `N` threads at once")
	cmd.Flags().BoolVar(&options.moves, "moves", false, "list every legal move with its value, best first")
	a.addTablebasesFlag(cmd)
	return cmd
}

func (a *app) values(ctx context.Context, g game.Game, words []string, options valueOptions) error {
	e, err := a.newEngine(g, options.threads, thinkingBytes)
	if err != nil {
		return err
	}
	one := func(p game.Position) error { return a.value(ctx, e, p, options) }
	if len(words) > 0 && words[0] == stdinArg {
		return a.eachPosition(g, words, oneLine, one)
	}
	for _, text := range splitPositions(g, words) {
		p, err := parsePosition(g, text)
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
		return []string{startWord}
	}
	var positions []string
	for len(words) > 0 {
		position, rest := splitPosition(g, words)
		positions, words = append(positions, position), rest
	}
	return positions
}

func (a *app) value(ctx context.Context, e engine.Engine, p game.Position, options valueOptions) error {
	analysis, err := a.judge(ctx, e, p, options)
	if err != nil {
		return err
	}
	if a.asJSON {
		verdict := analysis.Verdict(p.Outcome(), teamToMove(p))
		object := valueObject{positionObject: positionOf(p), verdictObject: newVerdictObject(verdict)}
		if options.moves {
			object.Moves = newMoveValues(p, analysis)
		}
		err = a.writeJSON(object)
	} else {
		a.writeValues(p, analysis, options.moves)
	}
	if err != nil {
		return err
	}
	return a.flushSometimes()
}

// writeValues writes the value of a position, and those of its moves if wanted.
func (a *app) writeValues(p game.Position, analysis *engine.Analysis, moves bool) {
	fmt.Fprintf(a.out, "%s\t%s\n", p, verdictText(analysis.Verdict(p.Outcome(), teamToMove(p))))
	if !moves {
		return
	}
	for _, m := range analysis.Moves {
		fmt.Fprintf(a.out, "  %s\t%s\n", p.MoveText(m.Move), verdictText(m.Verdict))
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
	return awaitUnless(e.Exact(), ctx, a, status, func(ctx context.Context) (*engine.Analysis, error) {
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
		estimate := float64(v.Estimate) / 100
		object.Estimate = &estimate
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
