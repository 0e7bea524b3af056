package online

import (
	"net/http"
	"net/netip"
	"sync"

	"plateau/internal/httpapi/problem"
	"plateau/internal/httpapi/visit"
	"plateau/internal/play"
)

// Limits are what one address, one player and all together may ask for. A
// whole school may be behind one address.
type Limits struct {
	// Address and Player bound requests, Talk messages of a player.
	Address, Player, Talk visit.Rate
	// Guests bounds new guests and Passkeys ceremonies of an address, Tables
	// those that a player opens, Passwords those that a player sets.
	Guests, Passkeys, Tables, Passwords visit.Rate
	// Streams bounds open streams in all, StreamsByAddress and
	// StreamsByPlayer those of one.
	Streams, StreamsByAddress, StreamsByPlayer int
}

// standardLimits are far beyond what people do.
var standardLimits = Limits{
	Address: visit.Rate{PerSecond: 100, AtOnce: 400},
	Player:  visit.Rate{PerSecond: 20, AtOnce: 60},
	Talk:    visit.Rate{PerSecond: 1, AtOnce: 5},
	// Two classes may come in together.
	Guests:    visit.Rate{PerSecond: 1. / 5, AtOnce: 60},
	Passkeys:  visit.Rate{PerSecond: 1, AtOnce: 60},
	Tables:    visit.Rate{PerSecond: 1. / 3, AtOnce: 20},
	Passwords: visit.Rate{PerSecond: 1. / 20, AtOnce: 5},
	Streams:   20_000, StreamsByAddress: 1000, StreamsByPlayer: 50,
}

// NoLimits is for measurements.
var NoLimits = Limits{
	Address: visit.Unlimited, Player: visit.Unlimited, Talk: visit.Unlimited,
	Guests: visit.Unlimited, Passkeys: visit.Unlimited, Tables: visit.Unlimited, Passwords: visit.Unlimited,
	Streams: 1 << 30, StreamsByAddress: 1 << 30, StreamsByPlayer: 1 << 30,
}

func (l Limits) orStandard() Limits {
	setRate := func(r *visit.Rate, standard visit.Rate) {
		if *r == (visit.Rate{}) {
			*r = standard
		}
	}
	setNumber := func(n *int, standard int) {
		if *n == 0 {
			*n = standard
		}
	}
	setRate(&l.Address, standardLimits.Address)
	setRate(&l.Player, standardLimits.Player)
	setRate(&l.Talk, standardLimits.Talk)
	setRate(&l.Guests, standardLimits.Guests)
	setRate(&l.Passkeys, standardLimits.Passkeys)
	setRate(&l.Tables, standardLimits.Tables)
	setRate(&l.Passwords, standardLimits.Passwords)
	setNumber(&l.Streams, standardLimits.Streams)
	setNumber(&l.StreamsByAddress, standardLimits.StreamsByAddress)
	setNumber(&l.StreamsByPlayer, standardLimits.StreamsByPlayer)
	return l
}

// costs is what requests count for that are as much work as many others.
var costs = map[string]int{
	http.MethodGet + " " + Path + "/games/records": 20,
	http.MethodGet + " " + Path + "/me/export":     20,
	http.MethodGet + " " + Path + "/lobby":         3,
}

// costOf is what a request counts for, by the pattern of its route.
func costOf(pattern string) int { return max(1, costs[pattern]) }

// streams counts the open ones.
type streams struct {
	limits Limits

	mu        sync.Mutex
	open      int
	byAddress map[netip.Prefix]int
	byPlayer  map[play.PlayerID]int
}

func newStreams(l Limits) *streams {
	return &streams{limits: l, byAddress: make(map[netip.Prefix]int), byPlayer: make(map[play.PlayerID]int)}
}

// enter counts one more, unless there are too many.
func (s *streams) enter(from netip.Prefix, player play.PlayerID) *problem.Problem {
	s.mu.Lock()
	defer s.mu.Unlock()
	switch {
	case s.open >= s.limits.Streams:
		return tooManyStreams
	case s.byAddress[from] >= s.limits.StreamsByAddress:
		return tooManyFromAddress
	case player != "" && s.byPlayer[player] >= s.limits.StreamsByPlayer:
		return tooManyOfPlayer
	}
	s.open++
	s.byAddress[from]++
	if player != "" {
		s.byPlayer[player]++
	}
	return nil
}

func (s *streams) leave(from netip.Prefix, player play.PlayerID) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.open--
	if s.byAddress[from]--; s.byAddress[from] == 0 {
		delete(s.byAddress, from)
	}
	if player == "" {
		return
	}
	if s.byPlayer[player]--; s.byPlayer[player] == 0 {
		delete(s.byPlayer, player)
	}
}
