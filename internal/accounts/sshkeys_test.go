package accounts_test

import (
	"bytes"
	"crypto/ed25519"
	"crypto/rand"
	"crypto/rsa"
	"encoding/hex"
	"encoding/pem"
	"errors"
	"strings"
	"testing"
	"time"

	"golang.org/x/crypto/ssh"

	"plateau/game"
	"plateau/internal/accounts"
	"plateau/internal/export"
	"plateau/internal/play"
)

// newSSHKey is a new key as it is pasted, its hash, and its private part.
func newSSHKey(t *testing.T, comment string) (line string, hash accounts.KeyHash, private ed25519.PrivateKey) {
	t.Helper()
	public, private, err := ed25519.GenerateKey(rand.Reader)
	if err != nil {
		t.Fatal(err)
	}
	return lineOf(t, public, comment), hashOf(t, public), private
}

func lineOf(t *testing.T, public any, comment string) string {
	t.Helper()
	key, err := ssh.NewPublicKey(public)
	if err != nil {
		t.Fatal(err)
	}
	return strings.TrimSpace(string(ssh.MarshalAuthorizedKey(key))) + " " + comment
}

func hashOf(t *testing.T, public any) accounts.KeyHash {
	t.Helper()
	key, err := ssh.NewPublicKey(public)
	if err != nil {
		t.Fatal(err)
	}
	return accounts.HashSSHKey(key)
}

func TestSSHKeysThatAreRefused(t *testing.T) {
	s := newSite(t)
	_, access := s.guest(t, "Ann")
	line, _, private := newSSHKey(t, "ann@laptop")
	block, err := ssh.MarshalPrivateKey(private, "")
	if err != nil {
		t.Fatal(err)
	}
	short, err := rsa.GenerateKey(rand.Reader, 1024)
	if err != nil {
		t.Fatal(err)
	}
	for _, test := range []struct {
		line string
		want game.Ground
	}{
		{"", accounts.SSHKeyUnreadable},
		{"hello", accounts.SSHKeyUnreadable},
		{"ssh-ed25519 AAAA ann", accounts.SSHKeyUnreadable},
		{`command="rm" ` + line, accounts.SSHKeyUnreadable},
		{line + "\n" + line, accounts.SSHKeyUnreadable},
		{string(pem.EncodeToMemory(block)), accounts.SSHKeyPrivate},
		{lineOf(t, short.Public(), ""), accounts.SSHKeyWeak},
	} {
		_, err := s.AddSSHKey(t.Context(), access.Player, accounts.NewSSHKey{Line: test.line})
		wantCode(t, test.line, err, test.want)
	}
}

func TestSSHKeys(t *testing.T) {
	s := newSite(t)
	line, hash, _ := newSSHKey(t, "  ann@laptop  with a very long comment that is cut somewhere ")
	_, access := s.guest(t, "Ann")
	if _, _, err := s.AccessBySSHKey(t.Context(), hash); !errors.Is(err, play.ErrNoPlayer) {
		t.Fatalf("an unknown key gives %v", err)
	}
	key, err := s.AddSSHKey(t.Context(), access.Player, accounts.NewSSHKey{Line: line})
	if err != nil || key.Label != "ann@laptop with a very long comment that" || key.Kind != "ssh-ed25519" {
		t.Fatalf("the key is %+v, %v", key, err)
	}
	s.wait(2 * time.Hour)
	player, by, err := s.AccessBySSHKey(t.Context(), hash)
	if err != nil || player.Name != "Ann" || !player.Registered || player.Program || by.Kind != accounts.OverSSH {
		t.Errorf("the key is that of %+v, %+v, %v", player, by, err)
	}
	facts, err := s.Facts(t.Context(), access.Player)
	if err != nil || len(facts.SSHKeys) != 1 || !facts.SSHKeys[0].Used.Equal(time.UnixMilli(s.clock.Load())) {
		t.Errorf("the keys are %+v, %v", facts.SSHKeys, err)
	}
	var exported bytes.Buffer
	exporter := &export.Service{Store: s.store, Accounts: s.Service}
	if err := exporter.Write(t.Context(), access.Player, &exported); err != nil || !strings.Contains(exported.String(), hash.Fingerprint()) {
		t.Errorf("the export has no fingerprint: %v", err)
	}
	// A public key is no token.
	public, _, _, _, err := ssh.ParseAuthorizedKey([]byte(line))
	if err != nil {
		t.Fatal(err)
	}
	if _, err := s.PlayerByToken(t.Context(), play.Token(public.Marshal())); !errors.Is(err, play.ErrNoPlayer) {
		t.Errorf("the public key as a token gives %v", err)
	}
	_, other := s.guest(t, "Bob")
	_, err = s.AddSSHKey(t.Context(), other.Player, accounts.NewSSHKey{Line: line})
	wantCode(t, "another's key", err, accounts.SSHKeyTaken)
	wantCode(t, "the only way in", s.RemoveSSHKey(t.Context(), access.Player, key.ID), accounts.LastSSHKey)
	wantCode(t, "another's key", s.RemoveSSHKey(t.Context(), other.Player, key.ID), accounts.NoSuchSSHKey)
	second, _, _ := newSSHKey(t, "")
	if _, err := s.AddSSHKey(t.Context(), access.Player, accounts.NewSSHKey{Line: second, Label: "Desk", Proof: s.fresh(t, access.Player)}); err != nil {
		t.Fatal(err)
	}
	if err := s.RemoveSSHKey(t.Context(), access.Player, key.ID); err != nil {
		t.Fatal(err)
	}
	if _, _, err := s.AccessBySSHKey(t.Context(), hash); !errors.Is(err, play.ErrNoPlayer) {
		t.Errorf("a removed key gives %v", err)
	}
}

