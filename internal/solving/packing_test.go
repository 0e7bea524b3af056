package solving

import (
	"context"
	"errors"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"plateau/exact"
	quixo "plateau/exact/quixo/solver"
	"plateau/exact/tablebase"
)

// smallest is the smallest board of Quixo, solved in layers like the largest.
var smallest = quixo.LayeredMethod(3)

// contentsOf is the bytes of the packed file of a folder.
func contentsOf(t *testing.T, d tablebase.Dir) string {
	t.Helper()
	b, err := os.ReadFile(d.PackedFile())
	if err != nil {
		t.Fatal(err)
	}
	return string(b)
}

func modeOf(t *testing.T, path string) os.FileMode {
	t.Helper()
	info, err := os.Stat(path)
	if err != nil {
		t.Fatal(err)
	}
	return info.Mode()
}

// Solving and then packing, and doing both in turn, give the same file. The
// latter leaves nothing else.
func TestSolvingPacks(t *testing.T) {
	large, small := t.TempDir(), t.TempDir()
	solve := New(smallest, large, 0)
	if err := solve.Run(t.Context(), 2); err != nil {
		t.Fatal(err)
	}
	pack := NewPack(smallest, large)
	if done, err := pack.Done(); done || err != nil {
		t.Errorf("packed before it began: %v", err)
	}
	if err := pack.Refuse(Resources{Memory: Unknown, Disk: Unknown}); err != nil {
		t.Fatal(err)
	}
	if err := pack.Run(t.Context(), 2); err != nil {
		t.Fatal(err)
	}
	if done, err := pack.Done(); !done || err != nil {
		t.Errorf("not packed: %v", err)
	}
	if got, want := modeOf(t, pack.Dir.PackedFile()), modeOf(t, pack.Dir.File(0)); got != want {
		t.Errorf("the file has the permissions %v, and a layer has %v", got, want)
	}
	both := New(smallest, small, 0)
	both.Pack()
	if got, want := both.Disk(), both.Missing()+smallest.Packing.Size; got >= want {
		t.Errorf("it needs %d bytes of disk, and without packing %d", got, want)
	}
	if err := both.Run(t.Context(), 2); err != nil {
		t.Fatal(err)
	}
	if contentsOf(t, pack.Dir) != contentsOf(t, both.Dir) {
		t.Error("the files differ")
	}
	files, err := filepath.Glob(filepath.Join(both.Dir.Path, "[^.]*"))
	if err != nil || len(files) != 1 {
		t.Errorf("what remains is %v, %v", files, err)
	}
	if left := both.Dir.LeftOver(); len(left) > 0 {
		t.Errorf("left over: %v", left)
	}
	opened, err := smallest.Open(small)
	if err != nil {
		t.Fatal(err)
	}
	defer opened.Close()
	if _, ok := opened.(exact.PackedTablebase); !ok {
		t.Errorf("opened %T", opened)
	}
}

// The real board needs at most 12 GB of disk.
func TestDiskOfPacking(t *testing.T) {
	job := New(quixo.Method(), t.TempDir(), 0)
	job.Pack()
	if disk := job.Disk(); disk > 12e9 || disk < 8e9 {
		t.Errorf("it needs %d bytes", disk)
	}
}

// Solving with packing stops anywhere and resumes with what it has.
func TestPackingResumes(t *testing.T) {
	folder, whole := t.TempDir(), t.TempDir()
	job := New(smallest, whole, 0)
	job.Pack()
	if err := job.Run(t.Context(), 1); err != nil {
		t.Fatal(err)
	}
	for stop := 1; ; stop++ {
		ctx, cancel := context.WithCancel(t.Context())
		job := New(smallest, folder, 0)
		job.Pack()
		job.Solver = &stopping{job.Solver, stop, cancel}
		err := job.Run(ctx, 1)
		cancel()
		if err == nil {
			break
		}
		if !errors.Is(err, context.Canceled) || stop > 20 {
			t.Fatal(err)
		}
		if got := len(job.Dir.Present()); got > 2 {
			t.Fatalf("%d layers are stored", got)
		}
	}
	if contentsOf(t, tablebase.In(folder, "quixo3", 10)) != contentsOf(t, job.Dir) {
		t.Error("the files differ")
	}
}

// stopping ends a run after a number of layers.
type stopping struct {
	exact.Solver

	left   int
	cancel func()
}

func (s *stopping) Solve(run exact.Run, layer int, before exact.Layer) (exact.Layer, error) {
	if s.left--; s.left < 0 {
		s.cancel()
		return nil, run.Err()
	}
	return s.Solver.Solve(run, layer, before)
}

func TestPackingRefuses(t *testing.T) {
	folder := t.TempDir()
	if err := New(smallest, folder, 4).Run(t.Context(), 1); err != nil {
		t.Fatal(err)
	}
	job := NewPack(smallest, folder)
	err := job.Refuse(Resources{Memory: Unknown, Disk: Unknown})
	if err == nil || !strings.Contains(err.Error(), "layer 4 of the tablebase in "+job.Dir.Path+" is missing") {
		t.Errorf("with four layers: %v", err)
	}
	if err := job.Run(t.Context(), 1); err == nil {
		t.Error("four layers were packed as all")
	}
	// What was packed before is kept.
	if err := New(smallest, folder, 0).Run(t.Context(), 1); err != nil {
		t.Fatal(err)
	}
	job = NewPack(smallest, folder)
	if job.Packed() != 4 || job.Duration(1) >= time.Second {
		t.Errorf("%d layers are packed, %v left", job.Packed(), job.Duration(1))
	}
	if err := job.Refuse(Resources{Memory: Unknown, Disk: 100}); err == nil || !strings.Contains(err.Error(), "of disk") {
		t.Errorf("with 100 bytes of disk: %v", err)
	}
	if err := job.Run(t.Context(), 1); err != nil {
		t.Fatal(err)
	}
}
