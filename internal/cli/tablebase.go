package cli

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"math/rand/v2"
	"path/filepath"
	"sync/atomic"

	"github.com/spf13/cobra"

	"plateau/exact"
	"plateau/exact/tablebase"
	"plateau/internal/tui/caption"
)

func (a *app) tablebaseCommand() *cobra.Command {
	cmd := &cobra.Command{
		Use:   "tablebase",
		Short: "Describe and check the tablebases of solved games",
		Long: `Describe and check the tablebases that 'plateau solve' writes. DIR is the folder
of all tablebases or that of one; without it, it is the one in the data folder.`,
		Example: `  plateau tablebase info
  plateau tablebase verify /data/tablebases`,
		RunE: runGroup,
	}
	cmd.AddCommand(a.tablebaseInfoCommand(), a.tablebaseVerifyCommand(), a.tablebaseExtractCommand())
	return cmd
}

func (a *app) tablebaseInfoCommand() *cobra.Command {
	return a.withJSON(&cobra.Command{
		Use:   "info [DIR]",
		Short: "List the tablebases with their layers, sizes and checksums",
		Long: `List the tablebases of a folder, and for each layer that is there its number,
its size and the checksum (SHA-256) that it claims. The contents are not read;
'verify' does that.`,
		Example: `  plateau tablebase info
  plateau tablebase info /data/tablebases --json`,
		Args: takes(1),
		RunE: func(_ *cobra.Command, args []string) error {
			first := true
			return a.eachTablebase(args, info, func(t *tablebaseObject) {
				if !first {
					fmt.Fprintln(a.out)
				}
				first = false
				a.writeInfo(t)
			})
		},
	})
}

func (a *app) tablebaseVerifyCommand() *cobra.Command {
	return a.withJSON(&cobra.Command{
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
			verify := func(d tablebase.Dir) (tablebaseObject, error) { return a.verify(cmd.Context(), d) }
			return a.eachTablebase(args, verify, a.writeVerified)
		},
	})
}

// eachTablebase looks at the tablebases of a DIR argument and writes what look
// finds. Damage is an error in the end.
func (a *app) eachTablebase(
	args []string, look func(d tablebase.Dir) (tablebaseObject, error), write func(t *tablebaseObject),
) error {
	found, err := a.findTablebases(args)
	if err != nil {
		return err
	}
	wrong := false
	for _, d := range found {
		object, err := look(d)
		if err != nil {
			return err
		}
		wrong = wrong || object.damaged()
		if !a.asJSON {
			write(&object)
		} else if err := a.writeJSON(object); err != nil {
			return err
		}
	}
	if wrong {
		return errReported
	}
	return nil
}

func (a *app) writeInfo(t *tablebaseObject) {
	fmt.Fprintf(a.out, "%s: %s, %d of %d layers, %s in %s\n",
		t.Game, t.condition(), len(t.Files), t.Layers, caption.Bytes(t.Bytes), t.Path)
	columns, end := a.table(0)
	for _, file := range t.Files {
		if file.Damage != nil {
			fmt.Fprintf(columns, "  %d\tdamaged: %s\n", file.Layer, *file.Damage)
			continue
		}
		fmt.Fprintf(columns, "  %d\t%s\t%s\n", file.Layer, caption.Bytes(file.Bytes), *file.SHA256)
	}
	end()
	for _, file := range t.LeftOver {
		fmt.Fprintf(a.out, "  %s is being written, or was left over by a crash and can be deleted\n", file)
	}
}

func (a *app) writeVerified(t *tablebaseObject) {
	for _, file := range t.Files {
		if file.Damage != nil {
			fmt.Fprintln(a.out, *file.Damage)
		}
	}
	for _, sentence := range t.Wrong {
		fmt.Fprintln(a.out, sentence)
	}
	if t.Compared > 0 {
		fmt.Fprintf(a.out, "%s: %d random positions compared with their moves, %d wrong\n", t.Game, t.Compared, len(t.Wrong))
	}
	fmt.Fprintf(a.out, "%s: %s, %d of %d layers read, %s\n",
		t.Game, t.condition(), len(t.Files), t.Layers, caption.Bytes(t.Bytes))
}

