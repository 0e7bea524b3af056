package packed_test

import (
	"bytes"
	"crypto/sha256"
	"encoding/binary"
	"encoding/hex"
	"errors"
	"io"
	"math/rand/v2"
	"reflect"
	"slices"
	"strings"
	"testing"

	"plateau/exact"
	index "plateau/exact/quixo"
	"plateau/exact/quixo/packed"
	"plateau/exact/quixo/solver"
	"plateau/game/quixo"
)

// memory is a file in memory.
type memory struct{ b []byte }

func (m *memory) ReadAt(b []byte, at int64) (int, error) { return bytes.NewReader(m.b).ReadAt(b, at) }
func (m *memory) Sync() error                            { return nil }

func (m *memory) WriteAt(b []byte, at int64) (int, error) {
	if more := int(at) + len(b) - len(m.b); more > 0 {
		m.b = append(m.b, make([]byte, more)...)
	}
	return copy(m.b[at:], b), nil
}

func (m *memory) Truncate(size int64) error {
	m.b = m.b[:size]
	return nil
}

// solved solves the first layers of a board.
func solved(tb testing.TB, size, layers int) *solver.Lookup {
	tb.Helper()
	s := solver.NewSolver(size)
	var stored []exact.Bytes
	var before exact.Layer
	for layer := range layers {
		l, err := s.Solve(exact.RunOn(tb.Context(), 2, nil), layer, before)
		if err != nil {
			tb.Fatal(err)
		}
		contents, err := exact.BytesOf(l)
		if err != nil {
			tb.Fatal(err)
		}
		stored, before = append(stored, contents), l
	}
	return solver.NewLookup(size, func(layer int) (io.ReaderAt, error) { return bytes.NewReader(stored[layer]), nil })
}

// sourceOf reads a layer of the large tablebase.
func sourceOf(l *solver.Lookup, marks int) packed.Source {
	return func(set int) (*packed.Values, error) { return l.Values(marks, set) }
}

// pack packs layers until the file has as many.
func pack(tb testing.TB, file *memory, l *solver.Lookup, size, unitBits, layers int) {
	tb.Helper()
	w, err := packed.NewWriterWith(file, size, unitBits)
	if err != nil {
		tb.Fatal(err)
	}
	for w.Layers() < layers {
		if err := w.Add(exact.RunOn(tb.Context(), 2, nil), sourceOf(l, size*size-w.Layers())); err != nil {
			tb.Fatal(err)
		}
	}
}

// Every position of whole boards, in blocks of several sets and in several
// blocks per set.
func TestEveryPosition(t *testing.T) {
	for _, test := range []struct {
		size, unitBits int
		blocks         string
	}{
		{3, 6, "0a39d75231ba7e75"}, {3, 17, "cf60a0384215a94d"}, {4, 12, "729a00a51fdf8767"},
	} {
		size, cells := test.size, test.size*test.size
		if testing.Short() && size > 3 {
			continue
		}
		l := solved(t, size, cells+1)
		file := &memory{}
		pack(t, file, l, size, test.unitBits, cells+1)
		table, err := packed.NewTable(file)
		if err != nil {
			t.Fatal(err)
		}
		if table.Size() != int64(len(file.b)) || table.BoardSize() != size {
			t.Errorf("%d bytes, size %d", table.Size(), table.BoardSize())
		}
		// Files of earlier versions of the program would be read with other
		// contexts, and give wrong values without any error.
		if got := sumOfBlocks(file.b, cells+1); got != test.blocks {
			t.Errorf("the blocks of %d×%d have the checksum %s, want %s: raise the version of the format, and read the older one, too", size, size, got, test.blocks)
		}
		board := index.NewBoard(size)
		for marks := range cells + 1 {
			source := sourceOf(l, marks)
			for set := range board.CountSets(marks) {
				want, err := source(set)
				if err != nil {
					t.Fatal(err)
				}
				got, err := table.Values(marks, set)
				if err != nil || !reflect.DeepEqual(want, got) {
					t.Fatalf("%d×%d with %d marks, set %d: %v, %v", size, size, marks, set, got, err)
				}
			}
		}
		compareRandom(t, l, table, board)
	}
}

// sumOfBlocks is a checksum of all blocks of a file. The chances are left out: another
// release of Go may compress them differently.
func sumOfBlocks(file []byte, layers int) string {
	sum := sha256.New()
	for layer := range layers {
		section := file[32+64*layer:]
		sum.Write(file[binary.LittleEndian.Uint64(section):binary.LittleEndian.Uint64(section[8:])])
	}
	return hex.EncodeToString(sum.Sum(nil)[:8])
}

// Packing that stops after any layer, or in the middle of one, gives the same
// file in the end.
func TestResumed(t *testing.T) {
	l := solved(t, 3, 10)
	file, again := &memory{}, &memory{}
	pack(t, file, l, 3, 6, 10)
	for _, layers := range []int{1, 5, 10} {
		pack(t, again, l, 3, 6, layers)
		if layers == 1 {
			if _, err := packed.NewTable(again); err == nil || !strings.Contains(err.Error(), "only 1 of 10 layers") {
				t.Errorf("an incomplete file: %v", err)
			}
		}
		if layers < 10 {
			again.b = append(again.b, "half a layer"...)
		}
	}
	if !bytes.Equal(file.b, again.b) {
		t.Error("the file depends on where packing was interrupted")
	}
	w, err := packed.NewWriterWith(again, 3, 6)
	if err != nil {
		t.Fatal(err)
	}
	if err := w.Add(exact.RunOn(t.Context(), 1, nil), sourceOf(l, 0)); err == nil {
		t.Error("a layer was added to a complete file")
	}
	if _, err := packed.NewWriterWith(again, 4, 6); err == nil {
		t.Error("a file for another board was continued")
	}
}

