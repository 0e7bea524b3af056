// Package online is online play over HTTP: commands as plain requests, what
// happens as event streams, everything described by an OpenAPI document that
// is made from the same code. It translates between the network and packages
// play, house and accounts, and decides nothing itself.
//
// # Streams
//
// An event stream is a request that is answered bit by bit (server-sent
// events). Ten thousand of them may be open at once, so each costs as little
// as can be: the goroutine of its request, a subscription, a timer. It has no
// queue: it is woken, looks what is new since the last message it wrote, and
// writes that. What all who watch a table are told alike is encoded once and
// kept with that state of the table.
//
//	house ── bell ──► stream ── look ──► room: events, table, what was encoded
//	                     │
//	                     └── write within a deadline ──► network
//
// Whoever reads too slowly is cut off by the deadline of a single write and
// comes back with Last-Event-ID; nobody else notices.
package online

import (
	"log/slog"
	"net/http"
	"net/netip"
	"strings"
	"time"

	"github.com/danielgtaylor/huma/v2"
	"github.com/danielgtaylor/huma/v2/adapters/humago"

	"plateau/internal/httpapi/problem"
	"plateau/internal/httpapi/visit"
	"plateau/internal/play"
	"plateau/internal/play/accounts"
	"plateau/internal/play/house"
)

// Path is below what everything of this package is served.
const Path = "/api/v1"

// Config is what the API needs; Limits, Log, Values and Version may be left
// out.
type Config struct {
	House    *house.House
	Accounts *accounts.Service
	Store    play.Store
	Now      func() time.Time
	Log      *slog.Logger
	Version  string
	// URL is the public origin of the server, without a slash at the end, as
	// whoever asks sees it.
	URL func(r *http.Request) string
	// Secure tells whether cookies may only travel encrypted.
	Secure func(r *http.Request) bool
	// Values answers what is asked about solved tables, at the addresses that
	// begin with /api/ but not with [Path].
	Values http.Handler
	// Limits are the standard ones where they are zero.
	Limits Limits
}

// server answers requests. Its state is only what belongs to connections:
// everything else is in the house and in the store.
type server struct {
	Config
	mux       *routes
	api       huma.API
	addresses *visit.Limits[netip.Prefix]
	players   *visit.Limits[play.PlayerID]
	talkers   *visit.Limits[play.PlayerID]
	hosts     *visit.Limits[play.PlayerID]
	keepers   *visit.Limits[play.PlayerID]
	arrivals  *visit.Limits[netip.Prefix]
	claimants *visit.Limits[netip.Prefix]
	streams   *streams
	trips     *trips
	lobby     lobbyCache
}

// maxBody bounds what is read of a request: the longest has a message of 500
// letters, or a passkey.
const maxBody = 16 << 10

// routes remembers what it serves, to be compared with the description.
type routes struct {
	http.ServeMux
	patterns []string
}

// HandleFunc is that of [http.ServeMux].
func (r *routes) HandleFunc(pattern string, handle func(http.ResponseWriter, *http.Request)) {
	r.patterns = append(r.patterns, pattern)
	r.ServeMux.HandleFunc(pattern, handle)
}

// New serves everything below [Path], and hands the rest to c.Values.
func New(c Config) http.Handler {
	return visit.SameOrigin(http.HandlerFunc(newServer(c).serve), problem.OtherOrigin.Write)
}

func newServer(c Config) *server {
	if c.Log == nil {
		c.Log = slog.New(slog.DiscardHandler)
	}
	c.Limits = c.Limits.orStandard()
	s := &server{
		Config: c, mux: new(routes), trips: newTrips(), streams: newStreams(c.Limits),
		addresses: visit.NewLimits[netip.Prefix](c.Limits.Address, c.Now),
		players:   visit.NewLimits[play.PlayerID](c.Limits.Player, c.Now),
		talkers:   visit.NewLimits[play.PlayerID](c.Limits.Talk, c.Now),
		hosts:     visit.NewLimits[play.PlayerID](c.Limits.Tables, c.Now),
		keepers:   visit.NewLimits[play.PlayerID](c.Limits.Passwords, c.Now),
		arrivals:  visit.NewLimits[netip.Prefix](c.Limits.Guests, c.Now),
		claimants: visit.NewLimits[netip.Prefix](c.Limits.Passkeys, c.Now),
	}
	s.api = humago.New(s.mux, apiConfig(c.Version))
	s.api.UseMiddleware(s.identify)
	s.registerServer()
	s.registerTables()
	s.registerCommands()
	s.registerLists()
	s.registerPlayers()
	s.registerAccounts(s.api)
	s.registerStreams()
	s.describeValues()
	s.serveDescription()
	return s
}

// serve does for every request what none must forget.
func (s *server) serve(w http.ResponseWriter, r *http.Request) {
	if s.Values != nil && !strings.HasPrefix(r.URL.Path, Path+"/") {
		s.Values.ServeHTTP(w, r)
		return
	}
	_, pattern := s.mux.Handler(r)
	if pattern == "" {
		s.refusePath(w, r)
		return
	}
	w.Header().Set("Cache-Control", "no-store")
	if wait := s.addresses.Wait(visit.Address(r), costOf(pattern)); wait > 0 {
		problem.TooOften.After(wait).Write(w)
		return
	}
	r.Body = http.MaxBytesReader(w, r.Body, maxBody)
	s.mux.ServeHTTP(w, r)
}

// refusePath answers where there is nothing, or nothing for this method. The
// mux knows which methods there are.
func (s *server) refusePath(w http.ResponseWriter, r *http.Request) {
	refuse, _ := s.mux.Handler(r)
	told := refusal{header: make(http.Header)}
	refuse.ServeHTTP(&told, r)
	if told.status != http.StatusMethodNotAllowed {
		problem.NoSuchPath.Write(w)
		return
	}
	w.Header()["Allow"] = told.header["Allow"]
	problem.BadMethod.Write(w)
}

// refusal notes how the mux refuses a request.
type refusal struct {
	header http.Header
	status int
}

func (r *refusal) Header() http.Header         { return r.header }
func (r *refusal) WriteHeader(status int)      { r.status = status }
func (r *refusal) Write(b []byte) (int, error) { return len(b), nil }
