package maintenance_test

import (
	"errors"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"plateau/game"
	"plateau/internal/admin"
	"plateau/internal/maintenance"
	"plateau/internal/store/sqlite"
)

var now = time.Date(2026, 11, 15, 12, 0, 0, 0, time.UTC)

// open is a server at a file, until the returned function is called.
func open(t *testing.T, path string, at time.Time) (s *maintenance.Service, stop func()) {
	t.Helper()
	store, err := sqlite.Open(t.Context(), path)
	if err != nil {
		t.Fatal(err)
	}
	clock := func() time.Time { return at }
	s = &maintenance.Service{Store: store, Admin: &admin.Service{Store: store, Now: clock}, Now: clock}
	return s, func() {
		if err := store.Close(); err != nil {
			t.Error(err)
		}
	}
}

func wantMode(t *testing.T, s *maintenance.Service, want maintenance.Mode) {
	t.Helper()
	got, err := s.Mode(t.Context())
	if err != nil || !got.Since.Equal(want.Since) || got.Notice != want.Notice {
		t.Errorf("the mode is %+v, %v; want %+v", got, err, want)
	}
	refusal, refused := errors.AsType[*game.Refusal](s.MayBegin(t.Context()))
	if refused != want.On() || refused && refusal.Ground != maintenance.NoGames {
		t.Errorf("whether games may begin is answered %v", refusal)
	}
}

// Maintenance lasts over restarts until it is switched off, with the last notice, and
// everything is in the audit log.
func TestMaintenance(t *testing.T) {
	path := filepath.Join(t.TempDir(), "online.db")
	must := func(err error) {
		t.Helper()
		if err != nil {
			t.Fatal(err)
		}
	}
	s, stop := open(t, path, now)
	wantMode(t, s, maintenance.Mode{})
	must(s.Begin(t.Context(), admin.Operator, " Back \n at 8 "))
	wantMode(t, s, maintenance.Mode{Since: now, Notice: "Back at 8"})
	err := s.Begin(t.Context(), admin.Operator, strings.Repeat("ä", maintenance.MaxNotice+1))
	if refusal, is := errors.AsType[*game.Refusal](err); !is || refusal.Ground != maintenance.LongNotice {
		t.Errorf("a long notice: %v", err)
	}
	stop()

	// Much later.
	s, stop = open(t, path, now.AddDate(1, 0, 0))
	defer stop()
	wantMode(t, s, maintenance.Mode{Since: now, Notice: "Back at 8"})
	must(s.Begin(t.Context(), admin.Operator, ""))
	wantMode(t, s, maintenance.Mode{Since: now})
	must(s.End(t.Context(), admin.Operator))
	wantMode(t, s, maintenance.Mode{})
	entries, err := s.Admin.Store.Audit(t.Context(), 0, 10)
	must(err)
	var log []string
	for _, e := range entries {
		log = append(log, strings.TrimSpace(e.Action+" "+e.Detail))
	}
	if got := strings.Join(log, "; "); got != "maintenance-off; maintenance-on; maintenance-on Back at 8" {
		t.Errorf("the audit log has %q", got)
	}
}
