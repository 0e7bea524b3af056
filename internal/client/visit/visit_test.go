package visit_test

import (
	"encoding/json"
	"errors"
	"io"
	"net/http"
	"net/http/httptest"
	"slices"
	"strings"
	"testing"

	"plateau/internal/api"
	"plateau/internal/client"
	"plateau/internal/client/visit"
	"plateau/internal/play"
)

func TestWays(t *testing.T) {
	for _, c := range []struct {
		visitor visit.Visitor
		want    []visit.Way
	}{
		{visit.Visitor{Key: "k"}, []visit.Way{visit.Register, visit.Guest, visit.SignIn, visit.Watch}},
		{visit.Visitor{}, []visit.Way{visit.Guest, visit.SignIn, visit.Watch}},
		{visit.Visitor{Key: "k", Admission: play.AdmitInvited}, []visit.Way{visit.Invited, visit.SignIn, visit.Watch}},
		{visit.Visitor{Admission: play.AdmitInvited, Guests: true}, []visit.Way{visit.Guest, visit.Invited, visit.SignIn, visit.Watch}},
		{visit.Visitor{Key: "k", Admission: play.AdmitMembers, Guests: true}, []visit.Way{visit.Invited, visit.SignIn}},
	} {
		if got := c.visitor.Ways(); !slices.Equal(got, c.want) {
			t.Errorf("%+v has %v, want %v", c.visitor, got, c.want)
		}
		for _, way := range c.want {
			if way.Name() == "" || way.Why() == "" {
				t.Errorf("%s is not explained", way)
			}
		}
	}
}

func TestNeeds(t *testing.T) {
	type needs struct{ name, password, code bool }
	for way, want := range map[visit.Way]needs{
		visit.Register: {name: true}, visit.Guest: {name: true}, visit.SignIn: {name: true, password: true},
		visit.Invited: {name: true, password: true, code: true}, visit.Watch: {},
	} {
		var got needs
		if got.name, got.password, got.code = way.Needs(); got != want {
			t.Errorf("%s needs %+v, want %+v", way, got, want)
		}
	}
}

// site notes what it is asked, and refuses what the test wants.
type site struct {
	*client.Client

	asked []string
	// refused is the code with which a request is refused, by method and path.
	refused map[string]string
}

func open(t *testing.T, refused map[string]string) *site {
	t.Helper()
	s := &site{refused: refused}
	server := httptest.NewServer(s)
	t.Cleanup(server.Close)
	s.Client = client.New(server.URL)
	return s
}

// ServeHTTP implements [http.Handler].
func (s *site) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	what := r.Method + " " + strings.TrimPrefix(r.URL.Path, "/api/v1")
	text, _ := io.ReadAll(r.Body)
	s.asked = append(s.asked, strings.TrimSpace(what+" "+string(text)))
	w.Header().Set("Content-Type", "application/json")
	if code, is := s.refused[what]; is {
		w.WriteHeader(http.StatusConflict)
		_ = json.NewEncoder(w).Encode(client.Problem{Problem: api.Problem{Status: http.StatusConflict, Code: code}})
		return
	}
	if what == "POST /sessions" || what == "POST /invitations/accept" {
		http.SetCookie(w, &http.Cookie{Name: "plateau_session", Value: "cookie", Path: "/"})
	}
	_, _ = io.WriteString(w, `{"player": {"id": "ann", "name": "Ann"}, "token": "token"}`)
}

func TestEnter(t *testing.T) {
	const (
		guest   = `POST /guests {"name":"Ann","token":true}`
		signIn  = `POST /sessions {"name":"Ann","password":"secret"}`
		accept  = `POST /invitations/accept {"token":"abc","name":"Ann","password":"secret"}`
		addKey  = `POST /me/ssh-keys {"key":"k","password":"secret"}`
		signOut = "DELETE /sessions/current"
		me      = "GET /me"
	)
	for name, c := range map[string]struct {
		key     string
		way     visit.Way
		refused map[string]string
		want    []string
		// token is that of the session with which they go on; empty for the key.
		token play.Token
		code  string
	}{
		"an account with a key": {key: "k", way: visit.Register, want: []string{guest, `POST /me/ssh-keys {"key":"k"}`, signOut, me}},
		"a guest with a key":    {key: "k", way: visit.Guest, want: []string{guest, `POST /me/ssh-keys {"key":"k","guest":true}`, signOut, me}},
		"a guest without one":   {way: visit.Guest, want: []string{guest}, token: "token"},
		"nobody will come back to a guest whose key is refused": {
			key: "k", way: visit.Register, refused: map[string]string{"POST /me/ssh-keys": "sshkey.taken"},
			want: []string{guest, `POST /me/ssh-keys {"key":"k"}`, "DELETE /me"}, code: "sshkey.taken",
		},
		"a name that is taken": {key: "k", way: visit.Register, refused: map[string]string{"POST /guests": "name.taken"}, want: []string{guest}, code: "name.taken"},
		"signing in":           {key: "k", way: visit.SignIn, want: []string{signIn, addKey, signOut, me}},
		"signing in, with too many keys": {
			key: "k", way: visit.SignIn, refused: map[string]string{"POST /me/ssh-keys": "sshkey.many"}, want: []string{signIn, addKey}, token: "cookie",
		},
		"signing in, when keys cannot be added": {
			key: "k", way: visit.SignIn, refused: map[string]string{"POST /me/ssh-keys": "account.suspended"}, want: []string{signIn, addKey}, code: "account.suspended",
		},
		"a wrong password": {key: "k", way: visit.SignIn, refused: map[string]string{"POST /sessions": "signin.wrong"}, want: []string{signIn}, code: "signin.wrong"},
		"an invitation":    {key: "k", way: visit.Invited, want: []string{accept, addKey, signOut, me}},
		"an old invitation": {
			way: visit.Invited, refused: map[string]string{"POST /invitations/accept": "invitation.over"}, want: []string{accept}, code: "invitation.over",
		},
		"just watching": {key: "k", way: visit.Watch},
	} {
		t.Run(name, func(t *testing.T) {
			s := open(t, c.refused)
			var token play.Token
			v := &visit.Visitor{Client: s.Client, Key: c.key, Entered: func(c *client.Client) { token = c.SessionToken() }}
			acts, player, err := v.Enter(t.Context(), c.way, visit.Answers{Name: "Ann", Password: "secret", Code: " https://games.example.org/#/invite/abc\n"})
			if !slices.Equal(s.asked, c.want) {
				t.Errorf("the server was asked\n%s\nwant\n%s", strings.Join(s.asked, "\n"), strings.Join(c.want, "\n"))
			}
			var problem *client.Problem
			switch {
			case c.code != "":
				if !errors.As(err, &problem) || problem.Code != c.code {
					t.Errorf("it fails with %v, want %s", err, c.code)
				}
				return
			case err != nil || token != c.token || (player.Name == "Ann") != (c.way != visit.Watch):
				t.Errorf("%+v came in with the session %q, %v, want %q", player, token, err, c.token)
			case (acts == s.Client) != (c.token == ""):
				t.Errorf("who acts is %+v", acts)
			}
		})
	}
}
