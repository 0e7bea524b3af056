package accounts_test

import (
	"slices"
	"strings"
	"testing"
	"time"

	"plateau/internal/accounts"
	"plateau/internal/export"
	"plateau/internal/play"
)

// class makes a group.
func (s *site) class(t *testing.T, id play.GroupID) {
	t.Helper()
	if err := s.store.AddGroup(t.Context(), play.Group{ID: id, Name: string(id), Chat: play.TalkFree, Since: s.Now()}); err != nil {
		t.Fatal(err)
	}
}

func (s *site) makes(t *testing.T, group play.GroupID, request string, names ...string) accounts.ManagedNames {
	t.Helper()
	made, err := s.MakeManaged(t.Context(), group, request, names)
	if err != nil {
		t.Fatal(err)
	}
	return made
}

func namesOf(players []play.Player) []string {
	var names []string
	for _, p := range players {
		names = append(names, p.Name)
	}
	return names
}

func TestListOfNames(t *testing.T) {
	s := newSite(t)
	s.class(t, "5a")
	s.class(t, "5b")
	made := s.makes(t, "5a", "r1", "Emma", " Emma ", "", "admin", "Ben", strings.Repeat("x", 25))
	if got := namesOf(made.Made); !slices.Equal(got, []string{"Emma", "Emma 2", "Ben"}) {
		t.Errorf("the accounts are %q", got)
	}
	if len(made.Refused) != 2 || made.Refused[0].Line != 4 || made.Refused[0].Why.Code != accounts.NameReserved.Code ||
		made.Refused[1].Line != 6 || made.Refused[1].Why.Code != play.NameLong.Code {
		t.Errorf("refused are %+v", made.Refused)
	}
	// Names of other classes get a number; the same list again makes only what is
	// new, and a repeated request nothing.
	long := strings.Repeat("Y", 24)
	if got := namesOf(s.makes(t, "5b", "r2", "Emma", "Ben", long).Made); !slices.Equal(got, []string{"Emma 3", "Ben 2", long}) {
		t.Errorf("the other class has %q", got)
	}
	s.class(t, "5c")
	if got := namesOf(s.makes(t, "5c", "r3", long).Made); !slices.Equal(got, []string{strings.Repeat("Y", 22) + " 2"}) {
		t.Errorf("a long name becomes %q", got)
	}
	again := s.makes(t, "5a", "r4", "Emma", "Emma", "Ben", "Cleo")
	if got := namesOf(again.Made); again.Known != 3 || !slices.Equal(got, []string{"Cleo"}) {
		t.Errorf("the list again gives %q, %d are known", got, again.Known)
	}
	if repeated := s.makes(t, "5b", "r2", "Emma", "Ben"); len(repeated.Made) > 0 {
		t.Errorf("a repeat gives %q", namesOf(repeated.Made))
	}
	// The names of a class that is deleted are free again.
	for _, p := range made.Made {
		if err := s.Erase(t.Context(), p.ID, noTables{}); err != nil {
			t.Fatal(err)
		}
	}
	if got := namesOf(s.makes(t, "5a", "r5", "Emma").Made); !slices.Equal(got, []string{"Emma"}) {
		t.Errorf("the next class has %q", got)
	}
}

// TestBorrowedCard has somebody with the card of a child: they can play, and keep
// nothing.
func TestBorrowedCard(t *testing.T) {
	s := newSite(t)
	s.class(t, "5a")
	emma := s.makes(t, "5a", "", "Emma").Made[0]
	code, err := s.NewCard(t.Context(), emma.ID)
	if err != nil {
		t.Fatal(err)
	}
	_, session, err := s.SignInByLink(t.Context(), play.Token(code))
	if err != nil {
		t.Fatal(err)
	}
	// Typed without care, and as often as one likes.
	typed := play.Token(strings.ToUpper(strings.ReplaceAll(code, "-", " ")))
	if _, _, err := s.SignInByLink(t.Context(), typed); err != nil {
		t.Errorf("the typed code %q: %v", typed, err)
	}
	s.wantPlayer(t, session, "Emma", true)
	_, access, err := s.Access(t.Context(), session)
	if err != nil {
		t.Fatal(err)
	}
	none := accounts.Proof{}
	wantCode(t, "a password", s.SetPassword(t.Context(), access, accounts.NewPassword{Password: "a long one"}), accounts.ManagedAccount)
	_, err = s.BeginPasskey(t.Context(), emma.ID, origin, none)
	wantCode(t, "a passkey", err, accounts.ManagedAccount)
	_, _, err = s.AddToken(t.Context(), emma.ID, accounts.NewToken{})
	wantCode(t, "a token", err, accounts.ManagedAccount)
	_, err = s.NewRecoveryCodes(t.Context(), emma.ID, none)
	wantCode(t, "recovery codes", err, accounts.ManagedAccount)
	_, err = s.DeclareBot(t.Context(), emma.ID, none)
	wantCode(t, "a bot", err, accounts.ManagedAccount)
	_, err = s.RenameSelf(t.Context(), emma.ID, "Emmy")
	wantCode(t, "another name", err, accounts.ManagedAccount)
	wantCode(t, "deletion", s.Delete(t.Context(), access, none, noTables{}), accounts.ManagedAccount)

	// A new card ends the old one, and the sessions that it began.
	fresh, err := s.NewCard(t.Context(), emma.ID)
	if err != nil {
		t.Fatal(err)
	}
	_, _, err = s.SignInByLink(t.Context(), play.Token(code))
	wantCode(t, "the old card", err, accounts.CardUnknown)
	if _, err := s.PlayerByToken(t.Context(), session); err == nil {
		t.Error("the old session goes on")
	}
	if _, _, err := s.SignInByLink(t.Context(), play.Token(fresh)); err != nil {
		t.Errorf("the new card: %v", err)
	}
	if err := s.RevokeCard(t.Context(), emma.ID); err != nil {
		t.Fatal(err)
	}
	_, _, err = s.SignInByLink(t.Context(), play.Token(fresh))
	wantCode(t, "a revoked card", err, accounts.CardUnknown)

	// When it is hers, she can set a password.
	link, err := s.HandOver(t.Context(), emma.ID)
	if err != nil {
		t.Fatal(err)
	}
	_, session, err = s.SignInByLink(t.Context(), link)
	if err != nil {
		t.Fatal(err)
	}
	if _, access, err = s.Access(t.Context(), session); err != nil {
		t.Fatal(err)
	}
	if err := s.SetPassword(t.Context(), access, accounts.NewPassword{Password: "a long one"}); err != nil {
		t.Errorf("a password of her own: %v", err)
	}
}

