package sqlite_test

import (
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"plateau/internal/accounts"
	"plateau/internal/play"
	"plateau/internal/store/removals"
	"plateau/internal/store/sqlite"
)

// kinds are what the list beside a database has, in order.
func kinds(t *testing.T, path string) (all []string) {
	t.Helper()
	l, err := removals.Read(sqlite.RemovalsOf(path))
	if err != nil {
		t.Fatal(err)
	}
	for _, r := range l.Removals {
		all = append(all, string(r.Kind))
	}
	return all
}

// Whatever ends is in the list when its end is acknowledged.
func TestRemovalsAreListed(t *testing.T) {
	path := filepath.Join(t.TempDir(), "play.db")
	s := open(t, path)
	now := time.Now()
	ann := play.Player{ID: "ann", Name: "Ann"}
	access := func(id string, kind accounts.AccessKind) accounts.Access {
		return accounts.Access{ID: id, Hash: play.Token(id).Hash(), Player: "ann", Kind: kind, Since: now, Used: now}
	}
	must := func(err error) {
		t.Helper()
		if err != nil {
			t.Fatal(err)
		}
	}
	must(s.AddPlayer(t.Context(), ann, "ann", access("session", accounts.Session)))
	must(s.AddAccess(t.Context(), access("token", accounts.Robot), 9))
	must(s.SetPassword(t.Context(), ann, "ann", "first"))
	must(s.RenewHash(t.Context(), "ann", "first", "first at another cost"))
	must(s.RenewHash(t.Context(), "ann", "first", "too late"))
	must(s.AddPasskey(t.Context(), ann, "ann", accounts.Passkey{ID: "key", Credential: []byte("{}")}, 9))
	must(s.AddSSHKey(t.Context(), ann, "ann", accounts.SSHKey{ID: "ssh"}, 9, false))
	must(s.SetRecoveryCodes(t.Context(), "ann", []accounts.CodeHash{{1}, {2}}, now))
	must(s.AddSignInLink(t.Context(), accounts.SignInLink{Hash: play.Token("link").Hash(), Player: "ann", Once: true, Since: now, Until: now.Add(time.Hour)}))
	must(s.SetAdministrator(t.Context(), "ann", true, accounts.Authority{}))
	must(s.AddGroup(t.Context(), play.Group{ID: "club", Name: "Club", Chat: play.TalkFree, Since: now}))
	must(s.SetMember(t.Context(), "club", "ann", play.RoleLeader, now))
	must(s.AddPlayer(t.Context(), play.Player{ID: "ben", Name: "Ben"}, "ben", accounts.Access{ID: "b", Player: "ben", Kind: accounts.Session}))
	must(s.SetMember(t.Context(), "club", "ben", play.RoleLeader, now))
	must(s.AddInvitation(t.Context(), accounts.Invitation{
		ID: "once", Hash: play.Token("once").Hash(), Group: "club", Role: play.RoleMember, Since: now, Until: now.Add(time.Hour), Uses: 1,
	}, 9))
	if got := kinds(t, path); len(got) > 0 {
		t.Fatalf("before anything was removed, the list has %q", got)
	}
	if a, err := s.Account(t.Context(), "ann"); err != nil || a.Password != "first at another cost" {
		t.Fatalf("the password is %q, %v", a.Password, err)
	}
	var want []string
	for _, step := range []struct {
		adds string
		do   func() error
	}{
		{"password", func() error { return s.SetPassword(t.Context(), ann, "ann", "second") }},
		{"access", func() error {
			_, err := s.RemoveAccess(t.Context(), "ann", accounts.AccessChoice{ID: "token"})
			return err
		}},
		{"passkey", func() error {
			_, err := s.RemovePasskey(t.Context(), "ann", "key")
			return err
		}},
		{"ssh-key", func() error {
			_, err := s.RemoveSSHKey(t.Context(), "ann", "ssh")
			return err
		}},
		{"code", func() error {
			_, err := s.UseRecoveryCode(t.Context(), "ann", accounts.CodeHash{1})
			return err
		}},
		{"link", func() error {
			_, err := s.UseSignInLink(t.Context(), play.Token("link").Hash(), now, accounts.Access{ID: "by link", Hash: play.Token("by link").Hash(), Kind: accounts.Session, Since: now}, 9)
			return err
		}},
		{"access", func() error {
			_, err := s.RemoveAccess(t.Context(), "ann", accounts.AccessChoice{ID: "by link"})
			return err
		}},
		{"administrator", func() error { return s.SetAdministrator(t.Context(), "ann", false, accounts.Authority{}) }},
		{"leader", func() error { return s.SetMember(t.Context(), "club", "ann", play.RoleMember, now) }},
		{"invitation", func() error {
			_, err := s.UseInvitation(t.Context(), play.Token("once").Hash(), now, accounts.InvitationUse{Player: ann, NameKey: "ann", Password: "third", Most: 9})
			return err
		}},
		{"leader group", func() error { return s.RemoveGroup(t.Context(), "club") }},
		{"", func() error { return s.Rename(t.Context(), "ann", "Anna", "anna") }},
		{"code access player", func() error { return s.Forget(t.Context(), "ann") }},
		{"", func() error { return s.Forget(t.Context(), "ann") }},
	} {
		must(step.do())
		want = append(want, strings.Fields(step.adds)...)
		if got := kinds(t, path); !slices.Equal(got, want) {
			t.Fatalf("the list has %q, not %q", got, want)
		}
	}
	must(s.CompactRemovals(t.Context(), now.Add(removals.ListedFor/2)))
	if got := kinds(t, path); !slices.Equal(got, want) {
		t.Errorf("a year later the list has %q", got)
	}
	must(s.CompactRemovals(t.Context(), now.Add(2*removals.ListedFor)))
	if got := kinds(t, path); len(got) > 0 {
		t.Errorf("years later the list has %q", got)
	}
	must(s.Close())
}

// What a crash kept from the list is added when the database is opened again, once.
func TestRemovalsAfterACrash(t *testing.T) {
	path := filepath.Join(t.TempDir(), "play.db")
	s := open(t, path)
	if err := s.AddPlayer(t.Context(), play.Player{ID: "ann", Name: "Ann"}, "ann", accounts.Access{ID: "a", Player: "ann", Kind: accounts.Session}); err != nil {
		t.Fatal(err)
	}
	if err := s.CloseRemovals(t); err != nil {
		t.Fatal(err)
	}
	// It counts as done although it is not in the list yet.
	if _, err := s.RemoveAccess(t.Context(), "ann", accounts.AccessChoice{}); err != nil {
		t.Fatal(err)
	}
	if got := kinds(t, path); len(got) > 0 {
		t.Fatalf("the list has %q", got)
	}
	// Failures are counted after the answer, at the latest when the writer ends.
	if err := s.Close(); err != nil {
		t.Fatal(err)
	}
	if s.Stats().Failures == 0 {
		t.Error("no failure was counted")
	}
	for range 2 {
		s = open(t, path)
		if _, err := s.Heartbeat(t.Context(), time.Now, 0); err != nil {
			t.Fatal(err)
		}
		if err := s.Close(); err != nil {
			t.Fatal(err)
		}
	}
	if got := kinds(t, path); !slices.Equal(got, []string{"access"}) {
		t.Errorf("after a crash the list has %q", got)
	}
}
