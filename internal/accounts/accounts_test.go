package accounts_test

import (
	"context"
	"crypto/rand"
	"errors"
	"path/filepath"
	"sync/atomic"
	"testing"
	"time"

	"plateau/game"
	"plateau/games"
	"plateau/internal/accounts"
	"plateau/internal/play"
	"plateau/internal/store/sqlite"
	"plateau/internal/store/sqlstore"
)

// site is a service on a real store, with a clock that the test moves.
type site struct {
	*accounts.Service
	store   *countingStore
	derived atomic.Int32
	clock   atomic.Int64 // milliseconds
}

// cheap is what a password costs in tests.
var cheap = accounts.Cost{Memory: 8, Passes: 1, Lanes: 1}

func newSite(t *testing.T) *site {
	t.Helper()
	store, err := sqlite.Open(t.Context(), filepath.Join(t.TempDir(), "play.db"))
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		if err := store.Close(); err != nil {
			t.Error(err)
		}
	})
	s := &site{store: &countingStore{Store: store.Store}}
	s.clock.Store(time.Date(2026, 11, 15, 12, 0, 0, 0, time.UTC).UnixMilli())
	s.Service = s.service(cheap)
	return s
}

// service is another service on the same store, as after a restart.
func (s *site) service(cost accounts.Cost) *accounts.Service {
	return accounts.New(accounts.Config{
		Games: games.All().Games(),
		Store: s.store, Now: func() time.Time { return time.UnixMilli(s.clock.Load()) }, Random: rand.Reader, Cost: cost,
		Derive: func(password, salt []byte, c accounts.Cost, length uint32) []byte {
			s.derived.Add(1)
			return accounts.Argon2id(password, salt, c, length)
		},
	})
}

func (s *site) wait(d time.Duration) { s.clock.Add(d.Milliseconds()) }

// countingStore counts what every request could cost.
type countingStore struct {
	*sqlstore.Store
	lookups, uses atomic.Int32
}

func (s *countingStore) PlayerByToken(ctx context.Context, hash play.TokenHash) (play.Player, accounts.Access, error) {
	s.lookups.Add(1)
	return s.Store.PlayerByToken(ctx, hash)
}

func (s *countingStore) UseAccess(ctx context.Context, hash play.TokenHash, now time.Time) error {
	s.uses.Add(1)
	return s.Store.UseAccess(ctx, hash, now)
}

// code is that of a refusal.
func code(err error) string {
	if r, ok := errors.AsType[*game.Refusal](err); ok {
		return r.Code
	}
	return ""
}

func wantCode(t *testing.T, what string, err error, want game.Ground) {
	t.Helper()
	if code(err) != want.Code {
		t.Errorf("%s: got %v, want %s", what, err, want.Code)
	}
}

// guest is a new one, with the token and what is known of it.
func (s *site) guest(t *testing.T, name string) (play.Token, accounts.Access) {
	t.Helper()
	_, token, err := s.Guest(t.Context(), name)
	if err != nil {
		t.Fatal(err)
	}
	_, access, err := s.Access(t.Context(), token)
	if err != nil {
		t.Fatal(err)
	}
	return token, access
}

// account is a new one, with a password that is its name twice.
func (s *site) account(t *testing.T, name string) (play.Token, accounts.Access) {
	t.Helper()
	token, access := s.guest(t, name)
	if err := s.SetPassword(t.Context(), access, accounts.NewPassword{Password: "key of " + name}); err != nil {
		t.Fatal(err)
	}
	return token, access
}

func (s *site) wantPlayer(t *testing.T, token play.Token, name string, registered bool) {
	t.Helper()
	if p, err := s.PlayerByToken(t.Context(), token); err != nil || p.Name != name || p.Registered != registered {
		t.Errorf("the token is that of %+v, %v; want %s", p, err, name)
	}
}

func (s *site) wantNobody(t *testing.T, what string, token play.Token) {
	t.Helper()
	if p, err := s.PlayerByToken(t.Context(), token); !errors.Is(err, play.ErrNoPlayer) {
		t.Errorf("%s is that of %+v, %v", what, p, err)
	}
}

func TestGuestsBecomeAccounts(t *testing.T) {
	s := newSite(t)
	token, access := s.guest(t, "  Ann   Lee ")
	s.wantPlayer(t, token, "Ann Lee", false)
	other, _ := s.guest(t, "ANN LEE") // Guests may have the same name.
	if err := s.SetPassword(t.Context(), access, accounts.NewPassword{Password: "a long one"}); err != nil {
		t.Fatal(err)
	}
	s.wantPlayer(t, token, "Ann Lee", true)
	s.wantPlayer(t, other, "ANN LEE", false)
	_, otherAccess, err := s.Access(t.Context(), other)
	if err != nil {
		t.Fatal(err)
	}
	wantCode(t, "the other's account", s.SetPassword(t.Context(), otherAccess, accounts.NewPassword{Password: "a long one"}), accounts.NameTaken)
	_, _, err = s.Guest(t.Context(), "Ánn lee")
	wantCode(t, "another guest of that name", err, accounts.NameTaken)
	_, err = s.Rename(t.Context(), otherAccess.Player, "Ann Iee")
	wantCode(t, "a new name like it", err, accounts.NameTaken)

	if _, err := s.Rename(t.Context(), access.Player, "Bea"); err != nil {
		t.Fatal(err)
	}
	s.wantPlayer(t, token, "Bea", true)
	if _, _, err := s.SignIn(t.Context(), "bea", accounts.Proof{Password: "a long one", Address: "here"}); err != nil {
		t.Errorf("signing in under the new name: %v", err)
	}
	_, _, err = s.SignIn(t.Context(), "Ann Lee", accounts.Proof{Password: "a long one", Address: "here"})
	wantCode(t, "signing in under the old name", err, accounts.PasswordWrong)
	_, _, err = s.Guest(t.Context(), "Ann Lee")
	wantCode(t, "the old name within a year", err, accounts.NameTaken)
	if _, err := s.Rename(t.Context(), access.Player, "Ann Lee"); err != nil {
		t.Errorf("its owner takes the old name back: %v", err)
	}
	if _, err := s.Rename(t.Context(), access.Player, "Bea"); err != nil {
		t.Fatal(err)
	}
	s.wait(accounts.NameHeld)
	if err := s.store.ReleaseNames(t.Context(), time.UnixMilli(s.clock.Load())); err != nil {
		t.Fatal(err)
	}
	s.guest(t, "Ann Lee") // It is free again.
}

