package storetest

import (
	"errors"
	"fmt"
	"reflect"
	"slices"
	"strings"
	"testing"
	"time"

	"plateau/games"
	"plateau/internal/accounts"
	"plateau/internal/play"
	"plateau/internal/progress"
	"plateau/internal/store/sqlstore"
)

// somebody is a player, with a session token named after them.
func somebody(t *testing.T, s *sqlstore.Store, name string) play.Player {
	t.Helper()
	p := play.Player{ID: play.PlayerID(name), Name: name, Since: now}
	must(t, s.AddPlayer(t.Context(), p, name, access(name, name, accounts.Session, 0)))
	return p
}

// access is a token with the given id, some seconds after now.
func access(player, id string, kind accounts.AccessKind, after int) accounts.Access {
	at := now.Add(time.Duration(after) * time.Second)
	return accounts.Access{
		ID: id, Hash: play.Token(id).Hash(), Player: play.PlayerID(player),
		Kind: kind, Label: "of " + player, Since: at, Used: at,
	}
}

func wantError(t *testing.T, what string, err, want error) {
	t.Helper()
	if !errors.Is(err, want) {
		t.Errorf("%s: got %v, want %v", what, err, want)
	}
}

func testPlayers(t *testing.T, s *store) {
	t.Helper()
	ann := somebody(t, s.Store, "ann")
	if got, err := s.Player(t.Context(), "ann"); err != nil || got != ann {
		t.Errorf("got %+v, %v, want %+v", got, err, ann)
	}
	_, err := s.Player(t.Context(), "ben")
	wantError(t, "nobody", err, play.ErrNoPlayer)
	wantError(t, "renaming nobody", s.Rename(t.Context(), "ben", "Ben", "ben"), play.ErrNoPlayer)
	ann.Name = "Ann Ō"
	must(t, s.Rename(t.Context(), "ann", ann.Name, "anno"))
	s.reopen(t)
	if got, a, err := s.PlayerByToken(t.Context(), play.Token("ann").Hash()); err != nil || got != ann || a != access("ann", "ann", accounts.Session, 0) {
		t.Errorf("by token: got %+v, %+v, %v", got, a, err)
	}
	_, _, err = s.PlayerByToken(t.Context(), play.Token("other").Hash())
	wantError(t, "by another token", err, play.ErrNoPlayer)
}

// testAccounts has two players who want the same names.
func testAccounts(t *testing.T, s *store) {
	t.Helper()
	ann, guest := somebody(t, s.Store, "ann"), somebody(t, s.Store, "guest")
	_, err := s.Account(t.Context(), "ann")
	wantError(t, "a guest's account", err, accounts.ErrNoAccount)
	for _, password := range []string{"first", "second"} {
		must(t, s.SetPassword(t.Context(), ann, "ann", password))
		want := accounts.Account{Player: "ann", NameKey: "ann", Password: password}
		if got, err := s.Account(t.Context(), "ann"); err != nil || got != want {
			t.Errorf("the account is %+v, %v, want %+v", got, err, want)
		}
		if got, err := s.AccountByName(t.Context(), "ann"); err != nil || got != want {
			t.Errorf("by name the account is %+v, %v, want %+v", got, err, want)
		}
	}
	if p, err := s.Player(t.Context(), "ann"); err != nil || !p.Registered {
		t.Errorf("a player with an account is %+v, %v", p, err)
	}
	ben := play.Player{ID: "ben", Name: "Ann", Since: now}
	wantError(t, "a new guest with an account's name", s.AddPlayer(t.Context(), ben, "ann", access("ben", "ben", accounts.Session, 0)), accounts.ErrNameTaken)
	_, err = s.Player(t.Context(), "ben")
	wantError(t, "a player who was refused", err, play.ErrNoPlayer)
	wantError(t, "a guest who takes an account's name", s.Rename(t.Context(), "guest", "Ann", "ann"), accounts.ErrNameTaken)
	wantError(t, "an account with another's name", s.SetPassword(t.Context(), guest, "ann", "x"), accounts.ErrNameTaken)
	wantError(t, "keeping an old name", s.SetPassword(t.Context(), play.Player{ID: "guest", Name: "old"}, "old", "x"), play.ErrConflict)
	_, err = s.Account(t.Context(), "guest")
	wantError(t, "the account that was refused", err, accounts.ErrNoAccount)

	// A name that was given up is free.
	for _, name := range []string{"anna", "ANNA"} {
		must(t, s.Rename(t.Context(), "ann", name, "anna"))
	}
	if err := s.Rename(t.Context(), "guest", "ann", "ann"); err != nil {
		t.Error(err)
	}
	_, err = s.AccountByName(t.Context(), "ann")
	wantError(t, "an account by its old name", err, accounts.ErrNoAccount)
	if got, err := s.AccountByName(t.Context(), "anna"); err != nil || got.Player != "ann" || got.Password != "second" {
		t.Errorf("by its new name the account is %+v, %v", got, err)
	}
}

