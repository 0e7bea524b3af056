package storetest

import (
	"errors"
	"fmt"
	"sync"
	"testing"
	"time"

	"plateau/internal/accounts"
	"plateau/internal/admin"
	"plateau/internal/play"
)

// names are the names of players, in order.
func names(list []play.Player) (all []string) {
	for _, p := range list {
		all = append(all, p.Name)
	}
	return all
}

func equalNames(got []string, want ...string) bool {
	if len(got) != len(want) {
		return false
	}
	for i := range got {
		if got[i] != want[i] {
			return false
		}
	}
	return true
}

func testPlayerLists(t *testing.T, s *store) {
	t.Helper()
	for i, name := range []string{"Ann", "Ben_1", "Hannah", "Ben%1"} {
		p := play.Player{ID: play.PlayerID("id" + name), Name: name, Since: now.Add(time.Duration(i) * time.Second)}
		must(t, s.AddPlayer(t.Context(), p, name, access(string(p.ID), name, accounts.Session, 0)))
	}
	must(t, s.SetAdministrator(t.Context(), "idAnn", true, accounts.Authority{}))
	must(t, s.Suspend(t.Context(), "idHannah", now.Add(time.Hour), accounts.Authority{}))
	wantError(t, "an unknown administrator", s.SetAdministrator(t.Context(), "nobody", true, accounts.Authority{}), play.ErrNoPlayer)
	wantError(t, "an unknown player", s.Suspend(t.Context(), "nobody", now, accounts.Authority{}), play.ErrNoPlayer)
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
		if list, err := s.Players(t.Context(), c.query); err != nil || !equalNames(names(list), c.want...) {
			t.Errorf("%s: %q, %v, want %q", what, names(list), err, c.want)
		}
	}
	s.reopen(t)
	hannah, _, err := s.PlayerByToken(t.Context(), play.Token("Hannah").Hash())
	if err != nil || !hannah.Suspended(now) || hannah.Suspended(now.Add(time.Hour)) {
		t.Errorf("Hannah is %+v, %v", hannah, err)
	}
	must(t, s.Forget(t.Context(), "idHannah"))
	if list, err := s.Players(t.Context(), admin.PlayerQuery{SuspendedAt: now, Limit: 9}); err != nil || len(list) > 0 {
		t.Errorf("after her deletion the list has %v, %v", list, err)
	}
	if n, err := s.RemoveAllAccess(t.Context(), accounts.Session); err != nil || n != 3 {
		t.Errorf("%d sessions were removed, %v", n, err)
	}
}

func testSignInLinks(t *testing.T, s *store) {
	t.Helper()
	somebody(t, s.Store, "ann")
	link := func(token play.Token, once bool, until time.Time) {
		must(t, s.AddSignInLink(t.Context(), accounts.SignInLink{Hash: token.Hash(), Player: "ann", Once: once, Since: now, Until: until}))
	}
	link("once", true, now.Add(time.Hour))
	link("often", false, accounts.Forever)
	link("late", true, now)
	sessions := 0
	use := func(token play.Token, want error) {
		t.Helper()
		sessions++
		session := access("", fmt.Sprint("session ", sessions), accounts.Session, sessions)
		player, err := s.UseSignInLink(t.Context(), token.Hash(), now, session, 9)
		wantError(t, string(token), err, want)
		_, begun, err := s.PlayerByToken(t.Context(), session.Hash)
		if want == nil && (player != "ann" || err != nil || begun.Player != "ann" || begun.OverSSH) {
			t.Errorf("%s signs %q in, with %+v, %v", token, player, begun, err)
		} else if want != nil && !errors.Is(err, play.ErrNoPlayer) {
			t.Errorf("%s begins %+v, %v", token, begun, err)
		}
	}
	s.reopen(t)
	links, err := s.SignInLinks(t.Context(), "ann")
	if err != nil || len(links) != 3 || links[0].Player != "ann" || !links[0].Since.Equal(now) {
		t.Errorf("the links are %+v, %v", links, err)
	}
	forever := 0
	for _, l := range links {
		if l.Until.Equal(accounts.Forever) && !l.Once {
			forever++
		}
	}
	if forever != 1 {
		t.Errorf("%d of %+v work until they are revoked", forever, links)
	}
	use("once", nil)
	use("once", accounts.ErrNoLink)
	use("often", nil)
	s.reopen(t)
	use("often", nil)
	use("late", accounts.ErrNoLink)
	use("other", accounts.ErrNoLink)
	must(t, s.RemoveSignInLinks(t.Context(), "ann"))
	use("often", accounts.ErrNoLink)
	link("last", false, accounts.Forever)
	must(t, s.Forget(t.Context(), "ann"))
	use("last", accounts.ErrNoLink)
	if links, err := s.SignInLinks(t.Context(), "ann"); err != nil || len(links) > 0 {
		t.Errorf("a deleted player has the links %+v, %v", links, err)
	}
	err = s.AddSignInLink(t.Context(), accounts.SignInLink{Hash: play.Token("x").Hash(), Player: "ann", Since: now, Until: accounts.Forever})
	wantError(t, "a link for a deleted player", err, play.ErrNoPlayer)
}

