package online_test

import (
	"context"
	"crypto/rand"
	"fmt"
	"net/http"
	"strconv"
	"sync/atomic"
	"testing"
	"time"

	"plateau/internal/accounts"
	"plateau/internal/httpapi/online"
	"plateau/internal/httpapi/route"
	"plateau/internal/play"
	"plateau/internal/store/sqlstore"
)

// answered makes sure that a request was answered.
func (r reply) answered() {
	r.Helper()
	if r.status != http.StatusOK {
		r.Fatalf("%d %s", r.status, r.body)
	}
}

// wantRetry reads when to try again.
func (r reply) wantRetry() {
	r.Helper()
	if seconds, err := strconv.Atoi(r.header.Get("Retry-After")); err != nil || seconds < 1 {
		r.Errorf("try again after %q", r.header.Get("Retry-After"))
	}
}

func TestChatIsLimited(t *testing.T) {
	s := newSite(t, func(c *online.Config) { c.Limits.Chat = route.Rate{} })
	ann, ben := s.guest("Ann"), s.guest("Ben")
	id := ann.begin(ben, quixo)
	const hello = `{"channel":"table","text":"hello"}`
	for range 5 {
		ann.do(id, "say", hello)
	}
	r := ann.post("/tables/"+id+"/say", hello)
	r.refused(http.StatusTooManyRequests, "chat.often")
	r.wantRetry()
	ben.do(id, "say", hello)
	s.wait(time.Second)
	ann.do(id, "say", hello)
	ann.post("/tables/"+id+"/say", hello).refused(http.StatusTooManyRequests, "chat.often")
}

func TestRequestsAreLimited(t *testing.T) {
	s := newSite(t, func(c *online.Config) {
		c.Limits.Player = route.Rate{PerSecond: 1, AtOnce: 3}
		c.Limits.Address = route.Rate{PerSecond: 1, AtOnce: 2}
	})
	for _, c := range []struct {
		client *client
		free   int
		path   string
	}{{s.guest("Ann"), 3, "/me/tables"}, {s.registered("Ben"), 3, "/me/tables"}, {s.nobody(), 2, "/server"}} {
		for range c.free {
			c.client.get(c.path).answered()
		}
		r := c.client.get(c.path)
		r.refused(http.StatusTooManyRequests, "api.often")
		r.wantRetry()
		s.wait(time.Second)
		c.client.get(c.path).answered()
		c.client.get(c.path).refused(http.StatusTooManyRequests, "api.often")
	}
}

// A player has as many requests as the guide for operators says, and as many again at
// their table.
func TestStandardBudgetOfAPlayer(t *testing.T) {
	s := newSite(t, func(c *online.Config) { c.Limits = route.Limits{} })
	ann, ben := s.guest("Ann"), s.guest("Ben")
	id := ann.begin(ben, quixo)
	s.wait(time.Hour)
	for _, path := range []string{"/me/tables", "/tables/" + id} {
		for range 60 {
			ann.get(path).answered()
		}
		ann.get(path).refused(http.StatusTooManyRequests, "api.often")
	}
	s.wait(time.Second)
	for _, path := range []string{"/me/tables", "/tables/" + id} {
		for range 20 {
			ann.get(path).answered()
		}
		ann.get(path).refused(http.StatusTooManyRequests, "api.often")
	}
}

// askedStore counts the questions that requests begin with.
type askedStore struct {
	*sqlstore.Store
	tokens, seats atomic.Int32
}

func (s *askedStore) PlayerByToken(ctx context.Context, hash play.TokenHash) (play.Player, accounts.Access, error) {
	s.tokens.Add(1)
	return s.Store.PlayerByToken(ctx, hash)
}

func (s *askedStore) CountTables(ctx context.Context, q play.TableQuery) (int, error) {
	s.seats.Add(1)
	return s.Store.CountTables(ctx, q)
}

// countTokens lets accounts count what they ask the store.
func countTokens(c *online.Config, cluster bool) *askedStore {
	store := &askedStore{Store: c.Store.(*sqlstore.Store)}
	c.Accounts = accounts.New(accounts.Config{
		Games: c.Games, Store: store, Now: c.Now, Random: rand.Reader, Derive: cheapHash, Cluster: cluster,
	})
	return store
}

