package online_test

import (
	"fmt"
	"net/http"
	"net/http/httptest"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"plateau/internal/accounts"
	"plateau/internal/httpapi/route"
	"plateau/internal/play"
)

// administrator is Ann, a registered player who was made an administrator.
func (s *site) administrator() *client {
	s.Helper()
	c := s.registered("Ann")
	if err := s.accounts.SetAdministrator(s.Context(), play.PlayerID(c.id), true, ""); err != nil {
		s.Fatal(err)
	}
	return c
}

// actions are those in the audit log, the last first.
func (c *client) actions() string {
	c.Helper()
	log := read[struct{ Entries []struct{ Action string } }](c.get("/admin/audit"), http.StatusOK)
	var list []string
	for _, e := range log.Entries {
		list = append(list, e.Action)
	}
	return strings.Join(list, "; ")
}

// Only administrators with a session may do anything, and nobody learns anything
// from a refusal.
func TestWhoAdministers(t *testing.T) {
	s := newSite(t, nil)
	ann, ben := s.administrator(), s.registered("Ben")
	robot := &client{s, ann.id, ""}
	_, token, err := s.accounts.AddToken(t.Context(), play.PlayerID(ann.id), accounts.NewToken{})
	if err != nil {
		t.Fatal(err)
	}
	robot.token = string(token)
	for template, operations := range s.doc.paths {
		path, ok := strings.CutPrefix(template, "/api/v1")
		if !ok || !strings.HasPrefix(path, "/admin/") {
			continue
		}
		path = strings.NewReplacer("{id}", ann.id, "{seq}", "1", "{table}", "t").Replace(path)
		for method := range operations {
			body := map[string]string{
				"put /admin/announcement":                      `{"text":"x"}`,
				"put /admin/maintenance":                       "{}",
				"put /admin/players/" + ann.id + "/bar":        "{}",
				"put /admin/reports/1/closing":                 "{}",
				"put /admin/players/" + ann.id + "/suspension": "{}",
				"patch /admin/players/" + ann.id:               `{"name":"x"}`,
			}[method+" "+path]
			method = strings.ToUpper(method)
			(&client{site: s}).call(method, path, body).refused(http.StatusUnauthorized, "session.none")
			ben.call(method, path, body).refused(http.StatusForbidden, "admin.only")
			robot.call(method, path, body).refused(http.StatusForbidden, "token.plays")
		}
	}
	if got := ann.actions(); got != "" {
		t.Errorf("the log has %q", got)
	}
	if err := s.accounts.SetAdministrator(t.Context(), play.PlayerID(ann.id), false, ""); err != nil {
		t.Fatal(err)
	}
	ann.get("/admin/players").refused(http.StatusForbidden, "admin.only")
}

// An administrator finds players, and changes, suspends and deletes them.
func TestAdministratorsAgainstEachOther(t *testing.T) {
	s := newSite(t, nil)
	for round := range 4 {
		for _, do := range []struct{ method, path, body string }{
			{http.MethodDelete, "/administrator", ""}, {http.MethodDelete, "", ""}, {http.MethodPut, "/suspension", `{}`},
		} {
			name := fmt.Sprint(len(do.path), " ", round)
			both := []*client{s.registered("Xaver " + name), s.registered("Yves " + name)}
			for _, c := range both {
				if err := s.accounts.SetAdministrator(t.Context(), play.PlayerID(c.id), true, ""); err != nil {
					t.Fatal(err)
				}
			}
			var all sync.WaitGroup
			var done atomic.Int32
			for i, c := range both {
				all.Go(func() {
					if c.call(do.method, "/admin/players/"+both[1-i].id+do.path, do.body).status == http.StatusNoContent {
						done.Add(1)
					}
				})
			}
			all.Wait()
			if done.Load() != 1 {
				t.Errorf("%s %s: %d succeeded", do.method, do.path, done.Load())
			}
		}
	}
}

