package online

import (
	"context"
	"net/http"
	"strings"

	"plateau/internal/httpapi/problem"
	"plateau/internal/play"
)

// caller is who sent a request, as far as limits are concerned:
//
//	anonymous       the budget of the address
//	guest           that of all guests at the address, and the guest's own
//	registered      that of all registered players there, and the player's own
//	seated          the player's own alone, at the table where the player sits
//
// So nobody who plays is refused because of what others at the address do.
type caller struct {
	address string
	// player has no id if the request has no valid token.
	player play.Player
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

type callerKey struct{}

// callerOf is who sent a request that [server.serve] has seen.
func callerOf(r *http.Request) *caller { return r.Context().Value(callerKey{}).(*caller) }

// call finds out who sent a request. What has to be looked up in the store is
// counted before: a flood of requests is no flood of questions.
func (s *server) call(r *http.Request, pattern string) *caller {
	c := &caller{address: ClientAddress(r).String()}
	if s.House == nil {
		return c
	}
	if token := tokenOf(r); token != "" && !s.Accounts.Knows(token) {
		if c.refused = s.limits.tokens.take(c.address, 1); c.refused != nil {
			return c
		}
	}
	if c.player, c.err = playerOf(s.accessOf(r)); c.err != nil || c.player.ID == "" {
		if c.err == nil && r.Header.Get("Authorization") != "" {
			s.attempted(r, TokenRefused, "")
			c.err = s.sessionMissing().Because(unknownToken)
		}
		return c
	}
	if s.formerGuest(c.player, pattern) {
		c.player = play.Player{}
		return c
	}
	if table, ok := tableOf(r, pattern); ok {
		if c.refused = s.limits.looks.take(string(c.player.ID), 1); c.refused != nil {
			return c
		}
		c.seated, c.err = s.House.Tables.Sits(r.Context(), table, c.player.ID)
	}
	return c
}

// callAgain looks up who sent a request about themselves, after it was counted:
// players see what they have just changed, whichever server changed it.
func (s *server) callAgain(r *http.Request, c *caller, pattern string) {
	if c.player.ID == "" || !strings.HasPrefix(r.URL.Path, Path+"/me") {
		return
	}
	if c.player, c.err = s.authenticate(r); c.err == nil && s.formerGuest(c.player, pattern) {
		c.player = play.Player{}
	}
}

// tableOf is the table that a request is for, if it is for one.
func tableOf(r *http.Request, pattern string) (play.TableID, bool) {
	const tables = Path + "/tables/"
	if !strings.Contains(pattern, tables+"{id}") {
		return "", false
	}
	id, _, _ := strings.Cut(strings.TrimPrefix(r.URL.Path, tables), "/")
	return play.TableID(id), true
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
	c := callerOf(requestFrom(ctx))
	p := s.limitAddress(c, cost)
	if p == nil && c.player.ID != "" {
		p = s.limitPlayer(c, cost)
	}
	if p != nil {
		return p
	}
	return nil
}

// withCaller passes on who sent a request.
func withCaller(r *http.Request, c *caller) *http.Request {
	return r.WithContext(context.WithValue(r.Context(), callerKey{}, c))
}
