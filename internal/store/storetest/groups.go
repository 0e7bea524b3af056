package storetest

import (
	"cmp"
	"errors"
	"slices"
	"sync"
	"time"

	"plateau/internal/accounts"
	"plateau/internal/play"
)

// class makes a group with a leader.
func (s *store) class(id play.GroupID) play.Group {
	s.Helper()
	g := play.Group{ID: id, Name: "Class " + string(id), Chat: play.TalkFree, Contact: play.ContactGroup, Since: now}
	must(s, s.AddGroup(s.Context(), g))
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

func (s *store) memberNames(id play.GroupID) []string {
	s.Helper()
	members, err := s.Members(s.Context(), id)
	must(s, err)
	var names []string
	for _, m := range members {
		names = append(names, m.Player.Name+" "+string(m.Role))
	}
	return names
}

func testGroups(s *store) {
	s.somebody("teacher")
	g := s.class("b")
	s.class("a")
	must(s, s.SetMember(s.Context(), "b", "teacher", play.RoleLeader, now))
	s.wantError("a member of nothing", s.SetMember(s.Context(), "x", "teacher", play.RoleMember, now), play.ErrNoGroup)
	s.wantError("nobody as a member", s.SetMember(s.Context(), "b", "nobody", play.RoleMember, now), play.ErrNoPlayer)
	if added, err := s.AddManaged(s.Context(), "b", "first", managed("Zoe", "ann"), 9); err != nil || !added {
		s.Fatalf("the accounts are %v, %v", added, err)
	}
	if added, err := s.AddManaged(s.Context(), "b", "first", managed("Ben"), 9); err != nil || added {
		s.Errorf("a repeat adds %v, %v", added, err)
	}
	twice := managed("Cleo", "Zoe")
	twice[1].Player.ID = "another Zoe"
	_, err := s.AddManaged(s.Context(), "b", "second", twice, 9)
	if taken, is := errors.AsType[*accounts.TakenNameError](err); !is || taken.Index != 1 || !errors.Is(err, accounts.ErrNameTaken) {
		s.Errorf("a name that is taken: %v", err)
	}
	_, err = s.AddManaged(s.Context(), "b", "third", managed("Cleo", "Dan"), 4)
	s.wantError("too many", err, play.ErrTooMany)
	_, err = s.AddManaged(s.Context(), "x", "fourth", managed("Cleo"), 9)
	s.wantError("accounts of nothing", err, play.ErrNoGroup)
	s.reopen()
	if names := s.memberNames("b"); !slices.Equal(names, []string{"teacher leader", "ann member", "Zoe member"}) {
		s.Errorf("the members are %q", names)
	}
	zoe, err := s.Player(s.Context(), "idZoe")
	if err != nil || !zoe.Registered || zoe.Manager != "b" {
		s.Errorf("Zoe is %+v, %v", zoe, err)
	}
	if account, err := s.Account(s.Context(), "idZoe"); err != nil || account.Password != "" {
		s.Errorf("her account is %+v, %v", account, err)
	}
	must(s, s.AddSignInLink(s.Context(), accounts.SignInLink{Hash: play.Token("x").Hash(), Player: "idZoe", Since: now, Until: accounts.Forever}))
	if members, err := s.Members(s.Context(), "b"); err != nil || !members[2].Card || members[1].Card {
		s.Errorf("the cards are %+v, %v", members, err)
	}
	g.Name, g.Chat = "Class 6b", play.TalkOff
	must(s, s.ChangeGroup(s.Context(), g))
	if got, err := s.Group(s.Context(), "b"); err != nil || got != g {
		s.Errorf("the group is %+v, %v", got, err)
	}
	if all, err := s.Groups(s.Context()); err != nil || len(all) != 2 || all[0].ID != "b" {
		s.Errorf("the groups are %+v, %v", all, err)
	}
	if own, err := s.GroupsOf(s.Context(), "idZoe"); err != nil || len(own) != 1 || own[0].Name != "Class 6b" || own[0].Role != play.RoleMember {
		s.Errorf("Zoe's groups are %+v, %v", own, err)
	}
	s.testTalk()
	must(s, s.ReleaseAccount(s.Context(), "idann"))
	if ann, err := s.Player(s.Context(), "idann"); err != nil || ann.Managed() {
		s.Errorf("after the hand-over Ann is %+v, %v", ann, err)
	}
	must(s, s.Forget(s.Context(), "idZoe"))
	if names := s.memberNames("b"); len(names) != 2 {
		s.Errorf("after the deletion the members are %q", names)
	}
	if removed, err := s.RemoveMember(s.Context(), "b", "idann"); err != nil || !removed {
		s.Errorf("Ann was removed: %v, %v", removed, err)
	}
	must(s, s.RemoveGroup(s.Context(), "b"))
	s.wantError("the group again", s.RemoveGroup(s.Context(), "b"), play.ErrNoGroup)
	_, err = s.Group(s.Context(), "b")
	s.wantError("the group", err, play.ErrNoGroup)
	if own, err := s.GroupsOf(s.Context(), "teacher"); err != nil || len(own) > 0 {
		s.Errorf("the teacher's groups are %+v, %v", own, err)
	}
}

// testLastLeader has two leaders who leave, or are made members, at the same time: one
// of them stays a leader. What two others change about the group at the same time is
// changed.
func testLastLeader(s *store) {
	g := s.class("5b")
	both := []play.PlayerID{"ann", "ben"}
	for _, player := range both {
		s.somebody(string(player))
	}
	for round := range 20 {
		for _, player := range both {
			must(s, s.SetMember(s.Context(), g.ID, player, play.RoleLeader, now))
		}
		var all sync.WaitGroup
		errs := make([]error, len(both))
		for i, player := range both {
			all.Go(func() {
				if (round+i*(round/2))%2 == 0 {
					_, errs[i] = s.RemoveMember(s.Context(), g.ID, player)
				} else {
					errs[i] = s.SetMember(s.Context(), g.ID, player, play.RoleMember, now)
				}
			})
		}
		all.Wait()
		if (errs[0] == nil) == (errs[1] == nil) || !errors.Is(errors.Join(errs...), play.ErrLastLeader) {
			s.Fatalf("round %d: the two were answered %v", round, errs)
		}
	}
	must(s, s.ChangeGroup(s.Context(), play.Group{ID: g.ID, Chat: play.TalkOff}))
	must(s, s.ChangeGroup(s.Context(), play.Group{ID: g.ID, Name: "Class 6b"}))
	if got, err := s.Group(s.Context(), g.ID); err != nil || got.Name != "Class 6b" || got.Chat != play.TalkOff {
		s.Errorf("the group is %+v, %v", got, err)
	}
}

// testClubs has clubs that players own: nobody owns many, and the club of a deleted
// owner goes on with another leader, or ends.
func testClubs(s *store) {
	for _, name := range []string{"ann", "ben", "cleo", "dan"} {
		s.somebody(name)
	}
	club := func(id play.GroupID) play.Group {
		return play.Group{ID: id, Name: "Club " + string(id), Chat: play.TalkFree, Contact: play.ContactGroup, Since: now, Owner: "ann"}
	}
	for _, id := range []play.GroupID{"a", "b"} {
		must(s, s.FoundClub(s.Context(), club(id), 2))
		must(s, s.AddInvitation(s.Context(), accounts.Invitation{ID: string(id), Hash: play.Token(id).Hash(), Group: id, Role: play.RoleMember, Until: now.Add(time.Hour), Uses: 1}, 9))
		must(s, s.SetMember(s.Context(), id, "ben", play.RoleMember, now.Add(time.Minute)))
	}
	s.wantError("a third club", s.FoundClub(s.Context(), club("c"), 2), play.ErrTooMany)
	nobodys := club("c")
	nobodys.Owner = "nobody"
	s.wantError("a club of nobody", s.FoundClub(s.Context(), nobodys, 2), play.ErrNoPlayer)
	s.class("5b")
	must(s, s.SetMember(s.Context(), "5b", "ben", play.RoleLeader, now))
	s.wantError("an owner of a class", s.SetOwner(s.Context(), "5b", "ben", 2), play.ErrNoGroup)
	s.wantError("an owner who is no member", s.SetOwner(s.Context(), "a", "dan", 2), play.ErrNoGroup)
	s.wantError("an owner of too many", s.SetOwner(s.Context(), "a", "ben", 0), play.ErrTooMany)

	must(s, s.SetOwner(s.Context(), "a", "ben", 2))
	s.reopen()
	if got, err := s.Group(s.Context(), "a"); err != nil || got.Owner != "ben" {
		s.Errorf("the club is %+v, %v", got, err)
	}
	if names := s.memberNames("a"); !slices.Equal(names, []string{"ann leader", "ben leader"}) {
		s.Errorf("after the club was given away, the members are %q", names)
	}
	// The leader who has been a member for longest gets it.
	must(s, s.SetMember(s.Context(), "a", "dan", play.RoleLeader, now.Add(2*time.Minute)))
	must(s, s.SetMember(s.Context(), "a", "cleo", play.RoleMember, now))
	must(s, s.RemoveGroup(s.Context(), "b"))
	must(s, s.FoundClub(s.Context(), club("b"), 2))
	must(s, s.SetMember(s.Context(), "b", "cleo", play.RoleMember, now))
	must(s, s.Forget(s.Context(), "ann"))
	if _, err := s.Group(s.Context(), "b"); !errors.Is(err, play.ErrNoGroup) {
		s.Errorf("the club of nobody: %v", err)
	}
	must(s, s.Forget(s.Context(), "ben"))
	if got, err := s.Group(s.Context(), "a"); err != nil || got.Owner != "dan" {
		s.Errorf("after the deletion of its owner the club is %+v, %v", got, err)
	}
	must(s, s.Forget(s.Context(), "dan"))
	if own, err := s.GroupsOf(s.Context(), "cleo"); err != nil || len(own) > 0 {
		s.Errorf("without a leader, the clubs are %+v, %v", own, err)
	}
	if left, err := s.Invitations(s.Context(), ""); err != nil || len(left) > 0 {
		s.Errorf("the invitations that are left: %+v, %v", left, err)
	}
	if got, err := s.Group(s.Context(), "5b"); err != nil || got.Founded() {
		s.Errorf("the class is %+v, %v", got, err)
	}
}

// testTalk has Zoe in a group without chat, and Ben in none.
func (s *store) testTalk() {
	s.somebody("ben")
	for _, c := range []struct {
		players []play.PlayerID
		want    play.Talk
	}{{nil, play.TalkFree}, {[]play.PlayerID{"ben"}, play.TalkFree}, {[]play.PlayerID{"ben", "idZoe"}, play.TalkOff}} {
		if talk, err := s.TalkAmong(s.Context(), c.players...); err != nil || talk != c.want {
			s.Errorf("%v may chat %q, %v, want %q", c.players, talk, err, c.want)
		}
	}
}

// testStrangers has two classes, of which one is open to everybody.
func testStrangers(s *store) {
	for _, name := range []string{"ann", "ben"} {
		s.account(name)
	}
	s.class("5b")
	open := s.class("6a")
	open.Contact = play.ContactEverybody
	must(s, s.ChangeGroup(s.Context(), open))
	for id, names := range map[play.GroupID][]string{"5b": {"Emma", "Finn"}, "6a": {"Zoe"}} {
		if _, err := s.AddManaged(s.Context(), id, "", managed(names...), 9); err != nil {
			s.Fatal(err)
		}
	}
	must(s, s.SetMember(s.Context(), "5b", "ann", play.RoleLeader, now))
	s.reopen()
	among := func(players []play.PlayerID, want ...play.Strangers) {
		s.Helper()
		list, err := s.StrangersAmong(s.Context(), players...)
		slices.SortFunc(list, func(a, b play.Strangers) int {
			return cmp.Or(cmp.Compare(a.Member, b.Member), cmp.Compare(a.Stranger, b.Stranger))
		})
		if err != nil || !slices.Equal(list, want) {
			s.Errorf("among %v strangers are %v, %v, want %v", players, list, err, want)
		}
	}
	all := []play.PlayerID{"idEmma", "idFinn", "idZoe", "ann", "ben", "", "idEmma"}
	among(nil)
	among([]play.PlayerID{"idEmma", "idFinn", "ann"})
	among([]play.PlayerID{"idZoe", "ann", "ben"})
	among(all,
		play.Strangers{Member: "idEmma", Stranger: "ben"}, play.Strangers{Member: "idEmma", Stranger: "idZoe"},
		play.Strangers{Member: "idFinn", Stranger: "ben"}, play.Strangers{Member: "idFinn", Stranger: "idZoe"})
	must(s, s.SetMember(s.Context(), "5b", "idZoe", play.RoleMember, now))
	must(s, s.ReleaseAccount(s.Context(), "idFinn"))
	among(all, play.Strangers{Member: "idEmma", Stranger: "ben"})
	class := play.Group{ID: "5b", Name: "Class 5b", Chat: play.TalkFree, Contact: play.ContactEverybody}
	must(s, s.ChangeGroup(s.Context(), class))
	among(all)
}

func testInvitations(s *store) {
	ann := s.somebody("ann")
	s.class("club")
	invite := func(id string, group play.GroupID, uses int) {
		s.Helper()
		must(s, s.AddInvitation(s.Context(), accounts.Invitation{
			ID: id, Hash: play.Token(id).Hash(), Group: group, Role: play.RoleMember, By: "ann", Since: now, Until: now.Add(time.Hour), Uses: uses,
		}, 9))
	}
	invite("two", "club", 2)
	invite("plain", "", 1)
	err := s.AddInvitation(s.Context(), accounts.Invitation{ID: "x", Group: "nothing", Until: now}, 9)
	s.wantError("an invitation to nothing", err, play.ErrNoGroup)
	err = s.AddInvitation(s.Context(), accounts.Invitation{ID: "y", Group: "club", Until: now}, 1)
	s.wantError("an invitation too many", err, play.ErrTooMany)
	use := func(u accounts.InvitationUse) error {
		u.Most = 9
		_, err := s.UseInvitation(s.Context(), play.Token("two").Hash(), now, u)
		return err
	}
	fresh := func(name string) accounts.InvitationUse {
		a := access(name, name, accounts.Session, 0)
		return accounts.InvitationUse{Player: play.Player{ID: play.PlayerID(name), Name: name, Since: now}, NameKey: name, Password: "hash", Access: &a}
	}
	full := fresh("ben")
	_, err = s.UseInvitation(s.Context(), play.Token("two").Hash(), now, full)
	s.wantError("a club for nobody", err, play.ErrTooMany)
	must(s, use(fresh("ben")))
	// Who has everything already uses up nothing.
	ben, err := s.Player(s.Context(), "ben")
	must(s, err)
	must(s, use(accounts.InvitationUse{Player: ben}))
	s.wantError("a name that is taken", use(accounts.InvitationUse{Player: ann, NameKey: "ben", Password: "hash"}), accounts.ErrNameTaken)
	must(s, use(accounts.InvitationUse{Player: ann, NameKey: "ann", Password: "hash"}))
	s.wantError("a third use", use(fresh("cleo")), accounts.ErrNoInvitation)
	_, err = s.Player(s.Context(), "cleo")
	s.wantError("Cleo", err, play.ErrNoPlayer)
	if names := s.memberNames("club"); !slices.Equal(names, []string{"ann member", "ben member"}) {
		s.Errorf("the members are %q", names)
	}
	if _, _, err := s.PlayerByToken(s.Context(), play.Token("ben").Hash()); err != nil {
		s.Errorf("Ben's session: %v", err)
	}
	s.reopen()
	list, err := s.Invitations(s.Context(), "club")
	if err != nil || len(list) != 1 || list[0].Used != 2 || list[0].Uses != 2 || list[0].GroupName != "Class club" || list[0].ByName != "ann" {
		s.Errorf("the invitations are %+v, %v", list, err)
	}
	if all, err := s.Invitations(s.Context(), ""); err != nil || len(all) != 2 {
		s.Errorf("all invitations are %+v, %v", all, err)
	}
	if by, err := s.InvitationsBy(s.Context(), "ann"); err != nil || len(by) != 2 {
		s.Errorf("Ann's invitations are %+v, %v", by, err)
	}
	must(s, s.Forget(s.Context(), "ann"))
	if found, err := s.Invitation(s.Context(), "plain"); err != nil || found.By != "" {
		s.Errorf("after her deletion the invitation is %+v, %v", found, err)
	}
	if _, err := s.InvitationByToken(s.Context(), play.Token("plain").Hash(), now); err != nil {
		s.Errorf("it can be used: %v", err)
	}
	_, err = s.InvitationByToken(s.Context(), play.Token("plain").Hash(), now.Add(time.Hour))
	s.wantError("an invitation that has ended", err, accounts.ErrNoInvitation)
	must(s, s.ExpireInvitations(s.Context(), now.Add(time.Hour-1)))
	if removed, err := s.RemoveInvitation(s.Context(), "plain"); err != nil || !removed {
		s.Errorf("it was removed: %v, %v", removed, err)
	}
	must(s, s.ExpireInvitations(s.Context(), now.Add(time.Hour)))
	if all, err := s.Invitations(s.Context(), ""); err != nil || len(all) > 0 {
		s.Errorf("in the end there are %+v, %v", all, err)
	}
}
