// Package route is how features add routes to the API: what a route costs, who may use
// it, and what is asked of a request before its handler runs stand where it is
// registered.
//
//	route.Add(r, route.ForAccount("exportMe", "GET /me/export", "…").Costs(20), export)
//
// # Streams
//
// An event stream is a request with an answer that goes on (server-sent events).
// Ten thousand of them may be open at once, so each costs as little as possible:
// the goroutine of its request, a subscription and a timer. It has no queue: it
// is woken, looks up what is new since its last message, and writes that.
// Messages that are the same for all viewers of a table are encoded once and
// kept with that state of the table.
//
//	house ── bell ──► stream ── look ──► room: events, table, encoded messages
//	                     │
//	                     └── write before a deadline ──► network
//
// A client that reads too slowly is disconnected by the deadline of a single
// write and reconnects with Last-Event-ID. Nobody else notices.
package route

import (
	"log/slog"
	"net"
	"net/http"
	"net/url"
	"strings"
	"time"

	"github.com/danielgtaylor/huma/v2"
	"github.com/danielgtaylor/huma/v2/adapters/humago"

	"plateau/internal/accounts"
	"plateau/internal/api"
	"plateau/internal/budget"
	"plateau/internal/httpapi/problem"
	"plateau/internal/play"
	"plateau/internal/play/house"
	"plateau/internal/qrcode"
)

// Path is the prefix of all routes.
const Path = "/api/v1"

// Config is what all routes share. Now is required.
type Config struct {
	// House and Accounts say who asks, and where they sit. Both are nil without online
	// play.
	House     *house.House
	Accounts  *accounts.Service
	Admission Admission
	Origins   Origins
	Limits    Limits
	// Budgets count what the limits are about; in memory if nil.
	Budgets budget.Budgets
	// Keep is called with requests of players to tables at which they sit: their
	// connections must not make room for others. It may be nil.
	Keep func(r *http.Request)
	// Attempted is called with refused requests that may be part of an attack. It
	// may be nil.
	Attempted func(a Attempt)
	Now       func() time.Time
	Log       *slog.Logger
	Version   string
}

// Admission is who may come in, everybody if Who is empty; Guests lets guests play
// where accounts need an invitation.
type Admission struct {
	Who    play.Admission
	Guests bool
}

// Origins are the addresses by which people reach the server.
type Origins struct {
	// URL is the public origin of the server, without a slash at the end, as the client
	// sees it, and Local that of the pages in links that somebody makes at the server's
	// machine.
	URL   func(r *http.Request) string
	Local string
	// Secure reports whether cookies must be encrypted in transit.
	Secure func(r *http.Request) bool
}

// Router has the routes. Its state belongs to connections; everything else is in the
// house and in the store.
type Router struct {
	Config
	Limiters Limiters
	mux      *mux
	api      huma.API
	streams  *streamCounter
}

// MaxBody bounds the body of most requests: the longest has a chat message of
// 500 letters, or a passkey.
const MaxBody = 16 << 10

// mux remembers its patterns, to compare them with the description.
type mux struct {
	http.ServeMux
	patterns []string
}

// HandleFunc implements the router that package huma needs.
func (m *mux) HandleFunc(pattern string, handle func(http.ResponseWriter, *http.Request)) {
	m.patterns = append(m.patterns, pattern)
	m.ServeMux.HandleFunc(pattern, handle)
}

// New is a router without routes.
func New(c Config) *Router {
	if c.Log == nil {
		c.Log = slog.New(slog.DiscardHandler)
	}
	if c.Budgets == nil {
		c.Budgets = budget.NewMemory(c.Now)
	}
	s := &Router{
		Config: c, mux: new(mux), Limiters: newLimiters(c.Limits, c.Budgets), streams: newStreamCounter(c.Limits),
	}
	s.api = humago.New(s.mux, apiConfig(c.Version))
	s.api.UseMiddleware(s.admitted)
	s.mux.ServeMux.HandleFunc("/", s.refusePath)
	return s
}

func (s *Router) ServeHTTP(w http.ResponseWriter, r *http.Request) { s.mux.ServeHTTP(w, r) }

// Patterns are those of all routes.
func (s *Router) Patterns() []string { return s.mux.patterns }

// Costs are what requests cost, by the ids of operations; streams are not among them.
func (s *Router) Costs() map[string]int {
	costs := make(map[string]int)
	for _, path := range s.api.OpenAPI().Paths {
		for _, op := range []*huma.Operation{path.Get, path.Post, path.Put, path.Patch, path.Delete} {
			if op != nil && op.Metadata != nil {
				costs[op.OperationID] = op.Metadata[policyKey].(*policy).cost
			}
		}
	}
	return costs
}

// refusePath answers requests for unknown paths and methods.
func (s *Router) refusePath(w http.ResponseWriter, r *http.Request) {
	own := r.Pattern
	var allowed []string
	for _, method := range []string{http.MethodDelete, http.MethodGet, http.MethodHead, http.MethodPatch, http.MethodPost, http.MethodPut} {
		other := *r
		other.Method = method
		if _, pattern := s.mux.Handler(&other); pattern != own {
			allowed = append(allowed, method)
		}
	}
	if allowed == nil {
		problem.NoSuchPath.Write(w)
		return
	}
	w.Header().Set("Allow", strings.Join(allowed, ", "))
	problem.BadMethod.Write(w)
}

// Origin is the origin of the page that sent a request.
func (s *Router) Origin(r *http.Request) string {
	if s.Origins.URL == nil {
		return ""
	}
	return s.Origins.URL(r)
}

// PageLink is the address of a page with a token. The token is in a part of the
// address that browsers never send, so that no log has it.
func (s *Router) PageLink(c *Caller, page string, token play.Token) string {
	origin := s.Origins.Local
	if !c.Operator {
		origin = s.originForOthers(c.Request)
	}
	return origin + "/#/" + page + "/" + string(token)
}

// SignInLink is the address of a page that signs a player in.
func (s *Router) SignInLink(c *Caller, token play.Token) string { return s.PageLink(c, "enter", token) }

// originForOthers is the origin of the page that sent a request, for links that others
// get: a teacher at the server's machine may call it localhost, and the children cannot.
func (s *Router) originForOthers(r *http.Request) string {
	origin := s.Origin(r)
	u, err := url.Parse(origin)
	if err != nil || u.Hostname() != "localhost" && !net.ParseIP(u.Hostname()).IsLoopback() || !strings.HasPrefix(s.Origins.Local, "http") {
		return origin
	}
	return s.Origins.Local
}

// ViewCode draws a secret link. It is part of the answer, because the address of a
// picture would be in the logs of proxies.
func ViewCode(link string) (api.QRCode, error) {
	code, err := qrcode.New(link)
	if err != nil {
		return api.QRCode{}, err
	}
	return api.QRCode{Size: code.Width(), Path: code.Path()}, nil
}