// A guest may be known by a key and stay a guest, also where accounts need an
// invitation.
func TestSSHKeysOfGuests(t *testing.T) {
	s := newSite(t)
	s.InvitedOnly = true
	line, hash, _ := newSSHKey(t, "")
	_, access := s.guest(t, "Ann")
	_, err := s.AddSSHKey(t.Context(), access.Player, accounts.NewSSHKey{Line: line})
	wantCode(t, "an account without an invitation", err, accounts.Uninvited)
	if _, err := s.AddSSHKey(t.Context(), access.Player, accounts.NewSSHKey{Line: line, Guest: true}); err != nil {
		t.Fatal(err)
	}
	if player, _, err := s.AccessBySSHKey(t.Context(), hash); err != nil || player.Registered || player.Name != "Ann" {
		t.Errorf("the key is that of %+v, %v", player, err)
	}
}

// What outlasts a session needs a proof, and a new password can remove it all.
func TestSSHKeysNeedAProof(t *testing.T) {
	s := newSite(t)
	_, access := s.account(t, "Anna")
	line, hash, _ := newSSHKey(t, "")
	_, err := s.AddSSHKey(t.Context(), access.Player, accounts.NewSSHKey{Line: line})
	wantCode(t, "no password", err, accounts.PasswordNeeded)
	proof := accounts.Proof{Password: "key of Anna"}
	if _, err := s.AddSSHKey(t.Context(), access.Player, accounts.NewSSHKey{Line: line, Proof: proof}); err != nil {
		t.Fatal(err)
	}
	for _, everywhere := range []bool{false, true} {
		err := s.SetPassword(t.Context(), access, accounts.NewPassword{Current: proof, Password: "key of Anna", Everywhere: everywhere})
		if err != nil {
			t.Fatal(err)
		}
		if _, _, err := s.AccessBySSHKey(t.Context(), hash); everywhere != errors.Is(err, play.ErrNoPlayer) {
			t.Errorf("after a new password, everywhere %v, the key gives %v", everywhere, err)
		}
	}
}

// fresh is the proof of somebody who has just come to a browser with an SSH key.
func (s *site) fresh(t *testing.T, player play.PlayerID) accounts.Proof {
	t.Helper()
	link, err := s.NewBrowserLink(t.Context(), player)
	if err != nil {
		t.Fatal(err)
	}
	return s.by(t, link)
}

// by is the proof of somebody who has just signed in with a link.
func (s *site) by(t *testing.T, link play.Token) accounts.Proof {
	t.Helper()
	_, token, err := s.SignInByLink(t.Context(), link)
	if err != nil {
		t.Fatal(err)
	}
	hash := token.Hash()
	return accounts.Proof{Session: hex.EncodeToString(hash[:])}
}

