package storetest

import (
	"errors"
	"fmt"
	"reflect"
	"slices"
	"strings"
	"time"

	"plateau/games"
	"plateau/internal/accounts"
	"plateau/internal/play"
	"plateau/internal/progress"
)

// somebody is a player, with a session token named after them.
func (s *store) somebody(name string) play.Player {
	s.Helper()
	p := play.Player{ID: play.PlayerID(name), Name: name, Since: now}
	must(s, s.AddPlayer(s.Context(), p, name, access(name, name, accounts.Session, 0)))
	return p
}

// people makes several of them.
func (s *store) people(names ...string) {
	s.Helper()
	for _, name := range names {
		s.somebody(name)
	}
}

// access is a token with the given id, some seconds after now.
func access(player, id string, kind accounts.AccessKind, after int) accounts.Access {
	at := now.Add(time.Duration(after) * time.Second)
	return accounts.Access{
		ID: id, Hash: play.Token(id).Hash(), Player: play.PlayerID(player),
		Kind: kind, Label: "of " + player, Since: at, Used: at,
	}
}

// signedIn is the access with a token.
func (s *store) signedIn(token play.Token) answered[accounts.Access] {
	_, a, err := s.PlayerByToken(s.Context(), token.Hash())
	return answer(a, err)
}

func (s *store) wantError(what string, err, want error) {
	s.Helper()
	if !errors.Is(err, want) {
		s.Errorf("%s: got %v, want %v", what, err, want)
	}
}

func testPlayers(s *store) {
	ann := s.somebody("ann")
	answer(s.Player(s.Context(), "ann")).is(s, ann, "the player")
	answer(s.Player(s.Context(), "ben")).fails(s, play.ErrNoPlayer, "nobody")
	s.wantError("renaming nobody", s.Rename(s.Context(), "ben", "Ben", "ben"), play.ErrNoPlayer)
	ann.Name = "Ann Ō"
	must(s, s.Rename(s.Context(), "ann", ann.Name, "anno"))
	s.reopen()
	if got, a, err := s.PlayerByToken(s.Context(), play.Token("ann").Hash()); err != nil || got != ann || a != access("ann", "ann", accounts.Session, 0) {
		s.Errorf("by token: got %+v, %+v, %v", got, a, err)
	}
	s.signedIn("other").fails(s, play.ErrNoPlayer, "by another token")
}

// testAccounts has two players who want the same names.
func testAccounts(s *store) {
	ann, guest := s.somebody("ann"), s.somebody("guest")
	answer(s.Account(s.Context(), "ann")).fails(s, accounts.ErrNoAccount, "a guest's account")
	for _, password := range []string{"first", "second"} {
		must(s, s.SetPassword(s.Context(), ann, "ann", password))
		want := accounts.Account{Player: "ann", NameKey: "ann", Password: password}
		answer(s.Account(s.Context(), "ann")).is(s, want, "the account")
		answer(s.AccountByName(s.Context(), "ann")).is(s, want, "by name the account")
	}
	answer(s.Player(s.Context(), "ann")).meets(s, func(p play.Player) bool { return p.Registered }, "a player with an account")
	ben := play.Player{ID: "ben", Name: "Ann", Since: now}
	s.wantError("a new guest with an account's name", s.AddPlayer(s.Context(), ben, "ann", access("ben", "ben", accounts.Session, 0)), accounts.ErrNameTaken)
	answer(s.Player(s.Context(), "ben")).fails(s, play.ErrNoPlayer, "a player who was refused")
	s.wantError("a guest who takes an account's name", s.Rename(s.Context(), "guest", "Ann", "ann"), accounts.ErrNameTaken)
	s.wantError("an account with another's name", s.SetPassword(s.Context(), guest, "ann", "x"), accounts.ErrNameTaken)
	s.wantError("keeping an old name", s.SetPassword(s.Context(), play.Player{ID: "guest", Name: "old"}, "old", "x"), play.ErrConflict)
	answer(s.Account(s.Context(), "guest")).fails(s, accounts.ErrNoAccount, "the account that was refused")

	// A name that was given up is free.
	for _, name := range []string{"anna", "ANNA"} {
		must(s, s.Rename(s.Context(), "ann", name, "anna"))
	}
	must(s, s.Rename(s.Context(), "guest", "ann", "ann"))
	answer(s.AccountByName(s.Context(), "ann")).fails(s, accounts.ErrNoAccount, "an account by its old name")
	if got, err := s.AccountByName(s.Context(), "anna"); err != nil || got.Player != "ann" || got.Password != "second" {
		s.Errorf("by its new name the account is %+v, %v", got, err)
	}
}

