package accounts_test

import (
	"slices"
	"testing"
	"time"

	"plateau/internal/accounts"
	"plateau/internal/accounts/passkeytest"
	"plateau/internal/play"
)

const origin = "https://play.example.org:8443"

func newDevice() *passkeytest.Device {
	return &passkeytest.Device{Site: "play.example.org", Origin: origin}
}

// prove confirms a request with the last key of a device.
func (s *site) prove(t *testing.T, player play.PlayerID, d *passkeytest.Device) accounts.Proof {
	t.Helper()
	c, err := s.BeginProof(t.Context(), player, d.Origin)
	if err != nil {
		t.Fatal(err)
	}
	return accounts.Proof{Passkey: &accounts.Assertion{State: c.State, Credential: d.Sign(t, c.Options)}}
}

// addPasskey makes the first passkey of a guest on a device.
func (s *site) addPasskey(t *testing.T, player play.PlayerID, d *passkeytest.Device) accounts.Passkey {
	t.Helper()
	return s.addPasskeyWith(t, player, d, accounts.Proof{})
}

func (s *site) addPasskeyWith(t *testing.T, player play.PlayerID, d *passkeytest.Device, proof accounts.Proof) accounts.Passkey {
	t.Helper()
	c, err := s.BeginPasskey(t.Context(), player, d.Origin, proof)
	if err != nil {
		t.Fatal(err)
	}
	key, err := s.FinishPasskey(t.Context(), player, c.State, d.Create(t, c.Options), "phone")
	if err != nil {
		t.Fatal(err)
	}
	return key
}

func (s *site) beginSignIn(t *testing.T) accounts.Ceremony {
	t.Helper()
	c, err := s.BeginPasskeySignIn(t.Context(), origin)
	if err != nil {
		t.Fatal(err)
	}
	return c
}

func TestPasskeys(t *testing.T) {
	s := newSite(t)
	token, access := s.guest(t, "Ann")
	phone := newDevice()
	key := s.addPasskey(t, access.Player, phone)
	s.wantPlayer(t, token, "Ann", true)
	for range 2 {
		c := s.beginSignIn(t)
		answer := phone.Sign(t, c.Options)
		player, session, err := s.FinishPasskeySignIn(t.Context(), c.State, answer)
		if err != nil || player.ID != access.Player {
			t.Fatalf("signed in as %+v, %v", player, err)
		}
		s.wantPlayer(t, session, "Ann", true)
		_, _, err = s.FinishPasskeySignIn(t.Context(), c.State, answer)
		wantCode(t, "the same answer again", err, accounts.PasskeyLate)
	}
	_, _, err := s.SignIn(t.Context(), "Ann", accounts.Proof{Password: "", Address: "here"})
	wantCode(t, "an account without a password", err, accounts.PasswordWrong)

	wantCode(t, "removing the only way in", s.RemovePasskey(t.Context(), access.Player, key.ID), accounts.LastPasskey)
	wantCode(t, "removing one that is not there", s.RemovePasskey(t.Context(), access.Player, "x"), accounts.NoSuchPasskey)
	_, other := s.guest(t, "Ben")
	wantCode(t, "removing another's", s.RemovePasskey(t.Context(), other.Player, key.ID), accounts.NoSuchPasskey)
	wantCode(t, "a password without a proof", s.SetPassword(t.Context(), access, accounts.NewPassword{Password: "a long one"}),
		accounts.PasskeyNeeded)
	if err := s.SetPassword(t.Context(), access, accounts.NewPassword{Current: s.prove(t, access.Player, phone), Password: "a long one"}); err != nil {
		t.Fatal(err)
	}
	if err := s.RemovePasskey(t.Context(), access.Player, key.ID); err != nil {
		t.Fatal(err)
	}
	c := s.beginSignIn(t)
	_, _, err = s.FinishPasskeySignIn(t.Context(), c.State, phone.Sign(t, c.Options))
	wantCode(t, "a key that was removed", err, accounts.PasskeyFailed)
}

