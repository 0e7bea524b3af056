package storetest

import (
	"errors"
	"fmt"
	"time"

	"plateau/internal/accounts"
	"plateau/internal/admin"
	"plateau/internal/play"
)

func testPlayerLists(s *store) {
	for i, name := range []string{"Ann", "Ben_1", "Hannah", "Ben%1"} {
		p := play.Player{ID: play.PlayerID("id" + name), Name: name, Since: now.Add(time.Duration(i) * time.Second)}
		must(s, s.AddPlayer(s.Context(), p, name, access(string(p.ID), name, accounts.Session, 0)))
	}
	must(s, s.SetAdministrator(s.Context(), "idAnn", true, accounts.Authority{}))
	must(s, s.Suspend(s.Context(), "idHannah", now.Add(time.Hour), accounts.Authority{}))
	s.wantError("an unknown administrator", s.SetAdministrator(s.Context(), "nobody", true, accounts.Authority{}), play.ErrNoPlayer)
	s.wantError("an unknown player", s.Suspend(s.Context(), "nobody", now, accounts.Authority{}), play.ErrNoPlayer)
	for what, c := range map[string]struct {
		query admin.PlayerQuery
		want  []string
	}{
		"all":            {admin.PlayerQuery{}, []string{"Ben%1", "Hannah", "Ben_1", "Ann"}},
		"some":           {admin.PlayerQuery{Limit: 2}, []string{"Ben%1", "Hannah"}},
		"more":           {admin.PlayerQuery{After: &play.Player{ID: "idHannah", Since: now.Add(2 * time.Second)}}, []string{"Ben_1", "Ann"}},
		"by text":        {admin.PlayerQuery{Text: "ann"}, []string{"Hannah", "Ann"}},
		"by name":        {admin.PlayerQuery{Name: "ann"}, []string{"Ann"}},
		"by a whole id":  {admin.PlayerQuery{Name: "idAnn"}, []string{"Ann"}},
		"by half a name": {admin.PlayerQuery{Name: "Ben"}, nil},
		"by a wildcard":  {admin.PlayerQuery{Text: "n_"}, []string{"Ben_1"}},
		"by a percent":   {admin.PlayerQuery{Text: "%1"}, []string{"Ben%1"}},
		"by id":          {admin.PlayerQuery{Text: "idBen_1"}, []string{"Ben_1"}},
		"administrators": {admin.PlayerQuery{Administrators: true}, []string{"Ann"}},
		"suspended":      {admin.PlayerQuery{SuspendedAt: now}, []string{"Hannah"}},
		"not any more":   {admin.PlayerQuery{SuspendedAt: now.Add(time.Hour)}, nil},
	} {
		if c.query.Limit == 0 {
			c.query.Limit = 9
		}
		list := answer(s.Players(s.Context(), c.query)).must(s)
		equal(s, column(list, func(p play.Player) string { return p.Name }), c.want, "%s", what)
	}
	s.reopen()
	hannah, _, err := s.PlayerByToken(s.Context(), play.Token("Hannah").Hash())
	if err != nil || !hannah.Suspended(now) || hannah.Suspended(now.Add(time.Hour)) {
		s.Errorf("Hannah is %+v, %v", hannah, err)
	}
	must(s, s.Forget(s.Context(), "idHannah"))
	answer(s.Players(s.Context(), admin.PlayerQuery{SuspendedAt: now, Limit: 9})).has(s, 0, "after her deletion the list")
	answer(s.RemoveAllAccess(s.Context(), accounts.Session)).is(s, 3, "how many sessions were removed")
}

func testSignInLinks(s *store) {
	s.somebody("ann")
	link := func(token play.Token, once bool, until time.Time) {
		must(s, s.AddSignInLink(s.Context(), accounts.SignInLink{Hash: token.Hash(), Player: "ann", Once: once, Since: now, Until: until}))
	}
	link("once", true, now.Add(time.Hour))
	link("often", false, accounts.Forever)
	link("late", true, now)
	sessions := 0
	use := func(token play.Token, want error) {
		s.Helper()
		sessions++
		session := access("", fmt.Sprint("session ", sessions), accounts.Session, sessions)
		player, err := s.UseSignInLink(s.Context(), token.Hash(), now, session, 9)
		s.wantError(string(token), err, want)
		_, begun, err := s.PlayerByToken(s.Context(), session.Hash)
		if want == nil && (player != "ann" || err != nil || begun.Player != "ann" || begun.OverSSH) {
			s.Errorf("%s signs %q in, with %+v, %v", token, player, begun, err)
		} else if want != nil && !errors.Is(err, play.ErrNoPlayer) {
			s.Errorf("%s begins %+v, %v", token, begun, err)
		}
	}
	s.reopen()
	links, err := s.SignInLinks(s.Context(), "ann")
	if err != nil || len(links) != 3 || links[0].Player != "ann" || !links[0].Since.Equal(now) {
		s.Errorf("the links are %+v, %v", links, err)
	}
	forever := 0
	for _, l := range links {
		if l.Until.Equal(accounts.Forever) && !l.Once {
			forever++
		}
	}
	if forever != 1 {
		s.Errorf("%d of %+v work until they are revoked", forever, links)
	}
	use("once", nil)
	use("once", accounts.ErrNoLink)
	use("often", nil)
	s.reopen()
	use("often", nil)
	use("late", accounts.ErrNoLink)
	use("other", accounts.ErrNoLink)
	must(s, s.RemoveSignInLinks(s.Context(), "ann"))
	use("often", accounts.ErrNoLink)
	link("last", false, accounts.Forever)
	must(s, s.Forget(s.Context(), "ann"))
	use("last", accounts.ErrNoLink)
	answer(s.SignInLinks(s.Context(), "ann")).has(s, 0, "a deleted player has the links")
	err = s.AddSignInLink(s.Context(), accounts.SignInLink{Hash: play.Token("x").Hash(), Player: "ann", Since: now, Until: accounts.Forever})
	s.wantError("a link for a deleted player", err, play.ErrNoPlayer)
}

