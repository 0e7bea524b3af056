package online

import (
	"context"
	"net/http"
	"strings"
	"time"

	"github.com/danielgtaylor/huma/v2"
	"github.com/danielgtaylor/huma/v2/adapters/humago"

	"plateau/internal/httpapi/problem"
	"plateau/internal/play"
)

// route is an operation with its policy. Everything that is asked of a request before
// its handler runs stands where the route is registered:
//
//	register(s, costs(20, forPlayers("exportMe", "GET /me/export", "…")), s.exportMe)
type route struct {
	huma.Operation
	policy
}

// policy is who may use a route, and what it costs them. Who is not named may not: on a
// server for members, a route is closed to strangers unless it is for them.
type policy struct {
	who who
	// changes is set if requests change something.
	changes bool
	// cost is the weight of a request in budgets, as much as so many others.
	cost int
	// time is how long an answer may take.
	time time.Duration
	// strangers may use it on a server for members: what is needed to sign in, what
	// the operator has to tell everybody, what those with a result slip do, and which
	// games are solved here, which pages ask for before they know who is there.
	strangers bool
	// leaving is set if those may use it, too, who may not play here any more, such
	// as suspended players: what is stored about them is theirs.
	leaving bool
	// operator may use it without being a player.
	operator bool
	// table is set if the route is that of a table, whose players have budgets of
	// their own, and own if it is about the player who asks.
	table, own bool
}

// who may use a route.
type who uint8

const (
	// anybody may use it, and it makes no difference who it is.
	anybody who = iota
	// visitors may use it, and those who are signed in may see more.
	visitors
	// players must be signed in: guests, accounts and programs.
	players
)

// security are the requirements in the description.
var security = map[who][]map[string][]string{
	visitors: {{}, {"session": {}}, {"token": {}}},
	players:  {{"session": {}}, {"token": {}}},
}

// answerTime limits every request. Only a disk that does not respond takes so
// long.
const answerTime = 30 * time.Second

// operation is a route that anybody may use without signing in. It is given by a
// method and a path below [Path].
func operation(tag, id, pattern, summary string) route {
	method, path, _ := strings.Cut(pattern, " ")
	return route{
		huma.Operation{OperationID: id, Method: method, Path: path, Summary: summary, Tags: []string{tag}, MaxBodyBytes: maxBody},
		policy{
			changes: method != http.MethodGet, cost: 1, time: answerTime,
			table: strings.HasPrefix(path, "/tables/{id}"), own: path == "/me" || strings.HasPrefix(path, "/me/"),
		},
	}
}

// open is a route for visitors.
func open(tag, id, pattern, summary string) route {
	return restricted(visitors, tag, id, pattern, summary)
}

// signedIn is a route for players.
func signedIn(tag, id, pattern, summary string) route {
	return restricted(players, tag, id, pattern, summary)
}

func restricted(to who, tag, id, pattern, summary string) route {
	r := operation(tag, id, pattern, summary)
	r.who, r.Security = to, security[to]
	return r
}

// costs gives a route the weight of so many others.
func costs(weight int, r route) route {
	r.cost = weight
	return r
}

// forStrangers opens a route on servers for members.
func forStrangers(r route) route {
	r.strangers = true
	return r
}

// forLeaving opens a route to those who may not play here any more.
func forLeaving(r route) route {
	r.leaving = true
	return r
}

// forOperators opens a route to the operator, who is no player.
func forOperators(r route) route {
	r.operator = true
	return r
}

func created(r route) route {
	r.DefaultStatus = http.StatusCreated
	return r
}

func noContent(r route) route {
	r.DefaultStatus = http.StatusNoContent
	return r
}

// withBodyOf allows more bytes than most requests have.
func withBodyOf(bytes int64, r route) route {
	r.MaxBodyBytes = bytes
	return r
}

// withContent is a route whose handler encodes the answer itself.
func withContent(contentType string, schema *huma.Schema, r route) route {
	r.Responses = okResponse(contentType, schema)
	return r
}

// policyKey is where the description of an operation has its policy.
const policyKey = "policy"

// register adds a route below [Path]. The handler may return any error.
func register[I, O any](s *server, r route, handle func(context.Context, *I) (*O, error)) {
	r.Path = Path + r.Path
	r.Metadata = map[string]any{policyKey: &r.policy}
	huma.Register(s.api, r.Operation, func(ctx context.Context, in *I) (*O, error) {
		out, err := handle(ctx, in)
		if err != nil {
			c := callerFrom(ctx)
			p := s.problemOf(c.request, err)
			s.noteRefusal(c, p)
			return nil, p
		}
		return out, nil
	})
}

// admitted lets those requests through to the handlers of package huma that their
// routes admit, for as long as an answer may take.
func (s *server) admitted(ctx huma.Context, next func(huma.Context)) {
	r, w := humago.Unwrap(ctx)
	p := ctx.Operation().Metadata[policyKey].(*policy)
	c, refused := s.admit(w, r, p)
	if refused != nil {
		refused.Write(w)
		return
	}
	limited, cancel := context.WithTimeout(context.WithValue(r.Context(), callerKey{}, c), p.time)
	defer cancel()
	next(huma.WithContext(ctx, limited))
}

// admit finds out who sent a request, counts it, and refuses those whom the route does
// not admit.
func (s *server) admit(w http.ResponseWriter, r *http.Request, p *policy) (*caller, *problem.Problem) {
	w.Header().Set("Cache-Control", "no-store")
	s.onlySecure(r)
	c := s.call(r, p)
	if c.seated && s.Keep != nil {
		s.Keep(r)
	}
	refused := s.limitAddress(c, p.cost)
	if refused != nil {
		s.noteRefusal(c, refused)
		return c, refused
	}
	s.callAgain(c, p)
	if refused = s.refuseStranger(c, p); refused != nil || p.who == anybody {
		return c, refused
	}
	return c, s.admitPlayer(c, p)
}

// admitPlayer refuses those who are not signed in and have to be, and those who may not
// play now.
func (s *server) admitPlayer(c *caller, p *policy) *problem.Problem {
	switch {
	case c.err != nil:
		return s.problemOf(c.request, c.err)
	case c.player.ID == "" && (p.who != players || p.operator && c.operator):
		return nil
	case c.player.ID == "":
		return s.sessionMissing()
	}
	s.House.Presence.Seen(c.player.ID, c.address)
	if refused := s.limitPlayer(c, p.cost); refused != nil {
		s.noteRefusal(c, refused)
		return refused
	}
	if (p.who == players || p.changes) && !p.leaving {
		return s.refuseSuspended(c.player)
	}
	return nil
}

// refuseStranger refuses what a server for members shows to nobody else.
func (s *server) refuseStranger(c *caller, p *policy) *problem.Problem {
	switch {
	case s.Admission != play.AdmitMembers || p.strangers || c.operator || c.player.ID != "":
		return nil
	case c.err != nil:
		return s.problemOf(c.request, c.err)
	}
	return signInFirst
}
