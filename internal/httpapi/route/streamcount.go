package route

import (
	"cmp"
	"sync"

	"plateau/internal/httpapi/problem"
	"plateau/internal/play"
)

// streamCounter counts open streams.
type streamCounter struct {
	limits Limits

	mu        sync.Mutex
	open      int
	byAddress map[neighbours]int
	byPlayer  map[play.PlayerID]int
}

// neighbours are those who share a limit: the callers of one kind at an address.
type neighbours struct {
	address string
	kind    callerKind
}

func newStreamCounter(l Limits) *streamCounter {
	l.Streams = cmp.Or(l.Streams, DefaultLimits.Streams)
	l.StreamsByAddress = cmp.Or(l.StreamsByAddress, DefaultLimits.StreamsByAddress)
	l.StreamsByGuest = cmp.Or(l.StreamsByGuest, DefaultLimits.StreamsByGuest)
	l.StreamsByPlayer = cmp.Or(l.StreamsByPlayer, DefaultLimits.StreamsByPlayer)
	return &streamCounter{limits: l, byAddress: make(map[neighbours]int), byPlayer: make(map[play.PlayerID]int)}
}

// add counts one more stream, unless there are too many. What others at the
// address do is no reason to refuse a player the stream of their own table.
func (s *streamCounter) add(c *Caller) *problem.Problem {
	s.mu.Lock()
	defer s.mu.Unlock()
	most, mostOfPlayer, near := s.limits.Streams, s.limits.StreamsByPlayer, c.neighbours()
	if !c.seated {
		most -= most / 10
	}
	if !c.Player.Registered {
		mostOfPlayer = min(mostOfPlayer, s.limits.StreamsByGuest)
	}
	switch {
	case s.open >= most:
		return tooManyStreams
	case !c.seated && s.byAddress[near] >= s.limits.StreamsByAddress:
		return tooManyFromAddress
	case c.Player.ID != "" && s.byPlayer[c.Player.ID] >= mostOfPlayer:
		return tooManyOfPlayer
	}
	s.open++
	if !c.seated {
		s.byAddress[near]++
	}
	if c.Player.ID != "" {
		s.byPlayer[c.Player.ID]++
	}
	return nil
}

func (s *streamCounter) remove(c *Caller) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.open--
	if near := c.neighbours(); !c.seated {
		if s.byAddress[near]--; s.byAddress[near] == 0 {
			delete(s.byAddress, near)
		}
	}
	if c.Player.ID == "" {
		return
	}
	if s.byPlayer[c.Player.ID]--; s.byPlayer[c.Player.ID] == 0 {
		delete(s.byPlayer, c.Player.ID)
	}
}
