package local

import "time"

// Watch tells the time, so that a test can.
type Watch interface {
	Now() time.Time
	// After gives the time once d has passed, unless it is stopped before.
	After(d time.Duration) (passed <-chan time.Time, stop func())
}

// SystemWatch is the clock of the machine.
type SystemWatch struct{}

// Now implements [Watch].
func (SystemWatch) Now() time.Time { return time.Now() }

// After implements [Watch].
func (SystemWatch) After(d time.Duration) (passed <-chan time.Time, stop func()) {
	timer := time.NewTimer(d)
	return timer.C, func() { timer.Stop() }
}