// testAdministratorsAgainstEachOther has two administrators who demote and suspend each
// other at the same time: one of them stays.
func testAdministratorsAgainstEachOther(t *testing.T, s *store) {
	t.Helper()
	both := []play.PlayerID{"ann", "ben"}
	for _, player := range both {
		somebody(t, s.Store, string(player))
	}
	by := func(player play.PlayerID) accounts.Authority { return accounts.Authority{By: player, At: now} }
	for round := range 20 {
		for _, player := range both {
			must(t, s.SetAdministrator(t.Context(), player, true, accounts.Authority{}))
			must(t, s.Suspend(t.Context(), player, time.Time{}, accounts.Authority{}))
		}
		var all sync.WaitGroup
		errs := make([]error, len(both))
		for i, player := range both {
			other := both[1-i]
			all.Go(func() {
				if (round/2+i*(round%2))%2 == 0 {
					errs[i] = s.SetAdministrator(t.Context(), other, false, by(player))
				} else {
					errs[i] = s.Suspend(t.Context(), other, accounts.Forever, by(player))
				}
			})
		}
		all.Wait()
		if (errs[0] == nil) == (errs[1] == nil) || !errors.Is(errors.Join(errs...), accounts.ErrNoAdministrator) {
			t.Fatalf("round %d: the two were answered %v", round, errs)
		}
	}
	must(t, s.SetAdministrator(t.Context(), "ann", true, accounts.Authority{}))
	must(t, s.Suspend(t.Context(), "ann", now.Add(time.Hour), accounts.Authority{}))
	wantError(t, "by a suspended one", s.SetAdministrator(t.Context(), "ben", false, by("ann")), accounts.ErrNoAdministrator)
	must(t, s.SetAdministrator(t.Context(), "ben", false, accounts.Authority{By: "ann", At: now.Add(time.Hour)}))
	wantError(t, "by nobody", s.Suspend(t.Context(), "ben", accounts.Forever, by("eve")), accounts.ErrNoAdministrator)
}

// testLinksEndWithSessions has links of two players: what ends all sessions of one ends
// the links that work once, and leaves cards.
func testLinksEndWithSessions(t *testing.T, s *store) {
	t.Helper()
	for _, end := range []struct {
		what     string
		do       func() error
		ann, ben int
	}{
		{"one session", func() error {
			_, err := s.RemoveAccess(t.Context(), "ann", accounts.AccessChoice{ID: "ann"})
			return err
		}, 2, 2},
		{"the tokens of programs", func() error {
			_, err := s.RemoveAccess(t.Context(), "ann", accounts.AccessChoice{Kind: accounts.Robot})
			return err
		}, 2, 2},
		{"all sessions", func() error {
			_, err := s.RemoveAccess(t.Context(), "ann", accounts.AccessChoice{Kind: accounts.Session})
			return err
		}, 1, 2},
		{"everything but one", func() error {
			_, err := s.RemoveAccess(t.Context(), "ann", accounts.AccessChoice{Except: "ann"})
			return err
		}, 1, 2},
		{"the sessions of everybody", func() error {
			_, err := s.RemoveAllAccess(t.Context(), accounts.Session)
			return err
		}, 1, 1},
	} {
		for player, want := range map[play.PlayerID]int{"ann": end.ann, "ben": end.ben} {
			if _, err := s.Player(t.Context(), player); err != nil {
				somebody(t, s.Store, string(player))
			}
			must(t, s.RemoveSignInLinks(t.Context(), player))
			for token, once := range map[play.Token]bool{play.Token("once " + player): true, play.Token("card " + player): false} {
				must(t, s.AddSignInLink(t.Context(), accounts.SignInLink{Hash: token.Hash(), Player: player, Once: once, Since: now, Until: accounts.Forever}))
			}
			must(t, end.do())
			if links, err := s.SignInLinks(t.Context(), player); err != nil || len(links) != want {
				t.Errorf("without %s, %s has the links %+v, %v, want %d", end.what, player, links, err, want)
			}
		}
	}
}

// testLinksOverSSH replaces a link that was asked for over SSH, and no other. The session
// knows how it began.
func testLinksOverSSH(t *testing.T, s *store) {
	t.Helper()
	somebody(t, s.Store, "ann")
	somebody(t, s.Store, "ben")
	link := func(player play.PlayerID, token play.Token, overSSH bool) {
		must(t, s.AddSignInLink(t.Context(), accounts.SignInLink{Hash: token.Hash(), Player: player, Once: true, OverSSH: overSSH, Since: now, Until: accounts.Forever}))
	}
	link("ann", "by an administrator", false)
	link("ben", "of ben", true)
	link("ann", "first", true)
	link("ann", "second", true)
	s.reopen(t)
	for token, want := range map[play.Token]error{"by an administrator": nil, "of ben": nil, "first": accounts.ErrNoLink, "second": nil} {
		session := access("", string(token), accounts.Session, 1)
		_, err := s.UseSignInLink(t.Context(), token.Hash(), now, session, 9)
		wantError(t, string(token), err, want)
		if _, begun, err := s.PlayerByToken(t.Context(), session.Hash); want == nil && (err != nil || begun.OverSSH != (token != "by an administrator")) {
			t.Errorf("with the link %q begins %+v, %v", token, begun, err)
		}
	}
	all, err := s.Accesses(t.Context(), "ann")
	must(t, err)
	for _, a := range all {
		if a.OverSSH != (a.ID == "second") {
			t.Errorf("the session is listed as %+v", a)
		}
	}
}