func testPasskeys(s *store) {
	ann, ben := s.somebody("ann"), s.somebody("ben")
	key := func(id string, player play.PlayerID) accounts.Passkey {
		return accounts.Passkey{ID: id, Player: player, Label: "phone", Since: now, Credential: []byte(`{"id":"` + id + `"}`)}
	}
	for _, id := range []string{"k1", "k2"} {
		must(s, s.AddPasskey(s.Context(), ann, "ann", key(id, "ann"), 2))
	}
	answer(s.Player(s.Context(), "ann")).meets(s, func(p play.Player) bool { return p.Registered }, "a player with a passkey")
	s.wantError("a third of two", s.AddPasskey(s.Context(), ann, "ann", key("k3", "ann"), 2), play.ErrTooMany)
	s.wantError("another's", s.AddPasskey(s.Context(), ben, "ben", key("k1", "ben"), 2), play.ErrConflict)
	s.wantError("one for another's name", s.AddPasskey(s.Context(), ben, "ann", key("k4", "ben"), 2), accounts.ErrNameTaken)
	answer(s.Player(s.Context(), "ben")).meets(s, func(p play.Player) bool { return !p.Registered }, "a player who was refused")
	changed := key("k1", "ann")
	changed.Credential = []byte(`{"count":1}`)
	must(s, s.UsePasskey(s.Context(), "k1", changed.Credential))
	answer(s.Passkeys(s.Context(), "ann")).is(s, []accounts.Passkey{changed, key("k2", "ann")}, "the passkeys")
	remove := func(player play.PlayerID, id string, want bool) {
		s.Helper()
		answer(s.RemovePasskey(s.Context(), player, id)).is(s, want, "removing %s of %s", id, player)
	}
	remove("ben", "k1", false)
	remove("ann", "k1", true)
	remove("ann", "k2", false) // It is the last way in.
	must(s, s.SetPassword(s.Context(), ann, "ann", "x"))
	remove("ann", "k2", true)
}

