// Package tablebase has the commands about solved games: solve makes tablebases, and
// tablebase describes, checks, packs and downloads them.
package tablebase

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"math/rand/v2"
	"path/filepath"
	"slices"
	"sync/atomic"

	"github.com/spf13/cobra"

	"plateau/exact"
	"plateau/exact/tablebase"
	"plateau/internal/amount"
	"plateau/internal/cli/env"
)

// app is the run of the program, as these commands see it.
type app struct{ *env.Env }

// Commands are those of this package.
func Commands(e *env.Env) []*cobra.Command {
	a := &app{e}
	return []*cobra.Command{a.solveCommand(), a.tablebaseCommand()}
}

func (a *app) tablebaseCommand() *cobra.Command {
	cmd := &cobra.Command{
		Use:   "tablebase",
		Short: "Describe and check the tablebases of solved games",
		Long: `Describe and check the tablebases that 'plateau solve' writes. DIR is the folder
of all tablebases or that of one; without it, it is the one in the data folder.`,
		Example: `  plateau tablebase info
  plateau tablebase verify /data/tablebases`,
		RunE: env.RunGroup,
	}
	cmd.AddCommand(a.tablebaseInfoCommand(), a.tablebaseVerifyCommand(), a.tablebasePackCommand(), a.tablebaseGetCommand(), a.tablebaseExtractCommand())
	return cmd
}

func (a *app) tablebaseInfoCommand() *cobra.Command {
	return a.WithJSON(&cobra.Command{
		Use:   "info [DIR]",
		Short: "List the tablebases with their layers, sizes and checksums",
		Long: `List the tablebases of a folder, and for each layer that is there its number,
its size and the checksum (SHA-256) that it claims. The contents are not read;
'verify' does that.`,
		Example: `  plateau tablebase info
  plateau tablebase info /data/tablebases --json`,
		Args: env.Takes(1),
		RunE: func(_ *cobra.Command, args []string) error {
			first := true
			return a.eachTablebase(args, a.info, func(t *tablebaseObject) {
				if !first {
					fmt.Fprintln(a.Out)
				}
				first = false
				a.writeInfo(t)
			})
		},
	})
}