// testAdministratorsAgainstEachOther has two administrators who demote and suspend each
// other at the same time: one of them stays.
func testAdministratorsAgainstEachOther(s *store) {
	both := []play.PlayerID{"ann", "ben"}
	s.people("ann", "ben")
	by := func(player play.PlayerID) accounts.Authority { return accounts.Authority{By: player, At: now} }
	for round := range 20 {
		for _, player := range both {
			must(s, s.SetAdministrator(s.Context(), player, true, accounts.Authority{}))
			must(s, s.Suspend(s.Context(), player, time.Time{}, accounts.Authority{}))
		}
		s.oneOfTwo(accounts.ErrNoAdministrator, func(i int) error {
			player, other := both[i], both[1-i]
			if (round/2+i*(round%2))%2 == 0 {
				return s.SetAdministrator(s.Context(), other, false, by(player))
			}
			return s.Suspend(s.Context(), other, accounts.Forever, by(player))
		})
	}
	must(s, s.SetAdministrator(s.Context(), "ann", true, accounts.Authority{}))
	must(s, s.Suspend(s.Context(), "ann", now.Add(time.Hour), accounts.Authority{}))
	s.wantError("by a suspended one", s.SetAdministrator(s.Context(), "ben", false, by("ann")), accounts.ErrNoAdministrator)
	must(s, s.SetAdministrator(s.Context(), "ben", false, accounts.Authority{By: "ann", At: now.Add(time.Hour)}))
	s.wantError("by nobody", s.Suspend(s.Context(), "ben", accounts.Forever, by("eve")), accounts.ErrNoAdministrator)
}

// testLinksEndWithSessions has links of two players: what ends all sessions of one ends
// the links that work once, and leaves cards.
func testLinksEndWithSessions(s *store) {
	of := func(choice accounts.AccessChoice) func() (int, error) {
		return func() (int, error) { return s.RemoveAccess(s.Context(), "ann", choice) }
	}
	for _, end := range []struct {
		what     string
		do       func() (int, error)
		ann, ben int
	}{
		{"one session", of(accounts.AccessChoice{ID: "ann"}), 2, 2},
		{"the tokens of programs", of(accounts.AccessChoice{Kind: accounts.Robot}), 2, 2},
		{"all sessions", of(accounts.AccessChoice{Kind: accounts.Session}), 1, 2},
		{"everything but one", of(accounts.AccessChoice{Except: "ann"}), 1, 2},
		{"the sessions of everybody", func() (int, error) { return s.RemoveAllAccess(s.Context(), accounts.Session) }, 1, 1},
	} {
		for player, want := range map[play.PlayerID]int{"ann": end.ann, "ben": end.ben} {
			if _, err := s.Player(s.Context(), player); err != nil {
				s.somebody(string(player))
			}
			must(s, s.RemoveSignInLinks(s.Context(), player))
			for token, once := range map[play.Token]bool{play.Token("once " + player): true, play.Token("card " + player): false} {
				must(s, s.AddSignInLink(s.Context(), accounts.SignInLink{Hash: token.Hash(), Player: player, Once: once, Since: now, Until: accounts.Forever}))
			}
			answer(end.do()).must(s)
			answer(s.SignInLinks(s.Context(), player)).has(s, want, "without %s, %s has the links", end.what, player)
		}
	}
}