func TestTokensAreLookedUpOnce(t *testing.T) {
	s := newSite(t)
	token, access := s.guest(t, "Ann")
	begin := s.store.lookups.Load()
	for range 10 {
		s.wantPlayer(t, token, "Ann", false)
	}
	if n := s.store.lookups.Load() - begin; n > 0 {
		t.Errorf("a token in use was looked up %d times", n)
	}
	if _, err := s.Rename(t.Context(), access.Player, "Anna"); err != nil {
		t.Fatal(err)
	}
	s.wantPlayer(t, token, "Anna", false)
	s.wait(time.Hour)
	s.wantPlayer(t, token, "Anna", false)
	if n := s.store.lookups.Load() - begin; n != 2 {
		t.Errorf("a token was looked up %d times, want 2", n)
	}
	if err := s.SignOut(t.Context(), access); err != nil {
		t.Fatal(err)
	}
	s.wantNobody(t, "an ended session's token", token)
}

func TestUseIsNotedNowAndThen(t *testing.T) {
	s := newSite(t)
	_, access := s.guest(t, "Ann")
	_, token, err := s.AddToken(t.Context(), access.Player, accounts.NewToken{Label: " my  robot "})
	if err != nil {
		t.Fatal(err)
	}
	for range 120 { // two hours
		for range 3 {
			s.wantPlayer(t, token, "Ann", false)
		}
		s.wait(time.Minute)
	}
	if n := s.store.uses.Load(); n != 2 { // at first, and after an hour
		t.Errorf("its use was noted %d times, want 2", n)
	}
	facts, err := s.Facts(t.Context(), access.Player)
	if err != nil || len(facts.Tokens) != 1 {
		t.Fatalf("the tokens are %v, %v", facts.Tokens, err)
	}
	if used := facts.Tokens[0]; used.Label != "my robot" || used.Used.Sub(used.Since) != time.Hour {
		t.Errorf("the token is %+v", used)
	}
}

func TestSessionsAreBounded(t *testing.T) {
	s := newSite(t)
	first, access := s.account(t, "Ann")
	robot, _, err := s.AddToken(t.Context(), access.Player, accounts.NewToken{Proof: accounts.Proof{Password: "key of Ann"}})
	if err != nil {
		t.Fatal(err)
	}
	var last play.Token
	for range 20 {
		s.wait(time.Second)
		if _, last, err = s.SignIn(t.Context(), "ann", accounts.Proof{Password: "key of Ann", Address: "here"}); err != nil {
			t.Fatal(err)
		}
	}
	s.wantNobody(t, "the oldest of 21 sessions", first)
	s.wantPlayer(t, last, "Ann", true)
	facts, err := s.Facts(t.Context(), access.Player)
	if err != nil || len(facts.Sessions) != 20 || len(facts.Tokens) != 1 || facts.Tokens[0].ID != robot.ID {
		t.Errorf("there are %d sessions, and the tokens %v, %v", len(facts.Sessions), facts.Tokens, err)
	}
	for range 19 {
		if _, _, err := s.AddToken(t.Context(), access.Player, accounts.NewToken{Proof: accounts.Proof{Password: "key of Ann"}}); err != nil {
			t.Fatal(err)
		}
	}
	_, _, err = s.AddToken(t.Context(), access.Player, accounts.NewToken{Proof: accounts.Proof{Password: "key of Ann"}})
	wantCode(t, "the 21st token", err, accounts.TooManyTokens)
}

func TestSessionsEndSomeDay(t *testing.T) {
	s := newSite(t)
	token, access := s.guest(t, "Ann")
	_, robot, err := s.AddToken(t.Context(), access.Player, accounts.NewToken{})
	if err != nil {
		t.Fatal(err)
	}
	s.wait(accounts.SessionTime - time.Hour)
	s.wantPlayer(t, token, "Ann", false)
	s.wait(accounts.SessionTime)
	s.wantPlayer(t, token, "Ann", false) // It was used in the meantime.
	s.wait(accounts.SessionTime + time.Hour)
	s.wantNobody(t, "a session that was not used for long", token)
	s.wantPlayer(t, robot, "Ann", false)
}
