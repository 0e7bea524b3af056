package solving

import (
	"bytes"
	"context"
	"errors"
	"strings"
	"testing"
	"time"

	"plateau/exact"
	"plateau/game"
)

// steps is a solver with small layers, each one value longer than the last. In
// the layer stuck it runs until it is cancelled.
type steps struct {
	solved []int
	stuck  int
	cancel func()
}

func (s *steps) Game() string         { return "steps" }
func (s *steps) Layers() int          { return 4 }
func (s *steps) Size(layer int) int64 { return int64(layer) + 1 }
func (s *steps) Memory() int64        { return 2e9 }

func (s *steps) Solve(run exact.Run, layer int, before []byte) ([]byte, error) {
	run.Report(0, 1)
	if layer == s.stuck {
		s.cancel()
		<-run.Done()
		return nil, run.Err()
	}
	s.solved = append(s.solved, layer)
	return append(bytes.Clone(before), byte(game.WinIn(layer))), nil
}

func method(s *steps) *exact.Method {
	values := exact.ByteValues{EntryBytes: 1}
	return &exact.Method{
		NewSolver: func() exact.Solver { return exact.InBytes(s) },
		Positions: values.Positions, Count: values.Count, CoreSeconds: 60,
	}
}

func TestSolvingResumes(t *testing.T) {
	folder := t.TempDir()
	s := &steps{stuck: 2}
	ctx, cancel := context.WithCancel(t.Context())
	s.cancel = cancel
	if err := New(method(s), folder, 0).Run(ctx, 1); !errors.Is(err, context.Canceled) {
		t.Fatal(err)
	}
	s.stuck = -1
	job := New(method(s), folder, 0)
	if got := len(job.Dir.Present()); got != 2 {
		t.Errorf("%d layers are stored, want 2", got)
	}
	if got, want := job.Duration(2), 21*time.Second; got != want {
		t.Errorf("the rest takes %v, want %v", got, want)
	}
	if err := job.Run(t.Context(), 1); err != nil {
		t.Fatal(err)
	}
	if len(s.solved) != 4 {
		t.Errorf("solved %v", s.solved)
	}
	sum := exact.Counts{}
	for layer := range job.Wanted {
		n, err := job.Count(layer)
		if err != nil {
			t.Fatal(err)
		}
		sum = sum.Add(n)
	}
	if sum != (exact.Counts{Won: 10}) || job.Missing() != 0 {
		t.Errorf("counted %v, %d bytes are missing", sum, job.Missing())
	}
}

func TestProgress(t *testing.T) {
	began := time.Now()
	p := progress{began: began, weights: []int64{0, 1_000_000, 3_000_000}}
	p.begin(1)
	p.report(1, 2)
	if got, want := p.Status(began.Add(time.Second)), "layer 2 of 3, 12.5 %, 0.5 million positions/s, 7.0 s left"; got != want {
		t.Errorf("%q, want %q", got, want)
	}
	p.begin(2)
	// Work beyond the positions counts too.
	p.report(1_000_000, 4_000_000)
	if got, want := p.Status(began.Add(2*time.Second)), "layer 3 of 3, 40.0 %, 1.0 million positions/s, 3.0 s left"; got != want {
		t.Errorf("%q, want %q", got, want)
	}
}

// Solving and packing a layer count in units of their own.
func TestProgressInStages(t *testing.T) {
	began := time.Now()
	p := progress{began: began, weights: []int64{1_000_000, 1_000_000}}
	p.begin(0)
	p.reportStage(0, 0.4, 1_000_000, 1_000_000)
	p.reportStage(0.4, 1, 10, 20)
	if got, want := p.Status(began.Add(time.Second)), "layer 1 of 2, 35.0 %, 0.7 million positions/s, 1.9 s left"; got != want {
		t.Errorf("%q, want %q", got, want)
	}
}

func TestRefuse(t *testing.T) {
	job := New(method(&steps{}), "here", 0)
	for _, test := range []struct {
		have Resources
		want string
	}{
		{Resources{Memory: Unknown, Disk: Unknown}, ""},
		{Resources{Memory: 2e9, Disk: 3e6}, ""},
		{Resources{Memory: 19e8, Disk: 3e6}, "solving steps needs 2.0 GB of memory, but only 1.9 GB are free"},
		{Resources{Memory: 2e9, Disk: 100}, "the tablebase of steps needs 522 bytes of disk, but only 100 bytes are free"},
	} {
		err := job.Refuse(test.have)
		if test.want == "" && err != nil || test.want != "" && (err == nil || !strings.HasPrefix(err.Error(), test.want)) {
			t.Errorf("%v: %v", test.have, err)
		}
	}
}