func testPasskeys(t *testing.T, s *store) {
	t.Helper()
	ann, ben := somebody(t, s.Store, "ann"), somebody(t, s.Store, "ben")
	key := func(id string, player play.PlayerID) accounts.Passkey {
		return accounts.Passkey{ID: id, Player: player, Label: "phone", Since: now, Credential: []byte(`{"id":"` + id + `"}`)}
	}
	for _, id := range []string{"k1", "k2"} {
		must(t, s.AddPasskey(t.Context(), ann, "ann", key(id, "ann"), 2))
	}
	if p, err := s.Player(t.Context(), "ann"); err != nil || !p.Registered {
		t.Errorf("a player with a passkey is %+v, %v", p, err)
	}
	wantError(t, "a third of two", s.AddPasskey(t.Context(), ann, "ann", key("k3", "ann"), 2), play.ErrTooMany)
	wantError(t, "another's", s.AddPasskey(t.Context(), ben, "ben", key("k1", "ben"), 2), play.ErrConflict)
	wantError(t, "one for another's name", s.AddPasskey(t.Context(), ben, "ann", key("k4", "ben"), 2), accounts.ErrNameTaken)
	if p, err := s.Player(t.Context(), "ben"); err != nil || p.Registered {
		t.Errorf("a player who was refused is %+v, %v", p, err)
	}
	changed := key("k1", "ann")
	changed.Credential = []byte(`{"count":1}`)
	must(t, s.UsePasskey(t.Context(), "k1", changed.Credential))
	if got, err := s.Passkeys(t.Context(), "ann"); err != nil || !reflect.DeepEqual(got, []accounts.Passkey{changed, key("k2", "ann")}) {
		t.Errorf("the passkeys are %+v, %v", got, err)
	}
	remove := func(player play.PlayerID, id string, want bool) {
		t.Helper()
		if removed, err := s.RemovePasskey(t.Context(), player, id); err != nil || removed != want {
			t.Errorf("removing %s of %s: %v, %v", id, player, removed, err)
		}
	}
	remove("ben", "k1", false)
	remove("ann", "k1", true)
	remove("ann", "k2", false) // It is the last way in.
	must(t, s.SetPassword(t.Context(), ann, "ann", "x"))
	remove("ann", "k2", true)
}

func testAccess(t *testing.T, s *store) {
	t.Helper()
	wantError(t, "a token for nobody", s.AddAccess(t.Context(), access("ann", "x", accounts.Robot, 0), 5), play.ErrNoPlayer)
	somebody(t, s.Store, "ann")
	somebody(t, s.Store, "ben")
	add := func(id string, kind accounts.AccessKind, after, most int) error {
		return s.AddAccess(t.Context(), access("ann", id, kind, after), most)
	}
	want := func(ids string) {
		t.Helper()
		list, err := s.Accesses(t.Context(), "ann")
		must(t, err)
		var got []string
		for _, a := range list {
			got = append(got, a.ID)
		}
		if fmt.Sprint(got) != ids {
			t.Errorf("there are %v, want %s", got, ids)
		}
	}
	for i, id := range []string{"r1", "r2"} {
		must(t, add(id, accounts.Robot, 1+i, 2))
	}
	wantError(t, "a third token of two", add("r3", accounts.Robot, 3, 2), play.ErrTooMany)
	// Of three sessions, the one that was not used for the longest time is removed.
	must(t, errors.Join(add("s1", accounts.Session, 4, 3), add("s2", accounts.Session, 5, 3)))
	must(t, s.UseAccess(t.Context(), play.Token("ann").Hash(), now.Add(time.Minute)))
	must(t, add("s3", accounts.Session, 6, 3))
	want("[ann r1 r2 s2 s3]")
	if _, a, err := s.PlayerByToken(t.Context(), play.Token("ann").Hash()); err != nil || !a.Used.Equal(now.Add(time.Minute)) {
		t.Errorf("the use is %v, %v", a.Used, err)
	}
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
		if n, err := s.RemoveAccess(t.Context(), c.player, c.choice); err != nil || n != c.n {
			t.Errorf("%+v removed %d, %v, want %d", c.choice, n, err, c.n)
		}
		want(c.left)
	}
	_, _, err := s.PlayerByToken(t.Context(), play.Token("r2").Hash())
	wantError(t, "by a token that was removed", err, play.ErrNoPlayer)
	if _, _, err := s.PlayerByToken(t.Context(), play.Token("ben").Hash()); err != nil {
		t.Errorf("somebody else's token went, too: %v", err)
	}
}

