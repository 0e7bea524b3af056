package cli

import (
	"context"
	"fmt"
	"os"
	"os/signal"
	"runtime/debug"
	"syscall"
	"text/tabwriter"
	"time"

	"github.com/spf13/cobra"

	"plateau/game"
	"plateau/internal/tui/caption"
	"plateau/solve"
	"plateau/tablebase"
)

type solveOptions struct {
	out     string
	layers  int
	threads threads
}

func (a *app) solveCommand() *cobra.Command {
	options := solveOptions{}
	cmd := &cobra.Command{
		Use:     "solve GAME",
		GroupID: tableGroup,
		Short:   "Compute the value of every position of a game",
		Long: `Compute the value of every position of a game and write it to a table: a folder
with a file for each layer, which is all positions with the same number of
pieces. Other commands find the tables in the data folder and use them.

It can be interrupted at any time: finished layers are kept, and the same
command goes on behind them. Before it begins it makes sure that memory and
disk will do.`,
		Example: `  plateau solve quixo4
  plateau solve pivot --out /data/tables
  plateau solve quantik --threads 2`,
		Args:              takes(0, "GAME"),
		ValidArgsFunction: a.completeProblem,
		RunE: func(cmd *cobra.Command, args []string) error {
			g, err := a.findGame(args[0])
			if err != nil {
				return err
			}
			return a.solve(cmd.Context(), g, options)
		},
	}
	cmd.Flags().StringVar(&options.out, "out", "", "write below the folder `DIR` (default: tables in the data folder)")
	cmd.Flags().IntVar(&options.layers, "layers", 0, "solve only the first `N` layers: the fullest boards (default: all)")
	options.threads.addFlag(cmd, "solve on `N` threads at once")
	return cmd
}

// completeProblem completes the ids of the games that can be solved.
func (a *app) completeProblem(cmd *cobra.Command, args []string, prefix string) ([]string, cobra.ShellCompDirective) {
	var solvable app
	for _, g := range a.games {
		if _, err := findProblem(g); err == nil {
			solvable.games = append(solvable.games, g)
		}
	}
	return solvable.completeGame(cmd, args, prefix)
}

func (a *app) solve(ctx context.Context, g game.Game, options solveOptions) error {
	p, err := findProblem(g)
	if err != nil {
		return err
	}
	if err := options.threads.check(); err != nil {
		return err
	}
	if options.out == "" {
		options.out = tablesDir()
	}
	if options.out == "" {
		return usagef("there is no data folder; name a folder by --out")
	}
	job := newSolving(p, options.out, options.layers)
	if options.layers < 0 || options.layers > job.Layers() {
		return usagef("%s has %s, not %d", p.game, caption.Count(job.Layers(), "layer"), options.layers)
	}
	missing := job.dir.Missing(job, job.wanted)
	if missing == 0 {
		fmt.Fprintf(a.out, "The table of %s is complete already: %s in %s. 'plateau table verify' checks it.\n", p.game, job.sizes(), job.dir.Path)
		return nil
	}
	need := resources{memory: job.Memory(), disk: missing}
	if err := resourcesFor(job.dir.Path).refuse(p.game, options.out, need); err != nil {
		return err
	}
	// Without a limit, garbage could take as much again as what is needed.
	debug.SetMemoryLimit(job.Memory() + 64<<20)
	if err := a.runSolving(ctx, job, int(options.threads)); err != nil {
		return err
	}
	return a.writeSolved(job)
}

