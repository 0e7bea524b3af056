package accounts_test

import (
	"slices"
	"strings"
	"testing"
	"time"

	"plateau/internal/accounts"
)

// TestAnOpenBrowserIsNotEnough has an account with a passkey only, whose browser
// somebody has found.
func TestAnOpenBrowserIsNotEnough(t *testing.T) {
	s := newSite(t)
	_, access := s.guest(t, "Ann")
	phone := newDevice()
	s.addPasskey(t, access.Player, phone)
	_, benAccess := s.guest(t, "Ben")
	stolen := newDevice()
	s.addPasskey(t, benAccess.Player, stolen)

	signIn := s.beginSignIn(t)
	used := s.prove(t, access.Player, phone)
	if _, _, err := s.AddToken(t.Context(), access.Player, accounts.NewToken{Proof: used}); err != nil {
		t.Fatal(err)
	}
	other := s.prove(t, benAccess.Player, stolen)
	for what, proof := range map[string]struct {
		proof accounts.Proof
		code  string
	}{
		"no proof":                   {accounts.Proof{}, "passkey.needed"},
		"any password":               {accounts.Proof{Password: "a long one"}, "passkey.needed"},
		"a proof that was used":      {used, "passkey.late"},
		"the proof of somebody else": {other, "passkey.failed"},
		"an answer that signs in":    {accounts.Proof{Passkey: &accounts.Assertion{State: signIn.State, Credential: phone.Sign(t, signIn.Options)}}, "passkey.failed"},
	} {
		_, err := s.BeginPasskey(t.Context(), access.Player, origin, proof.proof)
		if code(err) != proof.code {
			t.Errorf("%s was answered with %v, want %s", what, err, proof.code)
		}
	}
	none := accounts.Proof{}
	_, _, err := s.AddToken(t.Context(), access.Player, accounts.NewToken{})
	wantCode(t, "a token", err, accounts.PasskeyNeeded)
	wantCode(t, "a password", s.SetPassword(t.Context(), access, accounts.NewPassword{Password: "a long one"}), accounts.PasskeyNeeded)
	wantCode(t, "deletion", s.Delete(t.Context(), access, none, noTables{}), accounts.PasskeyNeeded)
	_, err = s.NewRecoveryCodes(t.Context(), access.Player, none)
	wantCode(t, "recovery codes", err, accounts.PasskeyNeeded)
	if err := s.Delete(t.Context(), access, s.prove(t, access.Player, phone), noTables{}); err != nil {
		t.Errorf("deletion with a proof: %v", err)
	}
}

// TestCopiedPasskeysProveNothing has a copy of a key, which counts its uses from where
// it was copied.
func TestCopiedPasskeysProveNothing(t *testing.T) {
	s := newSite(t)
	_, access := s.guest(t, "Ann")
	phone := newDevice()
	s.addPasskey(t, access.Player, phone)
	copied := *phone
	copied.Keys = slices.Clone(phone.Keys)
	for range 2 {
		if _, err := s.NewRecoveryCodes(t.Context(), access.Player, s.prove(t, access.Player, phone)); err != nil {
			t.Fatal(err)
		}
	}
	_, err := s.NewRecoveryCodes(t.Context(), access.Player, s.prove(t, access.Player, &copied))
	wantCode(t, "a copied key", err, accounts.PasskeyFailed)
}

func TestRecoveryCodes(t *testing.T) {
	s := newSite(t)
	token, access := s.guest(t, "Ann")
	_, err := s.NewRecoveryCodes(t.Context(), access.Player, accounts.Proof{})
	wantCode(t, "a guest", err, accounts.RecoveryGuest)
	if err := s.SetPassword(t.Context(), access, accounts.NewPassword{Password: "forgotten soon"}); err != nil {
		t.Fatal(err)
	}
	_, err = s.NewRecoveryCodes(t.Context(), access.Player, accounts.Proof{})
	wantCode(t, "codes without a proof", err, accounts.PasswordNeeded)
	proof := accounts.Proof{Password: "forgotten soon"}
	old, err := s.NewRecoveryCodes(t.Context(), access.Player, proof)
	if err != nil {
		t.Fatal(err)
	}
	codes, err := s.NewRecoveryCodes(t.Context(), access.Player, proof)
	if err != nil || len(codes) != 10 || len(codes[0]) != len("abcd-efgh-jkmn-pqrs") {
		t.Fatalf("got %q, %v", codes, err)
	}
	regain := func(name, code, password string) error {
		player, session, err := s.Recover(t.Context(), accounts.Recovery{Name: name, Code: code, Password: password, Address: "here"})
		if err == nil {
			s.wantPlayer(t, session, "Ann", true)
			if player.ID != access.Player {
				t.Errorf("recovered %+v", player)
			}
		}
		return err
	}
	wantCode(t, "a code that was replaced", regain("Ann", old[0], "a new one"), accounts.RecoveryWrong)
	wantCode(t, "nobody's", regain("Bob", codes[0], "a new one"), accounts.RecoveryWrong)
	wantCode(t, "a bad password", regain("Ann", codes[0], "short"), accounts.PasswordShort)
	if err := regain("ann", " "+strings.ToUpper(strings.ReplaceAll(codes[0], "-", " ")), "a new one"); err != nil {
		t.Fatal(err)
	}
	if _, err := s.PlayerByToken(t.Context(), token); err == nil {
		t.Error("an old session goes on")
	}
	wantCode(t, "the same code again", regain("Ann", codes[0], "another one"), accounts.RecoveryWrong)
	if facts, err := s.Facts(t.Context(), access.Player); err != nil || facts.RecoveryCodes != 9 {
		t.Errorf("%d codes are left, %v", facts.RecoveryCodes, err)
	}
	if _, _, err := s.SignIn(t.Context(), "Ann", accounts.Proof{Password: "a new one"}); err != nil {
		t.Error(err)
	}
	for range 30 {
		err = regain("Ann", "0000-0000-0000-0000", "another one")
	}
	wantCode(t, "many wrong codes", err, accounts.SignInSlow)
}

