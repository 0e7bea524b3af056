package cli

import (
	"context"
	"fmt"
	"os"
	"os/signal"
	"slices"
	"time"

	"github.com/spf13/cobra"

	"plateau/engine"
	"plateau/game"
)

type analyseOptions struct {
	limit   span
	depth   int
	threads threads
	asJSON  bool
}

func (a *app) analyseCommand() *cobra.Command {
	options := analyseOptions{}
	cmd := &cobra.Command{
		Use:     "analyse GAME [POSITION]",
		GroupID: queryGroup,
		Short:   "Judge every move of a position, deeper and deeper",
		Long: `Judge every legal move of a position (by default the start position), deeper and
deeper, until all is proved, a limit is reached or Ctrl-C ends it. A terminal
always shows the latest state: depth, speed, the line of best play, and the
moves with their values, best first. Elsewhere there is one line per depth, and
the list of all moves at the end.

Values are as in 'plateau value'; numbers with a sign are estimates.`,
		Example: `  plateau analyse quixo
  plateau analyse pivot '4/1C2/4/4 2' --time 10s
  plateau analyse quixo --depth 6 --json`,
		Args:              takes(2, "GAME"),
		ValidArgsFunction: a.completeGame,
		RunE: func(cmd *cobra.Command, args []string) error {
			g, err := a.findGame(args[0])
			if err != nil {
				return err
			}
			switch {
			case len(args) > 1 && args[1] == stdinArg:
				return usagef("one position is analysed at a time; 'plateau value --moves' takes many")
			case cmd.Flags().Changed("depth") && options.depth < 1:
				return usagef("--depth %d: a depth is at least 1", options.depth)
			}
			if err := options.threads.check(); err != nil {
				return err
			}
			return a.eachPosition(g, args[1:], options.asJSON, paragraphs, func(p game.Position) error {
				return a.analyse(cmd.Context(), p, options)
			})
		},
	}
	options.limit.addFlag(cmd, 0, "stop after this time")
	cmd.Flags().IntVar(&options.depth, "depth", 0, "stop after looking `N` moves ahead")
	options.threads.addFlag(cmd, "search on `N` threads at once")
	a.addTablebasesFlag(cmd)
	addJSONFlag(cmd, &options.asJSON)
	return cmd
}

// insight is what an analysis knows at some moment.
type insight struct {
	engine.Analysis
	seconds float64
	// final means that nothing will follow.
	final bool
}

// analysisView shows insights, as they come or later.
type analysisView interface {
	show(insight) error
	// refresh is called a few times per second.
	refresh() error
}

func (a *app) analyse(ctx context.Context, p game.Position, options analyseOptions) error {
	e, err := a.newEngine(p.Game(), int(options.threads), thinkingBytes)
	if err != nil {
		return err
	}
	ctx, stop := signal.NotifyContext(ctx, os.Interrupt)
	defer stop()
	if options.limit > 0 {
		ctx, stop = context.WithTimeout(ctx, time.Duration(options.limit))
		defer stop()
	}
	if options.depth == 0 {
		options.depth = allDepths
	}
	var view analysisView = &plainView{app: a, position: p}
	switch {
	case options.asJSON:
		view = &jsonView{app: a, position: p}
	case isTerminal(a.Out):
		view = &screenView{app: a, position: p, began: time.Now()}
	}
	return a.follow(ctx, view, insights(ctx, e, p, options.depth))
}

// insights runs an analysis. It waits until each insight is taken, so that none
// is lost; the last one is final.
func insights(ctx context.Context, e engine.Engine, p game.Position, depth int) <-chan insight {
	found := make(chan insight)
	began := time.Now()
	take := func(so *engine.Analysis) insight {
		now := insight{Analysis: *so, seconds: time.Since(began).Seconds()}
		now.Moves, now.Line = slices.Clone(so.Moves), slices.Clone(so.Line)
		return now
	}
	go func() {
		defer close(found)
		last := take(e.Analyse(ctx, p, depth, func(so *engine.Analysis) {
			select {
			case found <- take(so):
			case <-ctx.Done():
			}
		}))
		last.final = true
		found <- last
	}()
	return found
}

// patience is how long to wait for a cancelled analysis.
const patience = time.Second / 2

// follow shows insights until the analysis ends. If it does not end soon after it
// should, the latest insight counts as the last.
func (a *app) follow(ctx context.Context, view analysisView, found <-chan insight) error {
	ticker := time.NewTicker(time.Second / 5)
	defer ticker.Stop()
	var latest insight
	var late <-chan time.Time
	cancelled := ctx.Done()
	for !latest.final {
		err := error(nil)
		select {
		case latest = <-found:
			err = view.show(latest)
		case <-cancelled:
			cancelled, late = nil, time.After(patience)
		case <-late:
			latest.final = true
			err = view.show(latest)
		case <-ticker.C:
			err = view.refresh()
		}
		if err != nil {
			return err
		}
		if err := a.out.Flush(); err != nil {
			return writeError{err}
		}
	}
	return nil
}

// lineTexts are the moves of a line that begins at a position.
func lineTexts(p game.Position, line []game.Move) []string {
	texts := []string{}
	for _, move := range line {
		next, err := p.Play(move)
		if err != nil {
			break
		}
		texts = append(texts, p.MoveText(move))
		p = next
	}
	return texts
}

// verdict is the verdict of the position.
func (i *insight) verdict(p game.Position) engine.Verdict {
	return i.Verdict(p.Outcome(), teamToMove(p))
}

// rate is the number of nodes per second.
func (i *insight) rate() float64 { return float64(i.Nodes) / max(i.seconds, 1e-3) }

// effort says how deep and how fast the search is.
func (i *insight) effort() string {
	return fmt.Sprintf("depth %d, %s nodes, %s nodes/s", i.Depth, shortNumber(float64(i.Nodes)), shortNumber(i.rate()))
}

// shortNumber writes a large number in few characters.
func shortNumber(x float64) string {
	switch {
	case x >= 1e9:
		return fmt.Sprintf("%.2f G", x/1e9)
	case x >= 1e6:
		return fmt.Sprintf("%.2f M", x/1e6)
	case x >= 1e3:
		return fmt.Sprintf("%.1f k", x/1e3)
	}
	return fmt.Sprintf("%.0f", x)
}
