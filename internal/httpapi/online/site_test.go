package online_test

import (
	"bytes"
	"context"
	"crypto/rand"
	"crypto/sha256"
	"encoding/json"
	"fmt"
	"io"
	"log/slog"
	"net/http"
	"net/http/httptest"
	"path/filepath"
	"reflect"
	"strings"
	"sync"
	"testing"
	"time"

	"plateau/engine"
	"plateau/game"
	"plateau/games"
	"plateau/internal/accounts"
	"plateau/internal/admin"
	"plateau/internal/bus/memory"
	"plateau/internal/export"
	"plateau/internal/groups"
	"plateau/internal/httpapi/online"
	"plateau/internal/httpapi/peer"
	"plateau/internal/httpapi/problem"
	"plateau/internal/httpapi/route"
	"plateau/internal/maintenance"
	"plateau/internal/meeting"
	"plateau/internal/play"
	"plateau/internal/play/house"
	"plateau/internal/push"
	"plateau/internal/reports"
	"plateau/internal/store/sqlite"
	"plateau/internal/tournaments"
)

// clock is the time of a test.
type clock struct {
	mu  sync.Mutex
	now time.Time
}

func (c *clock) Now() time.Time {
	c.mu.Lock()
	defer c.mu.Unlock()
	return c.now
}

func (c *clock) wait(d time.Duration) {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.now = c.now.Add(d)
}

// firstMove is a computer player that plays the first legal move and knows no
// values.
type firstMove struct{}

func (firstMove) Choose(_ context.Context, m *game.Match, _ engine.Level) (game.Move, error) {
	return m.Position().Moves()[0], nil
}

// OnlyMove says that the last move is the only one.
func (firstMove) OnlyMove(_ context.Context, p game.Position) (game.Move, bool) {
	moves := p.Moves()
	return moves[len(moves)-1], len(moves) > 1
}

func (firstMove) Value(context.Context, game.Position) game.Value { return game.Unknown }

// cheapHash is fast, unlike a good password hash.
func cheapHash(password, salt []byte, _ accounts.Cost, length uint32) []byte {
	sum := sha256.Sum256(append(salt[:len(salt):len(salt)], password...))
	return sum[:length]
}

// site is a server with a store of its own.
type site struct {
	testing.TB
	*clock
	store    *sqlite.Store
	house    *house.House
	accounts *accounts.Service
	// tournaments runs only when a test says so.
	tournaments *tournaments.Service
	handler     http.Handler
	server      *httptest.Server
	doc         *document
	log         bytes.Buffer
}

// newSite is a site with a stopped clock and no limits, unless change says
// otherwise.
func newSite(t *testing.T, change func(*online.Config)) *site {
	t.Helper()
	t.Parallel() // Most of the time goes into waiting for the disk.
	s := newQuietSite(t, change)
	s.server = httptest.NewServer(s.handler)
	t.Cleanup(func() {
		s.house.Close()
		s.server.Close()
	})
	return s
}

