//go:build unix

package sshd_test

import (
	"net/http"
	"sync"
	"testing"

	"plateau/internal/server"
	"plateau/internal/store/postgres/pgtest"
)

// together starts servers with one database at the same moment.
func together(t *testing.T, database string, number int) []*site {
	t.Helper()
	sites := make([]*site, number)
	var all sync.WaitGroup
	for i := range sites {
		config := server.Config{Store: server.Store{Database: database, Data: t.TempDir()}}
		all.Go(func() { sites[i] = open(t, config) })
	}
	all.Wait()
	if t.Failed() {
		t.FailNow()
	}
	return sites
}

// Servers with one database are one server to SSH clients, which would warn their users
// of another key: also when all of them start with an empty database at once, and when
// another one comes later.
func TestServersShareTheirKey(t *testing.T) {
	t.Parallel()
	database := pgtest.Own(t)
	address := database.Database(t)
	sites := append(together(t, address, 3), together(t, address, 1)...)
	want := sites[0].hostKey()
	for i, s := range sites {
		if got := s.hostKey(); got != want || got == "" {
			t.Errorf("the key of server %d is %q, that of the first %q", i, got, want)
		}
	}
	if other := together(t, database.Database(t), 1)[0].hostKey(); other == want {
		t.Error("servers with another database have the same key")
	}
}

// Signing out everywhere counts at every server.
func TestSignOutCountsAtAllServers(t *testing.T) {
	t.Parallel()
	sites := together(t, pgtest.Own(t).Database(t), 2)
	ann, _, key := sites[0].withKey()
	var open []*talk
	for _, s := range sites {
		l := s.lines(key, "")
		l.sees("Type the number of a table")
		open = append(open, l)
	}
	if err := ann.Call(t.Context(), http.MethodDelete, "/sessions", nil, nil); err != nil {
		t.Fatal(err)
	}
	for i, l := range open {
		l.sees("You are no longer signed in")
		if code := l.ends(); code != 1 {
			t.Errorf("at server %d it ends with %d", i, code)
		}
	}
	sites[1].lines(key, "").sees("Type the number of a table")
}