func (a *app) tablebaseVerifyCommand() *cobra.Command {
	return a.WithJSON(&cobra.Command{
		Use:   "verify [DIR]",
		Short: "Read tablebases and check everything",
		Long: `Read the tablebases of a folder from beginning to end and compare the contents
with their checksums. Every damaged file is named, and the exit code is 1 if
there is one. A tablebase that is not complete is not damaged.

In the complete tablebase of Quixo, random positions are also compared with
those that their moves lead to.`,
		Example: `  plateau tablebase verify
  plateau tablebase verify /data/tablebases/pivot`,
		Args: env.Takes(1),
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
		if !a.AsJSON {
			write(&object)
		} else if err := a.WriteJSON(object); err != nil {
			return err
		}
	}
	if wrong {
		return env.ErrReported
	}
	return nil
}

func (a *app) writeInfo(t *tablebaseObject) {
	fmt.Fprintf(a.Out, "%s: %s, %s in %s\n", t.Game, t.condition(), t.contents(""), t.Path)
	columns, end := a.Table(0)
	for _, file := range t.Files {
		if file.Damage != nil {
			fmt.Fprintf(columns, "  %d\tdamaged: %s\n", file.Layer, *file.Damage)
			continue
		}
		fmt.Fprintf(columns, "  %d\t%s\t%s\n", file.Layer, amount.Bytes(file.Bytes), *file.SHA256)
	}
	if p := t.Packed; p != nil && p.Damage != nil {
		fmt.Fprintf(columns, "  packed\tdamaged: %s\n", *p.Damage)
	} else if p != nil {
		fmt.Fprintf(columns, "  packed\t%s\t%s\n", amount.Bytes(p.Bytes), p.File)
	}
	end()
	for _, file := range t.LeftOver {
		fmt.Fprintf(a.Out, "  %s is being written, or was left over by a crash and can be deleted\n", file)
	}
}

func (a *app) writeVerified(t *tablebaseObject) {
	for _, file := range t.Files {
		if file.Damage != nil {
			fmt.Fprintln(a.Out, *file.Damage)
		}
	}
	if t.Packed != nil && t.Packed.Damage != nil {
		fmt.Fprintln(a.Out, *t.Packed.Damage)
	}
	for _, sentence := range t.Wrong {
		fmt.Fprintln(a.Out, sentence)
	}
	if t.Compared > 0 {
		fmt.Fprintf(a.Out, "%s: %d random positions compared with their moves, %d wrong\n", t.Game, t.Compared, len(t.Wrong))
	}
	fmt.Fprintf(a.Out, "%s: %s, %s\n", t.Game, t.condition(), t.contents(" read"))
}

// findTablebases returns those of a DIR argument. That there are none is an
// error only if somebody named the folder.
func (a *app) findTablebases(args []string) ([]tablebase.Dir, error) {
	folder := env.TablebasesDir()
	if len(args) > 0 {
		folder = args[0]
	}
	if folder == "" {
		return nil, errors.New("there is no data folder; name the folder of the tablebases")
	}
	found, err := tablebase.Find(folder)
	switch {
	case len(args) == 0 && errors.Is(err, fs.ErrNotExist), err == nil && len(found) == 0:
		err = fmt.Errorf("%s has no tablebases yet; 'plateau solve GAME' makes one, 'plateau tablebase get URL' downloads one", folder)
	case err != nil || len(found) > 0:
		return found, err
	}
	if len(args) > 0 {
		return nil, err
	}
	a.Warnf("%v", err)
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
	// Packed is the packed file, if there is one.
	Packed   *packedObject `json:"packed"`
	LeftOver []string      `json:"left_over"`
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

type packedObject struct {
	File   string  `json:"file"`
	Bytes  int64   `json:"bytes"`
	Damage *string `json:"damage"`
}

// contents says what there is of a tablebase: layers, a packed file, or both.
func (t *tablebaseObject) contents(done string) string {
	if t.Packed != nil && len(t.Files) == 0 {
		return "packed" + done + ", " + amount.Bytes(t.Packed.Bytes)
	}
	text := fmt.Sprintf("%d of %d layers%s, %s", len(t.Files), t.Layers, done, amount.Bytes(t.Bytes))
	if t.Packed != nil {
		text += ", and packed" + done + ", " + amount.Bytes(t.Packed.Bytes)
	}
	return text
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
			file.Bytes, file.SHA256 = l.Size(), new(fmt.Sprintf("%x", l.Sum()))
			err = errors.Join(check(l), l.Close())
		}
		if err != nil {
			file.Damage = new(err.Error())
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
func (a *app) info(d tablebase.Dir) (tablebaseObject, error) {
	object := describe(d, func(*tablebase.Layer) error { return nil })
	a.describePacked(d, &object, func(exact.PackedTablebase) error { return nil })
	return object, nil
}

// describePacked adds the packed file, if there is one, and hands it to check.
func (a *app) describePacked(d tablebase.Dir, object *tablebaseObject, check func(t exact.PackedTablebase) error) {
	g, err := a.Games.Find(d.Game)
	if err != nil {
		return // A tablebase of a game that this program does not have.
	}
	method := a.Catalogue.Of(g).Method
	if method == nil || method.Packing == nil {
		return
	}
	t, err := d.OpenPacked(method.Packing)
	if errors.Is(err, fs.ErrNotExist) {
		return
	}
	object.Packed = &packedObject{File: d.PackedFile()}
	if err == nil {
		object.Packed.Bytes = t.Size()
		err = errors.Join(check(t), t.Close())
	}
	if err != nil {
		object.Packed.Damage = new(err.Error())
		return
	}
	object.Complete = true
}

// damaged tells whether anything in the tablebase is.
func (t *tablebaseObject) damaged() bool {
	inLayers := slices.ContainsFunc(t.Files, func(file fileObject) bool { return file.Damage != nil })
	return inLayers || len(t.Wrong) > 0 || t.Packed != nil && t.Packed.Damage != nil
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
	known, _ := a.info(d)
	all := known.Bytes
	if known.Packed != nil {
		all += known.Packed.Bytes
	}
	var read atomic.Int64
	status := func() string {
		return fmt.Sprintf("%s: %.1f %% of %s", d.Game, 100*float64(read.Load())/float64(max(all, 1)), amount.Bytes(all))
	}
	counted := func(ctx context.Context, verify func(progress func(n int64) error) error) error {
		before := read.Load()
		return verify(func(n int64) error {
			read.Store(before + n)
			return ctx.Err()
		})
	}
	object, err := env.Await(ctx, a.Env, status, func(ctx context.Context) (tablebaseObject, error) {
		object := describe(d, func(l *tablebase.Layer) error { return counted(ctx, l.Verify) })
		a.describePacked(d, &object, func(t exact.PackedTablebase) error { return counted(ctx, t.Verify) })
		return object, nil
	})
	if err != nil || !object.Complete {
		return object, err
	}
	return object, a.compareRandom(ctx, &object)
}

// comparedPositions is how many positions are compared with their moves. In a
// packed file they take far longer: a loss needs a thousand blocks.
const (
	comparedPositions = 20_000
	comparedPacked    = 50
)

// compareRandom compares random positions with their moves, where the tablebase
// can do that; what is wrong counts as damage.
func (a *app) compareRandom(ctx context.Context, t *tablebaseObject) error {
	g, err := a.Games.Find(t.Game)
	if err != nil {
		return nil // A tablebase of a game that this program does not have.
	}
	method := a.Catalogue.Of(g).Method
	if method == nil || method.Open == nil {
		return nil
	}
	opened, err := method.Open(filepath.Dir(t.Path))
	if err != nil {
		return err
	}
	defer opened.Close()
	_, isPacked := opened.(exact.PackedTablebase)
	if checker, ok := opened.(exact.Checker); ok && !isPacked {
		err = a.compare(ctx, t, checker, comparedPositions)
	}
	if err != nil || t.Packed == nil || t.Packed.Damage != nil {
		return err
	}
	packed, err := tablebase.Dir{Path: t.Path, Game: t.Game}.OpenPacked(method.Packing)
	if err != nil {
		return err
	}
	defer packed.Close()
	return a.compare(ctx, t, packed, comparedPacked)
}

// compare compares a number of random positions with their moves.
func (a *app) compare(ctx context.Context, t *tablebaseObject, checker exact.Checker, positions int) error {
	var done atomic.Int64
	status := func() string {
		return fmt.Sprintf("%s: %d of %d positions compared with their moves", t.Game, done.Load(), positions)
	}
	rng := rand.New(rand.NewPCG(rand.Uint64(), rand.Uint64()))
	wrong, err := env.Await(ctx, a.Env, status, func(ctx context.Context) ([]string, error) {
		var wrong []string
		for done.Load() < int64(positions) && ctx.Err() == nil {
			if err := checker.CheckRandom(rng); err != nil {
				wrong = append(wrong, err.Error())
			}
			done.Add(1)
		}
		return wrong, ctx.Err()
	})
	t.Wrong = append(t.Wrong, wrong...)
	t.Compared += int(done.Load())
	return err
}