// testFairPlay declares a bot, and bars somebody from rated games.
func testFairPlay(t *testing.T, s *store) {
	t.Helper()
	ann, ben := somebody(t, s.Store, "ann"), somebody(t, s.Store, "ben")
	declare := func(player play.PlayerID, want bool) {
		t.Helper()
		if declared, err := s.DeclareBot(t.Context(), player); err != nil || declared != want {
			t.Errorf("%s was declared a bot: %v, %v", player, declared, err)
		}
	}
	declare("ann", false) // A guest is none.
	for _, p := range []play.Player{ann, ben} {
		must(t, s.SetPassword(t.Context(), p, p.Name, "x"))
	}
	declare("ann", true)
	declare("ann", true)
	standings, err := s.Standings(t.Context(), play.Rank{Game: "quixo", Player: "ann"}, play.Rank{Game: "quixo", Player: "ben"})
	must(t, err)
	for i := range standings {
		standings[i].Rating.Deviation = 60
	}
	terms := play.Terms{Rated: true, FirstSide: play.FirstParty, Begins: play.FirstParty}
	must(t, s.Append(t.Context(), play.BatchOf(rated(t, running(t, s.Store, "t", terms), standings))))
	declare("ben", false) // He has played as a person.
	best := func(bots bool, want ...play.PlayerID) {
		t.Helper()
		list, err := s.Best(t.Context(), play.BestQuery{Game: "quixo", Bots: bots, Now: now, Limit: 10})
		must(t, err)
		var got []play.PlayerID
		for _, standing := range list {
			got = append(got, standing.Player)
		}
		if !slices.Equal(got, want) {
			t.Errorf("the best are %v, want %v", got, want)
		}
	}
	best(false, "ben")
	best(true, "ann")
	bots := func(when string, want ...play.PlayerID) {
		t.Helper()
		list, err := s.Bots(t.Context(), now, 10)
		must(t, err)
		var got []play.PlayerID
		for _, p := range list {
			got = append(got, p.ID)
		}
		if !slices.Equal(got, want) {
			t.Errorf("%s the bots are %v, want %v", when, got, want)
		}
	}
	bots("at first", "ann")
	must(t, s.Suspend(t.Context(), "ann", now.Add(time.Hour), accounts.Authority{}))
	bots("while one is suspended")
	must(t, s.Suspend(t.Context(), "ann", time.Time{}, accounts.Authority{}))
	must(t, s.BarFromRated(t.Context(), "ben", true))
	best(false)
	s.reopen(t)
	for _, want := range []play.Player{{ID: "ann", Bot: true}, {ID: "ben", Barred: true}} {
		if got, err := s.Player(t.Context(), want.ID); err != nil || got.Bot != want.Bot || got.Barred != want.Barred {
			t.Errorf("%s is %+v, %v", want.ID, got, err)
		}
	}
	must(t, s.BarFromRated(t.Context(), "ben", false))
	best(false, "ben")
	wantError(t, "barring nobody", s.BarFromRated(t.Context(), "nobody", true), play.ErrNoPlayer)
	must(t, s.Forget(t.Context(), "ann"))
	if got, err := s.Player(t.Context(), "ann"); err != nil || got.Bot {
		t.Errorf("somebody who was deleted is %+v, %v", got, err)
	}
	bots("after its deletion")
}