// TestForgedPasskeys has answers that are wrong in one thing each.
func TestForgedPasskeys(t *testing.T) {
	s := newSite(t)
	_, ann := s.guest(t, "Ann")
	_, ben := s.guest(t, "Ben")
	phone := newDevice()
	s.addPasskey(t, ann.Player, phone)
	for what, change := range map[string]func(d *passkeytest.Device){
		"another site's page":     func(d *passkeytest.Device) { d.Origin = "https://evil.example.org" },
		"another site's key":      func(d *passkeytest.Device) { d.Site = "evil.example.org" },
		"nobody touched the key":  func(d *passkeytest.Device) { d.Untouched = true },
		"the key asked nobody":    func(d *passkeytest.Device) { d.Unverified = true },
		"another player's handle": func(d *passkeytest.Device) { d.User = []byte(ben.Player) },
		"a handle of nobody":      func(d *passkeytest.Device) { d.User = []byte("nobody") },
		"no handle":               func(d *passkeytest.Device) { d.User = nil },
		"an older count":          func(d *passkeytest.Device) { d.Keys[0].Count = 0 },
		"a key that is not known": func(d *passkeytest.Device) { d.Keys[0] = passkeytest.NewKey(t) },
		"another key's signature": func(d *passkeytest.Device) {
			d.Keys[0].Private = passkeytest.NewKey(t).Private
		},
	} {
		phone.Keys[0].Count += 2
		c := s.beginSignIn(t)
		if _, _, err := s.FinishPasskeySignIn(t.Context(), c.State, phone.Sign(t, c.Options)); err != nil {
			t.Fatal(err)
		}
		forged := *phone
		forged.Keys = slices.Clone(phone.Keys)
		change(&forged)
		c = s.beginSignIn(t)
		_, _, err := s.FinishPasskeySignIn(t.Context(), c.State, forged.Sign(t, c.Options))
		wantCode(t, what, err, accounts.PasskeyFailed)
	}
	// An answer to another question.
	c, old := s.beginSignIn(t), s.beginSignIn(t)
	_, _, err := s.FinishPasskeySignIn(t.Context(), c.State, phone.Sign(t, old.Options))
	wantCode(t, "another challenge", err, accounts.PasskeyFailed)
	for _, answer := range []string{"", "{}", "null", `{"id":"x","response":{}}`} {
		c := s.beginSignIn(t)
		_, _, err := s.FinishPasskeySignIn(t.Context(), c.State, []byte(answer))
		wantCode(t, answer, err, accounts.PasskeyFailed)
	}
	// Ben answers what Ann began.
	begun, err := s.BeginPasskey(t.Context(), ann.Player, origin, s.prove(t, ann.Player, phone))
	if err != nil {
		t.Fatal(err)
	}
	_, err = s.FinishPasskey(t.Context(), ben.Player, begun.State, phone.Create(t, begun.Options), "")
	wantCode(t, "somebody else's ceremony", err, accounts.PasskeyFailed)
}

func TestPasskeysOfTakenNames(t *testing.T) {
	s := newSite(t)
	_, guest := s.guest(t, "Anna")
	s.account(t, "Anna")
	c, err := s.BeginPasskey(t.Context(), guest.Player, origin, accounts.Proof{})
	if err != nil {
		t.Fatal(err)
	}
	_, err = s.FinishPasskey(t.Context(), guest.Player, c.State, newDevice().Create(t, c.Options), "")
	wantCode(t, "a taken name", err, accounts.NameTaken)
}

func TestPasskeysNeedAHost(t *testing.T) {
	s := newSite(t)
	for _, origin := range []string{"https://play.example.org", "http://localhost:8080"} {
		if _, err := s.BeginPasskeySignIn(t.Context(), origin); err != nil {
			t.Errorf("%s: %v", origin, err)
		}
	}
	for _, origin := range []string{
		"", "http://play.example.org", "https://192.168.1.2", "http://127.0.0.1:8080", "https://[::1]:8080", "https://nas:8443", "ftp://localhost", "://", "https://",
	} {
		_, err := s.BeginPasskeySignIn(t.Context(), origin)
		wantCode(t, origin, err, accounts.PasskeyHost)
	}
	s.URL = "https://play.example.org"
	if _, err := s.BeginPasskeySignIn(t.Context(), "http://10.0.0.1"); err != nil {
		t.Errorf("with a public address: %v", err)
	}
}

func TestCeremoniesEnd(t *testing.T) {
	s := newSite(t)
	c := s.beginSignIn(t)
	s.wait(5 * time.Minute)
	_, _, err := s.FinishPasskeySignIn(t.Context(), c.State, nil)
	wantCode(t, "a late answer", err, accounts.PasskeyLate)
	oldest, young := s.beginSignIn(t), s.beginSignIn(t)
	for range accounts.MaxCeremonies - 1 {
		s.beginSignIn(t)
	}
	_, _, err = s.FinishPasskeySignIn(t.Context(), oldest.State, nil)
	wantCode(t, "the oldest of too many", err, accounts.PasskeyLate)
	_, _, err = s.FinishPasskeySignIn(t.Context(), young.State, nil)
	wantCode(t, "the second", err, accounts.PasskeyFailed)
	s.beginSignIn(t)
	if n := s.Ceremonies(); n != accounts.MaxCeremonies {
		t.Errorf("%d ceremonies are under way, want %d", n, accounts.MaxCeremonies)
	}
	s.wait(5 * time.Minute)
	s.beginSignIn(t)
	if n := s.Ceremonies(); n != 1 {
		t.Errorf("%d ceremonies are under way after a while, want 1", n)
	}
}

func TestPasskeysAreBounded(t *testing.T) {
	s := newSite(t)
	_, access := s.guest(t, "Ann")
	phone := newDevice()
	s.addPasskey(t, access.Player, phone)
	for range 9 {
		s.addPasskeyWith(t, access.Player, phone, s.prove(t, access.Player, phone))
	}
	_, err := s.BeginPasskey(t.Context(), access.Player, origin, s.prove(t, access.Player, phone))
	wantCode(t, "the 11th", err, accounts.TooManyPasskeys)
}