// Somebody who finds a browser open cannot keep an account that has nothing but SSH
// keys: what outlasts the session needs a link that the key gave a moment ago.
func TestOpenBrowserOfAnSSHAccount(t *testing.T) {
	s := newSite(t)
	_, access := s.guest(t, "Ann")
	line, _, _ := newSSHKey(t, "")
	if _, err := s.AddSSHKey(t.Context(), access.Player, accounts.NewSSHKey{Line: line}); err != nil {
		t.Fatal(err)
	}
	proof := s.fresh(t, access.Player)
	s.wait(10 * time.Minute)
	// A session that has just begun in another way proves nothing.
	link, err := s.NewLink(t.Context(), access.Player)
	if err != nil {
		t.Fatal(err)
	}
	for _, stale := range []accounts.Proof{proof, s.by(t, link), {}, {Password: "any password"}, {Session: hex.EncodeToString(access.Hash[:])}} {
		err := s.SetPassword(t.Context(), access, accounts.NewPassword{Password: "stolen goods", Current: stale, Everywhere: true})
		wantCode(t, "a password in an open browser", err, accounts.SSHKeyFresh)
		_, _, err = s.AddToken(t.Context(), access.Player, accounts.NewToken{Proof: stale})
		wantCode(t, "a token in an open browser", err, accounts.SSHKeyFresh)
	}
	if err := s.SetPassword(t.Context(), access, accounts.NewPassword{Password: "key of Anna", Current: s.fresh(t, access.Player)}); err != nil {
		t.Errorf("with a new link the password is refused: %v", err)
	}
}

func TestBrowserLinksEndSoon(t *testing.T) {
	s := newSite(t)
	_, access := s.guest(t, "Ann")
	link := func() play.Token {
		link, err := s.NewBrowserLink(t.Context(), access.Player)
		if err != nil {
			t.Fatal(err)
		}
		return link
	}
	replaced, used := link(), link()
	_, _, err := s.SignInByLink(t.Context(), replaced)
	wantCode(t, "a link before the last one", err, accounts.LinkUnknown)
	if player, _, err := s.SignInByLink(t.Context(), used); err != nil || player.Name != "Ann" {
		t.Errorf("the link signs %+v in, %v", player, err)
	}
	_, _, err = s.SignInByLink(t.Context(), used)
	wantCode(t, "a used link", err, accounts.LinkUnknown)
	old := link()
	s.wait(accounts.BrowserLinkTime)
	_, _, err = s.SignInByLink(t.Context(), old)
	wantCode(t, "an old link", err, accounts.LinkUnknown)
}

// Whatever ends all sessions ends the links with which somebody could come back.
func TestLinksEndWithAllSessions(t *testing.T) {
	s := newSite(t)
	_, access := s.account(t, "Anna")
	proof := accounts.Proof{Password: "key of Anna"}
	codes, err := s.NewRecoveryCodes(t.Context(), access.Player, proof)
	if err != nil {
		t.Fatal(err)
	}
	for what, end := range map[string]func() error{
		"a new password": func() error {
			return s.SetPassword(t.Context(), access, accounts.NewPassword{Current: proof, Password: proof.Password})
		},
		"a new password everywhere": func() error {
			return s.SetPassword(t.Context(), access, accounts.NewPassword{Current: proof, Password: proof.Password, Everywhere: true})
		},
		"signing out everywhere": func() error { return s.SignOutEverywhere(t.Context(), access.Player) },
		"a recovery code": func() error {
			_, _, err := s.Recover(t.Context(), accounts.Recovery{Name: "Anna", Code: codes[0], Password: proof.Password})
			return err
		},
		"signing everybody out": func() error {
			_, err := s.SignOutAll(t.Context())
			return err
		},
	} {
		browser, err := s.NewBrowserLink(t.Context(), access.Player)
		if err != nil {
			t.Fatal(err)
		}
		link, err := s.NewLink(t.Context(), access.Player)
		if err != nil {
			t.Fatal(err)
		}
		if err := end(); err != nil {
			t.Fatalf("%s: %v", what, err)
		}
		for _, token := range []play.Token{browser, link} {
			_, _, err := s.SignInByLink(t.Context(), token)
			wantCode(t, "a link after "+what, err, accounts.LinkUnknown)
		}
	}
}
