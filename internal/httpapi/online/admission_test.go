package online_test

import (
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"
	"time"

	"plateau/internal/admin"
	"plateau/internal/httpapi/online"
	"plateau/internal/httpapi/route"
	"plateau/internal/play"
)

// signingIn are the routes that a server for members answers to everybody.
var signingIn = map[string]bool{
	"get /server": true, "get /privacy": true, "get /tablebases": true, "get /openapi.json": true, "post /sessions": true, "post /sessions/link": true, "post /sessions/recovery": true,
	"post /sessions/passkey": true, "post /sessions/passkey/options": true, "post /invitations/look": true, "post /invitations/accept": true,
	// Those at real boards have a code instead of an account.
	"post /tournaments/slip": true, "post /tournaments/slip/report": true,
}

// everyRoute calls a function with every route of the API, with what is there in
// place of the parameters of its path.
func (s *site) everyRoute(id string, do func(route, method, path string)) {
	s.Helper()
	for template, operations := range s.doc.paths {
		route := strings.TrimPrefix(template, "/api/v1")
		path := strings.NewReplacer("{id}", id, "{seq}", "1", "{game}", "quixo", "{player}", id, "{sheet}", "standings").Replace(route)
		for method := range operations {
			do(method+" "+route, strings.ToUpper(method), path)
		}
	}
}

func wantStatus(t *testing.T, r reply, status int) {
	t.Helper()
	if r.status != status {
		t.Errorf("%d %s, want %d", r.status, r.body, status)
	}
}

// A server for members shows nothing to anybody else: neither to strangers nor to
// guests from the time when it was open.
func TestMembersOnly(t *testing.T) {
	s := newSite(t, func(c *online.Config) { c.Admission.Who = play.AdmitMembers })
	ann, ben, gus := s.registered("Ann"), s.registered("Ben"), s.guest("Gus")
	table := ann.begin(ben, quixo)
	if err := s.store.Announce(t.Context(), admin.Announcement{Text: "Only for us", Until: s.Now().Add(time.Hour)}); err != nil {
		t.Fatal(err)
	}
	moderator := s.registered("Mia")
	if err := s.accounts.SetAdministrator(t.Context(), play.PlayerID(moderator.id), true, ""); err != nil {
		t.Fatal(err)
	}
	moderator.call(http.MethodPut, "/admin/maintenance", `{"notice":"Only for us, too"}`).wantStatus(http.StatusNoContent)
	stranger := s.nobody()
	routes := 0
	s.everyRoute(table, func(route, method, path string) {
		routes++
		if signingIn[route] {
			return
		}
		stranger.call(method, path, "").refused(http.StatusUnauthorized, "session.needed")
		switch route {
		case "get /me", "get /me/export", "delete /me", "delete /sessions", "delete /sessions/current":
		default:
			gus.call(method, path, "").refused(http.StatusUnauthorized, "session.needed")
		}
	})
	if routes < 60 {
		t.Errorf("only %d routes were tried", routes)
	}
	type about struct {
		Admission, Announcement string
		Guests                  bool
		Maintenance             struct{ Notice string }
	}
	if got := read[about](stranger.get("/server"), http.StatusOK); got != (about{Admission: "members"}) {
		t.Errorf("strangers learn %+v", got)
	}
	if got := read[about](ann.get("/server"), http.StatusOK); got.Announcement != "Only for us" || got.Maintenance.Notice != "Only for us, too" {
		t.Errorf("members learn %+v", got)
	}
	operator := httptest.NewRecorder()
	route.ForOperator(s.handler).ServeHTTP(operator, httptest.NewRequestWithContext(t.Context(), http.MethodGet, route.Path+"/server", http.NoBody))
	if !strings.Contains(operator.Body.String(), "Only for us, too") {
		t.Errorf("the operator learns %s", operator.Body)
	}
	// What they have asked for before is still theirs.
	wantStatus(t, gus.get("/me/export"), http.StatusOK)
	wantStatus(t, gus.call(http.MethodDelete, "/me", ""), http.StatusNoContent)
	wantStatus(t, ann.get("/lobby"), http.StatusOK)
	wantStatus(t, ann.get("/tables/"+table+"/record"), http.StatusOK)
}

// With invitations everybody may look, and guests play only if the operator says
// so.
func TestInvitedOnly(t *testing.T) {
	test := func(t *testing.T, guests bool) {
		t.Helper()
		s := newSite(t, func(c *online.Config) { c.Admission = route.Admission{Who: play.AdmitInvited, Guests: guests} })
		s.accounts.InvitedOnly = true
		stranger, gus := s.nobody(), s.guest("Gus")
		wantStatus(t, stranger.get("/lobby"), http.StatusOK)
		wantStatus(t, gus.get("/lobby"), http.StatusOK)
		if guests {
			wantStatus(t, stranger.post("/guests", `{"name":"Eve"}`), http.StatusCreated)
			wantStatus(t, gus.get("/me/tables"), http.StatusOK)
			gus.call(http.MethodPut, "/me/password", `{"password":"a long one"}`).refused(http.StatusForbidden, "account.invited")
			return
		}
		stranger.post("/guests", `{"name":"Eve"}`).refused(http.StatusForbidden, "guest.closed")
		gus.get("/me/tables").refused(http.StatusUnauthorized, "session.needed")
		gus.call(http.MethodPut, "/me/password", `{"password":"a long one"}`).refused(http.StatusUnauthorized, "session.needed")
	}
	t.Run("without guests", func(t *testing.T) { test(t, false) })
	t.Run("with guests", func(t *testing.T) { test(t, true) })
}
