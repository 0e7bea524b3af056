package online_test

import (
	"fmt"
	"net/http"
	"strings"
	"testing"
	"time"

	"plateau/internal/httpapi/online"
)

// someone is a player as the API shows them.
type someone struct {
	ID, Name   string
	Registered bool `json:"registered"`
	Since      int64
}

type meView struct {
	Player   someone
	Ratings  map[string]any
	Password bool
	Passkeys []struct{ ID, Label string }
	Tokens   []struct {
		ID, Label   string
		Since, Used int64
	}
}

func (c *client) me() meView {
	c.Helper()
	return read[meView](c.get("/me"), http.StatusOK)
}

// nobody is a client without a token.
func (s *site) nobody() *client { return &client{site: s} }

// cookieOf is the session cookie of an answer, or nil.
func (r reply) cookieOf() *http.Cookie {
	r.Helper()
	var session *http.Cookie
	for _, line := range r.header.Values("Set-Cookie") {
		cookie, err := http.ParseSetCookie(line)
		switch {
		case err != nil || !cookie.HttpOnly || cookie.SameSite != http.SameSiteLaxMode:
			r.Fatalf("%s: %v", line, err)
		case strings.TrimPrefix(cookie.Name, "__Host-") == "plateau_session" && session == nil:
			session = cookie
		case cookie.Name != "plateau_device":
			r.Fatalf("another cookie: %s", line)
		}
	}
	return session
}

// as is a client with the session from an answer.
func (s *site) as(r reply) *client {
	s.Helper()
	cookie := r.cookieOf()
	if cookie == nil || cookie.Value == "" {
		s.Fatalf("%d %s gave no session", r.status, r.body)
	}
	player := read[struct{ Player someone }](r, r.status).Player
	return &client{s, player.ID, cookie.Value}
}

// byCookie sends a request as a browser does.
func (c *client) byCookie(method, path, body string) reply {
	c.Helper()
	r := c.request(method, "/api/v1"+path, strings.NewReader(body))
	r.Header.Del("Authorization")
	r.Header.Set("Content-Type", "application/json")
	r.AddCookie(&http.Cookie{Name: "plateau_session", Value: c.token})
	return c.send(r)
}

func (c *client) wantGone() {
	c.Helper()
	c.get("/me").refused(http.StatusUnauthorized, "session.none")
}

// setPassword sets a player's password.
func (c *client) setPassword(password string) {
	c.Helper()
	read[struct{ Player someone }](c.call(http.MethodPut, "/me/password", fmt.Sprintf(`{"password":%q}`, password)), http.StatusOK)
}

func TestGuests(t *testing.T) {
	s := newSite(t, nil)
	answer := s.nobody().post("/guests", `{"name":"  Ann  Lee ","request":"r"}`)
	cookie := answer.cookieOf()
	if cookie == nil || !cookie.HttpOnly || cookie.Secure || cookie.SameSite != http.SameSiteLaxMode || cookie.Path != "/" || cookie.MaxAge != 400*24*3600 {
		t.Errorf("the cookie is %+v", cookie)
	}
	if strings.Contains(string(answer.body), "token") {
		t.Errorf("a browser got %s", answer.body)
	}
	ann := s.as(answer)
	if me := ann.me(); me.Player != (someone{ann.id, "Ann Lee", false, s.Now().UnixMilli()}) || me.Password || len(me.Passkeys)+len(me.Tokens)+len(me.Ratings) > 0 {
		t.Errorf("the guest is %+v", me)
	}
	// The cookie of a browser is renewed; a program has none.
	if renewed := ann.byCookie(http.MethodGet, "/me", "").cookieOf(); renewed == nil || renewed.Value != ann.token {
		t.Errorf("the cookie was renewed as %v", renewed)
	}
	if none := ann.get("/me").cookieOf(); none != nil {
		t.Errorf("a program was given the cookie %v", none)
	}
	robot := s.nobody().post("/guests", `{"name":"Robot","token":true}`)
	if robot.cookieOf() != nil {
		t.Error("a program was given a cookie")
	}
	token := read[struct{ Token string }](robot, http.StatusCreated).Token
	if me := (&client{s, "", token}).me(); me.Player.Name != "Robot" {
		t.Errorf("the program is %+v", me)
	}
	for body, code := range map[string]string{
		`{"name":""}`:       "name.missing",
		`{"name":"\u3164"}`: "name.letters",
		`{"name":"` + strings.Repeat("x", 25) + `"}`: "name.long",
		`{}`:         "api.fields",
		`{"name":1}`: "api.fields",
	} {
		s.nobody().post("/guests", body).refused(http.StatusUnprocessableEntity, code)
	}
	s.nobody().get("/me").refused(http.StatusUnauthorized, "session.none")
	for _, path := range []string{"/me", "/lobby", "/bots"} {
		(&client{s, "", "invented"}).get(path).refused(http.StatusUnauthorized, "session.none")
	}
}