func testAudit(t *testing.T, s *store) {
	t.Helper()
	somebody(t, s.Store, "ann")
	somebody(t, s.Store, "ben")
	must(t, s.AddAudit(t.Context(), admin.AuditEntry{At: now, Action: "announce", Detail: "Hello"}))
	must(t, s.AddAudit(t.Context(), admin.AuditEntry{At: now.Add(time.Hour), By: "ann", Action: "rename", Player: "ben", Detail: "Ben → Bob"}))
	s.reopen(t)
	list, err := s.Audit(t.Context(), 0, 9)
	if err != nil || len(list) != 2 || list[0].ByName != "ann" || list[0].PlayerName != "ben" || list[0].Detail != "Ben → Bob" || list[1].Action != "announce" {
		t.Fatalf("the log has %+v, %v", list, err)
	}
	if older, err := s.Audit(t.Context(), list[0].Seq, 9); err != nil || len(older) != 1 || older[0].Seq != list[1].Seq {
		t.Errorf("before the last entry there are %+v, %v", older, err)
	}
	for player, want := range map[play.PlayerID]int{"ann": 1, "ben": 1, "nobody": 0} {
		if about, err := s.AuditAbout(t.Context(), player); err != nil || len(about) != want {
			t.Errorf("about %q there are %+v, %v", player, about, err)
		}
	}
	must(t, s.Forget(t.Context(), "ben"))
	if list, err = s.Audit(t.Context(), 0, 1); err != nil || list[0].Detail != "" || list[0].PlayerName != "" || list[0].Action != "rename" {
		t.Errorf("after the deletion the entry is %+v, %v", list, err)
	}
	// Of a leader who was deleted, the name of the club goes, and the reasons of an
	// administrator stay.
	must(t, s.AddAudit(t.Context(), admin.AuditEntry{At: now.Add(time.Hour), By: "ann", Action: "suspend", Player: "cleo", Detail: "insults"}))
	must(t, s.AddAudit(t.Context(), admin.AuditEntry{At: now.Add(time.Hour), By: "ann", Action: "club-found", Detail: "Friends of Ann"}))
	must(t, s.Forget(t.Context(), "ann"))
	if list, err = s.Audit(t.Context(), 0, 2); err != nil || list[0].Detail != "" || list[0].Action != "club-found" || list[1].Detail != "insults" {
		t.Errorf("after her deletion the entries of ann are %+v, %v", list, err)
	}
	if n, err := s.ExpireAudit(t.Context(), now.Add(time.Minute)); err != nil || n != 1 {
		t.Errorf("%d entries were too old, %v", n, err)
	}
}

func testAnnouncement(t *testing.T, s *store) {
	t.Helper()
	if a, err := s.Announcement(t.Context()); err != nil || a.Text != "" {
		t.Errorf("at first there is %+v, %v", a, err)
	}
	must(t, s.Announce(t.Context(), admin.Announcement{Text: "first", Since: now, Until: now}))
	second := admin.Announcement{Text: "second", Since: now, Until: now.Add(time.Hour)}
	must(t, s.Announce(t.Context(), second))
	s.reopen(t)
	if a, err := s.Announcement(t.Context()); err != nil || a != second {
		t.Errorf("there is %+v, %v", a, err)
	}
}

func testEraseMessage(t *testing.T, s *store) {
	t.Helper()
	somebody(t, s.Store, "ann")
	table := NewTable(1, now)
	for i, c := range []play.Command{
		Opening("t", "ann", play.Terms{Game: "quixo", Chat: true}),
		play.Say{Channel: play.ToTable, Text: "hello"},
	} {
		d := table.Decide(t, "ann", string(rune('a'+i)), c)
		must(t, s.Append(t.Context(), play.BatchOf(d)))
		table.Keep(d)
	}
	for _, c := range []struct {
		seq  uint64
		want bool
	}{{1, false}, {2, true}, {2, false}, {3, false}} {
		if erased, err := s.EraseMessage(t.Context(), "t", c.seq); err != nil || erased != c.want {
			t.Errorf("event %d: %v, %v", c.seq, erased, err)
		}
	}
	events, err := s.Events(t.Context(), "t", 1, 9)
	if err != nil || len(events) != 1 || events[0].Body.(play.Said).Text != "" {
		t.Errorf("the events are %+v, %v", events, err)
	}
}
