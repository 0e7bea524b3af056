package tablebase

import (
	"cmp"
	"context"
	"fmt"
	"runtime/debug"
	"strings"
	"text/tabwriter"
	"time"

	"plateau/internal/tui/text"

	"github.com/spf13/cobra"

	"plateau/catalogue"
	"plateau/exact"
	"plateau/game"
	"plateau/internal/amount"
	"plateau/internal/cli/env"
	"plateau/internal/solving"
)

type solveOptions struct {
	out             string
	layers, threads int
	yes, pack       bool
}

func (a *app) solveCommand() *cobra.Command {
	options := solveOptions{}
	cmd := &cobra.Command{
		Use:   "solve GAME",
		Short: "Compute the value of every position of a game",
		Long: `Compute the value of every position of a game and write it to a tablebase: a
folder with one file per layer, which is all positions with the same number of
pieces. Other commands find tablebases in the data folder and use them.

It first says where it writes, how much and how long it will take, and makes
sure that memory and disk are large enough. At a terminal it asks before it
starts anything large. It can be interrupted at any time: finished layers are
kept, and the same command resumes after them.

With --pack, every layer is packed as soon as it is solved, and then deleted.
What remains is one small file with the same answers (see 'plateau tablebase
pack'), and far less disk is needed.`,
		Example: `  plateau solve quixo4
  plateau solve pivot --out /data/tablebases
  plateau solve quixo --threads 2 --pack --yes`,
		Args:              env.Takes(0, "GAME"),
		ValidArgsFunction: a.completeSolvable,
		RunE: a.OnGame(func(cmd *cobra.Command, g game.Game, _ []string) error {
			return a.solve(cmd.Context(), g, options)
		}),
	}
	cmd.Flags().StringVar(&options.out, "out", "", "write below the folder `DIR` (default: tablebases in the data folder)")
	env.AddCountFlag(cmd, &options.layers, "layers", 0, "solve only the first `N` layers: the fullest boards (default: all)")
	cmd.Flags().BoolVar(&options.yes, "yes", false, "do not ask before starting")
	cmd.Flags().BoolVar(&options.pack, "pack", false, "keep only one small file: pack the layers, and delete them")
	env.AddThreadsFlag(cmd, &options.threads, "solve on `N` threads at once")
	return cmd
}

// solvable lists the games that can be solved.
func (a *app) solvable() catalogue.List {
	var list catalogue.List
	for _, e := range a.Catalogue {
		if e.Method != nil {
			list = append(list, e)
		}
	}
	return list
}

// completeSolvable completes the ids of the games that can be solved.
func (a *app) completeSolvable(cmd *cobra.Command, args []string, prefix string) ([]string, cobra.ShellCompDirective) {
	solvable := env.Env{Games: a.solvable().Games()}
	return solvable.CompleteGame(cmd, args, prefix)
}

func (a *app) methodOf(g game.Game) (*exact.Method, error) {
	if method := a.Catalogue.Of(g).Method; method != nil {
		return method, nil
	}
	ids := text.Each(a.solvable(), func(e catalogue.Entry) string { return e.Game.ID() })
	return nil, env.Usagef("%s cannot be solved; the games that can are %s", g.ID(), strings.Join(ids, ", "))
}

func (a *app) solve(ctx context.Context, g game.Game, options solveOptions) error {
	method, err := a.methodOf(g)
	if err != nil {
		return err
	}
	if options.out = cmp.Or(options.out, env.TablebasesDir()); options.out == "" {
		return env.Usagef("there is no data folder; name a folder with --out")
	}
	job := solving.New(method, options.out, options.layers)
	if options.layers > job.Layers() {
		return env.Usagef("%s has %s, not %d", g.ID(), amount.Count(job.Layers(), "layer"), options.layers)
	}
	if options.pack {
		if err := a.preparePacking(g, job, options); err != nil {
			return err
		}
	}
	if done, err := a.isSolved(job, options); err != nil || done {
		return err
	}
	if err := job.Refuse(solving.ResourcesFor(job.Dir.Path)); err != nil {
		return err
	}
	if err := a.announceSolving(job, options); err != nil {
		return err
	}
	// Without a limit, garbage could take as much again as what is needed.
	debug.SetMemoryLimit(job.Memory() + 64<<20)
	if err := a.runLayers(ctx, job, options.threads, func() (int, int) { return job.Finished(), job.Wanted }); err != nil {
		return err
	}
	if options.pack {
		fmt.Fprintf(a.Out, "Solved and packed %s in %s: %s in %s.\n", g.ID(), amount.Duration(job.Took()),
			amount.Bytes(job.PackedBytes()), job.Dir.PackedFile())
		return nil
	}
	return a.writeSolved(job)
}

