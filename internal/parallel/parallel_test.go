package parallel_test

import (
	"context"
	"errors"
	"strings"
	"sync/atomic"
	"testing"

	"plateau/internal/parallel"
)

func TestEveryIndexIsDoneOnce(t *testing.T) {
	for _, workers := range []int{1, 3, 50} {
		var done [40]atomic.Int32
		err := parallel.For(t.Context(), workers, len(done), func(worker, i int) {
			if worker >= workers {
				t.Errorf("worker %d of %d", worker, workers)
			}
			done[i].Add(1)
		})
		if err != nil {
			t.Fatal(err)
		}
		for i := range done {
			if n := done[i].Load(); n != 1 {
				t.Errorf("%d workers: index %d was done %d times", workers, i, n)
			}
		}
	}
}

func TestCancelling(t *testing.T) {
	ctx, cancel := context.WithCancel(t.Context())
	var done atomic.Int32
	err := parallel.For(ctx, 2, 1000, func(_, i int) {
		if i == 10 {
			cancel()
		}
		done.Add(1)
	})
	if !errors.Is(err, context.Canceled) || done.Load() > 12 {
		t.Errorf("%v after %d calls", err, done.Load())
	}
}

// A panic comes up where somebody can recover, and no work is begun after it.
func TestPanicking(t *testing.T) {
	var done atomic.Int32
	err := parallel.Contain(func() error {
		return parallel.For(t.Context(), 2, 1000, func(_, i int) {
			if i == 10 {
				panic("out of cards")
			}
			done.Add(1)
		})
	})
	p, ok := errors.AsType[*parallel.Panic](err)
	if !ok || p.Value != "out of cards" || !strings.Contains(string(p.Stack), "parallel_test.go") {
		t.Errorf("it returned %v", err)
	}
	if n := done.Load(); n >= 999 {
		t.Errorf("%d calls were made", n)
	}
}
