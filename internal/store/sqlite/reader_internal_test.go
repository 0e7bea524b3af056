package sqlite

import (
	"context"
	"path/filepath"
	"sync"
	"testing"

	"plateau/internal/testaid"
)

// While all connections are busy and a query waits for one to be prepared, nobody else
// waits for that query: who has given up is answered at once.
func TestPreparingKeepsNobodyWaiting(t *testing.T) {
	s, err := Open(t.Context(), filepath.Join(t.TempDir(), "online.db"))
	if err != nil {
		t.Fatal(err)
	}
	r := s.readers
	if _, err := r.statement(t.Context(), "SELECT 1"); err != nil {
		t.Fatal(err)
	}
	var release []func() error
	for range readConns {
		conn, err := r.db.Conn(t.Context())
		if err != nil {
			t.Fatal(err)
		}
		release = append(release, conn.Close)
	}
	before := r.db.Stats().WaitCount
	var all sync.WaitGroup
	for range 2 {
		all.Go(func() {
			if _, err := r.statement(t.Context(), "SELECT 2"); err != nil {
				t.Error(err)
			}
		})
	}
	testaid.Eventually(t, func() bool { return r.db.Stats().WaitCount > before }, func() string { return "nobody waits for a connection" })
	gone, leave := context.WithCancel(t.Context())
	leave()
	answered := make(chan error, 1)
	go func() {
		rows, err := r.QueryContext(gone, "SELECT 1")
		if err == nil {
			err = rows.Close()
		}
		answered <- err
	}()
	testaid.Eventually(t, func() bool { return len(answered) > 0 }, func() string { return "a known query waits for the new one" })
	if err := <-answered; err == nil {
		t.Error("who has given up was answered on a connection that was busy")
	}
	for _, end := range release {
		if err := end(); err != nil {
			t.Error(err)
		}
	}
	all.Wait()
	if len(r.known) < 2 {
		t.Errorf("there are %d statements", len(r.known))
	}
	if err := s.Close(); err != nil {
		t.Error(err)
	}
}
