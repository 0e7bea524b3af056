package online_test

import (
	"net/http"
	"strconv"
	"strings"
	"testing"
	"time"

	"plateau/internal/httpapi/online"
	"plateau/internal/httpapi/route"
	"plateau/internal/meeting"
	"plateau/internal/play"
)

type friendList struct {
	Friends []struct {
		Player, Name, State string
		Online              bool
	}
}

type challengeList struct {
	Challenges []struct {
		ID, State, Table string
		By, To           struct{ ID, Name string }
	}
	Asks int
}

// pending is the id of the challenge that waits.
func (c *client) pending() string {
	c.Helper()
	for _, challenge := range c.challenges().Challenges {
		if challenge.State == "pending" {
			return challenge.ID
		}
	}
	c.Fatal("no challenge waits")
	return ""
}

const casual = `{"terms":{"game":"quixo","spectators":true}}`

func (c *client) friends() friendList {
	c.Helper()
	return read[friendList](c.get("/me/friends"), http.StatusOK)
}

func (c *client) challenges() challengeList {
	c.Helper()
	return read[challengeList](c.get("/me/challenges"), http.StatusOK)
}

func TestFriends(t *testing.T) {
	s := newSite(t, nil)
	ann, ben, guest := s.registered("Ann"), s.registered("Ben"), s.guest("Gus")
	found := read[struct{ Player struct{ ID string } }](ann.get("/players?name=bEN"), http.StatusOK)
	if found.Player.ID != ben.id {
		t.Errorf("found %+v", found)
	}
	ann.get("/players?name=Gus").refused(http.StatusNotFound, "player.unknown")
	s.nobody().get("/players?name=Ben").refused(http.StatusUnauthorized, "session.none")
	ann.call(http.MethodPut, "/me/friends/"+ben.id, "").wantStatus(http.StatusOK)
	if list := ann.friends(); len(list.Friends) != 1 || list.Friends[0].State != "asked" || list.Friends[0].Online {
		t.Errorf("Ann has %+v", list)
	}
	if asks := ben.challenges().Asks; asks != 1 {
		t.Errorf("%d ask Ben", asks)
	}
	ben.call(http.MethodPut, "/me/friends/"+ann.id, "").wantStatus(http.StatusOK)
	if list := ann.friends(); len(list.Friends) != 1 || list.Friends[0].State != "friends" || !list.Friends[0].Online {
		t.Errorf("Ann has %+v", list)
	}
	s.wait(10 * time.Minute)
	if list := ann.friends(); list.Friends[0].Online {
		t.Error("Ben is still said to be here")
	}
	guest.call(http.MethodPut, "/me/friends/"+ann.id, "").refused(http.StatusForbidden, "friend.guest")
	ann.call(http.MethodPut, "/me/friends/"+guest.id, "").refused(http.StatusForbidden, "friend.guest")
	ann.call(http.MethodPut, "/me/friends/"+ann.id, "").refused(http.StatusUnprocessableEntity, "friend.self")
	ann.call(http.MethodPut, "/me/friends/nobody", "").refused(http.StatusNotFound, "player.unknown")
	export := string(ann.get("/me/export").body)
	if !strings.Contains(export, `"name": "Ben"`) && !strings.Contains(export, `"name":"Ben"`) {
		t.Error("friends are missing in the export")
	}
	ann.block(ben, "block")
	if list := ben.friends(); len(list.Friends) != 0 {
		t.Errorf("after the block Ben has %+v", list)
	}
	// He is not told: his request waits, and Ann does not see it.
	ben.call(http.MethodPut, "/me/friends/"+ann.id, "").wantStatus(http.StatusOK)
	if list := ben.friends(); len(list.Friends) != 1 || list.Friends[0].State != "asked" {
		t.Errorf("after he has asked, Ben has %+v", list)
	}
	if list, asks := ann.friends(), ann.challenges().Asks; len(list.Friends) != 0 || asks != 0 {
		t.Errorf("Ann has %+v, and %d ask her", list, asks)
	}
	ann.call(http.MethodPut, "/me/friends/"+ben.id, "").refused(http.StatusForbidden, "block.own")
}

