// Package parallel spreads work over the cores for packages that start no
// goroutines themselves, and turns panics into errors where they must not end the
// process.
package parallel

import (
	"context"
	"sync"
	"sync/atomic"
)

// For calls do for every i below n, started in ascending order, up to workers
// at a time, and waits for all calls. When the context ends, it starts no more
// and returns its error. When a call panics, it starts no more, and panics itself
// with the first [Panic]: in the goroutine of the caller, who can recover.
func For(ctx context.Context, workers, n int, do func(worker, i int)) error {
	var next atomic.Int64
	var failed atomic.Pointer[error]
	var group sync.WaitGroup
	for worker := range min(workers, n) {
		group.Go(func() {
			err := Contain(func() error {
				for ctx.Err() == nil && failed.Load() == nil {
					i := int(next.Add(1)) - 1
					if i >= n {
						return nil
					}
					do(worker, i)
				}
				return nil
			})
			if err != nil {
				failed.CompareAndSwap(nil, &err)
			}
		})
	}
	group.Wait()
	if err := failed.Load(); err != nil {
		Raise(*err)
	}
	return ctx.Err()
}
