package online_test

import (
	"fmt"
	"net/http"
	"slices"
	"strings"
	"testing"
	"time"

	"plateau/internal/httpapi/online"
	"plateau/internal/store/sqlstore"
)

type botList struct {
	Bots []struct {
		Player  struct{ ID, Name string }
		Online  bool
		Accepts *struct {
			Games               []string
			Casual, Rated, Busy bool
		}
		Games []struct{ Table struct{ ID string } }
	}
	Total int
}

func (c *client) bots() botList {
	c.Helper()
	c.wait(3 * time.Second) // Games are looked up now and then.
	return read[botList](c.get("/bots"), http.StatusOK)
}

// names are the names of the bots, in order.
func (l botList) names() string {
	var names []string
	for _, b := range l.Bots {
		names = append(names, b.Player.Name)
	}
	return strings.Join(names, " ")
}

// declaredBot is an account that was declared a bot, with a token of it.
func (s *site) declaredBot(name string) (owner, program *client) {
	owner = s.registered(name)
	owner.post("/me/bot", "").wantStatus(http.StatusOK)
	return owner, owner.newToken()
}

// A bot says which challenges it accepts, is listed with it, is challenged, and its
// game can be watched.
func TestBots(t *testing.T) {
	s := newSite(t, nil)
	ann, nobody := s.registered("Ann"), s.nobody()
	_, alpha := s.declaredBot("Alpha")
	owner, beta := s.declaredBot("Beta")
	if list := nobody.bots(); list.names() != "Alpha Beta" || list.Total != 2 || list.Bots[0].Accepts != nil {
		t.Errorf("the bots are %+v", list)
	}
	const accepts = `{"games":["quixo","pivot"],"casual":true,"rated":true}`
	announce := func(c *client, what string) reply { return c.call(http.MethodPut, "/me/bot/accepts", what) }
	announce(ann, accepts).refused(http.StatusForbidden, "bot.only")
	announce(beta, `{"games":["chess"],"casual":true}`).wantStatus(http.StatusUnprocessableEntity)
	announce(beta, accepts).wantStatus(http.StatusOK)
	list := nobody.bots()
	if list.names() != "Beta Alpha" {
		t.Fatalf("the bots are %+v", list)
	}
	if b := list.Bots[0]; !b.Online || b.Accepts == nil || !slices.Equal(b.Accepts.Games, []string{"quixo", "pivot"}) || !b.Accepts.Casual || !b.Accepts.Rated || b.Accepts.Busy {
		t.Errorf("Beta is %+v, %+v", b, b.Accepts)
	}

	// A challenge to a bot may be to a game that others watch, one to a person not.
	const listed = `{"terms":{"game":"quixo","spectators":true,"listed":true}}`
	game := func(bot *client) string {
		t.Helper()
		ann.post("/players/"+bot.id+"/challenge", listed).wantStatus(http.StatusCreated)
		return read[struct{ Table string }](bot.post("/me/challenges/"+bot.pending()+"/accept", ""), http.StatusOK).Table
	}
	table := game(beta)
	private := game(s.registered("Ben"))
	ann.follow("/tables/"+table+"/events", "")
	ann.follow("/tables/"+private+"/events", "")
	if b := nobody.bots().Bots[0]; len(b.Games) != 1 || b.Games[0].Table.ID != table {
		t.Errorf("its games are %+v", b.Games)
	}

	// Busy ones come after those who have time.
	announce(beta, `{"games":["quixo"],"casual":true,"busy":true}`).wantStatus(http.StatusOK)
	announce(alpha, accepts).wantStatus(http.StatusOK)
	if list := nobody.bots(); list.names() != "Alpha Beta" || !list.Bots[1].Accepts.Busy {
		t.Errorf("the bots are %+v", list)
	}

	// Who may challenge is up to the owner.
	prefer := func(from string) {
		t.Helper()
		owner.call(http.MethodPut, "/me/preferences", `{"challenges":"`+from+`"}`).wantStatus(http.StatusOK)
	}
	accepted := func(viewer *client, name string) bool {
		t.Helper()
		for _, b := range viewer.bots().Bots {
			if b.Player.Name == name {
				return b.Accepts != nil
			}
		}
		t.Fatalf("%s is not there", name)
		return false
	}
	prefer("nobody")
	if accepted(ann, "Beta") {
		t.Error("Beta accepts challenges though nobody may challenge it")
	}
	prefer("friends")
	if accepted(ann, "Beta") || accepted(nobody, "Beta") {
		t.Error("Beta accepts challenges of strangers")
	}
	ann.call(http.MethodPut, "/me/friends/"+owner.id, "").wantStatus(http.StatusOK)
	owner.call(http.MethodPut, "/me/friends/"+ann.id, "").wantStatus(http.StatusOK)
	if !accepted(ann, "Beta") {
		t.Error("Beta accepts no challenges of friends")
	}

	// It ends when the bot says so, or says nothing more.
	alpha.call(http.MethodDelete, "/me/bot/accepts", "").wantStatus(http.StatusNoContent)
	if accepted(ann, "Alpha") {
		t.Error("Alpha still accepts challenges")
	}
	s.wait(3 * time.Minute)
	if accepted(ann, "Beta") {
		t.Error("Beta still accepts challenges")
	}
	if page := read[botList](nobody.get("/bots?skip=1&limit=1"), http.StatusOK); len(page.Bots) != 1 || page.Total != 2 {
		t.Errorf("the second page is %+v", page)
	}
}

// The store is asked once who accepts challenges of a viewer, however many bots do.
func TestCostOfBots(t *testing.T) {
	store := new(countingStore)
	s := newSite(t, func(c *online.Config) {
		store.Store = c.Store.(*sqlstore.Store)
		c.Meeting.Store = store
	})
	ann := s.registered("Ann")
	for n := range 5 {
		owner, program := s.declaredBot(fmt.Sprint("Bot ", n))
		owner.call(http.MethodPut, "/me/preferences", `{"challenges":"friends"}`).wantStatus(http.StatusOK)
		program.call(http.MethodPut, "/me/bot/accepts", `{"games":["quixo"],"casual":true}`).wantStatus(http.StatusOK)
		store.challenges.Store(0)
		if list := read[botList](ann.get("/bots"), http.StatusOK); list.Total != n+1 {
			t.Errorf("there are %d bots, want %d", list.Total, n+1)
		}
		if asked := store.challenges.Load(); asked != 1 {
			t.Errorf("for %d bots the store was asked %d times", n+1, asked)
		}
	}
}