// Nobody has to take friend requests; who was asked by somebody may still ask them.
func TestNoFriendRequests(t *testing.T) {
	s := newSite(t, nil)
	ann, ben, cleo := s.registered("Ann"), s.registered("Ben"), s.registered("Cleo")
	ann.call(http.MethodPut, "/me/preferences", `{"friends":"nobody"}`).wantStatus(http.StatusOK)
	type choices struct{ Challenges, Friends string }
	if got := read[choices](ann.get("/me/preferences"), http.StatusOK); got != (choices{"everybody", "nobody"}) {
		t.Errorf("Ann prefers %+v", got)
	}
	ben.call(http.MethodPut, "/me/friends/"+ann.id, "").refused(http.StatusForbidden, "friend.nobody")
	ann.call(http.MethodPut, "/me/friends/"+cleo.id, "").wantStatus(http.StatusOK)
	cleo.call(http.MethodPut, "/me/friends/"+ann.id, "").wantStatus(http.StatusOK)
	if list := ann.friends(); len(list.Friends) != 1 || list.Friends[0].State != "friends" {
		t.Errorf("Ann has %+v", list)
	}
	ann.call(http.MethodPut, "/me/preferences", `{"challenges":"friends"}`).wantStatus(http.StatusOK)
	if got := read[choices](ann.get("/me/preferences"), http.StatusOK); got != (choices{"friends", "nobody"}) {
		t.Errorf("Ann prefers %+v", got)
	}
	if export := string(ann.get("/me/export").body); !strings.Contains(export, `"friends_from": "nobody"`) {
		t.Error("the export does not say that Ann takes no friend requests")
	}
}

// Nobody buries others in requests by making many accounts, and older accounts are not
// held up by those.
func TestManyNewAccounts(t *testing.T) {
	s := newSite(t, nil)
	old := s.registered("Old")
	s.wait(4 * 24 * time.Hour)
	ann := s.registered("Ann")
	ask := func(by *client, i int) reply {
		if i%2 == 0 {
			return by.call(http.MethodPut, "/me/friends/"+ann.id, "")
		}
		return by.post("/players/"+ann.id+"/challenge", casual)
	}
	var first *client
	for i := range meeting.MaxAskedByNew {
		by := s.registered("New " + strconv.Itoa(i))
		if r := ask(by, i); r.status >= 300 {
			t.Fatalf("request %d: %d %s", i, r.status, r.body)
		}
		if first == nil {
			first = by
		}
	}
	late := s.registered("Late")
	for i := range 2 {
		ask(late, i).refused(http.StatusConflict, "ask.many")
	}
	ask(old, 0).wantStatus(http.StatusOK)
	ann.call(http.MethodDelete, "/me/friends/"+first.id, "").wantStatus(http.StatusNoContent)
	ask(late, 0).wantStatus(http.StatusOK)
}

