package online_test

import (
	"net/http"
	"slices"
	"strings"
	"testing"
	"time"
)

// page is a list of games or tables.
type page struct {
	Games, Tables []struct{ ID string }
	Next          string
}

// all reads a whole list, page by page.
func (c *client) all(path string) []string {
	c.Helper()
	ids := []string{}
	for next := ""; ; {
		p := read[page](c.get(path+"&limit=2&cursor="+next), http.StatusOK)
		for _, g := range append(p.Games, p.Tables...) {
			ids = append(ids, g.ID)
		}
		if next = p.Next; next == "" {
			return ids
		}
	}
}

// Everybody sees public games, and players all of their own.
func TestHistory(t *testing.T) {
	s := newSite(t, nil)
	ann, ben, cleo, nobody := s.registered("Ann"), s.registered("Ben"), s.guest("Cleo"), &client{site: s}
	finished := func(terms string) string {
		t.Helper()
		id := ann.begin(ben, terms)
		playOn(id, 2, ann, ben)
		ann.do(id, "resign", "")
		s.wait(time.Second)
		return id
	}
	private := finished(`"game":"quixo","spectators":true`)
	listed := finished(`"game":"quixo","spectators":true,"listed":true`)
	rated := finished(`"game":"pivot","spectators":true,"rated":true`)
	closed := finished(`"game":"quixo","listed":true,"rated":true`)
	third := finished(`"game":"quixo","spectators":true,"listed":true`)
	aborted := ann.begin(ben, `"game":"quixo","spectators":true,"listed":true`)
	ann.do(aborted, "abort", "")
	running := ann.begin(ben, `"game":"quixo","spectators":true,"listed":true`)
	for _, c := range []struct {
		by   *client
		path string
		want []string
	}{
		{nobody, "/games?", []string{third, rated, listed}},
		{cleo, "/games?game=quixo", []string{third, listed}},
		{nobody, "/games?player=" + ann.id, []string{third, rated, listed}},
		{ben, "/games?player=" + ann.id, []string{third, rated, listed}},
		{ann, "/games?", []string{third, rated, listed}},
		{ann, "/games?player=" + ann.id, []string{third, closed, rated, listed, private}},
		{ben, "/games?game=quixo&player=" + ben.id, []string{third, closed, listed, private}},
		{cleo, "/games?player=" + cleo.id, []string{}},
		{ann, "/me/tables?phase=running", []string{running}},
		{ann, "/me/tables?phase=over", []string{aborted, third, closed, rated, listed, private}},
		{cleo, "/me/tables?", []string{}},
	} {
		if got := c.by.all(c.path); !slices.Equal(got, c.want) {
			t.Errorf("%s: got %v, want %v", c.path, got, c.want)
		}
	}
	records := nobody.get("/games/records?player=" + ann.id)
	if n := strings.Count(string(records.body), "Ann"); n != 3 {
		t.Errorf("%d records:\n%s", n, records.body)
	}
	if n := strings.Count(string(ann.get("/games/records?player="+ann.id).body), "Ann"); n != 5 {
		t.Errorf("%d own records", n)
	}
	for _, cursor := range []string{"x", "!!", "bm8gbnVtYmVy"} {
		nobody.get("/games?cursor="+cursor).refused(http.StatusUnprocessableEntity, "api.cursor")
	}
	nobody.get("/games?limit=1000").refused(http.StatusUnprocessableEntity, "api.fields")
	nobody.get("/games?colour=red").refused(http.StatusUnprocessableEntity, "api.fields")
}

func TestQR(t *testing.T) {
	s := newSite(t, nil)
	nobody := &client{site: s}
	picture := nobody.get("/qr?text=http://localhost/%23/table/abc")
	if kind := picture.header.Get("Content-Type"); kind != "image/svg+xml" || !strings.Contains(string(picture.body), "<svg") {
		t.Errorf("%s %s", kind, picture.body)
	}
	nobody.get("/qr?text="+strings.Repeat("a", 301)).refused(http.StatusUnprocessableEntity, "api.fields")
	nobody.get("/qr?text="+strings.Repeat("%C3%BC", 200)).refused(http.StatusUnprocessableEntity, "qr.long")
	nobody.get("/qr").refused(http.StatusUnprocessableEntity, "api.fields")
}

