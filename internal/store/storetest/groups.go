package storetest

import (
	"cmp"
	"errors"
	"slices"
	"sync"
	"testing"
	"time"

	"plateau/internal/accounts"
	"plateau/internal/play"
)

// class makes a group with a leader.
func class(t *testing.T, s *store, id play.GroupID) play.Group {
	t.Helper()
	g := play.Group{ID: id, Name: "Class " + string(id), Chat: play.TalkFree, Contact: play.ContactGroup, Since: now}
	must(t, s.AddGroup(t.Context(), g))
	return g
}

func managed(names ...string) []accounts.NewManaged {
	var list []accounts.NewManaged
	for _, name := range names {
		p := play.Player{ID: play.PlayerID("id" + name), Name: name, Registered: true, Since: now}
		list = append(list, accounts.NewManaged{Player: p, NameKey: name})
	}
	return list
}

func memberNames(t *testing.T, s *store, id play.GroupID) []string {
	t.Helper()
	members, err := s.Members(t.Context(), id)
	must(t, err)
	var names []string
	for _, m := range members {
		names = append(names, m.Player.Name+" "+string(m.Role))
	}
	return names
}

func testGroups(t *testing.T, s *store) {
	t.Helper()
	somebody(t, s.Store, "teacher")
	g := class(t, s, "b")
	class(t, s, "a")
	must(t, s.SetMember(t.Context(), "b", "teacher", play.RoleLeader, now))
	wantError(t, "a member of nothing", s.SetMember(t.Context(), "x", "teacher", play.RoleMember, now), play.ErrNoGroup)
	wantError(t, "nobody as a member", s.SetMember(t.Context(), "b", "nobody", play.RoleMember, now), play.ErrNoPlayer)
	if added, err := s.AddManaged(t.Context(), "b", "first", managed("Zoe", "ann"), 9); err != nil || !added {
		t.Fatalf("the accounts are %v, %v", added, err)
	}
	if added, err := s.AddManaged(t.Context(), "b", "first", managed("Ben"), 9); err != nil || added {
		t.Errorf("a repeat adds %v, %v", added, err)
	}
	twice := managed("Cleo", "Zoe")
	twice[1].Player.ID = "another Zoe"
	_, err := s.AddManaged(t.Context(), "b", "second", twice, 9)
	if taken, is := errors.AsType[*accounts.TakenNameError](err); !is || taken.Index != 1 || !errors.Is(err, accounts.ErrNameTaken) {
		t.Errorf("a name that is taken: %v", err)
	}
	_, err = s.AddManaged(t.Context(), "b", "third", managed("Cleo", "Dan"), 4)
	wantError(t, "too many", err, play.ErrTooMany)
	_, err = s.AddManaged(t.Context(), "x", "fourth", managed("Cleo"), 9)
	wantError(t, "accounts of nothing", err, play.ErrNoGroup)
	s.reopen(t)
	if names := memberNames(t, s, "b"); !slices.Equal(names, []string{"teacher leader", "ann member", "Zoe member"}) {
		t.Errorf("the members are %q", names)
	}
	zoe, err := s.Player(t.Context(), "idZoe")
	if err != nil || !zoe.Registered || zoe.Manager != "b" {
		t.Errorf("Zoe is %+v, %v", zoe, err)
	}
	if account, err := s.Account(t.Context(), "idZoe"); err != nil || account.Password != "" {
		t.Errorf("her account is %+v, %v", account, err)
	}
	must(t, s.AddSignInLink(t.Context(), accounts.SignInLink{Hash: play.Token("x").Hash(), Player: "idZoe", Since: now, Until: accounts.Forever}))
	if members, err := s.Members(t.Context(), "b"); err != nil || !members[2].Card || members[1].Card {
		t.Errorf("the cards are %+v, %v", members, err)
	}
	g.Name, g.Chat = "Class 6b", play.TalkOff
	must(t, s.ChangeGroup(t.Context(), g))
	if got, err := s.Group(t.Context(), "b"); err != nil || got != g {
		t.Errorf("the group is %+v, %v", got, err)
	}
	if all, err := s.Groups(t.Context()); err != nil || len(all) != 2 || all[0].ID != "b" {
		t.Errorf("the groups are %+v, %v", all, err)
	}
	if own, err := s.GroupsOf(t.Context(), "idZoe"); err != nil || len(own) != 1 || own[0].Name != "Class 6b" || own[0].Role != play.RoleMember {
		t.Errorf("Zoe's groups are %+v, %v", own, err)
	}
	testTalk(t, s)
	must(t, s.ReleaseAccount(t.Context(), "idann"))
	if ann, err := s.Player(t.Context(), "idann"); err != nil || ann.Managed() {
		t.Errorf("after the hand-over Ann is %+v, %v", ann, err)
	}
	must(t, s.Forget(t.Context(), "idZoe"))
	if names := memberNames(t, s, "b"); len(names) != 2 {
		t.Errorf("after the deletion the members are %q", names)
	}
	if removed, err := s.RemoveMember(t.Context(), "b", "idann"); err != nil || !removed {
		t.Errorf("Ann was removed: %v, %v", removed, err)
	}
	must(t, s.RemoveGroup(t.Context(), "b"))
	wantError(t, "the group again", s.RemoveGroup(t.Context(), "b"), play.ErrNoGroup)
	_, err = s.Group(t.Context(), "b")
	wantError(t, "the group", err, play.ErrNoGroup)
	if own, err := s.GroupsOf(t.Context(), "teacher"); err != nil || len(own) > 0 {
		t.Errorf("the teacher's groups are %+v, %v", own, err)
	}
}

