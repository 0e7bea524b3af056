package route

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

// Route is an operation with its policy.
type Route struct {
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

// ForAnybody is a route that anybody may use without signing in. It is given by a
// method and a path below [Path].
func ForAnybody(tag, id, pattern, summary string) Route {
	return forWhom(anybody, tag, id, pattern, summary)
}

// ForVisitors is a route that shows more to those who are signed in.
func ForVisitors(tag, id, pattern, summary string) Route {
	return forWhom(visitors, tag, id, pattern, summary)
}

// ForPlayers is a route for those who are signed in.
func ForPlayers(tag, id, pattern, summary string) Route {
	return forWhom(players, tag, id, pattern, summary)
}

// ForAccount is a route with which players look after themselves.
func ForAccount(id, pattern, summary string) Route {
	return ForPlayers("account", id, pattern, summary)
}

func forWhom(who who, tag, id, pattern, summary string) Route {
	method, path, _ := strings.Cut(pattern, " ")
	return Route{
		huma.Operation{
			OperationID: id, Method: method, Path: path, Summary: summary, Tags: []string{tag}, MaxBodyBytes: MaxBody,
			Security: security[who],
		},
		policy{
			who: who, changes: method != http.MethodGet, cost: 1, time: answerTime,
			table: strings.HasPrefix(path, "/tables/{id}"), own: path == "/me" || strings.HasPrefix(path, "/me/"),
		},
	}
}

// Costs gives a route the weight of so many others.
func (r Route) Costs(weight int) Route {
	r.cost = weight
	return r
}

// ForStrangers opens a route on servers for members.
func (r Route) ForStrangers() Route {
	r.strangers = true
	return r
}

// ForLeaving opens a route to those who may not play here any more.
func (r Route) ForLeaving() Route {
	r.leaving = true
	return r
}

// ForOperators opens a route to the operator, who is no player.
func (r Route) ForOperators() Route {
	r.operator = true
	return r
}

// Created is a route that makes something.
func (r Route) Created() Route {
	r.DefaultStatus = http.StatusCreated
	return r
}

// NoContent is a route whose answer is empty.
func (r Route) NoContent() Route {
	r.DefaultStatus = http.StatusNoContent
	return r
}

// Within gives a route more time than most.
func (r Route) Within(limit time.Duration) Route {
	r.time = limit
	return r
}

// WithBody allows more bytes than most requests have.
func (r Route) WithBody(bytes int64) Route {
	r.MaxBodyBytes = bytes
	return r
}

// Answers is a route whose handler encodes the answer itself.
func (r Route) Answers(contentType string, schema *huma.Schema) Route {
	r.Responses = okResponse(contentType, schema)
	return r
}

// Explained is a route that needs more words than its summary.
func (r Route) Explained(description string) Route {
	r.Description = description
	return r
}

// policyKey is where the description of an operation has its policy.
const policyKey = "policy"

// Add adds a route below [Path]. The handler may return any error.
func Add[I, O any](s *Router, r Route, handle func(context.Context, *I) (*O, error)) {
	r.Path = Path + r.Path
	r.Metadata = map[string]any{policyKey: &r.policy}
	huma.Register(s.api, r.Operation, func(ctx context.Context, in *I) (*O, error) {
		out, err := handle(ctx, in)
		if err != nil {
			c := CallerOf(ctx)
			p := s.ProblemOf(c.Request, err)
			s.noteRefusal(c, p)
			return nil, p
		}
		return out, nil
	})
}

// admitted lets those requests through to the handlers of package huma that their
// routes admit, for as long as an answer may take.
func (s *Router) admitted(ctx huma.Context, next func(huma.Context)) {
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

// admit refuses what other sites make browsers send, finds out who sent a request,
// counts it, and refuses those whom the route does not admit.
func (s *Router) admit(w http.ResponseWriter, r *http.Request, p *policy) (*Caller, *problem.Problem) {
	w.Header().Set("Cache-Control", "no-store")
	if fromOtherSite(r) {
		return nil, problem.OtherOrigin
	}
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
func (s *Router) admitPlayer(c *Caller, p *policy) *problem.Problem {
	switch {
	case c.err != nil:
		return s.ProblemOf(c.Request, c.err)
	case c.Player.ID == "" && (p.who != players || p.operator && c.Operator):
		return nil
	case c.Player.ID == "":
		return s.SessionMissing()
	}
	s.House.Presence.Seen(c.Player.ID, c.Address)
	if refused := s.limitPlayer(c, p.cost); refused != nil {
		s.noteRefusal(c, refused)
		return refused
	}
	if (p.who == players || p.changes) && !p.leaving {
		return s.refuseSuspended(c.Player)
	}
	return nil
}

// refuseStranger refuses what a server for members shows to nobody else.
func (s *Router) refuseStranger(c *Caller, p *policy) *problem.Problem {
	switch {
	case s.Admission.Who != play.AdmitMembers || p.strangers || c.Operator || c.Player.ID != "":
		return nil
	case c.err != nil:
		return s.ProblemOf(c.Request, c.err)
	}
	return signInFirst
}
