// Package parallel spreads work over the cores for those packages that start
// no goroutines themselves.
package parallel

import (
	"context"
	"sync"
	"sync/atomic"
)

// For calls do for every i below n, in ascending order of their beginnings, up
// to workers at a time, and waits for all that have begun. When the context
// ends, no more are begun and its error is returned.
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