// testLastLeader has two leaders who leave, or are made members, at the same time: one
// of them stays a leader. What two others change about the group at the same time is
// changed.
func testLastLeader(t *testing.T, s *store) {
	t.Helper()
	g := class(t, s, "5b")
	both := []play.PlayerID{"ann", "ben"}
	for _, player := range both {
		somebody(t, s.Store, string(player))
	}
	for round := range 20 {
		for _, player := range both {
			must(t, s.SetMember(t.Context(), g.ID, player, play.RoleLeader, now))
		}
		var all sync.WaitGroup
		errs := make([]error, len(both))
		for i, player := range both {
			all.Go(func() {
				if (round+i*(round/2))%2 == 0 {
					_, errs[i] = s.RemoveMember(t.Context(), g.ID, player)
				} else {
					errs[i] = s.SetMember(t.Context(), g.ID, player, play.RoleMember, now)
				}
			})
		}
		all.Wait()
		if (errs[0] == nil) == (errs[1] == nil) || !errors.Is(errors.Join(errs...), play.ErrLastLeader) {
			t.Fatalf("round %d: the two were answered %v", round, errs)
		}
	}
	must(t, s.ChangeGroup(t.Context(), play.Group{ID: g.ID, Chat: play.TalkOff}))
	must(t, s.ChangeGroup(t.Context(), play.Group{ID: g.ID, Name: "Class 6b"}))
	if got, err := s.Group(t.Context(), g.ID); err != nil || got.Name != "Class 6b" || got.Chat != play.TalkOff {
		t.Errorf("the group is %+v, %v", got, err)
	}
}

// testClubs has clubs that players own: nobody owns many, and the club of a deleted
// owner goes on with another leader, or ends.
func testClubs(t *testing.T, s *store) {
	t.Helper()
	for _, name := range []string{"ann", "ben", "cleo", "dan"} {
		somebody(t, s.Store, name)
	}
	club := func(id play.GroupID) play.Group {
		return play.Group{ID: id, Name: "Club " + string(id), Chat: play.TalkFree, Contact: play.ContactGroup, Since: now, Owner: "ann"}
	}
	for _, id := range []play.GroupID{"a", "b"} {
		must(t, s.FoundClub(t.Context(), club(id), 2))
		must(t, s.AddInvitation(t.Context(), accounts.Invitation{ID: string(id), Hash: play.Token(id).Hash(), Group: id, Role: play.RoleMember, Until: now.Add(time.Hour), Uses: 1}, 9))
		must(t, s.SetMember(t.Context(), id, "ben", play.RoleMember, now.Add(time.Minute)))
	}
	wantError(t, "a third club", s.FoundClub(t.Context(), club("c"), 2), play.ErrTooMany)
	nobodys := club("c")
	nobodys.Owner = "nobody"
	wantError(t, "a club of nobody", s.FoundClub(t.Context(), nobodys, 2), play.ErrNoPlayer)
	class(t, s, "5b")
	must(t, s.SetMember(t.Context(), "5b", "ben", play.RoleLeader, now))
	wantError(t, "an owner of a class", s.SetOwner(t.Context(), "5b", "ben", 2), play.ErrNoGroup)
	wantError(t, "an owner who is no member", s.SetOwner(t.Context(), "a", "dan", 2), play.ErrNoGroup)
	wantError(t, "an owner of too many", s.SetOwner(t.Context(), "a", "ben", 0), play.ErrTooMany)

	must(t, s.SetOwner(t.Context(), "a", "ben", 2))
	s.reopen(t)
	if got, err := s.Group(t.Context(), "a"); err != nil || got.Owner != "ben" {
		t.Errorf("the club is %+v, %v", got, err)
	}
	if names := memberNames(t, s, "a"); !slices.Equal(names, []string{"ann leader", "ben leader"}) {
		t.Errorf("after the club was given away, the members are %q", names)
	}
	// The leader who has been a member for longest gets it.
	must(t, s.SetMember(t.Context(), "a", "dan", play.RoleLeader, now.Add(2*time.Minute)))
	must(t, s.SetMember(t.Context(), "a", "cleo", play.RoleMember, now))
	must(t, s.RemoveGroup(t.Context(), "b"))
	must(t, s.FoundClub(t.Context(), club("b"), 2))
	must(t, s.SetMember(t.Context(), "b", "cleo", play.RoleMember, now))
	must(t, s.Forget(t.Context(), "ann"))
	if _, err := s.Group(t.Context(), "b"); !errors.Is(err, play.ErrNoGroup) {
		t.Errorf("the club of nobody: %v", err)
	}
	must(t, s.Forget(t.Context(), "ben"))
	if got, err := s.Group(t.Context(), "a"); err != nil || got.Owner != "dan" {
		t.Errorf("after the deletion of its owner the club is %+v, %v", got, err)
	}
	must(t, s.Forget(t.Context(), "dan"))
	if own, err := s.GroupsOf(t.Context(), "cleo"); err != nil || len(own) > 0 {
		t.Errorf("without a leader, the clubs are %+v, %v", own, err)
	}
	if left, err := s.Invitations(t.Context(), ""); err != nil || len(left) > 0 {
		t.Errorf("the invitations that are left: %+v, %v", left, err)
	}
	if got, err := s.Group(t.Context(), "5b"); err != nil || got.Founded() {
		t.Errorf("the class is %+v, %v", got, err)
	}
}

