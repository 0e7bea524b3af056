package storetest

import (
	"cmp"
	"errors"
	"slices"
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
	members := answer(s.Members(s.Context(), id)).must(s)
	return column(members, func(m play.Member) string { return m.Player.Name + " " + string(m.Role) })
}

func testGroups(s *store) {
	s.somebody("teacher")
	g := s.class("b")
	s.class("a")
	must(s, s.SetMember(s.Context(), "b", "teacher", play.RoleLeader, now))
	s.wantError("a member of nothing", s.SetMember(s.Context(), "x", "teacher", play.RoleMember, now), play.ErrNoGroup)
	s.wantError("nobody as a member", s.SetMember(s.Context(), "b", "nobody", play.RoleMember, now), play.ErrNoPlayer)
	answer(s.AddManaged(s.Context(), "b", "first", managed("Zoe", "ann"), 9)).is(s, true, "the accounts")
	answer(s.AddManaged(s.Context(), "b", "first", managed("Ben"), 9)).is(s, false, "a repeat adds")
	twice := managed("Cleo", "Zoe")
	twice[1].Player.ID = "another Zoe"
	_, err := s.AddManaged(s.Context(), "b", "second", twice, 9)
	if taken, is := errors.AsType[*accounts.TakenNameError](err); !is || taken.Index != 1 || !errors.Is(err, accounts.ErrNameTaken) {
		s.Errorf("a name that is taken: %v", err)
	}
	answer(s.AddManaged(s.Context(), "b", "third", managed("Cleo", "Dan"), 4)).fails(s, play.ErrTooMany, "too many")
	answer(s.AddManaged(s.Context(), "x", "fourth", managed("Cleo"), 9)).fails(s, play.ErrNoGroup, "accounts of nothing")
	s.reopen()
	equal(s, s.memberNames("b"), []string{"teacher leader", "ann member", "Zoe member"}, "the members")
	zoe, err := s.Player(s.Context(), "idZoe")
	if err != nil || !zoe.Registered || zoe.Manager != "b" {
		s.Errorf("Zoe is %+v, %v", zoe, err)
	}
	answer(s.Account(s.Context(), "idZoe")).meets(s, func(account accounts.Account) bool { return account.Password == "" }, "her account")
	must(s, s.AddSignInLink(s.Context(), accounts.SignInLink{Hash: play.Token("x").Hash(), Player: "idZoe", Since: now, Until: accounts.Forever}))
	answer(s.Members(s.Context(), "b")).meets(s, func(members []play.Member) bool { return members[2].Card && !members[1].Card }, "the cards")
	g.Name, g.Chat = "Class 6b", play.TalkOff
	must(s, s.ChangeGroup(s.Context(), g))
	answer(s.Group(s.Context(), "b")).is(s, g, "the group")
	answer(s.Groups(s.Context())).meets(s, func(all []play.Group) bool { return len(all) == 2 && all[0].ID == "b" }, "the groups")
	if own, err := s.GroupsOf(s.Context(), "idZoe"); err != nil || len(own) != 1 || own[0].Name != "Class 6b" || own[0].Role != play.RoleMember {
		s.Errorf("Zoe's groups are %+v, %v", own, err)
	}
	s.testTalk()
	must(s, s.ReleaseAccount(s.Context(), "idann"))
	answer(s.Player(s.Context(), "idann")).meets(s, func(ann play.Player) bool { return !ann.Managed() }, "after the hand-over Ann")
	must(s, s.Forget(s.Context(), "idZoe"))
	if names := s.memberNames("b"); len(names) != 2 {
		s.Errorf("after the deletion the members are %q", names)
	}
	answer(s.RemoveMember(s.Context(), "b", "idann")).is(s, true, "Ann was removed")
	must(s, s.RemoveGroup(s.Context(), "b"))
	s.wantError("the group again", s.RemoveGroup(s.Context(), "b"), play.ErrNoGroup)
	answer(s.Group(s.Context(), "b")).fails(s, play.ErrNoGroup, "the group")
	answer(s.GroupsOf(s.Context(), "teacher")).has(s, 0, "the teacher's groups")
}

// testLastLeader has two leaders who leave, or are made members, at the same time: one
// of them stays a leader. What two others change about the group at the same time is
// changed.
func testLastLeader(s *store) {
	g := s.class("5b")
	both := []play.PlayerID{"ann", "ben"}
	s.people("ann", "ben")
	for round := range 20 {
		for _, player := range both {
			must(s, s.SetMember(s.Context(), g.ID, player, play.RoleLeader, now))
		}
		s.oneOfTwo(play.ErrLastLeader, func(i int) error {
			if (round+i*(round/2))%2 == 0 {
				return answer(s.RemoveMember(s.Context(), g.ID, both[i])).err
			}
			return s.SetMember(s.Context(), g.ID, both[i], play.RoleMember, now)
		})
	}
	must(s, s.ChangeGroup(s.Context(), play.Group{ID: g.ID, Chat: play.TalkOff}))
	must(s, s.ChangeGroup(s.Context(), play.Group{ID: g.ID, Name: "Class 6b"}))
	answer(s.Group(s.Context(), g.ID)).meets(s, func(got play.Group) bool { return got.Name == "Class 6b" && got.Chat == play.TalkOff }, "the group")
}