// testSecret is made once, and stays the same.
func testSecret(t *testing.T, s *store) {
	t.Helper()
	for _, fresh := range []string{"first", "second"} {
		if secret, err := s.Secret(t.Context(), "device", []byte(fresh)); err != nil || string(secret) != "first" {
			t.Errorf("the secret is %q, %v", secret, err)
		}
		s.reopen(t)
	}
	if other, err := s.Secret(t.Context(), "other", []byte("third")); err != nil || string(other) != "third" {
		t.Errorf("another secret is %q, %v", other, err)
	}
}

// testForget has somebody play, chat, leave a table and play a rematch, and then
// be deleted.
func testForget(t *testing.T, s *store) {
	t.Helper()
	ann, ben := somebody(t, s.Store, "ann"), somebody(t, s.Store, "ben")
	for _, p := range []play.Player{ann, ben} {
		must(t, s.SetPassword(t.Context(), p, p.Name, "x"))
	}
	must(t, s.AddPasskey(t.Context(), ann, "ann", accounts.Passkey{ID: "k", Label: "phone", Since: now, Credential: []byte("{}")}, 1))
	must(t, s.AddSSHKey(t.Context(), ann, "ann", sshKey("k", "ann"), 1, false))
	for _, player := range []string{"ann", "ben"} {
		_, err := s.SavePushDevice(t.Context(), pushDevice(player, player, "of "+player, 0), 9)
		must(t, err)
	}
	for _, player := range []play.PlayerID{"ann", "ben"} {
		_, err := s.MergeStars(t.Context(), player, progress.Stars{"lessons": {"quixo": {"push": 3}}}, 9)
		must(t, err)
	}
	before := played(t, s.Store)
	visited, err := s.Visited(t.Context(), "ann")
	slices.Sort(visited)
	if err != nil || fmt.Sprint(visited) != "[left rated rematch]" {
		t.Errorf("Ann visited %v, %v", visited, err)
	}
	for range 2 {
		must(t, s.Forget(t.Context(), "ann"))
		for _, id := range visited {
			wantForgotten(t, s.Store, before[id])
		}
	}
	wantNobody(t, s.Store)
	if st, err := s.Standings(t.Context(), play.Rank{Game: "quixo", Player: "ann"}, play.Rank{Game: "quixo", Player: "ben"}); err != nil || st[0].Games != 0 || st[1].Games != 1 {
		t.Errorf("the standings are %+v, %v", st, err)
	}
	if repeated, err := s.Answered(t.Context(), "ann", "said-1"); err != nil || repeated != nil {
		t.Errorf("the request of somebody forgotten is known by %v, %v", repeated, err)
	}
	if list, err := s.PushDevices(t.Context(), "ben"); err != nil || len(list) != 1 {
		t.Errorf("the devices of somebody else are %v, %v", list, err)
	}
	for player, want := range map[play.PlayerID]int{"ann": 0, "ben": 1} {
		if stars, err := s.Stars(t.Context(), player); err != nil || stars.Count() != want {
			t.Errorf("the stars of %s are %v, %v", player, stars, err)
		}
	}
	// The name is free.
	if err := s.Rename(t.Context(), "ben", "ann", "ann"); err != nil {
		t.Error(err)
	}
}

// played is what was played before Ann is deleted: a rated game and its rematch,
// and a table that she left.
func played(t *testing.T, s *sqlstore.Store) map[play.TableID]*play.Table {
	t.Helper()
	first := running(t, s, "rated", play.Terms{Rated: true, Chat: true})
	first.add(t, s, "ann", "said-1", play.Say{Channel: play.ToTable, Text: "I am ann"})
	first.add(t, s, "ben", "", play.Say{Channel: play.ToTable, Text: "hello"})
	standings, err := s.Standings(t.Context(),
		play.Rank{Game: "quixo", Player: first.Now.Sitters[0].Player}, play.Rank{Game: "quixo", Player: first.Now.Sitters[1].Player})
	must(t, err)
	first.commit(t, s, rated(t, first, standings))
	first.add(t, s, "ann", "", play.AskRematch{})
	first.moment.NextTable = "rematch"
	asked := first.Decide(t, "ben", "", play.AskRematch{})
	m := first.moment
	m.By = "ben"
	next, err := play.Decide(play.NewTable(games.All().Games(), ""), play.OpenRematch{Old: asked.Table}, m)
	must(t, err)
	must(t, s.Append(t.Context(), play.BatchOf(asked), play.BatchOf(next)))
	return map[play.TableID]*play.Table{"rated": asked.Table, "rematch": next.Table, "left": leftBy(t, s)}
}

