package online_test

import (
	"fmt"
	"net/http"
	"slices"
	"strings"
	"testing"
	"time"

	"plateau/internal/play"
	"plateau/internal/play/pairing"
)

// child signs a member of a class in with a card.
func (c *client) child(class, name string) *client {
	c.Helper()
	page := read[groupPage](c.get("/groups/"+class), http.StatusOK)
	for _, m := range page.Members {
		if m.Player.Name == name {
			made := read[cards](c.post("/groups/"+class+"/cards", fmt.Sprintf(`{"players":[%q]}`, m.Player.ID)), http.StatusOK)
			return c.enters(made.Cards[0].Code)
		}
	}
	c.Fatalf("%s is not in the class", name)
	return nil
}

// Children with cards are reached by their class alone, and reach nobody else, unless
// their teacher opens it.
func TestOnlyTheClassReachesChildren(t *testing.T) {
	s := newSite(t, nil)
	ann, eve := s.administrator(), s.registered("Eve")
	class := ann.class("Class 5b", "Emma", "Finn")
	emma, finn := ann.child(class, "Emma"), ann.child(class, "Finn")
	challenge := func(by, to *client) reply { return by.post("/players/"+to.id+"/challenge", casual) }
	befriend := func(by, to *client) reply { return by.call(http.MethodPut, "/me/friends/"+to.id, "") }

	challenge(eve, emma).refused(http.StatusForbidden, "challenge.nobody")
	challenge(emma, eve).refused(http.StatusForbidden, "contact.own")
	befriend(eve, emma).refused(http.StatusForbidden, "friend.nobody")
	befriend(emma, eve).refused(http.StatusForbidden, "contact.own")
	eve.get("/players?name=Emma").refused(http.StatusNotFound, "player.unknown")
	emma.get("/players?name=Eve").refused(http.StatusNotFound, "player.unknown")
	eve.refuse(emma.open(quixo), "sit", "", http.StatusForbidden, "contact.table")
	emma.refuse(eve.open(quixo), "sit", "", http.StatusForbidden, "contact.own")

	// The class plays with each other.
	for _, other := range []*client{finn, ann} {
		challenge(other, emma).wantStatus(http.StatusCreated)
		befriend(other, emma).wantStatus(http.StatusOK)
		other.do(emma.open(quixo), "sit", "")
	}
	finn.get("/players?name=Emma").wantStatus(http.StatusOK)

	ann.reachable(class)
	if page := read[groupPage](ann.get("/groups/"+class), http.StatusOK); page.Group.Contact != "everybody" {
		t.Errorf("the class is %+v", page.Group)
	}
	befriend(eve, emma).wantStatus(http.StatusOK)
	befriend(emma, eve).wantStatus(http.StatusOK)
	challenge(eve, emma).wantStatus(http.StatusCreated)
	table := emma.begin(eve, quixo+`,"chat":true`)
	said := `{"channel":"table","text":"hello"}`
	eve.do(table, "say", said)

	// What has begun goes on without contact when the class is closed again.
	wantStatus(t, ann.call(http.MethodPatch, "/groups/"+class, `{"contact":"group"}`), http.StatusOK)
	eve.refuse(table, "say", said, http.StatusConflict, "chat.off")
	emma.refuse(table, "say", said, http.StatusConflict, "chat.off")
	emma.post("/me/challenges/"+eve.sent(emma)+"/accept", "").refused(http.StatusForbidden, "contact.own")
	for _, f := range eve.friends().Friends {
		if f.Player == emma.id && f.Online {
			t.Error("Eve sees that Emma is here")
		}
	}
	emma.do(table, "resign", "")
	eve.refuse(table, "rematch", "", http.StatusForbidden, "contact.table")
}

// sent is the id of a challenge to somebody that waits.
func (c *client) sent(to *client) string {
	c.Helper()
	for _, one := range c.challenges().Challenges {
		if one.State == "pending" && one.To.ID == to.id {
			return one.ID
		}
	}
	c.Fatal("no challenge waits")
	return ""
}

// Who decides it is the leader, in a session; clubs of players have no cards.
func TestWhoOpensAClass(t *testing.T) {
	s := newSite(t, nil)
	ann, eve := s.administrator(), s.registered("Eve")
	class := ann.class("Class 5b", "Emma")
	if page := read[groupPage](ann.get("/groups/"+class), http.StatusOK); page.Group.Contact != "group" {
		t.Errorf("at first the class is %+v", page.Group)
	}
	open := `{"contact":"everybody"}`
	ann.child(class, "Emma").call(http.MethodPatch, "/groups/"+class, open).refused(http.StatusForbidden, "group.leaders")
	eve.call(http.MethodPatch, "/groups/"+class, open).refused(http.StatusNotFound, "group.unknown")
	ann.call(http.MethodPatch, "/groups/"+class, `{"contact":"friends"}`).refused(http.StatusUnprocessableEntity, "api.fields")
	ann.reachable(class)
	if last := ann.actions(); !strings.HasPrefix(last, "group-change") {
		t.Errorf("the log has %q", last)
	}
	club := read[struct{ ID, Contact string }](eve.post("/groups", `{"name":"Chess"}`), http.StatusCreated)
	if club.Contact != "" {
		t.Errorf("the club is %+v", club)
	}
	eve.call(http.MethodPatch, "/groups/"+club.ID, open).refused(http.StatusConflict, "group.accounts")
}