// preparePacking makes the job pack what it solves.
func (a *app) preparePacking(g game.Game, job *solving.Job, options solveOptions) error {
	if _, err := a.packingOf(g); err != nil {
		return err
	}
	if options.layers != 0 {
		return env.Usagef("--pack packs all layers: leave out --layers")
	}
	job.Pack()
	return nil
}

// isSolved says so if there is nothing left to do.
func (a *app) isSolved(job *solving.Job, options solveOptions) (bool, error) {
	if options.pack {
		done, err := job.Packed()
		if done {
			fmt.Fprintf(a.Out, "The tablebase of %s is packed already: %s in %s. 'plateau tablebase verify' checks it.\n",
				job.Game(), amount.Bytes(job.PackedBytes()), job.Dir.PackedFile())
		}
		if done || err != nil {
			return done, err
		}
	}
	if job.Missing() > 0 {
		return false, nil
	}
	if options.pack {
		return false, fmt.Errorf("the tablebase of %s is complete already: 'plateau tablebase pack %s' packs it and deletes nothing",
			job.Game(), job.Game())
	}
	fmt.Fprintf(a.Out, "The tablebase of %s is complete already: %s in %s. 'plateau tablebase verify' checks it.\n",
		job.Game(), job.Sizes(), job.Dir.Path)
	return true, nil
}

// What is larger or takes longer than this is asked for at a terminal.
const (
	askedBytes = 100 << 20
	askedTime  = 30 * time.Second
)

// announceSolving says what solving will take, and asks a person about it.
func (a *app) announceSolving(job *solving.Job, options solveOptions) error {
	missing, duration := job.Disk(), job.Duration(options.threads)
	fmt.Fprintf(a.Err, "Solving %s into %s: at most %s of disk, %s of memory, about %s on %s.\n",
		job.Game(), job.Dir.Path, amount.Bytes(missing), amount.Bytes(job.Memory()),
		amount.Duration(duration), amount.Count(options.threads, "thread"))
	return a.confirm(options.yes || missing < askedBytes && duration < askedTime)
}

// confirm asks a person at a terminal whether to start, unless that is evident.
func (a *app) confirm(evident bool) error {
	if evident || !a.Interactive() {
		return nil
	}
	if a.Agrees("Start?") {
		return nil
	}
	fmt.Fprintln(a.Err, "Nothing was written.")
	return env.ErrReported
}

// layered is work on one layer after the other.
type layered interface {
	Run(ctx context.Context, workers int) error
	Status(now time.Time) string
}

// runLayers does what is missing. Unlike other work it is waited for when
// it is interrupted: it stops soon, and a layer being written is kept.
func (a *app) runLayers(ctx context.Context, job layered, workers int, stored func() (finished, all int)) error {
	ctx, stop := env.UntilInterrupted(ctx)
	defer stop()
	// A second interrupt ends the program as usual.
	context.AfterFunc(ctx, stop)
	hide := a.ShowStatus(time.Second/4, lineInterval, func() string { return job.Status(time.Now()) })
	err := job.Run(ctx, workers)
	hide()
	if ctx.Err() == nil {
		return err
	}
	finished, all := stored()
	fmt.Fprintf(a.Err, "Interrupted. %d of %s are kept; the same command resumes after them.\n", finished, amount.Count(all, "layer"))
	return env.ErrInterrupted
}

// lineInterval is how often progress is written where it cannot be overwritten.
const lineInterval = 5 * time.Second