func TestSecureCookies(t *testing.T) {
	s := newSite(t, func(c *online.Config) { c.Origins.Secure = func(*http.Request) bool { return true } })
	answer := s.nobody().post("/guests", `{"name":"Ann"}`)
	cookie := answer.cookieOf()
	if !cookie.Secure || cookie.Name != "__Host-plateau_session" || cookie.Path != "/" || cookie.Domain != "" {
		t.Errorf("over an encrypted connection the cookie is %v", cookie)
	}
	ann := s.as(answer)
	// Another host of the domain could have set the plain one.
	ann.byCookie(http.MethodGet, "/me", "").refused(http.StatusUnauthorized, "session.none")
	r := ann.request(http.MethodGet, "/api/v1/me", nil)
	r.Header.Del("Authorization")
	r.AddCookie(&http.Cookie{Name: "plateau_session", Value: "forged"})
	r.AddCookie(&http.Cookie{Name: cookie.Name, Value: cookie.Value})
	if got := ann.send(r); got.status != http.StatusOK || got.cookieOf() == nil || got.cookieOf().Name != cookie.Name {
		t.Errorf("the session was answered with %d %s", got.status, got.body)
	}
}

func TestAccounts(t *testing.T) {
	s := newSite(t, nil)
	ann, ben := s.guest("Ann"), s.guest("Ben")
	ann.setPassword("correct horse")
	if me := ann.me(); !me.Player.Registered || !me.Password {
		t.Errorf("the account is %+v", me)
	}
	s.nobody().post("/guests", `{"name":"ÄNN"}`).refused(http.StatusConflict, "name.taken")
	ben.call(http.MethodPatch, "/me", `{"name":"Аnn"}`).refused(http.StatusConflict, "name.taken")
	ben.call(http.MethodPatch, "/me", `{"name":""}`).refused(http.StatusUnprocessableEntity, "name.missing")
	ben.call(http.MethodPut, "/me/password", `{"password":"short"}`).refused(http.StatusUnprocessableEntity, "password.short")
	ben.call(http.MethodPut, "/me/password", `{"password":"`+strings.Repeat("x", 129)+`"}`).refused(http.StatusUnprocessableEntity, "password.long")

	elsewhere := s.as(s.nobody().post("/sessions", `{"name":"ANN","password":"correct horse"}`))
	if elsewhere.id != ann.id || elsewhere.token == ann.token {
		t.Errorf("signed in as %+v", elsewhere)
	}
	for _, body := range []string{`{"name":"Ann","password":"wrong"}`, `{"name":"Ben","password":"wrong"}`, `{"name":"nobody","password":"wrong"}`} {
		s.nobody().post("/sessions", body).refused(http.StatusForbidden, "password.wrong")
	}

	// Renaming keeps the id, and the names in old games.
	table := ann.begin(ben, quixo)
	if p := read[struct{ Player someone }](ann.call(http.MethodPatch, "/me", `{"name":"Anna"}`), http.StatusOK).Player; p.Name != "Anna" || p.ID != ann.id {
		t.Errorf("renamed to %+v", p)
	}
	if got := elsewhere.me().Player.Name; got != "Anna" {
		t.Errorf("elsewhere the name is %s", got)
	}
	if name := ben.table(table).Sitters[0].Name; name != "Ann" {
		t.Errorf("the old table shows %s", name)
	}
	if name := ben.table(ann.begin(ben, quixo)).Sitters[0].Name; name != "Anna" {
		t.Errorf("a new table shows %s", name)
	}

	ann.call(http.MethodPut, "/me/password", `{"password":"battery staple"}`).refused(http.StatusForbidden, "password.needed")
	ann.call(http.MethodPut, "/me/password", `{"password":"battery staple","current":"wrong"}`).refused(http.StatusForbidden, "password.wrong")
	elsewhere.me()
	read[struct{ Player someone }](ann.call(http.MethodPut, "/me/password", `{"password":"battery staple","current":"correct horse"}`), http.StatusOK)
	elsewhere.wantGone()
	ann.me()
}

