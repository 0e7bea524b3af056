package online_test

import (
	"net/http"
	"strconv"
	"testing"
	"time"

	"plateau/internal/httpapi/online"
)

// wantRetry reads when to try again.
func (r reply) wantRetry() {
	r.Helper()
	if seconds, err := strconv.Atoi(r.header.Get("Retry-After")); err != nil || seconds < 1 {
		r.Errorf("try again after %q", r.header.Get("Retry-After"))
	}
}

func TestChatIsLimited(t *testing.T) {
	s := newSite(t, func(c *online.Config) { c.Limits.Chat = online.Rate{} })
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
}

func TestRequestsAreLimited(t *testing.T) {
	s := newSite(t, func(c *online.Config) {
		c.Limits.Player = online.Rate{PerSecond: 1, AtOnce: 3}
		c.Limits.Address = online.Rate{PerSecond: 1, AtOnce: 2}
	})
	ann, nobody := s.guest("Ann"), &client{site: s}
	for range 3 {
		ann.get("/me/tables")
	}
	r := ann.get("/me/tables")
	r.refused(http.StatusTooManyRequests, "api.often")
	r.wantRetry()
	nobody.get("/server")
	nobody.get("/server")
	r = nobody.get("/server")
	r.refused(http.StatusTooManyRequests, "api.often")
	r.wantRetry()
	s.wait(time.Second)
	nobody.get("/server")
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
	ben.send(elsewhere()).refused(http.StatusServiceUnavailable, "stream.full")
}

// A whole class can start at once, but nobody can open tables or set passwords
// without end.
func TestRareRequestsAreLimited(t *testing.T) {
	s := newSite(t, func(c *online.Config) {
		l := &c.Limits
		l.NewGuests, l.Tables, l.Passwords, l.Passkeys = online.Rate{}, online.Rate{}, online.Rate{}, online.Rate{}
	})
	ann, nobody := s.guest("Ann"), s.nobody()
	for _, c := range []struct {
		client             *client
		free               int
		wait               time.Duration
		method, path, body string
	}{
		{nobody, 60, 5 * time.Second, http.MethodPost, "/guests", `{"name":"Ben"}`},
		{ann, 20, 3 * time.Second, http.MethodPost, "/tables", `{"terms":{"game":"quixo"},"chairs":[{"me":true},{}]}`},
		{ann, 5, 20 * time.Second, http.MethodPut, "/me/password", `{"password":"short"}`},
		{nobody, 60, time.Second, http.MethodPost, "/sessions/passkey/options", ""},
	} {
		for range c.free {
			if r := c.client.call(c.method, c.path, c.body); r.status == http.StatusTooManyRequests {
				t.Fatalf("%s: %s", c.path, r.body)
			}
		}
		r := c.client.call(c.method, c.path, c.body)
		r.refused(http.StatusTooManyRequests, "api.often")
		r.wantRetry()
		s.wait(c.wait)
		if r := c.client.call(c.method, c.path, c.body); r.status == http.StatusTooManyRequests {
			t.Errorf("%s, after a while: %s", c.path, r.body)
		}
	}
}

// A player at a table is not refused because of what others at the address do, be
// they anonymous, guests or registered, nor because of what their own pages ask for.
func TestSeatedPlayersHaveTheirOwnBudget(t *testing.T) {
	s := newSite(t, func(c *online.Config) {
		l := &c.Limits
		once := online.Rate{PerSecond: 1, AtOnce: 12}
		l.Address, l.Guests, l.Accounts, l.Player = once, once, once, once
		l.Seated = online.Rate{PerSecond: 1, AtOnce: 20}
		l.Streams, l.StreamsByAddress = 20, 1
	})
	ann, ben, eve := s.guest("Ann"), s.registered("Ben"), s.guest("Eve")
	id := ann.begin(ben, `"game":"quixo","spectators":true`)
	for _, flood := range []*client{s.nobody(), eve, s.registered("Mallory")} {
		for range 20 {
			flood.get("/games")
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
	for range 20 {
		ann.get("/tables/" + id)
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
	s := newSite(t, func(c *online.Config) { c.Limits.Player = online.Rate{PerSecond: 1, AtOnce: 25} })
	for _, path := range []string{"/games/records", "/me/export"} {
		ann := s.guest("Ann")
		if r := ann.get(path); r.status != http.StatusOK {
			t.Fatalf("%s: %s", path, r.body)
		}
		ann.get(path).refused(http.StatusTooManyRequests, "api.often")
		ann.get("/lobby")
		ann.get("/lobby").refused(http.StatusTooManyRequests, "api.often")
		ann.get("/me")
	}
}