// testTalk has Zoe in a group without chat, and Ben in none.
func testTalk(t *testing.T, s *store) {
	t.Helper()
	somebody(t, s.Store, "ben")
	for _, c := range []struct {
		players []play.PlayerID
		want    play.Talk
	}{{nil, play.TalkFree}, {[]play.PlayerID{"ben"}, play.TalkFree}, {[]play.PlayerID{"ben", "idZoe"}, play.TalkOff}} {
		if talk, err := s.TalkAmong(t.Context(), c.players...); err != nil || talk != c.want {
			t.Errorf("%v may chat %q, %v, want %q", c.players, talk, err, c.want)
		}
	}
}

// testStrangers has two classes, of which one is open to everybody.
func testStrangers(t *testing.T, s *store) {
	t.Helper()
	for _, name := range []string{"ann", "ben"} {
		account(t, s, name)
	}
	class(t, s, "5b")
	open := class(t, s, "6a")
	open.Contact = play.ContactEverybody
	must(t, s.ChangeGroup(t.Context(), open))
	for id, names := range map[play.GroupID][]string{"5b": {"Emma", "Finn"}, "6a": {"Zoe"}} {
		if _, err := s.AddManaged(t.Context(), id, "", managed(names...), 9); err != nil {
			t.Fatal(err)
		}
	}
	must(t, s.SetMember(t.Context(), "5b", "ann", play.RoleLeader, now))
	s.reopen(t)
	among := func(players []play.PlayerID, want ...play.Strangers) {
		t.Helper()
		list, err := s.StrangersAmong(t.Context(), players...)
		slices.SortFunc(list, func(a, b play.Strangers) int {
			return cmp.Or(cmp.Compare(a.Member, b.Member), cmp.Compare(a.Stranger, b.Stranger))
		})
		if err != nil || !slices.Equal(list, want) {
			t.Errorf("among %v strangers are %v, %v, want %v", players, list, err, want)
		}
	}
	all := []play.PlayerID{"idEmma", "idFinn", "idZoe", "ann", "ben", "", "idEmma"}
	among(nil)
	among([]play.PlayerID{"idEmma", "idFinn", "ann"})
	among([]play.PlayerID{"idZoe", "ann", "ben"})
	among(all,
		play.Strangers{Member: "idEmma", Stranger: "ben"}, play.Strangers{Member: "idEmma", Stranger: "idZoe"},
		play.Strangers{Member: "idFinn", Stranger: "ben"}, play.Strangers{Member: "idFinn", Stranger: "idZoe"})
	must(t, s.SetMember(t.Context(), "5b", "idZoe", play.RoleMember, now))
	must(t, s.ReleaseAccount(t.Context(), "idFinn"))
	among(all, play.Strangers{Member: "idEmma", Stranger: "ben"})
	class := play.Group{ID: "5b", Name: "Class 5b", Chat: play.TalkFree, Contact: play.ContactEverybody}
	must(t, s.ChangeGroup(t.Context(), class))
	among(all)
}

