package sshd_test

import (
	"net/http"
	"regexp"
	"strings"
	"testing"

	"plateau/internal/api"
	"plateau/internal/client"
	"plateau/internal/play"
	"plateau/internal/server"
)

// The key of a stranger becomes an account, and is known from then on.
func TestStrangersGetAnAccount(t *testing.T) {
	s, key := open(t, server.Config{}), newKey(t)
	l := s.lines(key, "")
	if text := l.sees("Number from 1 to 4"); !strings.Contains(text, "does not know your key") || !strings.Contains(text, "SHA256:") {
		t.Errorf("a stranger sees %q", text)
	}
	l.types("1")
	l.sees("Your name:")
	l.types("server administrator")
	l.sees("reserved for the people who run the server")
	l.types("1", "Ann")
	l.sees("Type the number of a table")
	l.types("quit")
	if code := l.ends(); code != 0 {
		t.Errorf("it ends with %d", code)
	}
	l = s.lines(key, "")
	if text := l.sees("Type the number of a table"); strings.Contains(text, "Welcome") {
		t.Errorf("somebody known sees %q", text)
	}
	var found struct{ Players []api.Player }
	s.operator(http.MethodGet, "/admin/players?text=Ann", nil, &found)
	if len(found.Players) != 1 || !found.Players[0].Registered {
		t.Errorf("the players are %+v", found.Players)
	}
}

// Guests are guests, with a key or without one.
func TestGuests(t *testing.T) {
	s, key := open(t, server.Config{}), newKey(t)
	l := s.lines(key, "")
	l.types("2", "Gus")
	l.sees("Type the number of a table")
	l.types("open quixo")
	l.sees("Gus (guest)")
	l.types("quit")
	l.ends()
	l = s.lines(key, "")
	l.sees("My tables")
	l.sees("1: Quixo, Gus (guest), free seat")

	without := s.lines(nil, "")
	without.sees("without an SSH key")
	without.types("1", "Gil")
	without.sees("Open tables: 1: Quixo, Gus (guest)")
	without.types("1")
	without.sees("sit: Sit down and play")
	without.types("sit")
	without.sees("Type a move such as")
}

// invite makes an invitation as the operator does.
func (s *site) invite() (code string) {
	s.Helper()
	var made struct{ Link string }
	s.operator(http.MethodPost, "/invitations", map[string]any{"uses": 1}, &made)
	return made.Link
}

func TestAdmission(t *testing.T) {
	for _, test := range []struct {
		config server.Config
		// ways are the numbered ways to come in.
		ways string
	}{
		{server.Config{Admission: server.Admission{Who: play.AdmitMembers}}, "1: I have an invitation. 2: I have an account."},
		{server.Config{Admission: server.Admission{Who: play.AdmitInvited}}, "1: I have an invitation. 2: I have an account. 3: Just watch."},
		{server.Config{Admission: server.Admission{Who: play.AdmitInvited, Guests: true}}, "1: Play as a guest. 2: I have an invitation. 3: I have an account. 4: Just watch."},
	} {
		s, key := open(t, test.config), newKey(t)
		l := s.lines(key, "")
		found := regexp.MustCompile(`(?m)^\d: [^.]*\.`).FindAllString(l.sees("Number from"), -1)
		if ways := strings.Join(found, " "); ways != test.ways {
			t.Errorf("a stranger sees %q, want %q", ways, test.ways)
		}
		number := "1"
		if test.config.Admission.Guests {
			number = "2"
		}
		l.types(number, "nonsense", "Ann", "a good password")
		l.sees("This invitation has expired or has been used up")
		l.types(number, s.invite(), "Ann", "a good password")
		l.sees("Type the number of a table")
		l.types("quit")
		l.ends()
		s.lines(key, "").sees("Type the number of a table")
	}
}

// Who has an account signs in once, and what they guess counts as over HTTP.
func TestSignInAddsTheKey(t *testing.T) {
	s, key := open(t, server.Config{}), newKey(t)
	s.register("Ann", "a good password")
	l := s.lines(key, "")
	l.sees("Number from")
	// Each wrong password doubles the wait, however slow this machine is.
	slowed := false
	for range 20 {
		l.types("3", "Ann", "wrong")
		if slowed = strings.Contains(l.sees("Number from"), "Too many wrong passwords"); slowed {
			break
		}
	}
	if !slowed {
		t.Error("anybody can guess for ever")
	}
	s.register("Bea", "a good password")
	l.types("3", "Bea", "a good password")
	l.sees("Type the number of a table")
	s.lines(key, "").sees("Type the number of a table")
}

// register makes an account over HTTP, and returns the client that acts for it.
func (s *site) register(name, password string) *client.Client {
	s.Helper()
	c, _, err := s.http().Guest(s.Context(), name)
	if err != nil {
		s.Fatal(err)
	}
	if err := c.Call(s.Context(), http.MethodPut, "/me/password", map[string]any{"password": password}, nil); err != nil {
		s.Fatal(err)
	}
	return c
}
