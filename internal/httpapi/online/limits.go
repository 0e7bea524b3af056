package online

import (
	"cmp"
	"net/http"
	"net/netip"
	"sync"
	"time"

	"golang.org/x/time/rate"

	"plateau/internal/httpapi/problem"
	"plateau/internal/play"
)

// Limits bound what one address, one player and all clients together may do. A
// whole school may share one address. Zero values stand for the default limits.
type Limits struct {
	// Address and Player limit requests, Chat the messages of a player.
	Address, Player, Chat Rate
	// Guests and Passkeys limit new guests and passkey ceremonies per address,
	// Tables and Passwords how often a player opens a table or sets a password.
	Guests, Passkeys, Tables, Passwords Rate
	// Streams limits open streams in total, the others those of one address or
	// player.
	Streams, StreamsByAddress, StreamsByPlayer int
}

// Rate is a limit: so many per second in the long run, and so many at once.
type Rate struct {
	PerSecond float64
	AtOnce    int
}

// unlimited is a rate that nobody exceeds.
var unlimited = Rate{PerSecond: float64(rate.Inf)}

// defaultLimits are far beyond what people do.
var defaultLimits = Limits{
	Address: Rate{PerSecond: 100, AtOnce: 400},
	Player:  Rate{PerSecond: 20, AtOnce: 60},
	Chat:    Rate{PerSecond: 1, AtOnce: 5},
	// Two school classes may start together.
	Guests:    Rate{PerSecond: 1. / 5, AtOnce: 60},
	Passkeys:  Rate{PerSecond: 1, AtOnce: 60},
	Tables:    Rate{PerSecond: 1. / 3, AtOnce: 20},
	Passwords: Rate{PerSecond: 1. / 20, AtOnce: 5},
	Streams:   20_000, StreamsByAddress: 1000, StreamsByPlayer: 50,
}

// NoLimits is for benchmarks.
var NoLimits = Limits{
	Address: unlimited, Player: unlimited, Chat: unlimited,
	Guests: unlimited, Passkeys: unlimited, Tables: unlimited, Passwords: unlimited,
	Streams: 1 << 30, StreamsByAddress: 1 << 30, StreamsByPlayer: 1 << 30,
}

// costs are the weights of requests that are as much work as many others.
var costs = map[string]int{
	http.MethodGet + " " + Path + "/games/records":  20,
	http.MethodGet + " " + Path + "/me/export":      20,
	http.MethodGet + " " + Path + "/lobby":          3,
	http.MethodGet + " " + Path + "/values":         2,
	http.MethodPost + " " + Path + "/values/best":   2,
	http.MethodPost + " " + Path + "/values/draw":   2,
	http.MethodPost + " " + Path + "/values/review": 20,
}

// costOf is the weight of a request, by the pattern of its route.
func costOf(pattern string) int { return max(1, costs[pattern]) }

// limiters apply the limits.
type limiters struct {
	address, guests, passkeys       *limiter[netip.Prefix]
	player, chat, tables, passwords *limiter[play.PlayerID]
}

func newLimiters(l Limits, now func() time.Time) limiters {
	return limiters{
		address:   newLimiter[netip.Prefix](l.Address, defaultLimits.Address, now, problem.TooOften),
		guests:    newLimiter[netip.Prefix](l.Guests, defaultLimits.Guests, now, problem.TooOften),
		passkeys:  newLimiter[netip.Prefix](l.Passkeys, defaultLimits.Passkeys, now, problem.TooOften),
		player:    newLimiter[play.PlayerID](l.Player, defaultLimits.Player, now, tooOftenByPlayer),
		chat:      newLimiter[play.PlayerID](l.Chat, defaultLimits.Chat, now, tooMuchChat),
		tables:    newLimiter[play.PlayerID](l.Tables, defaultLimits.Tables, now, tooOftenByPlayer),
		passwords: newLimiter[play.PlayerID](l.Passwords, defaultLimits.Passwords, now, tooOftenByPlayer),
	}
}

// maxLimited bounds how many clients a limiter remembers. Forgotten ones start
// again.
const maxLimited = 20_000

// limiter counts the requests of each client, an address or a player. It is safe
// for concurrent use.
type limiter[K comparable] struct {
	rate    Rate
	now     func() time.Time
	refusal *problem.Problem
	clients *cache[K, *rate.Limiter]
}

// newLimiter limits every client to a rate, or to the default if that is zero.
func newLimiter[K comparable](r, byDefault Rate, now func() time.Time, refusal *problem.Problem) *limiter[K] {
	return &limiter[K]{cmp.Or(r, byDefault), now, refusal, newCache[K, *rate.Limiter](maxLimited)}
}

// take counts a request of some weight, or refuses it with the time to wait.
func (l *limiter[K]) take(client K, cost int) *problem.Problem {
	if l.rate == unlimited {
		return nil
	}
	bucket, ok := l.clients.get(client)
	if !ok {
		bucket = l.clients.add(client, rate.NewLimiter(rate.Limit(l.rate.PerSecond), l.rate.AtOnce))
	}
	now := l.now()
	// A request heavier than the bucket takes all of it.
	reserved := bucket.ReserveN(now, min(cost, max(1, l.rate.AtOnce)))
	wait := reserved.DelayFrom(now)
	if wait <= 0 {
		return nil
	}
	reserved.CancelAt(now)
	return l.refusal.After(wait)
}

// streamCounter counts open streams.
type streamCounter struct {
	limits Limits

	mu        sync.Mutex
	open      int
	byAddress map[netip.Prefix]int
	byPlayer  map[play.PlayerID]int
}

func newStreamCounter(l Limits) *streamCounter {
	l.Streams = cmp.Or(l.Streams, defaultLimits.Streams)
	l.StreamsByAddress = cmp.Or(l.StreamsByAddress, defaultLimits.StreamsByAddress)
	l.StreamsByPlayer = cmp.Or(l.StreamsByPlayer, defaultLimits.StreamsByPlayer)
	return &streamCounter{limits: l, byAddress: make(map[netip.Prefix]int), byPlayer: make(map[play.PlayerID]int)}
}

// add counts one more stream, unless there are too many.
func (c *streamCounter) add(from netip.Prefix, player play.PlayerID) *problem.Problem {
	c.mu.Lock()
	defer c.mu.Unlock()
	switch {
	case c.open >= c.limits.Streams:
		return tooManyStreams
	case c.byAddress[from] >= c.limits.StreamsByAddress:
		return tooManyFromAddress
	case player != "" && c.byPlayer[player] >= c.limits.StreamsByPlayer:
		return tooManyOfPlayer
	}
	c.open++
	c.byAddress[from]++
	if player != "" {
		c.byPlayer[player]++
	}
	return nil
}

func (c *streamCounter) remove(from netip.Prefix, player play.PlayerID) {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.open--
	if c.byAddress[from]--; c.byAddress[from] == 0 {
		delete(c.byAddress, from)
	}
	if player == "" {
		return
	}
	if c.byPlayer[player]--; c.byPlayer[player] == 0 {
		delete(c.byPlayer, player)
	}
}