// testLinksOverSSH replaces a link that was asked for over SSH, and no other. The session
// knows how it began.
func testLinksOverSSH(s *store) {
	s.people("ann", "ben")
	link := func(player play.PlayerID, token play.Token, overSSH bool) {
		must(s, s.AddSignInLink(s.Context(), accounts.SignInLink{Hash: token.Hash(), Player: player, Once: true, OverSSH: overSSH, Since: now, Until: accounts.Forever}))
	}
	link("ann", "by an administrator", false)
	link("ben", "of ben", true)
	link("ann", "first", true)
	link("ann", "second", true)
	s.reopen()
	for token, want := range map[play.Token]error{"by an administrator": nil, "of ben": nil, "first": accounts.ErrNoLink, "second": nil} {
		session := access("", string(token), accounts.Session, 1)
		_, err := s.UseSignInLink(s.Context(), token.Hash(), now, session, 9)
		s.wantError(string(token), err, want)
		if _, begun, err := s.PlayerByToken(s.Context(), session.Hash); want == nil && (err != nil || begun.OverSSH != (token != "by an administrator")) {
			s.Errorf("with the link %q begins %+v, %v", token, begun, err)
		}
	}
	all := answer(s.Accesses(s.Context(), "ann")).must(s)
	for _, a := range all {
		if a.OverSSH != (a.ID == "second") {
			s.Errorf("the session is listed as %+v", a)
		}
	}
}

func testAudit(s *store) {
	s.people("ann", "ben")
	must(s, s.AddAudit(s.Context(), admin.AuditEntry{At: now, Action: "announce", Detail: "Hello"}))
	must(s, s.AddAudit(s.Context(), admin.AuditEntry{At: now.Add(time.Hour), By: "ann", Action: "rename", Player: "ben", Detail: "Ben → Bob"}))
	s.reopen()
	list, err := s.Audit(s.Context(), 0, 9)
	if err != nil || len(list) != 2 || list[0].ByName != "ann" || list[0].PlayerName != "ben" || list[0].Detail != "Ben → Bob" || list[1].Action != "announce" {
		s.Fatalf("the log has %+v, %v", list, err)
	}
	answer(s.Audit(s.Context(), list[0].Seq, 9)).meets(s, func(older []admin.AuditEntry) bool { return len(older) == 1 && older[0].Seq == list[1].Seq }, "before the last entry")
	for player, want := range map[play.PlayerID]int{"ann": 1, "ben": 1, "nobody": 0} {
		answer(s.AuditAbout(s.Context(), player)).has(s, want, "the log about %q", player)
	}
	must(s, s.Forget(s.Context(), "ben"))
	if list, err = s.Audit(s.Context(), 0, 1); err != nil || list[0].Detail != "" || list[0].PlayerName != "" || list[0].Action != "rename" {
		s.Errorf("after the deletion the entry is %+v, %v", list, err)
	}
	// Of a leader who was deleted, the name of the club goes, and the reasons of an
	// administrator stay.
	must(s, s.AddAudit(s.Context(), admin.AuditEntry{At: now.Add(time.Hour), By: "ann", Action: "suspend", Player: "cleo", Detail: "insults"}))
	must(s, s.AddAudit(s.Context(), admin.AuditEntry{At: now.Add(time.Hour), By: "ann", Action: "club-found", Detail: "Friends of Ann"}))
	must(s, s.Forget(s.Context(), "ann"))
	if list, err = s.Audit(s.Context(), 0, 2); err != nil || list[0].Detail != "" || list[0].Action != "club-found" || list[1].Detail != "insults" {
		s.Errorf("after her deletion the entries of ann are %+v, %v", list, err)
	}
	answer(s.ExpireAudit(s.Context(), now.Add(time.Minute))).is(s, 1, "how many entries were too old")
}

func testAnnouncement(s *store) {
	answer(s.Announcement(s.Context())).meets(s, func(a admin.Announcement) bool { return a.Text == "" }, "at first")
	must(s, s.Announce(s.Context(), admin.Announcement{Text: "first", Since: now, Until: now}))
	second := admin.Announcement{Text: "second", Since: now, Until: now.Add(time.Hour)}
	must(s, s.Announce(s.Context(), second))
	s.reopen()
	answer(s.Announcement(s.Context())).is(s, second, "the announcement")
}

func testEraseMessage(s *store) {
	s.somebody("ann")
	table := NewTable(1, now)
	table.add(s, "ann", "a", Opening("t", "ann", play.Terms{Game: "quixo", Chat: true}))
	table.add(s, "ann", "b", play.Say{Channel: play.ToTable, Text: "hello"})
	for _, c := range []struct {
		seq  uint64
		want bool
	}{{1, false}, {2, true}, {2, false}, {3, false}} {
		answer(s.EraseMessage(s.Context(), "t", c.seq)).is(s, c.want, "erasing event %d", c.seq)
	}
	events, err := s.Events(s.Context(), "t", 1, 9)
	if err != nil || len(events) != 1 || events[0].Body.(play.Said).Text != "" {
		s.Errorf("the events are %+v, %v", events, err)
	}
}