func TestChallenges(t *testing.T) {
	s := newSite(t, nil)
	ann, ben, cleo, guest := s.registered("Ann"), s.registered("Ben"), s.registered("Cleo"), s.guest("Gus")
	send := func(by, to *client) reply { return by.post("/players/"+to.id+"/challenge", casual) }
	send(ann, ben).wantStatus(http.StatusCreated)
	send(ann, ben).refused(http.StatusConflict, "challenge.twice")
	send(guest, ben).refused(http.StatusForbidden, "challenge.guest")
	send(ann, guest).refused(http.StatusForbidden, "challenge.guest")
	send(ann, ann).refused(http.StatusUnprocessableEntity, "challenge.self")
	ann.post("/players/"+ben.id+"/challenge", `{"terms":{"game":"quixo4p"}}`).refused(http.StatusUnprocessableEntity, "challenge.two")
	id := ben.pending()
	ann.post("/me/challenges/"+id+"/accept", "").refused(http.StatusNotFound, "challenge.unknown")
	cleo.post("/me/challenges/"+id+"/decline", "").refused(http.StatusNotFound, "challenge.unknown")
	table := read[struct{ Table string }](ben.post("/me/challenges/"+id+"/accept", ""), http.StatusOK).Table
	if c := ann.challenges().Challenges[0]; c.State != "accepted" || c.Table != table {
		t.Errorf("Ann sees %+v", c)
	}
	if phase := read[struct{ Table struct{ Phase string } }](ann.get("/tables/"+table), http.StatusOK).Table.Phase; phase != "running" {
		t.Errorf("the table is %s", phase)
	}
	ben.post("/me/challenges/"+id+"/accept", "").refused(http.StatusNotFound, "challenge.unknown")

	// Who may challenge is up to each player.
	prefer := func(c *client, from string) {
		t.Helper()
		c.call(http.MethodPut, "/me/preferences", `{"challenges":"`+from+`"}`).wantStatus(http.StatusOK)
	}
	prefer(cleo, "nobody")
	send(ann, cleo).refused(http.StatusForbidden, "challenge.nobody")
	prefer(cleo, "friends")
	send(ann, cleo).refused(http.StatusForbidden, "challenge.friends")
	ann.call(http.MethodPut, "/me/friends/"+cleo.id, "").wantStatus(http.StatusOK)
	send(ann, cleo).refused(http.StatusForbidden, "challenge.friends")
	cleo.call(http.MethodPut, "/me/friends/"+ann.id, "").wantStatus(http.StatusOK)
	send(ann, cleo).wantStatus(http.StatusCreated)
	id = cleo.pending()
	cleo.post("/me/challenges/"+id+"/decline", "").wantStatus(http.StatusNoContent)
	send(ann, cleo).wantStatus(http.StatusCreated)
	id = cleo.pending()
	ann.call(http.MethodDelete, "/me/challenges/"+id, "").wantStatus(http.StatusNoContent)

	// It expires, and a block ends it.
	send(ann, cleo).wantStatus(http.StatusCreated)
	id = cleo.pending()
	s.wait(11 * time.Minute)
	cleo.post("/me/challenges/"+id+"/accept", "").refused(http.StatusNotFound, "challenge.unknown")
	send(ann, ben).wantStatus(http.StatusCreated)
	ben.block(ann, "block")
	if list := ben.challenges(); len(list.Challenges) != 0 {
		t.Errorf("after the block Ben has %+v", list)
	}
	// She is not told: her challenge waits, and so does another.
	if list := ann.challenges(); list.Challenges[0].State != "pending" {
		t.Errorf("after the block Ann has %+v", list)
	}
	send(ann, ben).refused(http.StatusConflict, "challenge.twice")
	s.wait(11 * time.Minute)
	send(ann, ben).wantStatus(http.StatusCreated)
	if list := ben.challenges(); len(list.Challenges) != 0 {
		t.Errorf("Ben sees %+v of somebody whom he has blocked", list)
	}
	send(ben, ann).refused(http.StatusForbidden, "block.own")
}

// Who is not here is notified of a challenge; who is here sees it on the page.
func TestAbsentPlayersAreNotified(t *testing.T) {
	var notified []play.Turn
	s := newSite(t, func(c *online.Config) {
		c.Meeting.Notify = func(turn play.Turn) { notified = append(notified, turn) }
	})
	ann, ben, cleo := s.registered("Ann"), s.registered("Ben"), s.registered("Cleo")
	cleo.challenges()
	for _, other := range []*client{ben, cleo} {
		ann.post("/players/"+other.id+"/challenge", `{"terms":{"game":"quixo","time":{"days":2}}}`).wantStatus(http.StatusCreated)
	}
	id := ben.pending()
	if len(notified) != 1 || string(notified[0].Player) != ben.id || string(notified[0].Challenge) != id || notified[0].Opponents[0].Name != "Ann" {
		t.Errorf("notified: %+v", notified)
	}
}

