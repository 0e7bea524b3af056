package cli

import (
	"context"
	"fmt"
	"math/rand/v2"
	"path/filepath"
	"sync/atomic"

	"github.com/spf13/cobra"

	"plateau/exact"
	"plateau/exact/tablebase"
	"plateau/internal/tui/caption"
)

func (a *app) tablebaseVerifyCommand() *cobra.Command {
	asJSON := false
	cmd := &cobra.Command{
		Use:   "verify [DIR]",
		Short: "Read tablebases and check everything",
		Long: `Read the tablebases of a folder from beginning to end and compare the contents
with their checksums. Every damaged file is named, and the exit code is 1 if
there is one. A tablebase that is not complete is not damaged.

In the complete tablebase of Quixo, random positions are also compared with
those that their moves lead to.`,
		Example: `  plateau tablebase verify
  plateau tablebase verify /data/tablebases/pivot`,
		Args: takes(1),
		RunE: func(cmd *cobra.Command, args []string) error {
			return a.tablebaseVerify(cmd.Context(), args, asJSON)
		},
	}
	addJSONFlag(cmd, &asJSON)
	return cmd
}

func (a *app) tablebaseVerify(ctx context.Context, args []string, asJSON bool) error {
	found, err := a.findTablebases(args)
	if err != nil {
		return err
	}
	wrong := false
	for _, d := range found {
		object, err := a.verify(ctx, d)
		if err != nil {
			return err
		}
		wrong = wrong || object.damaged()
		if asJSON {
			if err := a.writeJSON(object); err != nil {
				return err
			}
			continue
		}
		for _, file := range object.Files {
			if file.Damage != nil {
				fmt.Fprintln(a.out, *file.Damage)
			}
		}
		for _, sentence := range object.Wrong {
			fmt.Fprintln(a.out, sentence)
		}
		if object.Compared > 0 {
			fmt.Fprintf(a.out, "%s: %d random positions compared with their moves, %d wrong\n",
				object.Game, object.Compared, len(object.Wrong))
		}
		fmt.Fprintf(a.out, "%s: %s, %d of %d layers read, %s\n",
			object.Game, object.condition(), len(object.Files), object.Layers, caption.Bytes(object.Bytes))
	}
	if wrong {
		return errReported
	}
	return nil
}

// verify reads a whole tablebase.
func (a *app) verify(ctx context.Context, d tablebase.Dir) (tablebaseObject, error) {
	all := describe(d, func(*tablebase.Layer) error { return nil }).Bytes
	var read atomic.Int64
	status := func() string {
		return fmt.Sprintf("%s: %.1f %% of %s", d.Game, 100*float64(read.Load())/float64(max(all, 1)), caption.Bytes(all))
	}
	var object tablebaseObject
	err := a.await(ctx, status, func(ctx context.Context) error {
		object = describe(d, func(l *tablebase.Layer) error {
			before := read.Load()
			return l.Verify(func(n int64) error {
				read.Store(before + n)
				return ctx.Err()
			})
		})
		return nil
	})
	if err != nil || !object.Complete {
		return object, err
	}
	return object, a.compareRandom(ctx, &object)
}

// comparedPositions is how many positions are compared with their moves.
const comparedPositions = 20_000

// compareRandom compares random positions with their moves, where the tablebase
// can do that; what is wrong counts as damage.
func (a *app) compareRandom(ctx context.Context, t *tablebaseObject) error {
	g, err := a.games.Find(t.Game)
	if err != nil {
		return nil // A tablebase of a game that this program does not have.
	}
	method := a.catalogue.Of(g).Method
	if method == nil || method.Open == nil {
		return nil
	}
	opened, err := method.Open(filepath.Dir(t.Path))
	if err != nil {
		return err
	}
	defer opened.Close()
	checker, ok := opened.(exact.Checker)
	if !ok {
		return nil
	}
	var done atomic.Int64
	status := func() string {
		return fmt.Sprintf("%s: %d of %d positions compared with their moves", t.Game, done.Load(), comparedPositions)
	}
	rng := rand.New(rand.NewPCG(rand.Uint64(), rand.Uint64()))
	return a.await(ctx, status, func(ctx context.Context) error {
		for range comparedPositions {
			if err := checker.CheckRandom(rng); err != nil {
				t.Wrong = append(t.Wrong, err.Error())
			}
			t.Compared = int(done.Add(1))
			if ctx.Err() != nil {
				return ctx.Err()
			}
		}
		return nil
	})
}