// newQuietSite is a site that is not on the network.
func newQuietSite(tb testing.TB, change func(*online.Config)) *site {
	tb.Helper()
	s := &site{TB: tb, clock: &clock{now: time.Date(2026, 11, 15, 12, 0, 0, 0, time.UTC)}}
	var err error
	if s.store, err = sqlite.Open(tb.Context(), filepath.Join(tb.TempDir(), "online.db")); err != nil {
		tb.Fatal(err)
	}
	tb.Cleanup(func() {
		if err := s.store.Close(); err != nil {
			tb.Error(err)
		}
	})
	log := slog.New(slog.NewTextHandler(&s.log, nil))
	bus := new(memory.Bus)
	s.house, err = house.New(tb.Context(), house.Config{
		Games: games.All().Games(),
		Store: s.store, Bus: bus, Chooser: firstMove{}, Judge: firstMove{}, Now: s.Now, Random: rand.Reader, Log: log,
		GuestChat: true,
	})
	if err != nil {
		tb.Fatal(err)
	}
	s.accounts = accounts.New(accounts.Config{Games: games.All().Games(), Store: s.store, Now: s.Now, Random: rand.Reader, Derive: cheapHash})
	notices, err := push.New(tb.Context(), push.Config{Store: s.store, Now: s.Now, Random: rand.Reader, Log: log})
	if err != nil {
		tb.Fatal(err)
	}
	acquaintance := &meeting.Service{Store: s.store, Tables: s.house.Tables, Presence: s.house.Presence, Now: s.Now, Random: rand.Reader}
	administration := &admin.Service{Games: games.All().Games(), Store: s.store, Accounts: s.accounts, Tables: s.house.Tables, Players: s.house, Now: s.Now}
	maintained := &maintenance.Service{Store: s.store, Admin: administration, Now: s.Now}
	s.house.Tables.MayBegin = maintained.MayBegin
	s.tournaments = tournaments.New(tournaments.Config{
		Games: games.All().Games(), Store: s.store, Tables: s.house.Tables, Presence: s.house.Presence, Bus: bus, Names: s.accounts, Now: s.Now, Random: rand.Reader, Log: log,
		OneSided: func(id string) bool {
			g, err := games.All().Games().Find(id)
			return err == nil && games.All().Of(g).OneSided
		},
	})
	s.house.SetTournaments(s.tournaments)
	config := online.Config{
		Config: route.Config{
			House: s.house, Accounts: s.accounts, Now: s.Now, Log: log, Version: "test", Limits: route.NoLimits,
			Origins: route.Origins{
				URL: func(r *http.Request) string { return "http://" + r.Host }, Local: "http://local",
				Secure: func(*http.Request) bool { return false },
			},
		},
		Features: online.Features{
			Tournaments: s.tournaments, Admin: administration, Meeting: acquaintance, Judge: firstMove{}, Push: notices, Maintenance: maintained,
			Groups:  &groups.Service{Admin: administration, Store: s.store, Clubs: true},
			Reports: &reports.Service{Games: games.All().Games(), Store: s.store, Tables: s.house.Tables, Now: s.Now},
			Export:  &export.Service{Store: s.store, Accounts: s.accounts},
		},
		Store: s.store.Store, Games: games.All().Games(), Tablebases: tablebaseOf(solvedBridge(tb)),
	}
	if change != nil {
		change(&config)
	}
	s.handler = peer.Forwarded(online.New(config), nil)
	tb.Cleanup(func() {
		s.house.Close()
		if s.log.Len() > 0 {
			tb.Errorf("logged:\n%s", s.log.String())
		}
	})
	s.doc = readDocument(tb, s.handler)
	return s
}

// client sends requests as a player, or anonymously without a token.
type client struct {
	*site
	id, token string
}

// guest is a new guest.
func (s *site) guest(name string) *client {
	s.Helper()
	player, token, err := s.accounts.Guest(s.Context(), name)
	if err != nil {
		s.Fatal(err)
	}
	return &client{s, string(player.ID), string(token)}
}

// registered is a new player with an account.
func (s *site) registered(name string) *client {
	s.Helper()
	c := s.guest(name)
	player := play.Player{ID: play.PlayerID(c.id), Name: name}
	if err := s.store.SetPassword(s.Context(), player, accounts.NameKey(name), ""); err != nil {
		s.Fatal(err)
	}
	return c
}

// reply is the answer to a request.
type reply struct {
	testing.TB
	status int
	header http.Header
	body   []byte
}

// request makes a request of the client.
func (c *client) request(method, path string, body io.Reader) *http.Request {
	c.Helper()
	r, err := http.NewRequestWithContext(c.Context(), method, c.server.URL+path, body)
	if err != nil {
		c.Fatal(err)
	}
	if c.token != "" {
		r.Header.Set("Authorization", "Bearer "+c.token)
	}
	return r
}

// call sends a request and compares the answer with the document.
func (c *client) call(method, path, body string) reply {
	c.Helper()
	var reader io.Reader
	if body != "" {
		reader = strings.NewReader(body)
	}
	r := c.request(method, "/api/v1"+path, reader)
	if body != "" {
		r.Header.Set("Content-Type", "application/json")
	}
	answer := c.send(r)
	if err := c.doc.checkAnswer(method, "/api/v1"+path, answer.status, answer.header.Get("Content-Type"), answer.body); err != nil {
		c.Error(err)
	}
	return answer
}

func (c *client) send(r *http.Request) reply {
	c.Helper()
	response, err := http.DefaultClient.Do(r)
	if err != nil {
		c.Fatal(err)
	}
	defer response.Body.Close()
	text, err := io.ReadAll(response.Body)
	if err != nil {
		c.Fatal(err)
	}
	return reply{c.TB, response.StatusCode, response.Header, text}
}

