package accounts_test

import (
	"crypto/rand"
	"errors"
	"testing"
	"time"

	"plateau/games"
	"plateau/internal/accounts"
	"plateau/internal/play"
)

// clustered is another server with the same store.
func (s *site) clustered() *accounts.Service {
	return accounts.New(accounts.Config{
		Games: games.All().Games(), Store: s.store, Cluster: true,
		Now: func() time.Time { return time.UnixMilli(s.clock.Load()) }, Random: rand.Reader, Cost: cheap,
	})
}

// A token that is revoked anywhere is dead everywhere within a second.
func TestTokensRevokedAtAnotherServer(t *testing.T) {
	s := newSite(t)
	one, two := s.clustered(), s.clustered()
	player, token, err := one.Guest(t.Context(), "Ann")
	if err != nil {
		t.Fatal(err)
	}
	for range 2 {
		if _, err := two.PlayerByToken(t.Context(), token); err != nil {
			t.Fatal(err)
		}
	}
	if lookups := s.store.lookups.Load(); lookups != 1 {
		t.Errorf("%d look-ups for two requests in a second", lookups)
	}
	if _, err := s.store.RemoveAccess(t.Context(), player.ID, accounts.AccessChoice{}); err != nil {
		t.Fatal(err)
	}
	s.wait(time.Second)
	for i, server := range []*accounts.Service{one, two} {
		if _, err := server.PlayerByToken(t.Context(), token); !errors.Is(err, play.ErrNoPlayer) {
			t.Errorf("server %d still knows a token that was revoked: %v", i+1, err)
		}
	}
}

// Players see at once what another server has changed, where they ask for their
// account.
func TestAccountChangedAtAnotherServer(t *testing.T) {
	s := newSite(t)
	one, two := s.clustered(), s.clustered()
	player, token, err := one.Guest(t.Context(), "Ann")
	if err != nil {
		t.Fatal(err)
	}
	if _, err := two.PlayerByToken(t.Context(), token); err != nil {
		t.Fatal(err)
	}
	if _, err := one.RenameSelf(t.Context(), player.ID, "Anna"); err != nil {
		t.Fatal(err)
	}
	if now, _, err := two.AccessNow(t.Context(), token); err != nil || now.Name != "Anna" {
		t.Errorf("the other server says %+v, %v", now, err)
	}
	if later, err := two.PlayerByToken(t.Context(), token); err != nil || later.Name != "Anna" {
		t.Errorf("then the other server says %+v, %v", later, err)
	}
}

// Each half of a ceremony may be at another server; it is good for once.
func TestCeremoniesAtSeveralServers(t *testing.T) {
	s := newSite(t)
	one, two := s.clustered(), s.clustered()
	player, _, err := one.Guest(t.Context(), "Ann")
	if err != nil {
		t.Fatal(err)
	}
	phone := newDevice()
	c, err := one.BeginPasskey(t.Context(), player.ID, phone.Origin, accounts.Proof{})
	if err != nil {
		t.Fatal(err)
	}
	if _, err := two.FinishPasskey(t.Context(), player.ID, c.State, phone.Create(t, c.Options), "phone"); err != nil {
		t.Fatal(err)
	}
	if c, err = two.BeginPasskeySignIn(t.Context(), origin); err != nil {
		t.Fatal(err)
	}
	answer := phone.Sign(t, c.Options)
	signedIn, _, err := one.FinishPasskeySignIn(t.Context(), c.State, answer)
	if err != nil || signedIn.ID != player.ID {
		t.Errorf("signed in as %+v, %v", signedIn, err)
	}
	for _, server := range []*accounts.Service{one, two} {
		_, _, err = server.FinishPasskeySignIn(t.Context(), c.State, answer)
		wantCode(t, "the same answer again", err, accounts.PasskeyLate)
	}
	if c, err = two.BeginPasskeySignIn(t.Context(), origin); err != nil {
		t.Fatal(err)
	}
	s.wait(5 * time.Minute)
	_, _, err = one.FinishPasskeySignIn(t.Context(), c.State, phone.Sign(t, c.Options))
	wantCode(t, "a late answer", err, accounts.PasskeyLate)
}
