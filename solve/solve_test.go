package solve

import (
	"context"

	"plateau/internal/parallel"
)

// testRun spreads work over two workers and reports to nobody.
func testRun(ctx context.Context) Run { return testRunOn(ctx, 2) }

func testRunOn(ctx context.Context, workers int) Run {
	return Run{
		Context: ctx,
		Workers: workers,
		Parallel: func(n int, do func(worker, i int)) error {
			return parallel.For(ctx, workers, n, do)
		},
		Report: func(int64, int64) {},
	}
}