func testAccess(s *store) {
	s.wantError("a token for nobody", s.AddAccess(s.Context(), access("ann", "x", accounts.Robot, 0), 5), play.ErrNoPlayer)
	s.people("ann", "ben")
	add := func(id string, kind accounts.AccessKind, after, most int) error {
		return s.AddAccess(s.Context(), access("ann", id, kind, after), most)
	}
	want := func(ids string) {
		s.Helper()
		list := answer(s.Accesses(s.Context(), "ann")).must(s)
		equal(s, fmt.Sprint(column(list, func(a accounts.Access) string { return a.ID })), ids, "what is there")
	}
	for i, id := range []string{"r1", "r2"} {
		must(s, add(id, accounts.Robot, 1+i, 2))
	}
	s.wantError("a third token of two", add("r3", accounts.Robot, 3, 2), play.ErrTooMany)
	// Of three sessions, the one that was not used for the longest time is removed.
	must(s, errors.Join(add("s1", accounts.Session, 4, 3), add("s2", accounts.Session, 5, 3)))
	must(s, s.UseAccess(s.Context(), play.Token("ann").Hash(), now.Add(time.Minute)))
	must(s, add("s3", accounts.Session, 6, 3))
	want("[ann r1 r2 s2 s3]")
	s.signedIn("ann").meets(s, func(a accounts.Access) bool { return a.Used.Equal(now.Add(time.Minute)) }, "the use")
	for _, c := range []struct {
		player play.PlayerID
		choice accounts.AccessChoice
		n      int
		left   string
	}{
		{"ben", accounts.AccessChoice{ID: "r1"}, 0, "[ann r1 r2 s2 s3]"},
		{"ann", accounts.AccessChoice{ID: "s2", Kind: accounts.Robot}, 0, "[ann r1 r2 s2 s3]"},
		{"ann", accounts.AccessChoice{ID: "r1", Kind: accounts.Robot}, 1, "[ann r2 s2 s3]"},
		{"ann", accounts.AccessChoice{Kind: accounts.Session, Except: "s2"}, 2, "[r2 s2]"},
		{"ann", accounts.AccessChoice{}, 2, "[]"},
	} {
		answer(s.RemoveAccess(s.Context(), c.player, c.choice)).is(s, c.n, "%+v removed", c.choice)
		want(c.left)
	}
	s.signedIn("r2").fails(s, play.ErrNoPlayer, "by a token that was removed")
	s.signedIn("ben").must(s)
}

// testFairPlay declares a bot, and bars somebody from rated games.
func testFairPlay(s *store) {
	ann, ben := s.somebody("ann"), s.somebody("ben")
	declare := func(player play.PlayerID, want bool) {
		s.Helper()
		answer(s.DeclareBot(s.Context(), player)).is(s, want, "%s was declared a bot", player)
	}
	declare("ann", false) // A guest is none.
	for _, p := range []play.Player{ann, ben} {
		must(s, s.SetPassword(s.Context(), p, p.Name, "x"))
	}
	declare("ann", true)
	declare("ann", true)
	standings := answer(s.Standings(s.Context(), play.Rank{Game: "quixo", Player: "ann"}, play.Rank{Game: "quixo", Player: "ben"})).must(s)
	for i := range standings {
		standings[i].Rating.Deviation = 60
	}
	terms := play.Terms{Rated: true, FirstSide: play.FirstParty, Begins: play.FirstParty}
	must(s, s.Append(s.Context(), play.BatchOf(rated(s, s.running("t", terms), standings))))
	declare("ben", false) // He has played as a person.
	best := func(bots bool, want ...play.PlayerID) {
		s.Helper()
		list := answer(s.Best(s.Context(), play.BestQuery{Game: "quixo", Bots: bots, Now: now, Limit: 10})).must(s)
		equal(s, column(list, func(standing play.Standing) play.PlayerID { return standing.Player }), want, "the best")
	}
	best(false, "ben")
	best(true, "ann")
	bots := func(when string, want ...play.PlayerID) {
		s.Helper()
		list := answer(s.Bots(s.Context(), now, 10)).must(s)
		equal(s, column(list, func(p play.Player) play.PlayerID { return p.ID }), want, "%s the bots", when)
	}
	bots("at first", "ann")
	must(s, s.Suspend(s.Context(), "ann", now.Add(time.Hour), accounts.Authority{}))
	bots("while one is suspended")
	must(s, s.Suspend(s.Context(), "ann", time.Time{}, accounts.Authority{}))
	must(s, s.BarFromRated(s.Context(), "ben", true))
	best(false)
	s.reopen()
	for _, want := range []play.Player{{ID: "ann", Bot: true}, {ID: "ben", Barred: true}} {
		answer(s.Player(s.Context(), want.ID)).meets(s, func(got play.Player) bool { return got.Bot == want.Bot && got.Barred == want.Barred }, "%s", want.ID)
	}
	must(s, s.BarFromRated(s.Context(), "ben", false))
	best(false, "ben")
	s.wantError("barring nobody", s.BarFromRated(s.Context(), "nobody", true), play.ErrNoPlayer)
	must(s, s.Forget(s.Context(), "ann"))
	answer(s.Player(s.Context(), "ann")).meets(s, func(got play.Player) bool { return !got.Bot }, "somebody who was deleted")
	bots("after its deletion")
}

