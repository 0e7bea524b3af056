package play

// Bell wakes one goroutine, now or when it waits next. It carries nothing.
type Bell chan struct{}

// NewBell has not rung yet.
func NewBell() Bell { return make(Bell, 1) }

// Ring wakes the goroutine.
func (b Bell) Ring() {
	select {
	case b <- struct{}{}:
	default:
	}
}
