package online_test

import (
	"net/http"
	"strconv"
	"testing"
	"time"

	"plateau/internal/httpapi/online"
	"plateau/internal/httpapi/visit"
)

// wantRetry reads when to try again.
func (r reply) wantRetry() {
	r.Helper()
	if seconds, err := strconv.Atoi(r.header.Get("Retry-After")); err != nil || seconds < 1 {
		r.Errorf("try again after %q", r.header.Get("Retry-After"))
	}
}

func TestTalkIsLimited(t *testing.T) {
	s := newSite(t, func(c *online.Config) { c.Limits.Talk = visit.Rate{} })
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
		c.Limits.Player = visit.Rate{PerSecond: 1, AtOnce: 3}
		c.Limits.Address = visit.Rate{PerSecond: 1, AtOnce: 6}
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
		c.Limits.Streams, c.Limits.StreamsByAddress, c.Limits.StreamsByPlayer = 3, 2, 1
	})
	ann, ben := s.guest("Ann"), s.guest("Ben")
	first := ann.follow("/lobby/events", "")
	first.next("lobby")
	ann.get("/lobby/events").refused(http.StatusTooManyRequests, "stream.often")
	ben.follow("/lobby/events", "").next("lobby")
	r := (&client{site: s}).get("/lobby/events")
	r.refused(http.StatusTooManyRequests, "stream.often")
	r.wantRetry()
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
