// Package online is the HTTP API of the server: online play, and the values of
// solved games. Commands are plain requests, what happens at tables is streamed
// as events, and one OpenAPI document, made from the same code, describes
// everything. The package translates between the network and packages play,
// house, accounts and bridge, and decides nothing itself.
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
package online

import (
	"log/slog"
	"net/http"
	"strings"
	"time"

	"github.com/danielgtaylor/huma/v2"
	"github.com/danielgtaylor/huma/v2/adapters/humago"

	"plateau/game"
	"plateau/internal/accounts"
	"plateau/internal/admin"
	"plateau/internal/budget"
	"plateau/internal/export"
	"plateau/internal/fairplay"
	"plateau/internal/groups"
	"plateau/internal/httpapi/problem"
	"plateau/internal/meeting"
	"plateau/internal/play"
	"plateau/internal/play/blocks"
	"plateau/internal/play/house"
	"plateau/internal/push"
	"plateau/internal/reports"
	"plateau/internal/tournaments"
)

// Path is the prefix of all routes.
const Path = "/api/v1"

// Store is what the routes ask themselves.
type Store interface {
	play.TableStore
	play.PlayerStore
	accounts.AccessStore
	accounts.PasswordStore
	admin.AuditStore
	blocks.BlockStore
	play.FriendStore
	play.ChallengeStore
	play.MemberStore
	reports.Store
	tournaments.EventStore
	push.Store
}

// Config is what the API needs. Now is required.
type Config struct {
	// House, Accounts and Store are online play. Without a house, the API has
	// only the routes about the server and about values.
	House    *house.House
	Accounts *accounts.Service
	Store    Store
	// Export writes what is known about a player.
	Export *export.Service
	// Admin does what administrators ask for. LocalURL is the address of the
	// pages in links that somebody makes at the server's machine.
	Admin    *admin.Service
	Groups   *groups.Service
	LocalURL string
	// Meeting brings players together who know each other.
	Meeting *meeting.Service
	// Tournaments runs tournaments.
	Tournaments *tournaments.Service
	// Admission is who may come in, everybody if it is empty; Guests lets
	// guests play where accounts need an invitation.
	Admission play.Admission
	Guests    bool
	// Reports takes what players report to the moderators, and Judge knows the
	// only moves of positions for them.
	Reports *reports.Service
	Judge   fairplay.Judge
	// SSHPort is where people come in over SSH; zero if they cannot.
	SSHPort int
	// Push notifies players; nil if the server does not.
	Push *push.Service
	// Games are the games that can be played online.
	Games game.List
	// Tablebases answer questions about solved games.
	Tablebases Tablebases
	Now        func() time.Time
	Log        *slog.Logger
	Version    string
	// Commit is what the program was built from, and Date when that was made.
	Commit, Date string
	// URL is the public origin of the server, without a slash at the end, as
	// the client sees it.
	URL func(r *http.Request) string
	// Secure reports whether cookies must be encrypted in transit.
	Secure func(r *http.Request) bool
	Limits Limits
	// Keep is called with requests of players to tables at which they sit: their
	// connections must not make room for others. It may be nil.
	Keep func(r *http.Request)
	// Budgets count what the limits are about; in memory if nil.
	Budgets budget.Budgets
	// Policy is what the server does with what it knows about people.
	Policy Policy
	// Attempted is called with refused requests that may be part of an attack. It
	// may be nil.
	Attempted func(a Attempt)
}

// server answers requests. Its state belongs to connections; everything else is
// in the house and in the store.
type server struct {
	Config
	mux     *mux
	api     huma.API
	limits  limiters
	streams *streamCounter
	lobby   lobbyCache
	values  *values
}

// maxBody bounds the body of most requests: the longest has a chat message of
// 500 letters, or a passkey.
const maxBody = 16 << 10

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

// New serves the API below [Path].
func New(c Config) http.Handler {
	return sameOrigin(newServer(c).mux, problem.OtherOrigin.Write)
}

func newServer(c Config) *server {
	if c.Log == nil {
		c.Log = slog.New(slog.DiscardHandler)
	}
	if c.Budgets == nil {
		c.Budgets = budget.NewMemory(c.Now)
	}
	s := &server{
		Config: c, mux: new(mux), limits: newLimiters(c.Limits, c.Budgets), streams: newStreamCounter(c.Limits),
		values: newValues(c.Tablebases),
	}
	s.api = humago.New(s.mux, apiConfig(c.Version))
	s.api.UseMiddleware(s.admitted)
	s.mux.ServeMux.HandleFunc("/", s.refusePath)
	s.registerServer()
	s.registerPrivacy()
	s.registerValues()
	if c.House != nil {
		s.registerTables()
		s.registerCommands()
		s.registerLists()
		s.registerPlayers()
		s.registerMeeting()
		s.registerBots()
		s.registerReports()
		s.registerAccounts()
		s.registerStreams()
		s.registerAdmin()
		s.registerGroups()
		s.registerTournaments()
	}
	s.serveDescription()
	return s
}

// refusePath answers requests for unknown paths and methods.
func (s *server) refusePath(w http.ResponseWriter, r *http.Request) {
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