// testSecret is made once, and stays the same.
func testSecret(s *store) {
	for _, fresh := range []string{"first", "second"} {
		answer(s.Secret(s.Context(), "device", []byte(fresh))).is(s, []byte("first"), "the secret")
		s.reopen()
	}
	answer(s.Secret(s.Context(), "other", []byte("third"))).is(s, []byte("third"), "another secret")
}

// testForget has somebody play, chat, leave a table and play a rematch, and then
// be deleted.
func testForget(s *store) {
	ann, ben := s.somebody("ann"), s.somebody("ben")
	for _, p := range []play.Player{ann, ben} {
		must(s, s.SetPassword(s.Context(), p, p.Name, "x"))
	}
	must(s, s.AddPasskey(s.Context(), ann, "ann", accounts.Passkey{ID: "k", Label: "phone", Since: now, Credential: []byte("{}")}, 1))
	must(s, s.AddSSHKey(s.Context(), ann, "ann", sshKey("k", "ann"), 1, false))
	for _, player := range []string{"ann", "ben"} {
		answer(s.SavePushDevice(s.Context(), pushDevice(player, player, "of "+player, 0), 9)).must(s)
	}
	for _, player := range []play.PlayerID{"ann", "ben"} {
		answer(s.MergeStars(s.Context(), player, progress.Stars{"lessons": {"quixo": {"push": 3}}}, 9)).must(s)
	}
	before := s.played()
	visited, err := s.Visited(s.Context(), "ann")
	slices.Sort(visited)
	if err != nil || fmt.Sprint(visited) != "[left rated rematch]" {
		s.Errorf("Ann visited %v, %v", visited, err)
	}
	for range 2 {
		must(s, s.Forget(s.Context(), "ann"))
		for _, id := range visited {
			s.wantForgotten(before[id])
		}
	}
	s.wantNobody()
	if st, err := s.Standings(s.Context(), play.Rank{Game: "quixo", Player: "ann"}, play.Rank{Game: "quixo", Player: "ben"}); err != nil || st[0].Games != 0 || st[1].Games != 1 {
		s.Errorf("the standings are %+v, %v", st, err)
	}
	answer(s.Answered(s.Context(), "ann", "said-1")).is(s, nil, "the request of somebody forgotten is known by")
	answer(s.PushDevices(s.Context(), "ben")).has(s, 1, "the devices of somebody else")
	for player, want := range map[play.PlayerID]int{"ann": 0, "ben": 1} {
		answer(s.Stars(s.Context(), player)).meets(s, func(stars progress.Stars) bool { return stars.Count() == want }, "the stars of %s", player)
	}
	// The name is free.
	must(s, s.Rename(s.Context(), "ben", "ann", "ann"))
}

// played is what was played before Ann is deleted: a rated game and its rematch,
// and a table that she left.
func (s *store) played() map[play.TableID]*play.Table {
	s.Helper()
	first := s.running("rated", play.Terms{Rated: true, Chat: true})
	first.add(s, "ann", "said-1", play.Say{Channel: play.ToTable, Text: "I am ann"})
	first.add(s, "ben", "", play.Say{Channel: play.ToTable, Text: "hello"})
	standings, err := s.Standings(s.Context(),
		play.Rank{Game: "quixo", Player: first.Now.Sitters[0].Player}, play.Rank{Game: "quixo", Player: first.Now.Sitters[1].Player})
	must(s, err)
	first.commit(s, rated(s, first, standings))
	first.add(s, "ann", "", play.AskRematch{})
	first.moment.NextTable = "rematch"
	asked := first.Decide(s, "ben", "", play.AskRematch{})
	m := first.moment
	m.By = "ben"
	next, err := play.Decide(play.NewTable(games.All().Games(), ""), play.OpenRematch{Old: asked.Table}, m)
	must(s, err)
	must(s, s.Append(s.Context(), play.BatchOf(asked), play.BatchOf(next)))
	return map[play.TableID]*play.Table{"rated": asked.Table, "rematch": next.Table, "left": s.leftBy()}
}

