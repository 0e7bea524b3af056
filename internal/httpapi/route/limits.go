package route

import (
	"cmp"
	"net/netip"

	"plateau/internal/budget"
	"plateau/internal/httpapi/problem"
)

// Limits bound what one address, one player and all clients together may do. A
// whole school may share one address, so those who play there do not share one
// budget with all others there. Zero values stand for the default limits.
type Limits struct {
	// Address limits the requests of an address without a session, Guests and
	// Accounts those of all guests and of all registered players there.
	Address, Guests, Accounts Rate
	// Tokens limits the tokens of an address that have to be looked up: those that
	// this server has not met lately, and those that nobody has.
	Tokens Rate
	// Player limits the requests of one player, Seated those to a table at
	// which the player sits, and Chat the messages of a player.
	Player, Seated, Chat Rate
	// NewGuests and Passkeys limit new guests and passkey ceremonies per
	// address, Tables and Passwords how often a player opens a table or sets a
	// password.
	NewGuests, Passkeys, Tables, Passwords Rate
	// TablesByAddress limits how often all guests at an address open a table, and all
	// registered players there.
	TablesByAddress Rate
	// Asks limits how often a player asks others for something: a game, or to
	// become friends.
	Asks Rate
	// Clubs limits how often a player founds, or tries to found, a club.
	Clubs Rate
	// Reports limits how often a player reports others, and ReportsByAddress
	// all players at an address.
	Reports, ReportsByAddress Rate
	// Streams limits open streams in total, the others those of one address,
	// guest or player. A tenth of the total is for players at their tables.
	Streams, StreamsByAddress, StreamsByGuest, StreamsByPlayer int
}

// Rate is a limit: so many per second in the long run, and so many at once.
type Rate = budget.Rate

// DefaultLimits are far beyond what people do.
var DefaultLimits = Limits{
	Address:  Rate{PerSecond: 100, AtOnce: 400},
	Guests:   Rate{PerSecond: 100, AtOnce: 400},
	Accounts: Rate{PerSecond: 200, AtOnce: 800},
	// A school may come back at once when the server was restarted.
	Tokens: Rate{PerSecond: 20, AtOnce: 1000},
	Player: Rate{PerSecond: 20, AtOnce: 60},
	Seated: Rate{PerSecond: 20, AtOnce: 60},
	Chat:   Rate{PerSecond: 1, AtOnce: 5},
	// Two school classes may start together.
	NewGuests: Rate{PerSecond: 1. / 5, AtOnce: 60},
	Passkeys:  Rate{PerSecond: 1, AtOnce: 60},
	Tables:    Rate{PerSecond: 1. / 3, AtOnce: 20},
	// A class opens a table each, and again.
	TablesByAddress: Rate{PerSecond: 1, AtOnce: 120},
	Passwords:       Rate{PerSecond: 1. / 20, AtOnce: 5},
	Asks:            Rate{PerSecond: 1. / 20, AtOnce: 15},
	Clubs:           Rate{PerSecond: 1. / 600, AtOnce: 10},
	Reports:         Rate{PerSecond: 1. / 300, AtOnce: 5},
	// A school class shares one.
	ReportsByAddress: Rate{PerSecond: 1. / 60, AtOnce: 30},
	Streams:          20_000, StreamsByAddress: 1000, StreamsByGuest: 20, StreamsByPlayer: 50,
}

// NoLimits is for benchmarks.
var NoLimits = Limits{
	Address: budget.Unlimited, Guests: budget.Unlimited, Accounts: budget.Unlimited, Tokens: budget.Unlimited,
	Player: budget.Unlimited, Seated: budget.Unlimited, Chat: budget.Unlimited,
	NewGuests: budget.Unlimited, Passkeys: budget.Unlimited, Tables: budget.Unlimited, TablesByAddress: budget.Unlimited, Passwords: budget.Unlimited, Asks: budget.Unlimited,
	Clubs:   budget.Unlimited,
	Reports: budget.Unlimited, ReportsByAddress: budget.Unlimited,
	Streams: 1 << 30, StreamsByAddress: 1 << 30, StreamsByGuest: 1 << 30, StreamsByPlayer: 1 << 30,
}

// Seldom are the purposes of limits for what clients do seldom, and what others should be
// protected from: several servers count them together, in the store. Of other budgets
// they tell each other.
var Seldom = []string{
	"new guests", "passkeys", "tables", "tables by address", "passwords", "asks", "clubs", "reports", "reports by address",
}

