// Package parallel spreads work over the cores for packages that start no
// goroutines themselves.
package parallel

import (
	"context"
	"sync"
	"sync/atomic"
)

// For calls do for every i below n, started in ascending order, up to workers
// at a time, and waits for all calls. When the context ends, it starts no more
// and returns its error.
func For(ctx context.Context, workers, n int, do func(worker, i int)) error {
	var next atomic.Int64
	var group sync.WaitGroup
	for worker := range min(workers, n) {
		group.Go(func() {
			for ctx.Err() == nil {
				i := int(next.Add(1)) - 1
				if i >= n {
					return
				}
				do(worker, i)
			}
		})
	}
	group.Wait()
	return ctx.Err()
}