// runSolving solves what is missing. Unlike other work it is waited for when
// it is interrupted: it stops soon, and a layer being written is kept.
func (a *app) runSolving(ctx context.Context, job *solving, workers int) error {
	ctx, stop := signal.NotifyContext(ctx, os.Interrupt, syscall.SIGTERM)
	defer stop()
	done := make(chan error, 1)
	go func() { done <- job.dir.Fill(runOn(ctx, workers, job.report), job, job.wanted, job.begin) }()
	line := a.newStatusLine(time.Second / 4)
	defer line.clear()
	var lines <-chan time.Time
	if line.ticks == nil {
		ticker := time.NewTicker(lineInterval)
		defer ticker.Stop()
		lines = ticker.C
	}
	interrupted := ctx.Done()
	for {
		select {
		case err := <-done:
			if ctx.Err() == nil {
				return err
			}
			line.clear()
			fmt.Fprintf(a.Err, "Interrupted. %d of %s are kept; the same command goes on behind them.\n",
				len(job.dir.Present()), caption.Count(job.wanted, "layer"))
			return errInterrupted
		case <-interrupted:
			// A second interrupt ends the program as usual.
			stop()
			interrupted = nil
		case now := <-line.ticks:
			line.show(job.status(now))
		case now := <-lines:
			fmt.Fprintln(a.Err, job.status(now))
		}
	}
}

// lineInterval is how often progress is told where it cannot be written anew.
const lineInterval = 5 * time.Second

// writeSolved tells what came out, also of layers that were there before.
func (a *app) writeSolved(job *solving) error {
	took := time.Since(job.began)
	table := tabwriter.NewWriter(a.out, 0, 0, 2, ' ', tabwriter.AlignRight)
	fmt.Fprintln(table, "LAYER\tPOSITIONS\tWON\tLOST\tDRAWN\t")
	var sum counts
	for layer := range job.wanted {
		n, err := job.count(layer)
		if err != nil {
			return err
		}
		sum.won, sum.lost, sum.drawn = sum.won+n.won, sum.lost+n.lost, sum.drawn+n.drawn
		fmt.Fprintf(table, "%d\t%s\n", layer, n)
	}
	if job.wanted > 1 {
		fmt.Fprintf(table, "all\t%s\n", sum)
	}
	if err := table.Flush(); err != nil {
		return writeError{err}
	}
	fmt.Fprintf(a.out, "Solved %s in %s: %s in %s.\n", job.Game(), timeText(took), job.sizes(), job.dir.Path)
	return nil
}

// counts are numbers of positions by their values for the player to move.
type counts struct{ won, lost, drawn int64 }

// String is the numbers as cells of a table, their sum first.
func (c counts) String() string {
	return fmt.Sprintf("%d\t%d\t%d\t%d\t", c.won+c.lost+c.drawn, c.won, c.lost, c.drawn)
}

// solving is the solving of a game in a folder, which counts what it finds.
type solving struct {
	solve.Problem
	problem problem
	dir     tablebase.Dir
	wanted  int // layers
	counts  map[int]counts
	progress
}

// newSolving is for so many layers, or all if that is 0.
func newSolving(p problem, folder string, layers int) *solving {
	job := &solving{Problem: p.make(), problem: p, counts: map[int]counts{}, wanted: layers}
	if layers == 0 {
		job.wanted = job.Layers()
	}
	job.dir = tablebase.In(folder, p.game, job.Layers())
	job.began = time.Now()
	missing := map[int]bool{}
	for layer := range min(job.wanted, job.Layers()) {
		missing[layer] = true
	}
	for _, layer := range job.dir.Present() {
		delete(missing, layer)
	}
	job.weights = make([]int64, job.Layers())
	for layer := range missing {
		job.weights[layer] = p.positions(job.Size(layer))
	}
	return job
}

// Solve implements [solve.Problem].
func (s *solving) Solve(run solve.Run, layer int, before solve.Layer) (solve.Layer, error) {
	solved, err := s.Problem.Solve(run, layer, before)
	if err == nil {
		s.counts[layer], err = s.problem.count(layer, solved)
	}
	return solved, err
}

// count gives the numbers of a layer, which is read if it was there before.
func (s *solving) count(layer int) (counts, error) {
	if n, known := s.counts[layer]; known {
		return n, nil
	}
	l, err := s.dir.Open(layer)
	if err != nil {
		return counts{}, err
	}
	defer l.Close()
	return s.problem.count(layer, l)
}

// sizes says how much the complete table is.
func (s *solving) sizes() string {
	bytes := int64(0)
	for layer := range s.wanted {
		if l, err := s.dir.Open(layer); err == nil {
			bytes += l.Size()
			_ = l.Close()
		}
	}
	return caption.Count(s.wanted, "layer") + ", " + sizeText(bytes)
}
