// Package parallel runs work on several goroutines, for packages that start
// none themselves.
package parallel

import (
	"context"
	"sync"
	"sync/atomic"
)

// For calls do for every i below n, up to workers at a time and started in
// ascending order, and waits for them. When the context ends, it starts no more
// and returns the context's error.
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
