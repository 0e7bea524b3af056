package online_test

import (
	"fmt"
	"net/http"
	"slices"
	"strings"
	"testing"
	"time"

	"plateau/internal/accounts"
	"plateau/internal/httpapi/online"
	"plateau/internal/httpapi/route"
	"plateau/internal/play"
)

// founds makes a club of a player.
func (c *client) founds(name string) (path string) {
	c.Helper()
	made := read[struct{ ID, Role, Owner string }](c.post("/groups", fmt.Sprintf(`{"name":%q}`, name)), http.StatusCreated)
	if made.Role != "leader" || made.Owner != c.id {
		c.Fatalf("the club is %+v", made)
	}
	return "/groups/" + made.ID
}

// A suspended player joins no club, although people without an account may use the same
// link.
func TestSuspendedPlayersJoinNoClub(t *testing.T) {
	s := newSite(t, nil)
	olga, eve := s.registered("Olga"), s.registered("Eve")
	club := olga.founds("Club")
	made := read[struct{ Link string }](olga.post("/invitations", fmt.Sprintf(`{"group":%q,"uses":3}`, strings.TrimPrefix(club, "/groups/"))), http.StatusCreated)
	_, token, _ := strings.Cut(made.Link, "/#/invited/")
	if err := s.accounts.Suspend(t.Context(), play.PlayerID(eve.id), accounts.Forever, ""); err != nil {
		t.Fatal(err)
	}
	accept := fmt.Sprintf(`{"token":%q}`, token)
	eve.byCookie(http.MethodPost, "/invitations/accept", accept).refused(http.StatusForbidden, "account.suspended")
	if page := read[groupPage](olga.get(club), http.StatusOK); len(page.Members) != 1 {
		t.Errorf("the members are %+v", page.Members)
	}
	if err := s.accounts.Suspend(t.Context(), play.PlayerID(eve.id), time.Time{}, ""); err != nil {
		t.Fatal(err)
	}
	eve.byCookie(http.MethodPost, "/invitations/accept", accept).ok(http.StatusOK)
}

// joinsClub makes a player a member, by an invitation of somebody else.
func (c *client) joinsClub(by *client, group, role string) {
	c.Helper()
	made := read[struct{ Link string }](by.post("/invitations", fmt.Sprintf(`{"group":%q,"role":%q}`, strings.TrimPrefix(group, "/groups/"), role)), http.StatusCreated)
	_, token, _ := strings.Cut(made.Link, "/#/invited/")
	read[struct{ Group string }](c.post("/invitations/accept", fmt.Sprintf(`{"token":%q}`, token)), http.StatusOK)
}

// A player founds a club, and shares the work with leaders, but not the club itself.
func TestFoundingAClub(t *testing.T) {
	s := newSite(t, nil)
	olga, ben, cleo, root := s.registered("Olga"), s.registered("Ben"), s.registered("Cleo"), s.administrator()
	if about := read[struct{ Clubs bool }](s.nobody().get("/server"), http.StatusOK); !about.Clubs {
		t.Error("the server does not say that players may found clubs")
	}
	for name, code := range map[string]string{" ": "group.name", "moderator": "name.reserved", strings.Repeat("x", 41): "label.long"} {
		olga.post("/groups", fmt.Sprintf(`{"name":%q}`, name)).refused(http.StatusUnprocessableEntity, code)
	}
	club := olga.founds("Friday evening")
	ben.joinsClub(olga, club, "leader")
	cleo.joinsClub(ben, club, "member")

	// A leader invites and removes members, and changes neither the club nor its leaders.
	ben.post("/invitations", fmt.Sprintf(`{"group":%q,"role":"leader"}`, strings.TrimPrefix(club, "/groups/"))).refused(http.StatusForbidden, "group.owner")
	for _, r := range []reply{
		ben.call(http.MethodPatch, club, `{"name":"Ben's"}`), ben.call(http.MethodDelete, club, ""),
		ben.call(http.MethodPatch, club+"/members/"+cleo.id, `{"role":"leader"}`), ben.call(http.MethodDelete, club+"/members/"+olga.id, ""),
		ben.call(http.MethodPut, club+"/owner", fmt.Sprintf(`{"player":%q}`, ben.id)),
	} {
		r.refused(http.StatusForbidden, "group.owner")
	}
	cleo.call(http.MethodPatch, club, `{"name":"Cleo's"}`).refused(http.StatusForbidden, "group.leaders")
	wantStatus(t, ben.call(http.MethodPatch, club, `{"chat":"phrases"}`), http.StatusOK)
	// Clubs make no accounts, not even for an administrator.
	for _, c := range []*client{olga, root} {
		c.post(club+"/members", `{"names":["Emma"]}`).refused(http.StatusConflict, "group.accounts")
	}
	olga.call(http.MethodPatch, club, `{"name":"moderator"}`).refused(http.StatusUnprocessableEntity, "name.reserved")
	wantStatus(t, olga.call(http.MethodPatch, club, `{"name":"Saturday evening"}`), http.StatusOK)

	// The owner stays until the club has another one.
	olga.call(http.MethodDelete, club+"/members/"+olga.id, "").refused(http.StatusConflict, "group.ownerstays")
	olga.call(http.MethodPatch, club+"/members/"+olga.id, `{"role":"member"}`).refused(http.StatusConflict, "group.ownerstays")
	olga.call(http.MethodPut, club+"/owner", fmt.Sprintf(`{"player":%q}`, root.id)).refused(http.StatusNotFound, "group.member")
	wantStatus(t, olga.call(http.MethodPut, club+"/owner", fmt.Sprintf(`{"player":%q}`, cleo.id)), http.StatusNoContent)
	olga.call(http.MethodDelete, club, "").refused(http.StatusForbidden, "group.owner")
	wantStatus(t, olga.call(http.MethodDelete, club+"/members/"+olga.id, ""), http.StatusNoContent)
	if page := read[groupPage](cleo.get(club), http.StatusOK); page.Group.Owner != cleo.id || len(page.Members) != 2 || page.Members[1].Role != "leader" {
		t.Errorf("Cleo sees %+v", page)
	}
	// Administrators may rename a club that is reported to them, and end it.
	wantStatus(t, root.call(http.MethodPatch, club, `{"name":"A club"}`), http.StatusOK)
	class := "/groups/" + root.class("Class 5b")
	root.call(http.MethodPut, class+"/owner", fmt.Sprintf(`{"player":%q}`, root.id)).refused(http.StatusConflict, "group.notfounded")
	wantStatus(t, cleo.call(http.MethodDelete, club, ""), http.StatusNoContent)
	ben.get(club).refused(http.StatusNotFound, "group.unknown")
}