// compareRandom compares single positions, also ones that are symmetric to the
// stored ones.
func compareRandom(t *testing.T, l *solver.Lookup, table *packed.Table, board *index.Board) {
	t.Helper()
	rng := rand.New(rand.NewPCG(4, 4))
	for range 5000 {
		s := randomState(board.Size, rng)
		want, err1 := l.Value(&s)
		got, err2 := table.Value(&s)
		if err := errors.Join(err1, err2); err != nil || got != want {
			t.Fatalf("%v instead of %v, %v", got, want, err)
		}
		if !want.IsLoss() {
			continue
		}
		progress, err1 := l.Progress(&s)
		again, err2 := table.Progress(&s)
		if err := errors.Join(err1, err2); err != nil || progress != again {
			t.Fatalf("progress %d instead of %d, %v", again, progress, err)
		}
		if err := table.CheckRandom(rng); err != nil {
			t.Fatal(err)
		}
	}
}

// Any damage is noticed, and said.
func TestDamage(t *testing.T) {
	l := solved(t, 3, 10)
	file := &memory{}
	pack(t, file, l, 3, 6, 10)
	s := quixo.Make(3, 1, 0, quixo.Circle)
	for name, test := range map[string]struct {
		damage func(b []byte) []byte
		want   string
	}{
		"empty":           {func([]byte) []byte { return nil }, "cannot be read"},
		"cut header":      {func(b []byte) []byte { return b[:100] }, "cannot be read"},
		"another file":    {func(b []byte) []byte { b[0] = 'p'; return b }, "not a packed tablebase"},
		"header":          {func(b []byte) []byte { b[60]++; return b }, "header is damaged"},
		"another version": {func(b []byte) []byte { b[16] = 9; return packed.WithHeaderSum(b) }, "version 9"},
		"another size":    {func(b []byte) []byte { b[20] = 9; return packed.WithHeaderSum(b) }, "9 cells along an edge"},
		"wrong place":     {func(b []byte) []byte { b[32]++; return packed.WithHeaderSum(b) }, "from byte"},
		"cut":             {func(b []byte) []byte { return b[:len(b)-1] }, "unexpected EOF"},
		"last byte":       {func(b []byte) []byte { b[len(b)-1]++; return b }, "checksum"},
		"first block":     {func(b []byte) []byte { b[4096]++; return b }, "checksum"},
	} {
		t.Run(name, func(t *testing.T) {
			spoilt := &memory{test.damage(slices.Clone(file.b))}
			table, err := packed.NewTable(spoilt)
			if err == nil {
				err = table.Verify(func(int64) error { return nil })
			}
			if err == nil || !strings.Contains(err.Error(), test.want) {
				t.Errorf("got %v, want something with %q", err, test.want)
			}
		})
	}
	// Every single byte of the layers: a look-up fails or is right.
	table, err := packed.NewTable(file)
	if err != nil {
		t.Fatal(err)
	}
	want, err := table.Value(&s)
	if err != nil {
		t.Fatal(err)
	}
	failures := 0
	for at := 4096; at < len(file.b); at += 1 + len(file.b)/40 {
		spoilt := &memory{slices.Clone(file.b)}
		spoilt.b[at] ^= 4
		table, err := packed.NewTable(spoilt)
		if err != nil {
			t.Fatal(err)
		}
		got, err := table.Value(&s)
		if err != nil {
			failures++
		} else if got != want {
			t.Errorf("with byte %d changed: %v", at, got)
		}
		if err := table.Verify(func(int64) error { return nil }); err == nil {
			t.Errorf("byte %d changed, and nothing was noticed", at)
		}
	}
	if failures == 0 {
		t.Error("no look-up failed")
	}
}

// Values that cannot be packed are refused.
func TestWrongValues(t *testing.T) {
	for name, v := range map[string]*packed.Values{
		"too few":     {},
		"wrong round": {Won: make([]uint64, 8), Lost: make([]uint64, 8), Late: []packed.Late{{Sharing: 3, Round: 1}}},
		"not sorted":  {Won: make([]uint64, 8), Lost: make([]uint64, 8), Late: []packed.Late{{Sharing: 3, Round: 2}, {Sharing: 3, Round: 2}}},
	} {
		w, err := packed.NewWriterWith(&memory{}, 3, 17)
		if err != nil {
			t.Fatal(err)
		}
		err = w.Add(exact.RunOn(t.Context(), 2, nil), func(int) (*packed.Values, error) { return v, nil })
		if err == nil {
			t.Errorf("%s: no error", name)
		}
	}
}

// Contents of blocks that are anything give some values, and never fail.
func FuzzUnpack(f *testing.F) {
	f.Add([]byte{}, 3)
	f.Add([]byte("anything at all, and more of it"), 12)
	f.Add(bytes.Repeat([]byte{0xff}, 100), 25)
	f.Add(bytes.Repeat([]byte{0, 1}, 100), 17)
	f.Fuzz(func(_ *testing.T, contents []byte, marks int) {
		packed.Unpack(contents, (marks%26+26)%26)
	})
}