// Limiters apply the limits.
type Limiters struct {
	// The clients of the first ones are addresses, those of the others players.
	Address, Guests, Accounts, NewGuests, Passkeys Limiter
	Tokens, ReportsByAddress, TablesByAddress      Limiter
	// Looks limits how often it is looked up whether a player sits at a table.
	Looks                                         Limiter
	Player, Seated, Chat, Tables, Passwords, Asks Limiter
	Clubs, Reports                                Limiter
}

func newLimiters(l Limits, budgets budget.Budgets) Limiters {
	limited := func(purpose string, r, byDefault Rate, refusal *problem.Problem) Limiter {
		return Limiter{budgets, purpose, cmp.Or(r, byDefault), refusal}
	}
	d := DefaultLimits
	l.Player, l.Seated = cmp.Or(l.Player, d.Player), cmp.Or(l.Seated, d.Seated)
	return Limiters{
		Tokens:    limited("tokens", l.Tokens, d.Tokens, problem.TooOften),
		Looks:     limited("looks", sum(l.Player, l.Seated), Rate{}, tooOftenByPlayer),
		Address:   limited("address", l.Address, d.Address, problem.TooOften),
		Guests:    limited("guests", l.Guests, d.Guests, problem.TooOften),
		Accounts:  limited("accounts", l.Accounts, d.Accounts, problem.TooOften),
		NewGuests: limited("new guests", l.NewGuests, d.NewGuests, problem.TooOften),
		Passkeys:  limited("passkeys", l.Passkeys, d.Passkeys, problem.TooOften),
		Player:    limited("player", l.Player, d.Player, tooOftenByPlayer),
		Seated:    limited("seated", l.Seated, d.Seated, tooOftenByPlayer),
		Chat:      limited("chat", l.Chat, d.Chat, tooMuchChat),
		Tables:    limited("tables", l.Tables, d.Tables, tooOftenByPlayer),
		Passwords: limited("passwords", l.Passwords, d.Passwords, tooOftenByPlayer),
		Asks:      limited("asks", l.Asks, d.Asks, tooOftenByPlayer),
		Clubs:     limited("clubs", l.Clubs, d.Clubs, tooOftenByPlayer),
		Reports:   limited("reports", l.Reports, d.Reports, tooManyReports),

		TablesByAddress:  limited("tables by address", l.TablesByAddress, d.TablesByAddress, problem.TooOften),
		ReportsByAddress: limited("reports by address", l.ReportsByAddress, d.ReportsByAddress, tooManyReports),
	}
}

// sum is a rate for what is limited by one rate or by the other.
func sum(a, b Rate) Rate {
	if a == budget.Unlimited || b == budget.Unlimited {
		return budget.Unlimited
	}
	return Rate{PerSecond: a.PerSecond + b.PerSecond, AtOnce: a.AtOnce + b.AtOnce}
}

// Limiter applies one limit to each client.
type Limiter struct {
	budgets budget.Budgets
	purpose string
	rate    Rate
	refusal *problem.Problem
}

// Take counts a request of some weight, or refuses it with the time to wait.
func (l Limiter) Take(client string, cost int) *problem.Problem {
	wait := l.budgets.Take(l.purpose, l.rate, client, cost)
	if site := siteOf(client); wait == 0 && site != "" {
		wait = l.budgets.Take(l.purpose+" of a site", times(siteSize, l.rate), site, cost)
	}
	if wait > 0 {
		return l.refusal.After(wait)
	}
	return nil
}

// A site is a /48 network of IPv6, which a provider gives to one customer. It has 65,536
// networks that count as addresses; together they may do as much as siteSize of them.
const (
	siteBits = 48
	siteSize = 4
)

// siteOf is the site of a client that is a network of IPv6; empty for all others.
func siteOf(client string) string {
	network, err := netip.ParsePrefix(client)
	if err != nil || !network.Addr().Is6() {
		return ""
	}
	site, err := network.Addr().Prefix(siteBits)
	if err != nil {
		return ""
	}
	return site.String()
}

func times(n int, r Rate) Rate {
	if r == budget.Unlimited {
		return r
	}
	return Rate{PerSecond: float64(n) * r.PerSecond, AtOnce: n * r.AtOnce}
}