// The club of somebody who is deleted goes to a leader.
func TestClubOfADeletedPlayer(t *testing.T) {
	s := newSite(t, nil)
	olga, ben := s.registered("Olga"), s.registered("Ben")
	shared, alone := olga.founds("Shared"), olga.founds("Alone")
	ben.joinsClub(olga, shared, "leader")
	ben.joinsClub(olga, alone, "member")
	if err := s.accounts.Erase(t.Context(), play.PlayerID(olga.id), s.house); err != nil {
		t.Fatal(err)
	}
	if page := read[groupPage](ben.get(shared), http.StatusOK); page.Group.Owner != ben.id {
		t.Errorf("the club is %+v", page.Group)
	}
	ben.get(alone).refused(http.StatusNotFound, "group.unknown")
}

// Not everybody founds clubs, and nobody many.
func TestWhoFoundsClubs(t *testing.T) {
	s := newSite(t, nil)
	root, olga, guest := s.administrator(), s.registered("Olga"), s.guest("Gus")
	guest.post("/groups", `{"name":"Club"}`).refused(http.StatusForbidden, "club.account")
	class := root.class("Class 5b", "Emma")
	emma := s.enters(read[cards](root.post("/groups/"+class+"/cards", "{}"), http.StatusOK).Cards[0].Code)
	emma.post("/groups", `{"name":"Club"}`).refused(http.StatusForbidden, "account.managed")
	// A class that limits chat protects its members; its teacher may found clubs.
	teacher, pupil := s.registered("Theo"), s.registered("Pia")
	teacher.joinsClub(root, "/groups/"+class, "leader")
	pupil.joinsClub(root, "/groups/"+class, "member")
	wantStatus(t, root.call(http.MethodPatch, "/groups/"+class, `{"chat":"off"}`), http.StatusOK)
	pupil.post("/groups", `{"name":"Club"}`).refused(http.StatusForbidden, "club.supervised")
	teacher.founds("Chess")
	for i := range 5 {
		olga.founds(fmt.Sprint("Club ", i))
	}
	olga.post("/groups", `{"name":"One more"}`).refused(http.StatusConflict, "club.many")
}

// The operator may leave founding to administrators.
func TestNoClubsOfPlayers(t *testing.T) {
	s := newSite(t, func(c *online.Config) { c.Groups.Clubs = false })
	s.registered("Olga").post("/groups", `{"name":"Club"}`).refused(http.StatusForbidden, "admin.only")
}

// Founding and dissolving clubs in a loop is limited.
func TestFoundingManyClubs(t *testing.T) {
	s := newSite(t, func(c *online.Config) { c.Limits.Clubs = route.Rate{PerSecond: 0.001, AtOnce: 1} })
	olga := s.registered("Olga")
	wantStatus(t, olga.call(http.MethodDelete, olga.founds("Club"), ""), http.StatusNoContent)
	olga.post("/groups", `{"name":"Club"}`).refused(http.StatusTooManyRequests, "api.often")
}

