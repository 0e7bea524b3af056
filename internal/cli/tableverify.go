package cli

import (
	"context"
	"fmt"
	"math/rand/v2"
	"path/filepath"
	"sync/atomic"

	"github.com/spf13/cobra"

	"plateau/tablebase"
)

func (a *app) tableVerifyCommand() *cobra.Command {
	asJSON := false
	cmd := &cobra.Command{
		Use:   "verify [DIR]",
		Short: "Read tables and check everything by their checksums",
		Long: `Read the tables of a folder from beginning to end and compare the contents with
their checksums. Every damaged file is named, and the exit code is 1 if there
is one. A table that is not complete is not damaged.

In the complete table of Quixo, random positions are also compared with those
that their moves lead to.`,
		Example: `  plateau table verify
  plateau table verify /data/tables/pivot`,
		Args: takes(1),
		RunE: func(cmd *cobra.Command, args []string) error {
			return a.tableVerify(cmd.Context(), args, asJSON)
		},
	}
	addJSONFlag(cmd, &asJSON)
	return cmd
}

func (a *app) tableVerify(ctx context.Context, args []string, asJSON bool) error {
	tables, err := findTables(args)
	if err != nil {
		return err
	}
	wrong := false
	for _, d := range tables {
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
			object.Game, object.standing(), len(object.Files), object.Layers, sizeText(object.Bytes))
	}
	if wrong {
		return errReported
	}
	return nil
}

// verify reads a whole table.
func (a *app) verify(ctx context.Context, d tablebase.Dir) (tableObject, error) {
	all := describe(d, func(*tablebase.Layer) error { return nil }).Bytes
	var read atomic.Int64
	status := func() string {
		return fmt.Sprintf("%s: %.1f %% of %s", d.Game, 100*float64(read.Load())/float64(max(all, 1)), sizeText(all))
	}
	var object tableObject
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
	if err != nil || object.Game != "quixo" || !object.Complete {
		return object, err
	}
	return object, a.checkQuixo(ctx, &object)
}

// checkedPositions is how many positions are compared with their moves.
const checkedPositions = 20_000

// checkQuixo compares random positions with their moves; what is wrong counts
// as damage of the table.
func (a *app) checkQuixo(ctx context.Context, t *tableObject) error {
	table, err := tablebase.OpenQuixo(filepath.Dir(t.Path))
	if err != nil {
		return err
	}
	defer table.Close()
	var done atomic.Int64
	status := func() string {
		return fmt.Sprintf("%s: %d of %d positions compared with their moves", t.Game, done.Load(), checkedPositions)
	}
	lots := rand.New(rand.NewPCG(rand.Uint64(), rand.Uint64()))
	return a.await(ctx, status, func(ctx context.Context) error {
		for range checkedPositions {
			if err := table.CheckRandom(lots); err != nil {
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
