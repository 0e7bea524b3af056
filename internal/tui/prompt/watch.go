package prompt

import "time"

// Watch tells the time, so that a test can.
type Watch interface {
	Now() time.Time
	// After gives the time once d has passed, unless it is stopped before.
	After(d time.Duration) (passed <-chan time.Time, stop func())
}

// systemWatch is the clock of the machine.
type systemWatch struct{}

func (systemWatch) Now() time.Time { return time.Now() }

func (systemWatch) After(d time.Duration) (passed <-chan time.Time, stop func()) {
	timer := time.NewTimer(d)
	return timer.C, func() { timer.Stop() }
}