// A club has a lobby of its own: members alone find the tables that are opened for it.
func TestClubLobby(t *testing.T) {
	s := newSite(t, nil)
	olga, ben, eve := s.registered("Olga"), s.registered("Ben"), s.registered("Eve")
	club := olga.founds("Friday evening")
	ben.joinsClub(olga, club, "member")
	terms := fmt.Sprintf(`"game":"quixo","time":{"days":1},"group":%q`, strings.TrimPrefix(club, "/groups/"))
	table := ben.open(terms)
	ben.open(`"game":"quixo","time":{"days":1}`)
	type tables struct{ Tables []struct{ ID string } }
	found := func(c *client, path string) string {
		return fmt.Sprint(read[tables](c.get(path), http.StatusOK).Tables)
	}
	if now := found(olga, club+"/tables"); now != fmt.Sprintf("[{%s}]", table) {
		t.Errorf("the lobby of the club has %s", now)
	}
	if now := found(olga, "/lobby"); now != "[]" {
		t.Errorf("the lobby of the server has %s", now)
	}
	eve.get(club+"/tables").refused(http.StatusNotFound, "group.unknown")
	eve.post("/tables", fmt.Sprintf(`{"terms":{%s},"chairs":[{"me":true},{}]}`, terms)).refused(http.StatusNotFound, "group.unknown")
	olga.do(table, "sit", "")
	if now := found(ben, club+"/tables"); now != "[]" {
		t.Errorf("when the game has begun, the lobby of the club has %s", now)
	}
	// Those whom a block keeps apart do not find each other there, either.
	ben.open(terms)
	wantStatus(t, olga.call(http.MethodPut, "/me/blocks/"+ben.id, `{"kind":"block"}`), http.StatusNoContent)
	if now := found(olga, club+"/tables"); now != "[]" {
		t.Errorf("after a block, the lobby of the club has %s", now)
	}
}

// Nobody learns from a table for which club it was opened, however they came to see it.
func TestClubOfTableIsNotShown(t *testing.T) {
	s := newSite(t, nil)
	olga, eve := s.registered("Olga"), s.registered("Eve")
	club := strings.TrimPrefix(olga.founds("Friday evening"), "/groups/")
	table := olga.open(fmt.Sprintf(`%s,"listed":true,"spectators":true,"group":%q`, quixo, club))
	hides := func(what string, text []byte) {
		t.Helper()
		if !strings.Contains(string(text), table) || strings.Contains(string(text), club) {
			t.Errorf("%s: %s", what, text)
		}
	}
	hides("the table", eve.get("/tables/"+table).body)
	hides("its events", eve.follow("/tables/"+table+"/events", "").next("table").Data)
	hides("the lobby", eve.get("/lobby").body)
	hides("the events of the lobby", eve.follow("/lobby/events", "").next("lobby").Data)
	eve.do(table, "sit", "")
	hides("her tables", eve.get("/me/tables").body)
	hides("her export", eve.get("/me/export").body)
	eve.do(table, "resign", "")
	hides("the games of the host", s.nobody().get("/games?player="+olga.id).body)
	if export := string(olga.get("/me/export").body); !strings.Contains(export, club) {
		t.Errorf("the export of the host lacks what she opened the table for: %s", export)
	}
}

// As in the lobby of the server, a table stays for some minutes after its host was last
// heard of, and is back with the host. With days per move it does not go.
func TestClubLobbyWithoutHosts(t *testing.T) {
	s := newSite(t, nil)
	olga, ben := s.registered("Olga"), s.registered("Ben")
	club := olga.founds("Friday evening")
	ben.joinsClub(olga, club, "member")
	group := fmt.Sprintf(`,"group":%q`, strings.TrimPrefix(club, "/groups/"))
	clocked := ben.open(`"game":"quixo","time":{"main_ms":60000}` + group)
	days := ben.open(`"game":"quixo","time":{"days":1}` + group)
	finds := func(when string, want ...string) {
		t.Helper()
		var got []string
		for _, table := range read[struct{ Tables []struct{ ID string } }](olga.get(club+"/tables"), http.StatusOK).Tables {
			got = append(got, table.ID)
		}
		slices.Sort(got)
		slices.Sort(want)
		if !slices.Equal(got, want) {
			t.Errorf("%s the lobby of the club has %q, want %q", when, got, want)
		}
	}
	finds("at first", clocked, days)
	s.wait(4 * time.Minute)
	finds("after 4 minutes", clocked, days)
	s.wait(time.Minute)
	finds("after 5 minutes", days)
	ben.get("/me")
	finds("when the host is back", clocked, days)
}