// A flood of made-up tokens is no flood of questions to the store, and keeps nobody
// from playing who was there before, not even after the store has to be asked again.
func TestMadeUpTokensAreCountedFirst(t *testing.T) {
	var store *askedStore
	s := newSite(t, func(c *online.Config) {
		c.Limits.Tokens = route.Rate{PerSecond: 1, AtOnce: 10}
		store = countTokens(c, false)
	})
	ann := s.guest("Ann")
	ann.get("/me").answered()
	before := store.tokens.Load()
	for i := range 100 {
		mallory := &client{site: s, token: fmt.Sprint("made-up-", i)}
		if r := mallory.get("/me"); i < 9 {
			r.refused(http.StatusUnauthorized, "session.none")
		} else {
			r.refused(http.StatusTooManyRequests, "api.often")
			r.wantRetry()
		}
	}
	if asked := store.tokens.Load() - before; asked != 9 {
		t.Errorf("100 made-up tokens were %d questions to the store, want 9", asked)
	}
	s.wait(2 * time.Minute) // It is not remembered any more who Ann is.
	for i := range 100 {
		r := (&client{site: s, token: fmt.Sprint("made-up-again-", i)}).get("/me")
		if i == 0 {
			r.refused(http.StatusUnauthorized, "session.none")
		} else if r.status != http.StatusUnauthorized {
			r.refused(http.StatusTooManyRequests, "api.often")
		}
	}
	ann.get("/me").answered()
	// A session that has ended is as good as a made-up one.
	if r := ann.call(http.MethodDelete, "/sessions/current", ""); r.status != http.StatusNoContent {
		t.Fatalf("%d %s", r.status, r.body)
	}
	s.wait(10 * time.Second)
	before = store.tokens.Load()
	for range 100 {
		ann.get("/me")
	}
	if asked := store.tokens.Load() - before; asked > 11 {
		t.Errorf("100 requests with a session that has ended were %d questions to the store", asked)
	}
}

// Where other servers may have changed an account, players are looked up when they ask
// about themselves, but only after their request was counted.
func TestRequestsAboutOneselfAreCountedFirst(t *testing.T) {
	var store *askedStore
	s := newSite(t, func(c *online.Config) {
		c.Limits.Guests = route.Rate{PerSecond: 1, AtOnce: 5}
		store = countTokens(c, true)
	})
	ann := s.guest("Ann")
	for i := range 50 {
		if r := ann.get("/me"); i < 5 {
			r.answered()
		} else {
			r.refused(http.StatusTooManyRequests, "api.often")
		}
	}
	if asked := store.tokens.Load(); asked > 11 {
		t.Errorf("five answers took %d questions to the store", asked)
	}
}

// It is not looked up without end whether somebody sits at a table.
func TestSeatsAreLookedUpWithinABudget(t *testing.T) {
	s := newSite(t, func(c *online.Config) {
		c.Limits.Player = route.Rate{PerSecond: 1, AtOnce: 3}
		c.Limits.Seated = route.Rate{PerSecond: 1, AtOnce: 2}
		c.Limits.Guests = route.Rate{PerSecond: 1, AtOnce: 4}
	})
	store := &askedStore{Store: s.store.Store}
	s.house.Tables.Store = store
	ann := s.guest("Ann")
	for range 3 {
		ann.get("/tables/none").refused(http.StatusNotFound, "table.unknown")
	}
	for range 20 {
		ann.get("/tables/none").refused(http.StatusTooManyRequests, "api.often")
	}
	if asked := store.seats.Load(); asked != 5 {
		t.Errorf("it was looked up %d times where somebody sits, want 5", asked)
	}
	s.wait(time.Second)
	ann.get("/tables/none").refused(http.StatusNotFound, "table.unknown")
}

func TestStreamsAreLimited(t *testing.T) {
	s := newSite(t, func(c *online.Config) {
		c.Limits.Streams, c.Limits.StreamsByAddress, c.Limits.StreamsByPlayer = 3, 1, 1
	})
	ann, ben, nobody := s.guest("Ann"), s.guest("Ben"), &client{site: s}
	first := ann.follow("/lobby/events", "")
	first.next("lobby")
	ann.get("/lobby/events").refused(http.StatusTooManyRequests, "stream.often")
	r := ben.get("/lobby/events")
	r.refused(http.StatusTooManyRequests, "stream.often")
	r.wantRetry()
	nobody.follow("/lobby/events", "").next("lobby")
	nobody.get("/lobby/events").refused(http.StatusTooManyRequests, "stream.often")
	elsewhere := func() *http.Request {
		r := (&client{site: s}).request(http.MethodGet, "/api/v1/lobby/events", nil)
		r.Header.Set("X-Forwarded-For", "192.0.2.7")
		return r
	}
	response, err := http.DefaultClient.Do(elsewhere())
	if err != nil {
		t.Fatal(err)
	}
	defer response.Body.Close()
	ben.send(elsewhere()).refused(http.StatusTooManyRequests, "stream.full")
}

