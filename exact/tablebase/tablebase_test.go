package tablebase_test

import (
	"bytes"
	"context"
	"errors"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"plateau/exact"
	"plateau/exact/tablebase"
)

func noProgress(int64) error { return nil }

func TestLayersAreStored(t *testing.T) {
	d := tablebase.In(t.TempDir(), "quantik", 3)
	contents := bytes.Repeat([]byte("values"), 1<<19)
	if err := d.Write(1, exact.Bytes(contents)); err != nil {
		t.Fatal(err)
	}
	l, err := d.Open(1)
	if err != nil {
		t.Fatal(err)
	}
	defer l.Close()
	got, err := exact.BytesOf(l)
	if err != nil || !bytes.Equal(got, contents) {
		t.Errorf("read back %d bytes, %v", len(got), err)
	}
	if err := l.Verify(noProgress); err != nil {
		t.Error(err)
	}
	if _, err := d.Open(2); !errors.Is(err, fs.ErrNotExist) {
		t.Errorf("a layer that is not there: %v", err)
	}
}

// Any damage to a file is noticed.
func TestDamagedFiles(t *testing.T) {
	for name, test := range map[string]struct {
		damage func(b []byte) []byte
		want   string
	}{
		"cut off":        {func(b []byte) []byte { return b[:len(b)-1] }, "bytes instead of"},
		"no head":        {func(b []byte) []byte { return b[:50] }, "cannot be read"},
		"empty":          {func([]byte) []byte { return nil }, "cannot be read"},
		"another file":   {func(b []byte) []byte { return append([]byte("PLATEAU?"), b[8:]...) }, "not a tablebase"},
		"header changed": {func(b []byte) []byte { b[30]++; return b }, "header is damaged"},
		"value changed":  {func(b []byte) []byte { b[140]++; return b }, "checksum"},
		"another layer":  {nil, "not layer 1"},
		"something more": {func(b []byte) []byte { return append(b, 0) }, "bytes instead of"},
	} {
		t.Run(name, func(t *testing.T) {
			d := tablebase.In(t.TempDir(), "pivot", 17)
			if err := errors.Join(d.Write(0, make(exact.Bytes, 200)), d.Write(1, make(exact.Bytes, 100))); err != nil {
				t.Fatal(err)
			}
			spoil(t, d, test.damage)
			l, err := d.Open(1)
			if err == nil {
				defer l.Close()
				if _, readErr := exact.BytesOf(l); readErr == nil {
					t.Error("the contents were believed")
				}
				err = l.Verify(noProgress)
			}
			if err == nil || !strings.Contains(err.Error(), test.want) {
				t.Errorf("got %v, want something with %q", err, test.want)
			}
		})
	}
}

func spoil(t *testing.T, d tablebase.Dir, damage func(b []byte) []byte) {
	t.Helper()
	files, err := filepath.Glob(filepath.Join(d.Path, "*"))
	if err != nil || len(files) != 2 {
		t.Fatalf("%v, %v", files, err)
	}
	from := files[1]
	if damage == nil {
		from, damage = files[0], func(b []byte) []byte { return b }
	}
	b, err := os.ReadFile(from)
	if err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(files[1], damage(b), 0o644); err != nil {
		t.Fatal(err)
	}
}

// runningSums is a solver with predictable layers: each is the previous layer
// with its own number appended.
type runningSums struct {
	solved []int
	failAt int
}

var errInterrupted = errors.New("interrupted")

func (s *runningSums) Game() string         { return "sums" }
func (s *runningSums) Layers() int          { return 4 }
func (s *runningSums) Size(layer int) int64 { return int64(layer) + 1 }
func (s *runningSums) Memory() int64        { return 0 }

func (s *runningSums) Solve(_ exact.Run, layer int, before []byte) ([]byte, error) {
	if layer == s.failAt {
		return nil, errInterrupted
	}
	s.solved = append(s.solved, layer)
	return append(bytes.Clone(before), byte(layer)), nil
}

func TestFillGoesOnWhereItStopped(t *testing.T) {
	d := tablebase.In(t.TempDir(), "sums", 4)
	run := exact.Run{Context: context.Background()}
	s := &runningSums{failAt: 2}
	p := exact.InBytes(s)
	if err := d.Fill(run, p, 4, func(int) {}); !errors.Is(err, errInterrupted) {
		t.Fatal(err)
	}
	if got := d.Missing(p, 4); got != 2*128+3+4 {
		t.Errorf("%d bytes missing", got)
	}
	if got := d.Missing(p, 3); got != 128+3 {
		t.Errorf("%d bytes missing of three layers", got)
	}
	if err := d.Fill(run, p, 2, func(layer int) { t.Errorf("layer %d was solved", layer) }); err != nil {
		t.Fatal(err)
	}
	s.failAt = -1
	if err := d.Fill(run, p, 4, func(int) {}); err != nil {
		t.Fatal(err)
	}
	if len(s.solved) != 4 {
		t.Errorf("layers were solved in the order %v", s.solved)
	}
	l, err := d.Open(3)
	if err != nil {
		t.Fatal(err)
	}
	defer l.Close()
	if got, err := exact.BytesOf(l); err != nil || !bytes.Equal(got, []byte{0, 1, 2, 3}) {
		t.Errorf("the last layer is %v, %v", got, err)
	}
	leftOver, err := filepath.Glob(filepath.Join(d.Path, ".writing-*"))
	if err != nil || len(leftOver) > 0 {
		t.Errorf("left over: %v, %v", leftOver, err)
	}
}