// Children find the tables of their class in the lobby, and so does their teacher.
// Strangers do not find them, nor children those of strangers.
func TestTablesOfChildren(t *testing.T) {
	s := newSite(t, nil)
	ann, eve := s.administrator(), s.registered("Eve")
	class := ann.class("Class 5b", "Emma", "Finn")
	emma, finn := ann.child(class, "Emma"), ann.child(class, "Finn")
	type lobby struct {
		Tables  []struct{ ID string }
		Changes []struct {
			Table, Before string
			Summary       *struct{ ID string }
		}
	}
	ofStranger := eve.open(quixo + `,"listed":true`)
	streams := map[*client]*events{}
	for _, c := range []*client{eve, finn, ann} {
		streams[c] = c.follow("/lobby/events", "")
		dataOf[lobby](streams[c], "lobby")
	}
	ofEmma := emma.open(quixo + `,"listed":true`)
	has := func(c *client, path, table string) bool {
		t.Helper()
		return slices.Contains(read[lobby](c.get(path), http.StatusOK).Tables, struct{ ID string }{table})
	}
	for _, c := range []*client{emma, finn, ann} {
		if !has(c, "/lobby", ofEmma) || !has(c, "/groups/"+class+"/tables", ofEmma) || has(c, "/lobby", ofStranger) != (c == ann) {
			t.Errorf("%s sees the wrong tables", c.id)
		}
	}
	for _, c := range []*client{eve, s.nobody()} {
		if has(c, "/lobby", ofEmma) || !has(c, "/lobby", ofStranger) {
			t.Errorf("a stranger sees the wrong tables")
		}
	}
	for _, c := range []*client{finn, ann} {
		if news := dataOf[lobby](streams[c], "lobby"); len(news.Changes) != 1 || news.Changes[0].Table != ofEmma {
			t.Errorf("%s learns of %+v", c.id, news)
		}
	}
	finn.do(ofEmma, "sit", "")
	if news := dataOf[lobby](streams[ann], "lobby"); len(news.Changes) != 1 || news.Changes[0].Summary != nil {
		t.Errorf("the teacher learns of %+v", news)
	}
	// Strangers learn of none of that.
	next := eve.open(quixo + `,"listed":true`)
	if news := dataOf[lobby](streams[eve], "lobby"); len(news.Changes) != 1 || news.Changes[0].Table != next {
		t.Errorf("a stranger learns of %+v", news)
	}
	// An open class is like everybody.
	ann.reachable(class)
	if open := emma.open(quixo + `,"listed":true`); !has(eve, "/lobby", open) {
		t.Error("a stranger does not see the table of somebody from an open class")
	}
}

// Children are paired with each other alone.
func TestPairingOfChildren(t *testing.T) {
	s := newSite(t, nil)
	ann, eve := s.administrator(), s.registered("Eve")
	class := ann.class("Class 5b", "Emma", "Finn")
	seek := func(c *client) *pairing.Seeker {
		t.Helper()
		player, err := s.store.Player(t.Context(), play.PlayerID(c.id))
		if err != nil {
			t.Fatal(err)
		}
		seeker, err := s.house.Pairing.Seek(t.Context(), player, pairing.Terms{Game: "quixo"})
		if err != nil {
			t.Fatal(err)
		}
		t.Cleanup(seeker.Close)
		return seeker
	}
	ofEve, ofEmma := seek(eve), seek(ann.child(class, "Emma"))
	s.wait(time.Minute)
	if table, _ := ofEmma.Look(); table != "" {
		t.Error("Emma is paired with a stranger")
	}
	ofFinn := seek(ann.child(class, "Finn"))
	emma, _ := ofEmma.Look()
	finn, _ := ofFinn.Look()
	if emma == "" || emma != finn {
		t.Errorf("Emma is at %q and Finn at %q", emma, finn)
	}
	if table, _ := ofEve.Look(); table != "" {
		t.Error("Eve is paired with a child")
	}
}

// A child joins the tournaments of the class alone.
func TestTournamentsOfChildren(t *testing.T) {
	s := newSite(t, nil)
	ann, eve := s.administrator(), s.registered("Eve")
	class := ann.class("Class 5b", "Emma")
	emma := ann.child(class, "Emma")
	cup := func(by *client, group string) string {
		t.Helper()
		return read[cup](by.post("/tournaments", `{"settings":{"game":"quixo","entry":"anybody","place":"online"}`+group+`}`), http.StatusCreated).Summary.ID
	}
	emma.post("/tournaments/"+cup(eve, "")+"/join", "{}").refused(http.StatusForbidden, "contact.own")
	emma.post("/tournaments/"+cup(ann, fmt.Sprintf(`,"group":%q`, class))+"/join", "{}").wantStatus(http.StatusOK)
}