func TestInvitations(t *testing.T) {
	s := newSite(t)
	s.class(t, "club")
	s.InvitedOnly = true
	_, guest := s.guest(t, "Gus")
	wantCode(t, "a guest's password", s.SetPassword(t.Context(), guest, accounts.NewPassword{Password: "a long one"}), accounts.Uninvited)
	_, err := s.BeginPasskey(t.Context(), guest.Player, origin, accounts.Proof{})
	wantCode(t, "a guest's passkey", err, accounts.Uninvited)

	_, token, err := s.Invite(t.Context(), accounts.NewInvitation{Group: "club", Role: play.RoleMember, Uses: 2, Lasts: time.Hour})
	if err != nil {
		t.Fatal(err)
	}
	accept := func(a accounts.Acceptance) (play.Player, play.Token, error) {
		a.Token = token
		p, session, _, err := s.Accept(t.Context(), a)
		return p, session, err
	}
	_, _, err = accept(accounts.Acceptance{Name: "Ann", Password: "short"})
	wantCode(t, "a short password", err, accounts.PasswordShort)
	ann, session, err := accept(accounts.Acceptance{Name: "Ann", Password: "a long one"})
	if err != nil || !ann.Registered {
		t.Fatalf("Ann is %+v, %v", ann, err)
	}
	s.wantPlayer(t, session, "Ann", true)
	_, _, err = accept(accounts.Acceptance{Name: "Ann", Password: "a long one"})
	wantCode(t, "the same name", err, accounts.NameTaken)
	// Who is a member already uses up nothing, and a guest stays the same player.
	if _, _, err := accept(accounts.Acceptance{By: ann}); err != nil {
		t.Error(err)
	}
	gus, err := s.store.Player(t.Context(), guest.Player)
	if err != nil {
		t.Fatal(err)
	}
	registered, _, err := accept(accounts.Acceptance{Name: "Gustav", Password: "a long one", By: gus})
	if err != nil || registered.ID != gus.ID || registered.Name != "Gustav" || !registered.Registered {
		t.Errorf("the guest is %+v, %v", registered, err)
	}
	_, _, err = accept(accounts.Acceptance{Name: "Cleo", Password: "a long one"})
	wantCode(t, "a third use", err, accounts.InvitationUnknown)

	_, plain, err := s.Invite(t.Context(), accounts.NewInvitation{Role: play.RoleMember, Uses: 1, Lasts: time.Hour})
	if err != nil {
		t.Fatal(err)
	}
	token = plain
	_, _, err = accept(accounts.Acceptance{By: ann})
	wantCode(t, "an account for somebody who has one", err, accounts.HasAccount)
	emma := s.makes(t, "club", "", "Emma").Made[0]
	_, _, err = accept(accounts.Acceptance{By: emma})
	wantCode(t, "a managed account", err, accounts.ManagedAccount)
	s.wait(time.Hour)
	_, _, err = accept(accounts.Acceptance{Name: "Cleo", Password: "a long one"})
	wantCode(t, "an invitation that has ended", err, accounts.InvitationUnknown)

	// Where accounts need an invitation, a club that a player founded makes none.
	if err := s.store.FoundClub(t.Context(), play.Group{ID: "own", Name: "own", Chat: play.TalkFree, Owner: ann.ID}, 1); err != nil {
		t.Fatal(err)
	}
	_, token, err = s.Invite(t.Context(), accounts.NewInvitation{Group: "own", Role: play.RoleMember, Uses: 1, Lasts: time.Hour})
	if err != nil {
		t.Fatal(err)
	}
	_, _, err = accept(accounts.Acceptance{Name: "Cleo", Password: "a long one"})
	wantCode(t, "an account by a club", err, accounts.Uninvited)
	if _, _, err = accept(accounts.Acceptance{By: registered}); err != nil {
		t.Errorf("somebody with an account: %v", err)
	}

	var exported strings.Builder
	exporter := &export.Service{Store: s.store, Accounts: s.Service}
	if err := exporter.Write(t.Context(), ann.ID, &exported); err != nil || !strings.Contains(exported.String(), `"group": "club"`) {
		t.Errorf("the export is %s, %v", exported.String(), err)
	}
}