// testClubs has clubs that players own: nobody owns many, and the club of a deleted
// owner goes on with another leader, or ends.
func testClubs(s *store) {
	s.people("ann", "ben", "cleo", "dan")
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
	answer(s.Group(s.Context(), "a")).meets(s, func(got play.Group) bool { return got.Owner == "ben" }, "the club")
	equal(s, s.memberNames("a"), []string{"ann leader", "ben leader"}, "after the club was given away, the members")
	// The leader who has been a member for longest gets it.
	must(s, s.SetMember(s.Context(), "a", "dan", play.RoleLeader, now.Add(2*time.Minute)))
	must(s, s.SetMember(s.Context(), "a", "cleo", play.RoleMember, now))
	must(s, s.RemoveGroup(s.Context(), "b"))
	must(s, s.FoundClub(s.Context(), club("b"), 2))
	must(s, s.SetMember(s.Context(), "b", "cleo", play.RoleMember, now))
	must(s, s.Forget(s.Context(), "ann"))
	answer(s.Group(s.Context(), "b")).fails(s, play.ErrNoGroup, "the club of nobody")
	must(s, s.Forget(s.Context(), "ben"))
	answer(s.Group(s.Context(), "a")).meets(s, func(got play.Group) bool { return got.Owner == "dan" }, "after the deletion of its owner the club")
	must(s, s.Forget(s.Context(), "dan"))
	answer(s.GroupsOf(s.Context(), "cleo")).has(s, 0, "without a leader, the clubs")
	answer(s.Invitations(s.Context(), "")).has(s, 0, "the invitations that are left")
	answer(s.Group(s.Context(), "5b")).meets(s, func(got play.Group) bool { return !got.Founded() }, "the class")
}

// testTalk has Zoe in a group without chat, and Ben in none.
func (s *store) testTalk() {
	s.somebody("ben")
	for _, c := range []struct {
		players []play.PlayerID
		want    play.Talk
	}{{nil, play.TalkFree}, {[]play.PlayerID{"ben"}, play.TalkFree}, {[]play.PlayerID{"ben", "idZoe"}, play.TalkOff}} {
		answer(s.TalkAmong(s.Context(), c.players...)).is(s, c.want, "%v may chat", c.players)
	}
}

// testStrangers has two classes, of which one is open to everybody.
func testStrangers(s *store) {
	s.accounts("ann", "ben")
	s.class("5b")
	open := s.class("6a")
	open.Contact = play.ContactEverybody
	must(s, s.ChangeGroup(s.Context(), open))
	for id, names := range map[play.GroupID][]string{"5b": {"Emma", "Finn"}, "6a": {"Zoe"}} {
		answer(s.AddManaged(s.Context(), id, "", managed(names...), 9)).must(s)
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
	answer(s.UseInvitation(s.Context(), play.Token("two").Hash(), now, full)).fails(s, play.ErrTooMany, "a club for nobody")
	must(s, use(fresh("ben")))
	// Who has everything already uses up nothing.
	ben := answer(s.Player(s.Context(), "ben")).must(s)
	must(s, use(accounts.InvitationUse{Player: ben}))
	s.wantError("a name that is taken", use(accounts.InvitationUse{Player: ann, NameKey: "ben", Password: "hash"}), accounts.ErrNameTaken)
	must(s, use(accounts.InvitationUse{Player: ann, NameKey: "ann", Password: "hash"}))
	s.wantError("a third use", use(fresh("cleo")), accounts.ErrNoInvitation)
	answer(s.Player(s.Context(), "cleo")).fails(s, play.ErrNoPlayer, "Cleo")
	equal(s, s.memberNames("club"), []string{"ann member", "ben member"}, "the members")
	s.signedIn("ben").must(s)
	s.reopen()
	list, err := s.Invitations(s.Context(), "club")
	if err != nil || len(list) != 1 || list[0].Used != 2 || list[0].Uses != 2 || list[0].GroupName != "Class club" || list[0].ByName != "ann" {
		s.Errorf("the invitations are %+v, %v", list, err)
	}
	answer(s.Invitations(s.Context(), "")).has(s, 2, "all invitations")
	answer(s.InvitationsBy(s.Context(), "ann")).has(s, 2, "Ann's invitations")
	must(s, s.Forget(s.Context(), "ann"))
	answer(s.Invitation(s.Context(), "plain")).meets(s, func(found accounts.Invitation) bool { return found.By == "" }, "after her deletion the invitation")
	answer(s.InvitationByToken(s.Context(), play.Token("plain").Hash(), now)).must(s) // It can be used.
	answer(s.InvitationByToken(s.Context(), play.Token("plain").Hash(), now.Add(time.Hour))).fails(s, accounts.ErrNoInvitation, "an invitation that has ended")
	must(s, s.ExpireInvitations(s.Context(), now.Add(time.Hour-1)))
	answer(s.RemoveInvitation(s.Context(), "plain")).is(s, true, "it was removed")
	must(s, s.ExpireInvitations(s.Context(), now.Add(time.Hour)))
	answer(s.Invitations(s.Context(), "")).has(s, 0, "the invitations in the end")
}
