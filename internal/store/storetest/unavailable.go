package storetest

import (
	"errors"
	"testing"
	"time"

	"plateau/internal/play"
	"plateau/internal/store/sqlstore"
)

// Unavailable makes sure that the store of a database that is away says so when something
// is read, be it one row or many.
func Unavailable(t *testing.T, s *sqlstore.Store) {
	t.Helper()
	ctx := t.Context()
	reads := map[string]func() error{
		"a player":  func() error { _, err := s.Player(ctx, "ann"); return err },
		"a session": func() error { _, _, err := s.PlayerByToken(ctx, play.TokenHash{}); return err },
		"a group":   func() error { _, err := s.Group(ctx, "club"); return err },
		"a count":   func() error { _, err := s.CountTables(ctx, play.TableQuery{}); return err },
		"a list":    func() error { _, err := s.Shared(ctx, time.Now(), ""); return err },
		"events":    func() error { _, err := s.Events(ctx, "t", 0, 1); return err },
	}
	for name, read := range reads {
		if err := read(); !errors.Is(err, play.ErrUnavailable) {
			t.Errorf("%s: %v", name, err)
		}
	}
}