func TestAskingIsLimited(t *testing.T) {
	s := newSite(t, func(c *online.Config) { c.Limits.Asks = route.Rate{PerSecond: 1. / 60, AtOnce: 2} })
	ann, ben := s.registered("Ann"), s.registered("Ben")
	for range 2 {
		ann.call(http.MethodPut, "/me/friends/"+ben.id, "").wantStatus(http.StatusOK)
	}
	ann.call(http.MethodPut, "/me/friends/"+ben.id, "").refused(http.StatusTooManyRequests, "api.often")
}

func TestTableNames(t *testing.T) {
	s := newSite(t, nil)
	ann := s.registered("Ann")
	open := func(c *client, name string) reply {
		return c.post("/tables", `{"terms":{"game":"quixo","listed":true,"name":"`+name+`"},"chairs":[{"me":true},{}]}`)
	}
	table := read[struct{ Table string }](open(ann, "  Beginners   welcome "), http.StatusCreated).Table
	if name := read[struct {
		Table struct{ Terms struct{ Name string } }
	}](ann.get("/tables/"+table), http.StatusOK).Table.Terms.Name; name != "Beginners welcome" {
		t.Errorf("the table is called %q", name)
	}
	open(ann, "only wanker5").refused(http.StatusUnprocessableEntity, "name.refused")
	open(ann, strings.Repeat("a", 41)).refused(http.StatusUnprocessableEntity, "name.long")
	open(ann, `a\u200bb`).refused(http.StatusUnprocessableEntity, "name.letters")
	s.house.Tables.Chat = play.TalkPhrases
	open(ann, "Hello").refused(http.StatusForbidden, "terms.namechat")
	s.house.Tables.Chat, s.house.Tables.GuestChat = play.TalkFree, false
	open(s.guest("Gus"), "Hello").refused(http.StatusForbidden, "terms.namechat")
	open(s.guest("Gus"), "").wantStatus(http.StatusCreated)
	if err := s.house.Forget(t.Context(), play.PlayerID(ann.id)); err != nil {
		t.Fatal(err)
	}
	if text := string(s.nobody().get("/lobby").body); strings.Contains(text, "Beginners") {
		t.Error("the name of the table outlives its host")
	}
}

func TestLive(t *testing.T) {
	s := newSite(t, nil)
	type view struct {
		Online int
		Games  []struct {
			Table      struct{ ID string }
			Spectators int
		}
	}
	live := func() view {
		t.Helper()
		s.wait(3 * time.Second)
		return read[view](s.nobody().get("/lobby/live"), http.StatusOK)
	}
	ann, ben := s.registered("Ann"), s.registered("Ben")
	start := func(terms string) string {
		table := read[struct{ Table string }](ann.post("/tables", `{"terms":{"game":"quixo"`+terms+`},"chairs":[{"me":true},{}]}`), http.StatusCreated).Table
		ben.do(table, "sit", "")
		return table
	}
	public := start(`,"listed":true,"spectators":true`)
	private := start(`,"spectators":true`)
	if got := live(); got.Online != 2 || len(got.Games) != 0 {
		t.Errorf("nobody is at the tables, and there are %+v", got)
	}
	for _, table := range []string{public, private} {
		sub, err := s.house.Tables.Watch(t.Context(), play.TableID(table), play.PlayerID(ann.id), 0)
		if err != nil {
			t.Fatal(err)
		}
		defer sub.Close()
	}
	for _, viewer := range []play.PlayerID{"", "", play.PlayerID(ben.id)} {
		sub, err := s.house.Tables.Watch(t.Context(), play.TableID(public), viewer, 0)
		if err != nil {
			t.Fatal(err)
		}
		defer sub.Close()
	}
	if got := live(); len(got.Games) != 1 || got.Games[0].Table.ID != public || got.Games[0].Spectators != 2 {
		t.Errorf("there are %+v", got)
	}
	s.wait(10 * time.Minute)
	if got := live(); got.Online != 2 {
		t.Errorf("those who watch are here: %+v", got)
	}
}
