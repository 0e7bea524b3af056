package route

import (
	"context"
	"errors"
	"net/http"

	"plateau/internal/accounts"
	"plateau/internal/httpapi/peer"
	"plateau/internal/httpapi/problem"
	"plateau/internal/play"
)

// Caller is who sent a request: the one value that everything asks about that. It also
// says which budgets count the request:
//
//	anonymous       the budget of the address
//	guest           that of all guests at the address, and the guest's own
//	registered      that of all registered players there, and the player's own
//	seated          the player's own alone, at the table where the player sits
//
// So nobody who plays is refused because of what others at the address do.
type Caller struct {
	Request *http.Request
	Address string
	// Player has no id if the request has no valid token, and Access is the session,
	// token or SSH key by which the player is known.
	Player play.Player
	Access accounts.Access
	// Operator is set for who asks at the server's machine.
	Operator bool
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

func (c *Caller) kind() callerKind {
	switch {
	case c.Player.ID == "":
		return anonymousCaller
	case c.Player.Registered:
		return registeredCaller
	}
	return guestCaller
}

func (c *Caller) neighbours() neighbours { return neighbours{c.Address, c.kind()} }

// IsGuest reports whether the caller is a player without an account.
func (c *Caller) IsGuest() bool { return c.kind() == guestCaller }

type callerKey struct{}

// CallerOf is who sent the request that a handler answers.
func CallerOf(ctx context.Context) *Caller { return ctx.Value(callerKey{}).(*Caller) }

// PlayerOf is the player who sent it, without an id if there is none.
func PlayerOf(ctx context.Context) play.Player { return CallerOf(ctx).Player }

// call finds out who sent a request. What has to be looked up in the store is
// counted before: a flood of requests is no flood of questions.
func (s *Router) call(r *http.Request, p *policy) *Caller {
	c := &Caller{Request: r, Address: peer.Address(r).String(), Operator: r.Context().Value(operatorKey{}) != nil}
	if s.House == nil {
		return c
	}
	if token := TokenOf(r); token != "" && !s.Accounts.Knows(token) {
		if c.refused = s.Limiters.Tokens.Take(c.Address, 1); c.refused != nil {
			return c
		}
	}
	if c.Player, c.Access, c.err = known(s.accessOf(r)); c.err != nil || c.Player.ID == "" {
		if c.err == nil && r.Header.Get("Authorization") != "" {
			s.attempted(r, TokenRefused, "")
			c.err = s.SessionMissing().Because(unknownToken)
		}
		return c
	}
	if s.formerGuest(c.Player, p) {
		c.Player, c.Access = play.Player{}, accounts.Access{}
		return c
	}
	if p.table {
		if c.refused = s.Limiters.Looks.Take(string(c.Player.ID), 1); c.refused != nil {
			return c
		}
		c.seated, c.err = s.House.Tables.Sits(r.Context(), play.TableID(r.PathValue("id")), c.Player.ID)
	}
	return c
}

// callAgain looks up who sent a request about themselves, after it was counted:
// players see what they have just changed, whichever server changed it.
func (s *Router) callAgain(c *Caller, p *policy) {
	if c.Player.ID == "" || !p.own {
		return
	}
	if c.Player, c.Access, c.err = known(s.accessNow(c.Request)); c.err == nil && s.formerGuest(c.Player, p) {
		c.Player, c.Access = play.Player{}, accounts.Access{}
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
func (s *Router) limitAddress(c *Caller, cost int) *problem.Problem {
	switch {
	case c.refused != nil:
		return c.refused
	case c.seated:
		return nil
	case c.kind() == registeredCaller:
		return s.Limiters.Accounts.Take(c.Address, cost)
	case c.kind() == guestCaller:
		return s.Limiters.Guests.Take(c.Address, cost)
	}
	return s.Limiters.Address.Take(c.Address, cost)
}

// limitPlayer counts a request for the player who sent it. Moves are counted
// apart from everything else, so that a page that asks for much cannot keep its
// player from moving.
func (s *Router) limitPlayer(c *Caller, cost int) *problem.Problem {
	if c.seated {
		return s.Limiters.Seated.Take(string(c.Player.ID), cost)
	}
	return s.Limiters.Player.Take(string(c.Player.ID), cost)
}

// Charge counts what a request costs beyond what its route does, which is known only
// once it was read.
func (s *Router) Charge(ctx context.Context, cost int) error {
	c := CallerOf(ctx)
	p := s.limitAddress(c, cost)
	if p == nil && c.Player.ID != "" {
		p = s.limitPlayer(c, cost)
	}
	if p != nil {
		return p
	}
	return nil
}

// operatorKey marks requests of the operator at the server's machine.
type operatorKey struct{}

// ForOperator serves the API to the operator, who needs no session and may do what
// administrators may. It is for a socket that nobody else can reach.
func ForOperator(api http.Handler) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		api.ServeHTTP(w, r.WithContext(context.WithValue(r.Context(), operatorKey{}, true)))
	})
}

// sshContext marks requests of somebody who came in over SSH: they use this API as
// everybody does, within the process, and the server has checked the key.
type sshContext struct{}

// WithSSH marks requests of somebody who came in over SSH, and may have proved to have
// a key. A token that a request has counts instead of the key.
func WithSSH(ctx context.Context, key *accounts.KeyHash) context.Context {
	return context.WithValue(ctx, sshContext{}, key)
}

// OverSSH reports whether somebody came in over SSH, and the key, which may be nil.
func OverSSH(ctx context.Context) (key *accounts.KeyHash, came bool) {
	key, came = ctx.Value(sshContext{}).(*accounts.KeyHash)
	return key, came
}
