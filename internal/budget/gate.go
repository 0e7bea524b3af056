package budget

import (
	"context"
	"errors"
	"sync"
)

// Gate limits how much costly work is done at once. Some may wait; more are refused. One
// client does not get all places to wait, or it would keep everybody else out.
type Gate struct {
	slots chan struct{}
	// most is how many may wait, and mostFrom how many of them are from one client.
	most, mostFrom int

	mu      sync.Mutex
	waiting int
	from    map[string]int
}

// ErrBusy means that too many wait already.
var ErrBusy = errors.New("too many wait already")

// NewGate makes a gate with slots for work, and places to wait in all and for one client.
func NewGate(slots, most, mostFrom int) *Gate {
	return &Gate{slots: make(chan struct{}, slots), most: most, mostFrom: mostFrom, from: make(map[string]int)}
}

// Enter waits for a slot, which [Gate.Leave] gives back. It fails with [ErrBusy], and when
// the context ends.
func (g *Gate) Enter(ctx context.Context, client string) error {
	select {
	case g.slots <- struct{}{}:
		return nil
	default:
	}
	if !g.line(client, 1) {
		return ErrBusy
	}
	defer g.line(client, -1)
	select {
	case g.slots <- struct{}{}:
		return nil
	case <-ctx.Done():
		return ctx.Err()
	}
}

// line lets a client stand in line (1), if there is room, or leave it (-1).
func (g *Gate) line(client string, change int) bool {
	g.mu.Lock()
	defer g.mu.Unlock()
	if change > 0 && (g.waiting >= g.most || g.from[client] >= g.mostFrom) {
		return false
	}
	g.waiting += change
	if g.from[client] += change; g.from[client] == 0 {
		delete(g.from, client)
	}
	return true
}

// Leave gives a slot back.
func (g *Gate) Leave() { <-g.slots }

// Slots is how much is done at once.
func (g *Gate) Slots() int { return cap(g.slots) }

// Waiting is how many wait.
func (g *Gate) Waiting() int {
	g.mu.Lock()
	defer g.mu.Unlock()
	return g.waiting
}