// writeSolved lists what came out, also for layers that were there already.
func (a *app) writeSolved(job *solving.Job) error {
	took := job.Took()
	columns, end := a.Table(tabwriter.AlignRight)
	fmt.Fprintln(columns, "LAYER\tPOSITIONS\tWON\tLOST\tDRAWN\t")
	var sum exact.Counts
	for layer := range job.Wanted {
		n, err := job.Count(layer)
		if err != nil {
			return err
		}
		sum = sum.Add(n)
		fmt.Fprintf(columns, "%d\t%s\n", layer, countsText(n))
	}
	if job.Wanted > 1 {
		fmt.Fprintf(columns, "all\t%s\n", countsText(sum))
	}
	end()
	fmt.Fprintf(a.Out, "Solved %s in %s: %s in %s.\n", job.Game(), amount.Duration(took), job.Sizes(), job.Dir.Path)
	return nil
}

// countsText is the numbers as cells of a list, their sum first.
func countsText(c exact.Counts) string {
	return fmt.Sprintf("%d\t%d\t%d\t%d\t", c.Total(), c.Won, c.Lost, c.Drawn)
}

type packOptions struct {
	threads int
	yes     bool
}

func (a *app) tablebasePackCommand() *cobra.Command {
	options := packOptions{}
	cmd := &cobra.Command{
		Use:   "pack GAME [DIR]",
		Short: "Pack a tablebase into one small file with the same answers",
		Long: `Pack the complete tablebase of a game into one file beside it, which is many
times smaller and gives the same answers. Other commands use it like the
tablebase itself, which can then be deleted; it can be copied to other machines
and put on a web server (see 'plateau tablebase get').

It first says how large the file will be and how long it takes. It can be
interrupted at any time: finished layers are kept, and the same command resumes
after them. DIR is the folder of all tablebases; by default it is the one in the
data folder.`,
		Example: `  plateau tablebase pack quixo
  plateau tablebase pack quixo /data/tablebases --threads 2 --yes`,
		Args:              env.Takes(1, "GAME"),
		ValidArgsFunction: a.completeSolvable,
		RunE: a.OnGame(func(cmd *cobra.Command, g game.Game, args []string) error {
			folder := env.TablebasesDir()
			if len(args) > 0 {
				folder = args[0]
			}
			return a.pack(cmd.Context(), g, folder, options)
		}),
	}
	cmd.Flags().BoolVar(&options.yes, "yes", false, "do not ask before starting")
	env.AddThreadsFlag(cmd, &options.threads, "pack on `N` threads at once")
	return cmd
}

// packingOf is how a game's tablebase is packed.
func (a *app) packingOf(g game.Game) (*exact.Method, error) {
	method, err := a.methodOf(g)
	if err != nil {
		return nil, err
	}
	if method.Packing != nil {
		return method, nil
	}
	var ids []string
	for _, e := range a.solvable() {
		if e.Method.Packing != nil {
			ids = append(ids, e.Game.ID())
		}
	}
	return nil, env.Usagef("the tablebase of %s is not packed; the games whose is are %s", g.ID(), strings.Join(ids, ", "))
}

func (a *app) pack(ctx context.Context, g game.Game, folder string, options packOptions) error {
	method, err := a.packingOf(g)
	if err != nil {
		return err
	}
	if folder == "" {
		return env.Usagef("there is no data folder; name the folder of the tablebases")
	}
	job := solving.NewPack(method, folder)
	done, err := job.Done()
	if err != nil {
		return err
	}
	if done {
		fmt.Fprintf(a.Out, "The tablebase of %s is packed already: %s in %s.\n", g.ID(), amount.Bytes(job.Bytes()), job.Dir.PackedFile())
		return nil
	}
	if err := job.Refuse(solving.ResourcesFor(job.Dir.Path)); err != nil {
		return err
	}
	duration := job.Duration(options.threads)
	fmt.Fprintf(a.Err, "Packing %s into %s: about %s, about %s on %s.\n", g.ID(), job.Dir.PackedFile(),
		amount.Bytes(job.Size()), amount.Duration(duration), amount.Count(options.threads, "thread"))
	if err := a.confirm(options.yes || duration < askedTime); err != nil {
		return err
	}
	if err := a.runLayers(ctx, job, options.threads, func() (int, int) { return job.Packed(), job.Dir.Layers }); err != nil {
		return err
	}
	fmt.Fprintf(a.Out, "Packed %s in %s: %s in %s.\n", g.ID(), amount.Duration(job.Took()), amount.Bytes(job.Bytes()), job.Dir.PackedFile())
	return nil
}
