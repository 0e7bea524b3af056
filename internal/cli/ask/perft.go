package ask

import (
	"context"
	"fmt"
	"strconv"
	"time"

	"github.com/spf13/cobra"

	"plateau/game"
	"plateau/internal/cli/env"
	"plateau/internal/tui/local"
)

// maxDepth bounds the depth: a longer count would take more than a lifetime.
const maxDepth = 20

type perftOptions struct {
	depth, threads int
	divide         bool
}

func (a *app) perftCommand() *cobra.Command {
	options := perftOptions{}
	cmd := a.WithJSON(&cobra.Command{
		Use:   "perft GAME DEPTH [POSITION]",
		Short: "Count the move sequences of a given length",
		Long: `Count the sequences of exactly DEPTH moves from a position (by default the
start position), which tests a move generator and measures its speed. The last
line is the count, the line above it time and rate.

With - instead of a position, every line of the standard input is a position.`,
		Example: `  plateau perft quantik 4
  plateau perft quixo 3 --divide
  plateau perft pivot 4 --threads 1
  plateau perft quixo 2 '5/5/2X2/5/5 O' --json`,
		Args:              env.Takes(2, "GAME", "DEPTH"),
		ValidArgsFunction: a.CompleteGame,
		RunE: a.OnGame(func(cmd *cobra.Command, g game.Game, args []string) error {
			depth, err := strconv.Atoi(args[0])
			if err != nil || depth < 0 || depth > maxDepth {
				return env.Usagef("%s: a depth is a number from 0 to %d", args[0], maxDepth)
			}
			options.depth = depth
			return a.eachPosition(g, args[1:], paragraphs, func(p game.Position) error {
				return a.perft(cmd.Context(), p, options)
			})
		}),
	})
	env.AddThreadsFlag(cmd, &options.threads, "count on `N` threads at once")
	cmd.Flags().BoolVar(&options.divide, "divide", false, "also count the sequences of each first move")
	return cmd
}

type perftObject struct {
	positionObject
	Depth          int               `json:"depth"`
	Nodes          uint64            `json:"nodes"`
	Seconds        float64           `json:"seconds"`
	NodesPerSecond float64           `json:"nodes_per_second"`
	Divide         map[string]uint64 `json:"divide,omitzero"`
}

func (a *app) perft(ctx context.Context, p game.Position, options perftOptions) error {
	began := time.Now()
	count := newCount(p, options.depth)
	status := func() string {
		return fmt.Sprintf("%.1f %% after %.0f s", 100*count.progress(), time.Since(began).Seconds())
	}
	nodes, err := env.Await(ctx, a.Env, status, func(ctx context.Context) (uint64, error) {
		err := count.run(ctx, options.threads)
		return count.total(), err
	})
	if err != nil {
		return err
	}
	seconds := time.Since(began).Seconds()
	rate := float64(nodes) / max(seconds, 1e-9)
	texts := local.MoveTexts(p)
	if a.AsJSON {
		object := perftObject{a.positionOf(p), options.depth, nodes, seconds, rate, nil}
		if options.divide {
			object.Divide = map[string]uint64{}
			for i, n := range count.divide {
				object.Divide[texts[i]] = n
			}
		}
		return a.WriteJSON(object)
	}
	if options.divide {
		for i, n := range count.divide {
			fmt.Fprintf(a.Out, "%s: %d\n", texts[i], n)
		}
	}
	fmt.Fprintf(a.Out, "%.3f s, %.1f million nodes/s\n%d nodes\n", seconds, rate/1e6, nodes)
	return nil
}