// Guesses at recovery codes and at passwords do not stand in each other's way, and
// those of others not in the owner's.
func TestRecoveryIsCountedApart(t *testing.T) {
	s := newSite(t)
	_, access := s.guest(t, "Ann")
	proof := accounts.Proof{Password: "forgotten soon", Address: "home"}
	if err := s.SetPassword(t.Context(), access, accounts.NewPassword{Password: proof.Password}); err != nil {
		t.Fatal(err)
	}
	codes, err := s.NewRecoveryCodes(t.Context(), access.Player, proof)
	if err != nil {
		t.Fatal(err)
	}
	recovers := func(address, code string) error {
		_, _, err := s.Recover(t.Context(), accounts.Recovery{Name: "Ann", Code: code, Password: proof.Password, Address: address})
		return err
	}
	for range 30 {
		err = recovers("elsewhere", "0000-0000-0000-0000")
	}
	wantCode(t, "many wrong codes", err, accounts.SignInSlow)
	if _, _, err := s.SignIn(t.Context(), "Ann", proof); err != nil {
		t.Errorf("after wrong codes of others, the password: %v", err)
	}
	if _, _, err := s.SignIn(t.Context(), "Ann", accounts.Proof{Password: proof.Password, Address: "elsewhere"}); err != nil {
		t.Errorf("after wrong codes from the same address, the password: %v", err)
	}
	if err := recovers("home", codes[0]); err != nil {
		t.Errorf("after wrong codes of others, a right one: %v", err)
	}
	for range 30 {
		_, _, err = s.SignIn(t.Context(), "Ann", accounts.Proof{Password: "a wrong one", Address: "home"})
	}
	wantCode(t, "many wrong passwords", err, accounts.SignInSlow)
	if err := recovers("home", codes[1]); err != nil {
		t.Errorf("after wrong passwords, a right code: %v", err)
	}
}

func TestPasswordsThatOthersGuess(t *testing.T) {
	s := newSite(t)
	_, access := s.guest(t, "Anna Lee")
	set := func(password string) error {
		return s.SetPassword(t.Context(), access, accounts.NewPassword{Password: password})
	}
	for _, password := range []string{"password", "12345678", "Password1", "QWERTYUIOP", "football", "iloveyou", "1q2w3e4r", "trustno1"} {
		wantCode(t, password, set(password), accounts.PasswordCommon)
	}
	for _, password := range []string{"anna lee", "AnnaLee1", "1annalee23", "Anna LeeAnna Lee"} {
		wantCode(t, password, set(password), accounts.PasswordIsName)
	}
	if err := set("anna likes pears"); err != nil {
		t.Error(err)
	}
}

func TestTokensEnd(t *testing.T) {
	s := newSite(t)
	_, access := s.guest(t, "Ann")
	const day = 24 * time.Hour
	_, token, err := s.AddToken(t.Context(), access.Player, accounts.NewToken{Label: "robot", Lasts: 30 * day})
	if err != nil {
		t.Fatal(err)
	}
	tokens := func() int {
		facts, err := s.Facts(t.Context(), access.Player)
		if err != nil {
			t.Fatal(err)
		}
		return len(facts.Tokens)
	}
	facts, err := s.Facts(t.Context(), access.Player)
	if err != nil || !facts.Tokens[0].Used.IsZero() || facts.Tokens[0].Until.Sub(facts.Tokens[0].Since) != 30*day {
		t.Errorf("a new token is %+v, %v", facts.Tokens, err)
	}
	s.wait(30*day - time.Second)
	s.wantPlayer(t, token, "Ann", false)
	if facts, err = s.Facts(t.Context(), access.Player); err != nil || facts.Tokens[0].Used.IsZero() {
		t.Errorf("a used token is %+v, %v", facts.Tokens, err)
	}
	s.wait(time.Second)
	if _, err := s.PlayerByToken(t.Context(), token); err == nil {
		t.Error("a token goes on after its end")
	}
	if err := s.store.RemoveExpired(t.Context(), time.UnixMilli(s.clock.Load())); err != nil || tokens() != 0 {
		t.Errorf("%d tokens are left, %v", tokens(), err)
	}
}
