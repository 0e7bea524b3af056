package exact

import (
	"context"

	"plateau/internal/parallel"
)

// Run connects a solver to the outside: how to use several cores, and where to
// report progress.
type Run struct {
	context.Context
	// Workers is how many calls run at the same time.
	Workers int
	// Parallel calls do for every i below n, up to Workers at a time, and
	// returns when all are done, or the context's error when it ends. The
	// worker's number, below Workers, allows for memory per worker.
	Parallel func(n int, do func(worker, i int)) error
	// Report reports how much of the layer is done. Any worker may call it
	// at any time.
	Report func(done, total int64)
}

// RunOn is a run on a number of threads. Report may be nil.
func RunOn(ctx context.Context, workers int, report func(done, total int64)) Run {
	if report == nil {
		report = func(int64, int64) {}
	}
	return Run{
		Context: ctx, Workers: workers, Report: report,
		Parallel: func(n int, do func(worker, i int)) error { return parallel.For(ctx, workers, n, do) },
	}
}
