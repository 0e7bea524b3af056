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
	limit         span
	threads       threads
	moves, asJSON bool
}

func (a *app) valueCommand() *cobra.Command {
	options := valueOptions{}
	cmd := &cobra.Command{
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
		RunE: func(cmd *cobra.Command, args []string) error {
			g, err := a.findGame(args[0])
			if err != nil {
				return err
			}
			return a.values(cmd.Context(), g, args[1:], options)
		},
	}
	options.limit.addFlag(cmd, 2*time.Second, "how long to spend on a position at most")
	options.threads.addFlag(cmd, "search on `N` threads at once")
	cmd.Flags().BoolVar(&options.moves, "moves", false, "list every legal move with its value, best first")
	a.addTablebasesFlag(cmd)
	addJSONFlag(cmd, &options.asJSON)
	return cmd
}

func (a *app) values(ctx context.Context, g game.Game, words []string, options valueOptions) error {
	if err := options.threads.check(); err != nil {
		return err
	}
	e, err := a.newEngine(g, int(options.threads), thinkingBytes)
	if err != nil {
		return err
	}
	one := func(text string) error {
		p, err := parsePosition(g, text)
		if err != nil {
			return err
		}
		return a.value(ctx, e, p, options)
	}
	if len(words) > 0 && words[0] == stdinArg {
		if len(words) > 1 {
			return usagef("nothing may follow -: %q", words[1])
		}
		return a.eachLine(options.asJSON, one)
	}
	for _, text := range splitPositions(g, words) {
		if err := one(text); err != nil {
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
	for i := 0; i < len(words); i++ {
		text := words[i]
		if i+1 < len(words) && !strings.Contains(text, " ") {
			if _, ok := findSeat(g, words[i+1]); ok {
				i++
				text += " " + words[i]
			}
		}
		positions = append(positions, text)
	}
	return positions
}

func (a *app) value(ctx context.Context, e engine.Engine, p game.Position, options valueOptions) error {
	analysis, err := a.judge(ctx, e, p, options)
	if err != nil {
		return err
	}
	verdict := analysis.Verdict(p.Outcome(), teamToMove(p))
	if options.asJSON {
		object := valueObject{Game: p.Game().ID(), Position: p.String(), verdictObject: newVerdictObject(verdict)}
		if options.moves {
			object.Moves = newMoveValues(p, analysis)
		}
		err = a.writeJSON(object)
	} else {
		fmt.Fprintf(a.out, "%s\t%s\n", p, verdictText(verdict))
		for i := range analysis.Moves {
			if m := &analysis.Moves[i]; options.moves {
				fmt.Fprintf(a.out, "  %s\t%s\n", p.MoveText(m.Move), verdictText(m.Verdict))
			}
		}
	}
	if err != nil {
		return err
	}
	return a.flushSometimes()
}

// judge finds the values of all moves, or only of those that decide the value of
// the position.
func (a *app) judge(ctx context.Context, e engine.Engine, p game.Position, options valueOptions) (*engine.Analysis, error) {
	began := time.Now()
	var depth atomic.Int32
	status := func() string {
		return fmt.Sprintf("%s: depth %d after %.0f s", p, depth.Load(), time.Since(began).Seconds())
	}
	var analysis *engine.Analysis
	err := a.awaitUnless(e.Exact(), ctx, status, func(ctx context.Context) error {
		ctx, stop := context.WithTimeout(ctx, time.Duration(options.limit))
		defer stop()
		analysis = e.Analyse(ctx, p, allDepths, func(so *engine.Analysis) {
			depth.Store(int32(so.Depth))
			if !options.moves && so.Won() {
				stop()
			}
		})
		return nil
	})
	if err != nil {
		return nil, err
	}
	return analysis, nil
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
	Game     string `json:"game"`
	Position string `json:"position"`
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
	for i := range a.Moves {
		m := &a.Moves[i]
		moves = append(moves, moveValue{p.MoveText(m.Move), newVerdictObject(m.Verdict)})
	}
	return moves
}