// A whole class can start at once, but nobody can open tables or set passwords
// without end.
func TestRareRequestsAreLimited(t *testing.T) {
	s := newSite(t, func(c *online.Config) {
		l := &c.Limits
		l.NewGuests, l.Tables, l.Passwords, l.Passkeys = route.Rate{}, route.Rate{}, route.Rate{}, route.Rate{}
	})
	ann, nobody := s.guest("Ann"), s.nobody()
	for _, c := range []struct {
		client             *client
		free, answer       int
		wait               time.Duration
		method, path, body string
	}{
		{nobody, 60, http.StatusCreated, 5 * time.Second, http.MethodPost, "/guests", `{"name":"Ben"}`},
		{ann, 20, http.StatusCreated, 3 * time.Second, http.MethodPost, "/tables", `{"terms":{"game":"quixo"},"chairs":[{"me":true},{}]}`},
		{ann, 5, http.StatusUnprocessableEntity, 20 * time.Second, http.MethodPut, "/me/password", `{"password":"short"}`},
		// This server has an address without a name, so there are no passkeys.
		{nobody, 60, http.StatusUnprocessableEntity, time.Second, http.MethodPost, "/sessions/passkey/options", ""},
	} {
		for range c.free {
			wantStatus(t, c.client.call(c.method, c.path, c.body), c.answer)
		}
		r := c.client.call(c.method, c.path, c.body)
		r.refused(http.StatusTooManyRequests, "api.often")
		r.wantRetry()
		s.wait(c.wait)
		wantStatus(t, c.client.call(c.method, c.path, c.body), c.answer)
		c.client.call(c.method, c.path, c.body).refused(http.StatusTooManyRequests, "api.often")
	}
}

// A player at a table is not refused because of what others at the address do, be
// they anonymous, guests or registered, nor because of what their own pages ask for.
func TestSeatedPlayersHaveTheirOwnBudget(t *testing.T) {
	s := newSite(t, func(c *online.Config) {
		l := &c.Limits
		once := route.Rate{PerSecond: 1, AtOnce: 12}
		l.Address, l.Guests, l.Accounts, l.Player = once, once, once, once
		l.Seated = route.Rate{PerSecond: 1, AtOnce: 20}
		l.Streams, l.StreamsByAddress = 20, 1
	})
	ann, ben, eve := s.guest("Ann"), s.registered("Ben"), s.guest("Eve")
	id := ann.begin(ben, `"game":"quixo","spectators":true`)
	s.wait(time.Hour)
	for _, flood := range []*client{s.nobody(), eve, s.registered("Mallory")} {
		for range 12 {
			flood.get("/games").answered()
		}
		flood.get("/games").refused(http.StatusTooManyRequests, "api.often")
		flood.get("/tables/"+id).refused(http.StatusTooManyRequests, "api.often")
	}
	ann.get("/me").refused(http.StatusTooManyRequests, "api.often")
	playOn(id, 8, ann, ben)
	for _, player := range []*client{ann, ben} {
		player.follow("/tables/"+id+"/events", "").next("table")
		player.follow("/tables/"+id+"/events", "").next("table")
	}
	// Their own budget has an end, too.
	s.wait(time.Hour)
	for range 20 {
		ann.get("/tables/" + id).answered()
	}
	r := ann.get("/tables/" + id)
	r.refused(http.StatusTooManyRequests, "api.often")
	r.wantRetry()
	// Who watches shares a budget with the others.
	s.wait(time.Hour)
	eve.follow("/tables/"+id+"/events", "").next("table")
	s.guest("Fay").get("/tables/"+id+"/events").refused(http.StatusTooManyRequests, "stream.often")
}

// Expensive requests count more.
func TestCostlyRequests(t *testing.T) {
	s := newSite(t, func(c *online.Config) { c.Limits.Player = route.Rate{PerSecond: 1, AtOnce: 25} })
	for _, path := range []string{"/games/records", "/me/export"} {
		ann := s.guest("Ann")
		if r := ann.get(path); r.status != http.StatusOK {
			t.Fatalf("%s: %s", path, r.body)
		}
		ann.get(path).refused(http.StatusTooManyRequests, "api.often")
		ann.get("/lobby").answered()
		ann.get("/lobby").refused(http.StatusTooManyRequests, "api.often")
		ann.get("/me").answered()
	}
}

// The guests at an address open tables from one budget, however many they are; those with
// an account have another one.
func TestTablesOfAnAddress(t *testing.T) {
	s := newSite(t, func(c *online.Config) { c.Limits.TablesByAddress = route.Rate{PerSecond: 1, AtOnce: 2} })
	open := func(c *client) reply {
		return c.post("/tables", `{"terms":{"game":"quixo"},"chairs":[{"me":true},{}]}`)
	}
	for _, name := range []string{"Ann", "Ben"} {
		wantStatus(t, open(s.guest(name)), http.StatusCreated)
	}
	cleo := s.guest("Cleo")
	r := open(cleo)
	r.refused(http.StatusTooManyRequests, "api.often")
	r.wantRetry()
	wantStatus(t, open(s.registered("Dan")), http.StatusCreated)
	s.wait(time.Second)
	wantStatus(t, open(cleo), http.StatusCreated)
	open(cleo).refused(http.StatusTooManyRequests, "api.often")
}