// Pages of other sites can neither act nor be present.
func TestOtherOrigin(t *testing.T) {
	s := newSite(t, nil)
	ann, ben := s.guest("Ann"), s.guest("Ben")
	id := ann.begin(ben, quixo)
	for _, c := range []struct{ method, path string }{
		{http.MethodPost, "/tables/" + id + "/resign"},
		{http.MethodGet, "/tables/" + id + "/events"},
		{http.MethodGet, "/pairing/events?game=quixo"},
	} {
		r := ann.request(c.method, "/api/v1"+c.path, nil)
		r.Header.Set("Sec-Fetch-Site", "cross-site")
		r.Header.Set("Origin", "https://elsewhere.example")
		ann.send(r).refused(http.StatusForbidden, "api.origin")
	}
	if got := ann.table(id); got.Phase != "running" {
		t.Errorf("the table is %s", got.Phase)
	}
}

// Following a link makes nobody present at a table or part of a queue.
func TestStreamsAreForPages(t *testing.T) {
	s := newSite(t, nil)
	ann, ben := s.guest("Ann"), s.guest("Ben")
	id := ann.begin(ben, quixo)
	for _, path := range []string{"/tables/" + id + "/events", "/pairing/events?game=quixo", "/me/events", "/lobby/events"} {
		for _, c := range [][2]string{{"same-site", "cors"}, {"cross-site", "navigate"}, {"same-origin", "navigate"}, {"none", "navigate"}} {
			r := ann.request(http.MethodGet, "/api/v1"+path, nil)
			r.Header.Set("Sec-Fetch-Site", c[0])
			r.Header.Set("Sec-Fetch-Mode", c[1])
			ann.send(r).refused(http.StatusForbidden, "api.origin")
		}
		head := ann.send(ann.request(http.MethodHead, "/api/v1"+path, nil))
		if head.status != http.StatusMethodNotAllowed || head.header.Get("Allow") != http.MethodGet {
			t.Errorf("HEAD %s: %d, allowed %q", path, head.status, head.header.Get("Allow"))
		}
	}
	r := ann.request(http.MethodGet, "/api/v1/tables/"+id, nil)
	r.Header.Set("Sec-Fetch-Site", "cross-site")
	r.Header.Set("Sec-Fetch-Mode", "navigate")
	if got := ann.send(r).status; got != http.StatusOK {
		t.Errorf("following a link to a table gave %d", got)
	}
}

// Unknown paths and methods are refused.
func TestUnknownPaths(t *testing.T) {
	s := newSite(t, nil)
	ann := s.guest("Ann")
	for _, path := range []string{"/api/v1/nothing", "/api/v1", "/api/v1/tables/", "/api/v2/server", "/elsewhere"} {
		ann.send(ann.request(http.MethodGet, path, nil)).refused(http.StatusNotFound, "api.path")
	}
	r := ann.send(ann.request(http.MethodPut, "/api/v1/tables", nil))
	r.refused(http.StatusMethodNotAllowed, "api.method")
	if allow := r.header.Get("Allow"); allow != http.MethodPost {
		t.Errorf("allowed is %q", allow)
	}
	typed := ann.request(http.MethodPost, "/api/v1/tables", strings.NewReader("terms: quixo"))
	typed.Header.Set("Content-Type", "application/yaml")
	ann.send(typed).refused(http.StatusUnsupportedMediaType, "api.type")
}

// A browser is recognised by its cookie.
func TestCookie(t *testing.T) {
	s := newSite(t, nil)
	nobody := &client{site: s}
	r := nobody.post("/guests", `{"name":"Ann"}`)
	cookie, err := http.ParseSetCookie(r.header.Get("Set-Cookie"))
	if err != nil {
		t.Fatal(err)
	}
	if cookie.Name != "plateau_session" || !cookie.HttpOnly || cookie.SameSite != http.SameSiteLaxMode || cookie.Path != "/" || cookie.Secure {
		t.Errorf("the cookie is %s", cookie)
	}
	request := nobody.request(http.MethodGet, "/api/v1/me/tables", nil)
	request.AddCookie(cookie)
	if got := nobody.send(request); got.status != http.StatusOK {
		t.Errorf("%d %s", got.status, got.body)
	}
	if strings.Contains(string(r.body), cookie.Value) {
		t.Error("the token is in the body, where scripts can read it")
	}
}