func (c *client) get(path string) reply {
	c.Helper()
	return c.call(http.MethodGet, path, "")
}

func (c *client) post(path, body string) reply {
	c.Helper()
	return c.call(http.MethodPost, path, body)
}

// do sends a command that must succeed.
func (c *client) do(table, name, body string) uint64 {
	c.Helper()
	r := c.post("/tables/"+table+"/"+name, body)
	return read[struct {
		Table string
		Seq   uint64
	}](r, http.StatusOK).Seq
}

// refuse sends a command that must be refused.
func (c *client) refuse(table, name, body string, status int, code string) {
	c.Helper()
	c.post("/tables/"+table+"/"+name, body).refused(status, code)
}

func (r reply) refused(status int, code string) {
	r.Helper()
	p := read[problem.Problem](r, status)
	if p.Code != code || p.Status != status || p.Detail == "" {
		r.Errorf("got %+v, want %s", p, code)
	}
	if kind := r.header.Get("Content-Type"); kind != problem.ContentType {
		r.Errorf("a problem of the type %s", kind)
	}
}

func read[V any](r reply, status int) V {
	r.Helper()
	var v V
	if r.status != status {
		r.Fatalf("%d %s, want %d", r.status, r.body, status)
	}
	if err := json.Unmarshal(r.body, &v); err != nil {
		r.Fatalf("%v in %s", err, r.body)
	}
	return v
}

// table has the fields of a table that the tests check.
type table struct {
	ID, Phase, Host, Result, Reason, Previous, Next string
	Seq                                             uint64
	Sitters                                         []play.Sitter
	Moves                                           []string
	ToMove                                          *int `json:"to_move"`
	Clock                                           *struct {
		Left   []int64 `json:"left_ms"`
		Since  int64
		Counts bool
	}
	RematchBy []int `json:"rematch_by"`
	Ratings   []struct {
		Player        string
		Before, After float64
	}
}

// open opens a table; the host has the first side and moves first.
func (c *client) open(terms string) string {
	c.Helper()
	chairs := `[{"me":true},{}]`
	if strings.Contains(terms, "quixo4p") {
		chairs = `[{"me":true},{},{},{}]`
	}
	body := fmt.Sprintf(`{"terms":{%s,"first_side":"first","begins":"first"},"chairs":%s}`, terms, chairs)
	return read[struct{ Table string }](c.post("/tables", body), http.StatusCreated).Table
}

// begin opens a table at which both play.
func (c *client) begin(other *client, terms string) string {
	c.Helper()
	id := c.open(terms)
	other.do(id, "sit", "")
	return id
}

// table is a table as a client sees it. It must match the replay of its events.
func (c *client) table(id string) table {
	c.Helper()
	got := read[struct {
		Table json.RawMessage
		Here  []string
	}](c.get("/tables/"+id), http.StatusOK)
	live, err := c.house.Tables.Table(c.Context(), play.TableID(id), play.PlayerID(c.id))
	if err != nil {
		c.Fatal(err)
	}
	replayed, err := play.Load(c.Context(), c.store, games.All().Games(), play.TableID(id))
	if err != nil {
		c.Fatal(err)
	}
	if !reflect.DeepEqual(live, replayed) {
		c.Fatalf("the table differs from the replay of its events:\n%+v\n%+v", live, replayed)
	}
	var t table
	if err := json.Unmarshal(got.Table, &t); err != nil {
		c.Fatal(err)
	}
	if t.Seq != replayed.Seq || len(t.Moves) != replayed.Plies() {
		c.Errorf("the view %s differs from the table", got.Table)
	}
	return t
}

// playOn makes moves in turn, always the first legal one.
func playOn(id string, plies int, clients ...*client) {
	for ply := range plies {
		c := clients[ply%len(clients)]
		c.Helper()
		t, err := c.house.Tables.Table(c.Context(), play.TableID(id), play.PlayerID(c.id))
		if err != nil {
			c.Fatal(err)
		}
		p := t.Position()
		c.do(id, "move", fmt.Sprintf(`{"ply":%d,"move":%q}`, t.Plies(), p.MoveText(p.Moves()[0])))
	}
}