// leftBy is a table at which Ann was for a while, and said so.
func leftBy(t *testing.T, s *sqlstore.Store) *play.Table {
	t.Helper()
	table := NewTable(3, now)
	opening := Opening("left", "ben", play.Terms{Game: "quixo4p", Chat: true})
	opening.Chairs = make([]play.Sitter, 4)
	table.add(t, s, "ben", "", opening)
	table.add(t, s, "ann", "", play.Sit{Player: play.Player{ID: "ann", Name: "ann"}, Chair: 2})
	table.add(t, s, "ann", "", play.Say{Channel: play.ToTable, Text: "I am ann"})
	table.add(t, s, "ann", "", play.Leave{})
	return table.Now
}

// wantForgotten compares a table with what it was, except for Ann.
func wantForgotten(t *testing.T, s *sqlstore.Store, was *play.Table) {
	t.Helper()
	events, err := s.Events(t.Context(), was.ID, 0, 1000)
	must(t, err)
	for _, e := range events {
		text, err := e.MarshalJSON()
		must(t, err)
		if strings.Contains(string(text), `"name":"ann"`) || strings.Contains(string(text), "I am") {
			t.Errorf("%s has %s", was.ID, text)
		}
	}
	got := stored(t, s, was.ID)
	if got.Seq != was.Seq || got.Plies() != was.Plies() || got.Messages != was.Messages || got.Result != was.Result {
		t.Errorf("the events of %s give another table:\n%+v\n%+v", was.ID, got, was)
	}
	want, _ := was.Summary().Forget("ann")
	if !reflect.DeepEqual(got.Summary(), want) {
		t.Errorf("the summary of %s is\n%+v, want\n%+v", was.ID, got.Summary(), want)
	}
	list, err := s.Tables(t.Context(), play.TableQuery{Limit: 10})
	must(t, err)
	for _, sum := range list {
		if sum.ID == was.ID && !reflect.DeepEqual(sum, want) {
			t.Errorf("%s is listed as\n%+v, want\n%+v", was.ID, sum, want)
		}
	}
}

// wantNobody looks for anything left of Ann, and at what she could still do.
func wantNobody(t *testing.T, s *sqlstore.Store) {
	t.Helper()
	p, err := s.Player(t.Context(), "ann")
	if err != nil || p.Name != "" || p.Registered || p.Since.UnixMilli() != 0 {
		t.Errorf("somebody forgotten is %+v, %v", p, err)
	}
	_, err = s.Account(t.Context(), "ann")
	wantError(t, "the account", err, accounts.ErrNoAccount)
	_, _, err = s.PlayerByToken(t.Context(), play.Token("ann").Hash())
	wantError(t, "the token", err, play.ErrNoPlayer)
	if keys, err := s.Passkeys(t.Context(), "ann"); err != nil || len(keys) > 0 {
		t.Errorf("the passkeys are %v, %v", keys, err)
	}
	if keys, err := s.SSHKeys(t.Context(), "ann"); err != nil || len(keys) > 0 {
		t.Errorf("the SSH keys are %v, %v", keys, err)
	}
	wantError(t, "a new SSH key", s.AddSSHKey(t.Context(), p, "", sshKey("new", "ann"), 5, true), play.ErrNoPlayer)
	if list, err := s.PushDevices(t.Context(), "ann"); err != nil || len(list) > 0 {
		t.Errorf("the devices are %v, %v", list, err)
	}
	_, err = s.SavePushDevice(t.Context(), pushDevice("ann", "ann", "new", 0), 9)
	wantError(t, "a new device", err, play.ErrNoPlayer)
	wantError(t, "a new name", s.Rename(t.Context(), "ann", "Ann", "ann"), play.ErrNoPlayer)
	wantError(t, "a new token", s.AddAccess(t.Context(), access("ann", "new", accounts.Robot, 0), 5), play.ErrNoPlayer)
	wantError(t, "a new password", s.SetPassword(t.Context(), p, "", "x"), play.ErrConflict)
}