func TestAdministeredPlayers(t *testing.T) {
	s := newSite(t, nil)
	ann, ben, eve := s.administrator(), s.guest("Ben"), s.guest("Eve")
	found := read[struct{ Players []struct{ ID, Name string } }](ann.get("/admin/players?text=be"), http.StatusOK)
	if len(found.Players) != 1 || found.Players[0].ID != ben.id {
		t.Errorf("found %+v", found)
	}
	first := read[struct {
		Players []struct{ ID string }
		Next    string
	}](ann.get("/admin/players?limit=2"), http.StatusOK)
	rest := read[struct{ Players []struct{ ID string } }](ann.get("/admin/players?limit=2&cursor="+first.Next), http.StatusOK)
	if len(first.Players) != 2 || len(rest.Players) != 1 {
		t.Errorf("the pages are %+v and %+v", first, rest)
	}
	renamed := read[struct{ Name string }](ann.call(http.MethodPatch, "/admin/players/"+ben.id, `{"name":"Bob"}`), http.StatusOK)
	if renamed.Name != "Bob" || read[struct{ Player struct{ Name string } }](ben.get("/me"), http.StatusOK).Player.Name != "Bob" {
		t.Errorf("Ben is called %+v", renamed)
	}
	ann.call(http.MethodPatch, "/admin/players/nobody", `{"name":"Bob"}`).refused(http.StatusNotFound, "player.unknown")
	ann.call(http.MethodPut, "/admin/players/"+ben.id+"/administrator", "").refused(http.StatusForbidden, "admin.guest")
	ann.call(http.MethodDelete, "/admin/players/"+ann.id, "").refused(http.StatusForbidden, "admin.self")

	// A suspended player loses the running game, and may only take their data.
	table := eve.begin(ben, quixo)
	until := s.Now().Add(time.Hour)
	ann.call(http.MethodPut, "/admin/players/"+eve.id+"/suspension", fmt.Sprintf(`{"until":%d,"reason":"insults"}`, until.UnixMilli()))
	if over := ben.table(table); over.Phase != "over" || over.Reason != "resignation" {
		t.Errorf("the game of a suspended player is %s, %s", over.Phase, over.Reason)
	}
	eve.post("/tables", `{"terms":{"game":"quixo"},"chairs":[{"me":true},{}]}`).refused(http.StatusForbidden, "account.suspendeduntil")
	if got := eve.get("/pairing/events?game=quixo"); got.status != http.StatusForbidden {
		t.Errorf("a suspended player may look for an opponent: %d", got.status)
	}
	read[struct{}](eve.get("/me"), http.StatusOK)
	read[struct{}](eve.get("/me/export"), http.StatusOK)
	s.wait(time.Hour)
	eve.open(quixo)
	ann.call(http.MethodPut, "/admin/players/"+eve.id+"/suspension", "{}")
	eve.post("/tables", `{"terms":{"game":"quixo"},"chairs":[{"me":true},{}]}`).refused(http.StatusForbidden, "account.suspended")
	ann.call(http.MethodDelete, "/admin/players/"+eve.id+"/suspension", "")
	eve.open(quixo)

	ann.call(http.MethodDelete, "/admin/players/"+eve.id, "")
	eve.get("/me").refused(http.StatusUnauthorized, "session.none")
	if got, want := ann.actions(), "delete; reinstate; "+strings.Repeat("suspend; ", 2)+"rename"; got != want {
		t.Errorf("the log has %q, want %q", got, want)
	}
	if log := ann.get("/admin/audit"); strings.Contains(string(log.body), "insults") || !strings.Contains(string(log.body), "Ben → Bob") {
		t.Errorf("the log of a deleted player is %s", log.body)
	}
}

// An administrator helps somebody to sign in.
func TestAdministeredSignIn(t *testing.T) {
	s := newSite(t, nil)
	ann, ben := s.administrator(), s.registered("Ben")
	link := read[struct{ Link string }](ann.post("/admin/players/"+ben.id+"/link", ""), http.StatusOK).Link
	token, ok := strings.CutPrefix(link, "http://local/#/enter/")
	if !ok {
		t.Fatalf("the link is %s", link)
	}
	nobody := &client{site: s}
	enters := nobody.post("/sessions/link", fmt.Sprintf(`{"token":%q}`, token))
	if got := read[struct{ Player struct{ ID string } }](enters, http.StatusOK); got.Player.ID != ben.id || !strings.Contains(enters.header.Get("Set-Cookie"), "plateau_session=") {
		t.Errorf("the link signs %+v in", got)
	}
	nobody.post("/sessions/link", fmt.Sprintf(`{"token":%q}`, token)).refused(http.StatusForbidden, "link.unknown")

	link = read[struct{ Link string }](ann.post("/admin/players/"+ben.id+"/link", ""), http.StatusOK).Link
	made := read[struct{ Password string }](ann.post("/admin/players/"+ben.id+"/password", ""), http.StatusOK)
	ben.get("/me").refused(http.StatusUnauthorized, "session.none")
	_, token, _ = strings.Cut(link, "/#/enter/")
	nobody.post("/sessions/link", fmt.Sprintf(`{"token":%q}`, token)).refused(http.StatusForbidden, "link.unknown")
	read[struct{}](nobody.post("/sessions", fmt.Sprintf(`{"name":"Ben","password":%q}`, made.Password)), http.StatusOK)

	read[struct{ Sessions int }](ann.call(http.MethodDelete, "/admin/sessions", ""), http.StatusOK)
	ann.get("/me").refused(http.StatusUnauthorized, "session.none")
}

