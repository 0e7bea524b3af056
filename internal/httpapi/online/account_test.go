package online_test

import (
	"encoding/json"
	"fmt"
	"net/http"
	"strings"
	"testing"
	"time"

	"github.com/descope/virtualwebauthn"

	"plateau/internal/httpapi/online"
	"plateau/internal/play"
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
	(&client{s, "", "invented"}).get("/me").refused(http.StatusUnauthorized, "session.none")
}

func TestSecureCookies(t *testing.T) {
	s := newSite(t, func(c *online.Config) { c.Secure = func(*http.Request) bool { return true } })
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
	for range 5 {
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

// ceremony is the first half of a passkey ceremony.
type ceremony struct {
	Options json.RawMessage
	State   string
}

// newKey makes a random key. The library drops leading zero bytes of coordinates,
// which makes the key invalid, so such keys are skipped.
func newKey() virtualwebauthn.Credential {
	const fullLength = 77
	for {
		if key := virtualwebauthn.NewCredential(virtualwebauthn.KeyTypeEC2); len(key.Key.AttestationData()) == fullLength {
			return key
		}
	}
}

func TestPasskeysOverHTTP(t *testing.T) {
	s := newSite(t, func(c *online.Config) { c.URL = func(*http.Request) string { return "http://localhost:8080" } })
	ann, ben := s.guest("Ann"), s.guest("Ben")
	party := virtualwebauthn.RelyingParty{Name: "Plateau", ID: "localhost", Origin: "http://localhost:8080"}
	device, key := virtualwebauthn.NewAuthenticator(), newKey()

	create := func(c *client) string {
		t.Helper()
		begun := read[ceremony](c.post("/me/passkeys/options", `{"request":"r"}`), http.StatusOK)
		options, err := virtualwebauthn.ParseAttestationOptions(string(begun.Options))
		if err != nil {
			t.Fatal(err)
		}
		device.Options.UserHandle = []byte(options.UserID)
		return fmt.Sprintf(`{"state":%q,"label":"phone","credential":%s}`, begun.State,
			virtualwebauthn.CreateAttestationResponse(party, device, key, *options))
	}
	body := create(ann)
	ben.post("/me/passkeys", body).refused(http.StatusForbidden, "passkey.failed")
	ann.post("/me/passkeys", body).refused(http.StatusConflict, "passkey.late") // Ben has used it up.
	made := read[struct{ ID, Label string }](ann.post("/me/passkeys", create(ann)), http.StatusCreated)
	if me := ann.me(); !me.Player.Registered || me.Password || len(me.Passkeys) != 1 || me.Passkeys[0] != made || made.Label != "phone" {
		t.Errorf("with a passkey the account is %+v", me)
	}

	sign := func() string {
		t.Helper()
		begun := read[ceremony](s.nobody().post("/sessions/passkey/options", ""), http.StatusOK)
		options, err := virtualwebauthn.ParseAssertionOptions(string(begun.Options))
		if err != nil {
			t.Fatal(err)
		}
		key.Counter++
		return fmt.Sprintf(`{"state":%q,"credential":%s}`, begun.State, virtualwebauthn.CreateAssertionResponse(party, device, key, *options))
	}
	if signedIn := s.as(s.nobody().post("/sessions/passkey", sign())); signedIn.id != ann.id {
		t.Errorf("signed in as %+v", signedIn.me())
	}
	party.Origin = "http://evil.example"
	s.nobody().post("/sessions/passkey", sign()).refused(http.StatusForbidden, "passkey.failed")
	s.nobody().post("/sessions/passkey", `{"state":"x","credential":{}}`).refused(http.StatusConflict, "passkey.late")

	ben.call(http.MethodDelete, "/me/passkeys/"+made.ID, "").refused(http.StatusNotFound, "passkey.unknown")
	ann.call(http.MethodDelete, "/me/passkeys/"+made.ID, "").refused(http.StatusConflict, "passkey.last")
	party.Origin = "http://localhost:8080"
	prove := func() string {
		t.Helper()
		begun := read[ceremony](ann.post("/me/proof/options", ""), http.StatusOK)
		options, err := virtualwebauthn.ParseAssertionOptions(string(begun.Options))
		if err != nil {
			t.Fatal(err)
		}
		key.Counter++
		return fmt.Sprintf(`"passkey":{"state":%q,"credential":%s}`, begun.State, virtualwebauthn.CreateAssertionResponse(party, device, key, *options))
	}
	ben.post("/me/proof/options", "").refused(http.StatusNotFound, "passkey.unknown")
	ann.post("/me/tokens", `{"label":"x"}`).refused(http.StatusForbidden, "passkey.needed")
	ann.post("/me/recovery-codes", "").refused(http.StatusForbidden, "passkey.needed")
	ann.call(http.MethodDelete, "/me", "").refused(http.StatusForbidden, "passkey.needed")
	ann.call(http.MethodPut, "/me/password", `{"password":"correct horse"}`).refused(http.StatusForbidden, "passkey.needed")
	read[struct{ Token string }](ann.post("/me/tokens", `{"label":"x","days":30,`+prove()+`}`), http.StatusCreated)
	codes := read[struct{ Codes []string }](ann.post("/me/recovery-codes", `{`+prove()+`}`), http.StatusCreated).Codes
	recovered := s.as(s.nobody().post("/sessions/recovery", fmt.Sprintf(`{"name":"ann","code":%q,"password":"correct horse"}`, codes[0])))
	if recovered.id != ann.id {
		t.Errorf("recovered %+v", recovered.me())
	}
	s.nobody().post("/sessions/recovery", fmt.Sprintf(`{"name":"ann","code":%q,"password":"correct horse"}`, codes[0])).
		refused(http.StatusForbidden, "recovery.wrong")
	ann = recovered
	ann.post("/me/passkeys/options", "").refused(http.StatusForbidden, "password.needed")
	if status := ann.post("/me/passkeys/options", `{"password":"correct horse"}`).status; status != http.StatusOK {
		t.Errorf("beginning with a password gave %d", status)
	}
	if status := ann.call(http.MethodDelete, "/me/passkeys/"+made.ID, "").status; status != http.StatusNoContent {
		t.Errorf("removing a passkey gave %d", status)
	}
}

func TestPasskeysNeedAName(t *testing.T) {
	s := newSite(t, nil) // Its address is a number.
	s.nobody().post("/sessions/passkey/options", "").refused(http.StatusUnprocessableEntity, "passkey.host")
	s.guest("Ann").post("/me/passkeys/options", "").refused(http.StatusUnprocessableEntity, "passkey.host")
}

// exportedTable has the fields of an exported table that the tests check.
type exportedTable struct {
	ID, Phase, Result, Record string
	Said                      []struct{ Channel, Text string }
}

func TestExport(t *testing.T) {
	s := newSite(t, nil)
	ann, ben := s.guest("Ann"), s.guest("Ben")
	ann.setPassword("correct horse")
	ben.setPassword("battery staple")
	token := read[struct{ Token string }](ann.post("/me/tokens", `{"label":"robot","password":"correct horse"}`), http.StatusCreated).Token
	table := ann.begin(ben, quixo+`,"rated":true`)
	ann.do(table, "say", `{"channel":"table","text":"Grüße \"<b>\""}`)
	ben.do(table, "say", `{"channel":"table","text":"a secret of Ben"}`)
	playOn(table, 4, ann, ben)
	ben.do(table, "resign", "")
	ann.open(quixo)
	// Others play at a table where Ann has chatted and left.
	left := ben.open(`"game":"quixo4p","chat":true`)
	ann.do(left, "sit", "")
	ann.do(left, "say", `{"channel":"table","text":"I have to go"}`)
	ann.do(left, "leave", "")
	for _, name := range []string{"Cleo", "Dan", "Eve"} {
		s.guest(name).do(left, "sit", "")
	}

	answer := ann.get("/me/export")
	if disposition := answer.header.Get("Content-Disposition"); !strings.HasPrefix(disposition, "attachment;") {
		t.Errorf("the export is %q", disposition)
	}
	got := read[struct {
		Player  struct{ ID, Name string }
		Account struct {
			Password         bool
			Sessions, Tokens []struct{ ID, Label string }
			Passkeys         []any
		}
		Ratings map[string]struct{ Games int }
		Tables  []exportedTable
	}](answer, http.StatusOK)
	if got.Player.ID != ann.id || !got.Account.Password || len(got.Account.Sessions) != 1 || len(got.Account.Tokens) != 1 || got.Ratings["quixo"].Games != 1 {
		t.Errorf("the export is %s", answer.body)
	}
	if len(got.Tables) != 3 {
		t.Fatalf("there are %d tables", len(got.Tables))
	}
	for _, exported := range got.Tables {
		if exported.ID == left && (exported.Phase != "" || exported.Record != "" || len(exported.Said) != 1) {
			t.Errorf("the table of others is %+v", exported)
		}
		if exported.ID != table {
			continue
		}
		if len(exported.Said) != 1 || exported.Said[0].Text != `Grüße "<b>"` || !strings.Contains(exported.Record, "Ben") || exported.Phase != "over" {
			t.Errorf("the table is %+v", exported)
		}
	}
	account, err := s.store.Account(t.Context(), play.PlayerID(ann.id))
	if err != nil {
		t.Fatal(err)
	}
	hash := account.Password[strings.LastIndex(account.Password, "$")+1:]
	for _, secret := range []string{"argon2", hash, ann.token, token, "a secret of Ben"} {
		if strings.Contains(string(answer.body), secret) || strings.Contains(s.log.String(), secret) {
			t.Errorf("the export or the log has %q", secret)
		}
	}
}

// A player is deleted in the middle of games.
func TestDeletion(t *testing.T) {
	s := newSite(t, nil)
	ann, ben := s.guest("Ann"), s.guest("Ben")
	ann.setPassword("correct horse")
	ben.setPassword("battery staple")
	robot := &client{s, ann.id, read[struct{ Token string }](ann.post("/me/tokens", `{"password":"correct horse"}`), http.StatusCreated).Token}
	ann.call(http.MethodPut, "/me/puzzles", `{"solved":{"quixo":["aaaaaa"]},"streak":{"day":"2026-11-15","length":1,"best":1},"row":{"at":1,"length":1,"best":1}}`)
	over := ann.begin(ben, quixo+`,"rated":true,"listed":true`)
	ann.do(over, "say", `{"channel":"table","text":"I am Ann","request":"r1"}`)
	playOn(over, 4, ann, ben)
	ben.do(over, "resign", "")
	running := ann.begin(ben, quixo)
	playOn(running, 3, ann, ben)
	open := ann.open(quixo + `,"listed":true`)
	seated := ben.open(`"game":"quixo4p","listed":true,"chat":true`)
	ann.do(seated, "sit", "")
	stream := ben.follow("/tables/"+running+"/events", "")
	stream.next("table")

	ann.call(http.MethodDelete, "/me", "").refused(http.StatusForbidden, "password.needed")
	ann.call(http.MethodDelete, "/me", `{"password":"wrong"}`).refused(http.StatusForbidden, "password.wrong")
	before := ben.me()
	answer := ann.call(http.MethodDelete, "/me", `{"password":"correct horse"}`)
	if answer.status != http.StatusNoContent || answer.cookieOf().MaxAge >= 0 {
		t.Errorf("deletion gave %d %s", answer.status, answer.body)
	}
	ann.wantGone()
	robot.wantGone()
	if p, err := s.store.Puzzles(t.Context(), play.PlayerID(ann.id)); err != nil || p.Count() != 0 || p.Streak.Best != 0 {
		t.Errorf("the puzzles of the deleted player are %+v, %v", p, err)
	}
	s.nobody().post("/sessions", `{"name":"Ann","password":"correct horse"}`).refused(http.StatusForbidden, "password.wrong")

	if got := ben.table(running); got.Phase != "over" || got.Reason != "resignation" || got.Result != "0-1" {
		t.Errorf("the running game is %+v", got)
	}
	if got := ben.table(seated); got.Phase != "open" || got.Sitters[1].Player != "" {
		t.Errorf("the table that she sat at is %+v", got)
	}
	for _, id := range []string{over, running} {
		if got := ben.table(id); string(got.Sitters[0].Player) != ann.id || got.Sitters[0].Name != "" || got.Sitters[1].Name != "Ben" {
			t.Errorf("%s has %+v", id, got.Sitters)
		}
	}
	if got := s.nobody().get("/tables/" + open); got.status == http.StatusOK && !strings.Contains(string(got.body), `"phase":"over"`) {
		t.Errorf("her open table is %s", got.body)
	}
	if after := ben.me(); fmt.Sprint(after.Ratings) != fmt.Sprint(before.Ratings) {
		t.Errorf("Ben's ratings went from %v to %v", before.Ratings, after.Ratings)
	}
	if p := read[struct {
		Player  someone
		Ratings map[string]any
	}](s.nobody().get("/players/"+ann.id), http.StatusOK); p.Player.Name != "" || p.Player.Registered || len(p.Ratings) > 0 {
		t.Errorf("she is %+v", p)
	}
	for _, path := range []string{"/lobby", "/games", "/leaderboard/quixo", "/tables/" + over, "/tables/" + running, "/tables/" + over + "/record"} {
		if body := string(ben.get(path).body); strings.Contains(body, "Ann") {
			t.Errorf("%s has %s", path, body)
		}
	}
	late := dataOf[tableNews](ben.follow("/tables/"+over+"/events", ""), "table")
	text, err := json.Marshal(late)
	if err != nil || strings.Contains(string(text), "Ann") || !strings.Contains(string(text), "said") {
		t.Errorf("viewers of the game get %s", text)
	}
	s.nobody().post("/guests", `{"name":"Ann"}`).refused(http.StatusConflict, "name.taken") // It is held for a year.
}

// Guests have no password and need none to be deleted.
func TestGuestsAreDeleted(t *testing.T) {
	s := newSite(t, nil)
	ann := s.guest("Ann")
	if status := ann.byCookie(http.MethodDelete, "/me", "{}").status; status != http.StatusNoContent {
		t.Errorf("deletion gave %d", status)
	}
	ann.wantGone()
}