func TestSigningInReplacesTheSession(t *testing.T) {
	s := newSite(t, nil)
	s.guest("Ann").setPassword("correct horse")
	guest := s.guest("Gil")
	ann := s.as(guest.byCookie(http.MethodPost, "/sessions", `{"name":"Ann","password":"correct horse"}`))
	guest.wantGone()

	other := s.as(s.nobody().post("/sessions", `{"name":"Ann","password":"correct horse"}`))
	out := ann.byCookie(http.MethodDelete, "/sessions/current", "")
	if cookie := out.cookieOf(); out.status != http.StatusNoContent || cookie == nil || cookie.MaxAge >= 0 || cookie.Value != "" {
		t.Errorf("signing out gave %d, %+v", out.status, cookie)
	}
	ann.wantGone()
	other.me()
	last := s.as(s.nobody().post("/sessions", `{"name":"Ann","password":"correct horse"}`))
	if status := last.call(http.MethodDelete, "/sessions", "").status; status != http.StatusNoContent {
		t.Errorf("signing out everywhere gave %d", status)
	}
	other.wantGone()
	last.wantGone()
}

func TestSignInsAreThrottled(t *testing.T) {
	s := newSite(t, nil)
	s.guest("Ann").setPassword("correct horse")
	for range 6 {
		s.nobody().post("/sessions", `{"name":"Ann","password":"wrong"}`).refused(http.StatusForbidden, "password.wrong")
	}
	answer := s.nobody().post("/sessions", `{"name":"Ann","password":"correct horse"}`)
	answer.refused(http.StatusTooManyRequests, "signin.slow")
	if after := answer.header.Get("Retry-After"); after != "1" {
		t.Errorf("the answer says to try again after %q", after)
	}
	s.wait(time.Second)
	s.as(s.nobody().post("/sessions", `{"name":"Ann","password":"correct horse"}`))
}

func TestTokens(t *testing.T) {
	s := newSite(t, nil)
	ann, ben := s.guest("Ann"), s.guest("Ben")
	made := read[struct{ ID, Token string }](ann.post("/me/tokens", `{"label":"my robot"}`), http.StatusCreated)
	robot := &client{s, ann.id, made.Token}
	answer := ann.get("/me")
	me := read[meView](answer, http.StatusOK)
	if len(me.Tokens) != 1 || me.Tokens[0].ID != made.ID || me.Tokens[0].Label != "my robot" || strings.Contains(string(answer.body), made.Token) {
		t.Errorf("the tokens are %s", answer.body)
	}
	// It may play, and nothing else.
	playOn(robot.begin(ben, quixo), 2, robot, ben)
	for _, c := range [][3]string{
		{http.MethodPatch, "/me", `{"name":"Anna"}`},
		{http.MethodPut, "/me/password", `{"password":"correct horse"}`},
		{http.MethodPost, "/me/tokens", `{}`},
		{http.MethodDelete, "/me/tokens/" + made.ID, ""},
		{http.MethodPost, "/me/passkeys/options", `{}`},
		{http.MethodPost, "/me/passkeys", `{"state":"x","credential":{}}`},
		{http.MethodDelete, "/me/passkeys/x", ""},
		{http.MethodPut, "/me/puzzles", `{"solved":{},"streak":{"day":"","length":0,"best":0},"row":{"at":0,"length":0,"best":0}}`},
		{http.MethodGet, "/me/export", ""},
		{http.MethodDelete, "/sessions", ""},
		{http.MethodDelete, "/me", ""},
	} {
		robot.call(c[0], c[1], c[2]).refused(http.StatusForbidden, "token.plays")
	}
	ann.post("/me/tokens", `{"label":"`+strings.Repeat("x", 41)+`"}`).refused(http.StatusUnprocessableEntity, "label.long")
	ann.post("/me/tokens", `{"label":"a\u202eb"}`).refused(http.StatusUnprocessableEntity, "label.letters")
	for range 19 {
		read[struct{ ID string }](ann.post("/me/tokens", `{"label":"x"}`), http.StatusCreated)
	}
	ann.post("/me/tokens", `{"label":"x"}`).refused(http.StatusConflict, "token.many")

	ben.call(http.MethodDelete, "/me/tokens/"+made.ID, "").refused(http.StatusNotFound, "token.unknown")
	robot.me()
	if status := ann.call(http.MethodDelete, "/me/tokens/"+made.ID, "").status; status != http.StatusNoContent {
		t.Errorf("removing a token gave %d", status)
	}
	robot.wantGone()
	ben.setPassword("battery staple")
	ben.post("/me/tokens", `{"label":"x"}`).refused(http.StatusForbidden, "password.needed")
	ben.post("/me/passkeys/options", `{}`).refused(http.StatusUnprocessableEntity, "passkey.host")
	ben.post("/me/tokens", `{"label":"x","password":"correct horse"}`).refused(http.StatusForbidden, "password.wrong")
	ann.call(http.MethodDelete, "/me/tokens/"+made.ID, "").refused(http.StatusNotFound, "token.unknown")
}