// leftBy is a table at which Ann was for a while, and said so.
func (s *store) leftBy() *play.Table {
	s.Helper()
	table := NewTable(3, now)
	opening := Opening("left", "ben", play.Terms{Game: "quixo4p", Chat: true})
	opening.Chairs = make([]play.Sitter, 4)
	table.add(s, "ben", "", opening)
	table.add(s, "ann", "", play.Sit{Player: play.Player{ID: "ann", Name: "ann"}, Chair: 2})
	table.add(s, "ann", "", play.Say{Channel: play.ToTable, Text: "I am ann"})
	table.add(s, "ann", "", play.Leave{})
	return table.Now
}

// wantForgotten compares a table with what it was, except for Ann.
func (s *store) wantForgotten(was *play.Table) {
	s.Helper()
	events := answer(s.Events(s.Context(), was.ID, 0, 1000)).must(s)
	for _, e := range events {
		text, err := e.MarshalJSON()
		must(s, err)
		if strings.Contains(string(text), `"name":"ann"`) || strings.Contains(string(text), "I am") {
			s.Errorf("%s has %s", was.ID, text)
		}
	}
	got := s.stored(was.ID)
	if got.Seq != was.Seq || got.Plies() != was.Plies() || got.Messages != was.Messages || got.Result != was.Result {
		s.Errorf("the events of %s give another table:\n%+v\n%+v", was.ID, got, was)
	}
	want, _ := was.Summary().Forget("ann")
	if !reflect.DeepEqual(got.Summary(), want) {
		s.Errorf("the summary of %s is\n%+v, want\n%+v", was.ID, got.Summary(), want)
	}
	list := answer(s.Tables(s.Context(), play.TableQuery{Limit: 10})).must(s)
	for _, sum := range list {
		if sum.ID == was.ID && !reflect.DeepEqual(sum, want) {
			s.Errorf("%s is listed as\n%+v, want\n%+v", was.ID, sum, want)
		}
	}
}

// wantNobody looks for anything left of Ann, and at what she could still do.
func (s *store) wantNobody() {
	s.Helper()
	p, err := s.Player(s.Context(), "ann")
	if err != nil || p.Name != "" || p.Registered || p.Since.UnixMilli() != 0 {
		s.Errorf("somebody forgotten is %+v, %v", p, err)
	}
	answer(s.Account(s.Context(), "ann")).fails(s, accounts.ErrNoAccount, "the account")
	s.signedIn("ann").fails(s, play.ErrNoPlayer, "the token")
	answer(s.Passkeys(s.Context(), "ann")).has(s, 0, "the passkeys")
	answer(s.SSHKeys(s.Context(), "ann")).has(s, 0, "the SSH keys")
	s.wantError("a new SSH key", s.AddSSHKey(s.Context(), p, "", sshKey("new", "ann"), 5, true), play.ErrNoPlayer)
	answer(s.PushDevices(s.Context(), "ann")).has(s, 0, "the devices")
	answer(s.SavePushDevice(s.Context(), pushDevice("ann", "ann", "new", 0), 9)).fails(s, play.ErrNoPlayer, "a new device")
	s.wantError("a new name", s.Rename(s.Context(), "ann", "Ann", "ann"), play.ErrNoPlayer)
	s.wantError("a new token", s.AddAccess(s.Context(), access("ann", "new", accounts.Robot, 0), 5), play.ErrNoPlayer)
	s.wantError("a new password", s.SetPassword(s.Context(), p, "", "x"), play.ErrConflict)
}
