package cli

import (
	"bufio"
	"bytes"
	"context"
	"errors"
	"strings"
	"testing"
	"time"

	"plateau/game"
	"plateau/solve"
)

// steps is a problem with small layers, each one value more than the last. It
// runs until it is cancelled in the layer stuck.
type steps struct {
	solved []int
	stuck  int
	cancel func()
}

func (s *steps) Game() string         { return "steps" }
func (s *steps) Layers() int          { return 4 }
func (s *steps) Size(layer int) int64 { return int64(layer) + 1 }
func (s *steps) Memory() int64        { return 1 << 20 }

func (s *steps) Solve(run solve.Run, layer int, before []byte) ([]byte, error) {
	run.Report(0, 1)
	if layer == s.stuck {
		s.cancel()
		<-run.Done()
		return nil, run.Err()
	}
	s.solved = append(s.solved, layer)
	return append(bytes.Clone(before), byte(game.WinIn(layer))), nil
}

func TestSolvingGoesOn(t *testing.T) {
	folder := t.TempDir()
	var out, stderr bytes.Buffer
	a := &app{Streams: Streams{Out: &out, Err: &stderr}, out: bufio.NewWriter(&out)}
	s := &steps{stuck: 2}
	values := byteValues{bytes: 1}
	p := problem{"steps", func() solve.Problem { return solve.InBytes(s) }, values.positions, values.count}
	ctx, cancel := context.WithCancel(t.Context())
	s.cancel = cancel
	if err := a.runSolving(ctx, newSolving(p, folder, 0), 1); !errors.Is(err, errInterrupted) {
		t.Fatal(err)
	}
	if want := "2 of 4 layers are kept; the same command goes on"; !strings.Contains(stderr.String(), want) {
		t.Errorf("said %q", stderr.String())
	}
	s.stuck = -1
	job := newSolving(p, folder, 0)
	if err := a.runSolving(t.Context(), job, 1); err != nil {
		t.Fatal(err)
	}
	if len(s.solved) != 4 {
		t.Errorf("solved %v", s.solved)
	}
	if err := errors.Join(a.writeSolved(job), a.out.Flush()); err != nil {
		t.Fatal(err)
	}
	if want := "    all         10   10     0      0\n"; !strings.Contains(out.String(), want) {
		t.Errorf("wrote\n%s", out.String())
	}
}

func TestProgress(t *testing.T) {
	began := time.Now()
	p := progress{began: began, weights: []int64{0, 1_000_000, 3_000_000}}
	p.begin(1)
	p.report(1, 2)
	if got, want := p.status(began.Add(time.Second)), "layer 2 of 3, 12.5 %, 0.5 million positions/s, 7.0 s left"; got != want {
		t.Errorf("%q, want %q", got, want)
	}
	p.begin(2)
	// What is to be done besides the positions counts as well.
	p.report(1_000_000, 4_000_000)
	if got, want := p.status(began.Add(2*time.Second)), "layer 3 of 3, 40.0 %, 1.0 million positions/s, 3.0 s left"; got != want {
		t.Errorf("%q, want %q", got, want)
	}
}

func TestTimeText(t *testing.T) {
	for d, want := range map[time.Duration]string{
		1500 * time.Millisecond: "1.5 s", 75 * time.Second: "75 s", 5 * time.Minute: "5 min", 3 * time.Hour: "3.0 h",
	} {
		if got := timeText(d); got != want {
			t.Errorf("%v: %q", d, got)
		}
	}
}

func TestResources(t *testing.T) {
	need := resources{memory: 2e9, disk: 3e6}
	tests := []struct {
		have resources
		want string
	}{
		{resources{unknownSize, unknownSize}, ""},
		{resources{2e9, 3e6}, ""},
		{resources{19e8, 3e6}, "solving pivot needs 2.0 GB of memory, but only 1.9 GB are free"},
		{resources{2e9, 900}, "the table of pivot needs 3.0 MB of disk, but only 900 bytes are free in here"},
	}
	for _, test := range tests {
		err := test.have.refuse("pivot", "here", need)
		if test.want == "" && err != nil || test.want != "" && (err == nil || !strings.HasPrefix(err.Error(), test.want)) {
			t.Errorf("%v: %v", test.have, err)
		}
	}
}