// A table is closed and a message deleted for everybody, also for those who watch.
func TestAdministeredTables(t *testing.T) {
	s := newSite(t, nil)
	ann, ben, eve := s.administrator(), s.guest("Ben"), s.guest("Eve")
	table := ben.begin(eve, quixo+`,"chat":true`)
	seq := eve.do(table, "say", `{"channel":"table","text":"something bad"}`)
	listed := read[struct{ Tables []struct{ ID string } }](ann.get("/admin/tables?phase=running&player="+eve.id+"&text="+table[:6]), http.StatusOK)
	if len(listed.Tables) != 1 || listed.Tables[0].ID != table {
		t.Errorf("the tables are %+v", listed)
	}
	if got := ann.get("/admin/tables/" + table); !strings.Contains(string(got.body), "something bad") {
		t.Errorf("the table is %s", got.body)
	}
	path := fmt.Sprintf("/admin/tables/%s/messages/%d", table, seq)
	read[struct{}](reply{t, ann.call(http.MethodDelete, path, "").status, nil, []byte("{}")}, http.StatusNoContent)
	ann.call(http.MethodDelete, path, "").refused(http.StatusNotFound, "message.unknown")
	ann.call(http.MethodDelete, fmt.Sprintf("/admin/tables/%s/messages/1", table), "").refused(http.StatusNotFound, "message.unknown")
	for _, get := range []string{"/admin/tables/" + table, "/me/export"} {
		who := ann
		if get == "/me/export" {
			who = eve
		}
		if got := who.get(get); strings.Contains(string(got.body), "something bad") {
			t.Errorf("%s still has the message", get)
		}
	}
	ann.call(http.MethodDelete, "/admin/tables/"+table, "")
	if got := ben.table(table); got.Phase != "over" || got.Result != "*" || got.Reason != "dissolved" {
		t.Errorf("the table is %+v", got)
	}
	ann.call(http.MethodDelete, "/admin/tables/"+table, "").refused(http.StatusConflict, "game.over")
	ann.call(http.MethodDelete, "/admin/tables/none", "").refused(http.StatusNotFound, "table.unknown")
}

// Everybody gets the announcement until it ends.
func TestAnnouncement(t *testing.T) {
	s := newSite(t, nil)
	ann := s.administrator()
	said := func() string {
		return read[struct{ Announcement string }]((&client{site: s}).get("/server"), http.StatusOK).Announcement
	}
	ann.call(http.MethodPut, "/admin/announcement", `{"text":" Closed  on Sunday "}`)
	if got := said(); got != "Closed on Sunday" {
		t.Errorf("everybody reads %q", got)
	}
	s.wait(8 * 24 * time.Hour)
	if got := said(); got != "" {
		t.Errorf("after a week everybody reads %q", got)
	}
	long := strings.Repeat("x", 501)
	ann.call(http.MethodPut, "/admin/announcement", fmt.Sprintf(`{"text":%q}`, long)).refused(http.StatusUnprocessableEntity, "announcement.long")
	ann.call(http.MethodPut, "/admin/announcement", `{"text":"x","until":1}`).refused(http.StatusUnprocessableEntity, "admin.time")
}

// The operator needs no session, and is nobody at a table.
func TestOperator(t *testing.T) {
	s := newSite(t, nil)
	ben := s.guest("Ben")
	handler := route.ForOperator(s.handler)
	ask := func(method, path, body string) *httptest.ResponseRecorder {
		w := httptest.NewRecorder()
		r := httptest.NewRequestWithContext(t.Context(), method, "/api/v1"+path, strings.NewReader(body))
		r.Header.Set("Content-Type", "application/json")
		handler.ServeHTTP(w, r)
		return w
	}
	if got := ask(http.MethodPost, "/admin/players/"+ben.id+"/link", ""); got.Code != http.StatusOK || !strings.Contains(got.Body.String(), "http://local/#/enter/") {
		t.Errorf("a link: %d %s", got.Code, got.Body)
	}
	if got := ask(http.MethodPost, "/tables", `{"terms":{"game":"quixo"},"chairs":[{"me":true},{}]}`); got.Code != http.StatusUnauthorized {
		t.Errorf("the operator opens a table: %d %s", got.Code, got.Body)
	}
	if got := ask(http.MethodGet, "/me", ""); got.Code != http.StatusUnauthorized {
		t.Errorf("the operator is a player: %d %s", got.Code, got.Body)
	}
}