func testInvitations(t *testing.T, s *store) {
	t.Helper()
	ann := somebody(t, s.Store, "ann")
	class(t, s, "club")
	invite := func(id string, group play.GroupID, uses int) {
		t.Helper()
		must(t, s.AddInvitation(t.Context(), accounts.Invitation{
			ID: id, Hash: play.Token(id).Hash(), Group: group, Role: play.RoleMember, By: "ann", Since: now, Until: now.Add(time.Hour), Uses: uses,
		}, 9))
	}
	invite("two", "club", 2)
	invite("plain", "", 1)
	err := s.AddInvitation(t.Context(), accounts.Invitation{ID: "x", Group: "nothing", Until: now}, 9)
	wantError(t, "an invitation to nothing", err, play.ErrNoGroup)
	err = s.AddInvitation(t.Context(), accounts.Invitation{ID: "y", Group: "club", Until: now}, 1)
	wantError(t, "an invitation too many", err, play.ErrTooMany)
	use := func(u accounts.InvitationUse) error {
		u.Most = 9
		_, err := s.UseInvitation(t.Context(), play.Token("two").Hash(), now, u)
		return err
	}
	fresh := func(name string) accounts.InvitationUse {
		a := access(name, name, accounts.Session, 0)
		return accounts.InvitationUse{Player: play.Player{ID: play.PlayerID(name), Name: name, Since: now}, NameKey: name, Password: "hash", Access: &a}
	}
	full := fresh("ben")
	_, err = s.UseInvitation(t.Context(), play.Token("two").Hash(), now, full)
	wantError(t, "a club for nobody", err, play.ErrTooMany)
	must(t, use(fresh("ben")))
	// Who has everything already uses up nothing.
	ben, err := s.Player(t.Context(), "ben")
	must(t, err)
	must(t, use(accounts.InvitationUse{Player: ben}))
	wantError(t, "a name that is taken", use(accounts.InvitationUse{Player: ann, NameKey: "ben", Password: "hash"}), accounts.ErrNameTaken)
	must(t, use(accounts.InvitationUse{Player: ann, NameKey: "ann", Password: "hash"}))
	wantError(t, "a third use", use(fresh("cleo")), accounts.ErrNoInvitation)
	_, err = s.Player(t.Context(), "cleo")
	wantError(t, "Cleo", err, play.ErrNoPlayer)
	if names := memberNames(t, s, "club"); !slices.Equal(names, []string{"ann member", "ben member"}) {
		t.Errorf("the members are %q", names)
	}
	if _, _, err := s.PlayerByToken(t.Context(), play.Token("ben").Hash()); err != nil {
		t.Errorf("Ben's session: %v", err)
	}
	s.reopen(t)
	list, err := s.Invitations(t.Context(), "club")
	if err != nil || len(list) != 1 || list[0].Used != 2 || list[0].Uses != 2 || list[0].GroupName != "Class club" || list[0].ByName != "ann" {
		t.Errorf("the invitations are %+v, %v", list, err)
	}
	if all, err := s.Invitations(t.Context(), ""); err != nil || len(all) != 2 {
		t.Errorf("all invitations are %+v, %v", all, err)
	}
	if by, err := s.InvitationsBy(t.Context(), "ann"); err != nil || len(by) != 2 {
		t.Errorf("Ann's invitations are %+v, %v", by, err)
	}
	must(t, s.Forget(t.Context(), "ann"))
	if found, err := s.Invitation(t.Context(), "plain"); err != nil || found.By != "" {
		t.Errorf("after her deletion the invitation is %+v, %v", found, err)
	}
	if _, err := s.InvitationByToken(t.Context(), play.Token("plain").Hash(), now); err != nil {
		t.Errorf("it can be used: %v", err)
	}
	_, err = s.InvitationByToken(t.Context(), play.Token("plain").Hash(), now.Add(time.Hour))
	wantError(t, "an invitation that has ended", err, accounts.ErrNoInvitation)
	must(t, s.ExpireInvitations(t.Context(), now.Add(time.Hour-1)))
	if removed, err := s.RemoveInvitation(t.Context(), "plain"); err != nil || !removed {
		t.Errorf("it was removed: %v, %v", removed, err)
	}
	must(t, s.ExpireInvitations(t.Context(), now.Add(time.Hour)))
	if all, err := s.Invitations(t.Context(), ""); err != nil || len(all) > 0 {
		t.Errorf("in the end there are %+v, %v", all, err)
	}
}