// findTablebases returns those of a DIR argument. That there are none is an
// error only if somebody named the folder.
func (a *app) findTablebases(args []string) ([]tablebase.Dir, error) {
	folder := tablebasesDir()
	if len(args) > 0 {
		folder = args[0]
	}
	if folder == "" {
		return nil, errors.New("there is no data folder; name the folder of the tablebases")
	}
	found, err := tablebase.Find(folder)
	switch {
	case len(args) == 0 && errors.Is(err, fs.ErrNotExist), err == nil && len(found) == 0:
		err = fmt.Errorf("%s has no tablebases yet; 'plateau solve GAME' makes them", folder)
	case err != nil || len(found) > 0:
		return found, err
	}
	if len(args) > 0 {
		return nil, err
	}
	a.warnf("%v", err)
	return nil, nil
}

// tablebaseObject is a tablebase; its keys are documented as stable.
type tablebaseObject struct {
	Game     string       `json:"game"`
	Path     string       `json:"path"`
	Layers   int          `json:"layers"`
	Complete bool         `json:"complete"`
	Bytes    int64        `json:"bytes"`
	Files    []fileObject `json:"files"`
	LeftOver []string     `json:"leftOver"`
	// Compared is how many positions were compared with their moves, and
	// Wrong what was found.
	Compared int      `json:"compared"`
	Wrong    []string `json:"wrong"`
}

type fileObject struct {
	Layer  int     `json:"layer"`
	File   string  `json:"file"`
	Bytes  int64   `json:"bytes"`
	SHA256 *string `json:"sha256"`
	Damage *string `json:"damage"`
}

// describe opens every layer's file and hands it to check, which may find the
// contents damaged; a file whose head is damaged is not handed on.
func describe(d tablebase.Dir, check func(l *tablebase.Layer) error) tablebaseObject {
	object := tablebaseObject{
		Game: d.Game, Path: d.Path, Layers: d.Layers,
		Files: []fileObject{}, LeftOver: append([]string{}, d.LeftOver()...), Wrong: []string{},
	}
	sound := 0
	for _, layer := range d.Present() {
		file := fileObject{Layer: layer, File: d.File(layer)}
		l, err := d.Open(layer)
		if err == nil {
			sum := fmt.Sprintf("%x", l.Sum())
			file.Bytes, file.SHA256 = l.Size(), &sum
			err = errors.Join(check(l), l.Close())
		}
		if err != nil {
			damage := err.Error()
			file.Damage = &damage
		} else {
			sound++
		}
		object.Bytes += file.Bytes
		object.Files = append(object.Files, file)
	}
	object.Complete = sound > 0 && sound == d.Layers
	return object
}

// info describes a tablebase without reading the contents.
func info(d tablebase.Dir) (tablebaseObject, error) {
	return describe(d, noCheck), nil
}

func noCheck(*tablebase.Layer) error { return nil }

// damaged tells whether anything in the tablebase is.
func (t *tablebaseObject) damaged() bool {
	for _, file := range t.Files {
		if file.Damage != nil {
			return true
		}
	}
	return len(t.Wrong) > 0
}

// condition says in a few words how the tablebase is.
func (t *tablebaseObject) condition() string {
	switch {
	case t.damaged():
		return "damaged"
	case t.Complete:
		return "complete"
	}
	return "not complete"
}

// verify reads a whole tablebase.
func (a *app) verify(ctx context.Context, d tablebase.Dir) (tablebaseObject, error) {
	all := describe(d, noCheck).Bytes
	var read atomic.Int64
	status := func() string {
		return fmt.Sprintf("%s: %.1f %% of %s", d.Game, 100*float64(read.Load())/float64(max(all, 1)), caption.Bytes(all))
	}
	object, err := await(ctx, a, status, func(ctx context.Context) (tablebaseObject, error) {
		return describe(d, func(l *tablebase.Layer) error {
			before := read.Load()
			return l.Verify(func(n int64) error {
				read.Store(before + n)
				return ctx.Err()
			})
		}), nil
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
	t.Wrong, err = await(ctx, a, status, func(ctx context.Context) ([]string, error) {
		wrong := []string{}
		for done.Load() < comparedPositions && ctx.Err() == nil {
			if err := checker.CheckRandom(rng); err != nil {
				wrong = append(wrong, err.Error())
			}
			done.Add(1)
		}
		return wrong, ctx.Err()
	})
	t.Compared = int(done.Load())
	return err
}
