package online

import (
	"context"
	"errors"
	"net/http"

	"plateau/internal/accounts"
	"plateau/internal/groups"
	"plateau/internal/httpapi/peer"
	"plateau/internal/httpapi/problem"
	"plateau/internal/play"
)

// caller is who sent a request: the one value that everything asks about that. It also
// says which budgets count the request:
//
//	anonymous       the budget of the address
//	guest           that of all guests at the address, and the guest's own
//	registered      that of all registered players there, and the player's own
//	seated          the player's own alone, at the table where the player sits
//
// So nobody who plays is refused because of what others at the address do.
type caller struct {
	request *http.Request
	address string
	// player has no id if the request has no valid token, and access is the session,
	// token or SSH key by which the player is known.
	player play.Player
	access accounts.Access
	// operator is set for who asks at the server's machine.
	operator bool
	// seated is set if the request is for a table at which the player sits.
	seated bool
	// claimed is the name with which somebody tries to sign in.
	claimed string
	// err is why the player could not be looked up, and refused why nobody tried.
	err     error
	refused *problem.Problem
}

// callerKind is which budget of an address a caller shares.
type callerKind uint8

const (
	anonymousCaller callerKind = iota
	guestCaller
	registeredCaller
)

func (c *caller) kind() callerKind {
	switch {
	case c.player.ID == "":
		return anonymousCaller
	case c.player.Registered:
		return registeredCaller
	}
	return guestCaller
}

func (c *caller) neighbours() neighbours { return neighbours{c.address, c.kind()} }

// member is the caller as groups know them; nobody if there is no player.
func (c *caller) member() groups.Actor {
	if c.player.ID == "" {
		return groups.Actor{}
	}
	return groups.Actor{Player: c.player, Session: c.access.Kind == accounts.Session}
}

type callerKey struct{}

// callerFrom is who sent the request that a handler answers.
func callerFrom(ctx context.Context) *caller { return ctx.Value(callerKey{}).(*caller) }

// playerFrom is the player who sent it, without an id if there is none.
func playerFrom(ctx context.Context) play.Player { return callerFrom(ctx).player }

// call finds out who sent a request. What has to be looked up in the store is
// counted before: a flood of requests is no flood of questions.
func (s *server) call(r *http.Request, p *policy) *caller {
	c := &caller{request: r, address: peer.Address(r).String(), operator: r.Context().Value(operatorKey{}) != nil}
	if s.House == nil {
		return c
	}
	if token := tokenOf(r); token != "" && !s.Accounts.Knows(token) {
		if c.refused = s.limits.tokens.take(c.address, 1); c.refused != nil {
			return c
		}
	}
	if c.player, c.access, c.err = known(s.accessOf(r)); c.err != nil || c.player.ID == "" {
		if c.err == nil && r.Header.Get("Authorization") != "" {
			s.attempted(r, TokenRefused, "")
			c.err = s.sessionMissing().Because(unknownToken)
		}
		return c
	}
	if s.formerGuest(c.player, p) {
		c.player, c.access = play.Player{}, accounts.Access{}
		return c
	}
	if p.table {
		if c.refused = s.limits.looks.take(string(c.player.ID), 1); c.refused != nil {
			return c
		}
		c.seated, c.err = s.House.Tables.Sits(r.Context(), play.TableID(r.PathValue("id")), c.player.ID)
	}
	return c
}

// callAgain looks up who sent a request about themselves, after it was counted:
// players see what they have just changed, whichever server changed it.
func (s *server) callAgain(c *caller, p *policy) {
	if c.player.ID == "" || !p.own {
		return
	}
	if c.player, c.access, c.err = known(s.accessNow(c.request)); c.err == nil && s.formerGuest(c.player, p) {
		c.player, c.access = play.Player{}, accounts.Access{}
	}
}

// known are a player and how they are known; nobody if nobody has the token.
func known(player play.Player, access accounts.Access, err error) (play.Player, accounts.Access, error) {
	if errors.Is(err, play.ErrNoPlayer) {
		return play.Player{}, accounts.Access{}, nil
	}
	return player, access, err
}

// limitAddress counts a request for those who share a budget at its address.
func (s *server) limitAddress(c *caller, cost int) *problem.Problem {
	switch {
	case c.refused != nil:
		return c.refused
	case c.seated:
		return nil
	case c.kind() == registeredCaller:
		return s.limits.accounts.take(c.address, cost)
	case c.kind() == guestCaller:
		return s.limits.guests.take(c.address, cost)
	}
	return s.limits.address.take(c.address, cost)
}

// limitPlayer counts a request for the player who sent it. Moves are counted
// apart from everything else, so that a page that asks for much cannot keep its
// player from moving.
func (s *server) limitPlayer(c *caller, cost int) *problem.Problem {
	if c.seated {
		return s.limits.seated.take(string(c.player.ID), cost)
	}
	return s.limits.player.take(string(c.player.ID), cost)
}

// charge counts what a request costs beyond what its route does, which is known only
// once it was read.
func (s *server) charge(ctx context.Context, cost int) error {
	c := callerFrom(ctx)
	p := s.limitAddress(c, cost)
	if p == nil && c.player.ID != "" {
		p = s.limitPlayer(c, cost)
	}
	if p != nil {
		return p
	}
	return nil
}
