package tablebase

import (
	"context"
	"fmt"
	"strings"

	"github.com/spf13/cobra"

	"plateau/exact"
	"plateau/game"
	"plateau/internal/amount"
	"plateau/internal/cli/env"
	"plateau/internal/solving"
)

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
