package exact

import (
	"context"

	"plateau/internal/parallel"
)

// Run is what a solver may use of the outside: how its work is spread over the
// cores, and where it reports progress.
type Run struct {
	context.Context
	// Workers is the number of pieces of work done at the same time.
	Workers int
	// Parallel calls do for every i below n, up to Workers at a time, and
	// returns when all are done or the context has ended, with its error.
	// The worker's number, below Workers, lets do keep memory of its own.
	Parallel func(n int, do func(worker, i int)) error
	// Report says how much of the layer is done. Any worker may call it at
	// any time.
	Report func(done, total int64)
}

// RunOn is a run on a number of threads. The report may be nil.
func RunOn(ctx context.Context, workers int, report func(done, total int64)) Run {
	if report == nil {
		report = func(int64, int64) {}
	}
	return Run{
		Context: ctx, Workers: workers, Report: report,
		Parallel: func(n int, do func(worker, i int)) error { return parallel.For(ctx, workers, n, do) },
	}
}
