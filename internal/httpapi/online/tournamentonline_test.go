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

// cupNow is a tournament as a client sees it, after the server has done what is due.
func (c *client) cupNow(id string) cup {
	c.Helper()
	c.tournaments.Tick(c.Context())
	return read[cup](c.get("/tournaments/"+id), http.StatusOK)
}

// joins lets a client take part.
func (c *client) joins(id, body string) {
	c.Helper()
	c.post("/tournaments/"+id+"/join", body).ok(http.StatusOK)
}

// Quixo for four with fixed teams: partners join together, and all four sit at the
// table, partners opposite each other.
func TestTournamentOfTeams(t *testing.T) {
	s := newSite(t, nil)
	ann, ben, cleo, dan := s.registered("Ann"), s.registered("Ben"), s.registered("Cleo"), s.registered("Dan")
	id := ann.cup(`{"game":"quixo4p","rounds":1,"place":"online","entry":"anybody","advance":"done"}`).Summary.ID
	ann.post("/tournaments/"+id+"/join", `{"team":"The Cubes"}`).refused(http.StatusUnprocessableEntity, "entrant.partner")
	ann.post("/tournaments/"+id+"/join", `{"team":"The Cubes","partner":"`+ben.id+`"}`).refused(http.StatusUnprocessableEntity, "entrant.partner")
	for _, pair := range [][2]*client{{ann, ben}, {cleo, dan}} {
		pair[0].call(http.MethodPut, "/me/friends/"+pair[1].id, "").ok(http.StatusOK)
		pair[1].call(http.MethodPut, "/me/friends/"+pair[0].id, "").ok(http.StatusOK)
	}
	ann.joins(id, `{"team":"The Cubes","partner":"`+ben.id+`"}`)
	ben.post("/tournaments/"+id+"/join", `{"partner":"`+ann.id+`"}`).refused(http.StatusConflict, "entrant.twice")
	cleo.joins(id, `{"partner":"`+dan.id+`"}`)
	c := ann.orders(id, `{"do":"pair"}`)
	if c.Entrants[0].Name != "The Cubes" || c.Entrants[1].Name != "Cleo & Dan" || len(c.Entrants[1].Players) != 2 {
		t.Errorf("the teams are %+v", c.Entrants)
	}
	c = ben.cupNow(id)
	if c.Me.Number != 1 || c.Me.Table == "" {
		t.Fatalf("Ben is %+v", c.Me)
	}
	seated := ann.table(c.Me.Table)
	var seats []string
	for _, sitter := range seated.Sitters {
		seats = append(seats, string(sitter.Player))
	}
	// The seats are in turn order, so partners have the first and the third, or the second and the fourth.
	place := func(of *client) int { return slices.Index(seats, of.id) }
	if len(seats) != 4 || place(ann)%2 != place(ben)%2 || place(cleo)%2 != place(dan)%2 || place(ann)%2 == place(cleo)%2 {
		t.Errorf("they sit as %v", seats)
	}
	dan.post("/tables/"+c.Me.Table+"/resign", `{}`).ok(http.StatusOK)
	if c = ann.cupNow(id); c.Summary.Phase != "over" || c.Standings[0].Number != 1 || c.Standings[0].Points != 1 {
		t.Errorf("in the end it is %+v", c)
	}
}

// Those with accounts meet online, others at real boards; who is marked as being
// at a real board plays there in spite of an account.
func TestMixedTournament(t *testing.T) {
	s := newSite(t, nil)
	ann, ben := s.registered("Ann"), s.registered("Ben")
	id := ann.cup(`{"game":"quixo","form":"roundrobin","place":"mixed","entry":"anybody","advance":"hand"}`).Summary.ID
	ann.joins(id, `{}`)
	ben.joins(id, `{}`)
	ann.orders(id, `{"do":"add","entrant":{"name":"Cleo"}}`)
	online := 0
	for range 3 {
		ann.orders(id, `{"do":"pair"}`)
		c := ann.cupNow(id)
		round := c.Rounds[len(c.Rounds)-1]
		game := round.Games[0]
		accounts := game.First <= 2 && game.Second <= 2
		if game.Online != accounts || accounts != (len(game.Tables) == 1) {
			t.Errorf("round %d: the board is %+v", round.Round, game)
		}
		if !accounts {
			ann.orders(id, `{"do":"result","board":1,"result":"1-0"}`)
			continue
		}
		online++
		// The organiser's word counts online, too; then the table is closed.
		ben.post("/tournaments/"+id+"/report", `{"result":"1-0"}`).refused(http.StatusConflict, "result.online")
		ann.orders(id, `{"do":"result","board":1,"result":"1-0"}`)
		ann.cupNow(id)
		if left := ben.table(game.Tables[0]); left.Phase != "over" {
			t.Errorf("the table is %+v after its result was entered", left)
		}
	}
	if online != 1 {
		t.Errorf("%d rounds were online", online)
	}
	second := ann.cup(`{"game":"quixo","rounds":1,"place":"mixed","entry":"anybody"}`).Summary.ID
	ann.joins(second, `{}`)
	ben.joins(second, `{}`)
	ann.orders(second, `{"do":"edit","entrant":{"number":2,"name":"Ben","account":"`+ben.id+`","at_board":true}},{"do":"pair"}`)
	if game := ann.cupNow(second).Rounds[0].Games[0]; game.Online || len(game.Tables) > 0 {
		t.Errorf("Ben plays online: %+v", game)
	}
}

// Two who have blocked each other are not paired as long as that can be avoided, and
// cannot join a tournament in which they would have to meet.
func TestBlocksInTournaments(t *testing.T) {
	s := newSite(t, nil)
	ann, ben, cleo, dan := s.registered("Ann"), s.registered("Ben"), s.registered("Cleo"), s.registered("Dan")
	// By rating and order of entry Ann would meet Cleo, and Ben Dan.
	cleo.block(ann, "block")
	id := ann.cup(`{"game":"quixo","rounds":2,"place":"online","entry":"anybody","advance":"hand"}`).Summary.ID
	for _, c := range []*client{ann, ben, cleo, dan} {
		c.joins(id, `{}`)
	}
	c := ann.orders(id, `{"do":"pair"}`)
	for _, game := range c.Rounds[0].Games {
		if game.First+game.Second == 1+3 && game.First*game.Second == 3 {
			t.Errorf("Ann meets Cleo: %+v", c.Rounds[0].Games)
		}
	}
	for _, form := range []string{"roundrobin", "knockout"} {
		id := ann.cup(fmt.Sprintf(`{"game":"quixo","form":%q,"place":"online","entry":"anybody"}`, form)).Summary.ID
		ann.joins(id, `{}`)
		cleo.post("/tournaments/"+id+"/join", `{}`).refused(http.StatusForbidden, "block.owntable")
		dan.joins(id, `{}`)
	}
}

// An arena: those who are here are paired again and again, a player who misses a game rests,
// and when time is up the last games still count.
func TestArenaOnline(t *testing.T) {
	s := newSite(t, nil)
	players := []*client{s.registered("Ann"), s.registered("Ben"), s.registered("Cleo"), s.registered("Dan")}
	ann := players[0]
	id := ann.cup(`{"game":"quixo","form":"arena","minutes":2,"place":"online","entry":"anybody"}`).Summary.ID
	for _, c := range players {
		c.joins(id, `{}`)
	}
	// Dan has joined, and is not here.
	for _, c := range players[:3] {
		c.follow("/tournaments/"+id+"/events", "").next("tournament")
	}
	c := ann.orders(id, `{"do":"pair"}`)
	if games := c.Rounds[0].Games; len(games) != 1 || games[0].First == 4 || games[0].Second == 4 {
		t.Fatalf("the first pairing is %+v", games)
	}
	for n := range 3 {
		c = ann.cupNow(id)
		game := c.Rounds[len(c.Rounds)-1].Games[0]
		winner, loser := players[game.First-1], players[game.Second-1]
		if seen := read[cup](winner.get("/tournaments/"+id), http.StatusOK); len(game.Tables) != 1 || seen.Me.Table != game.Tables[0] {
			t.Fatalf("pairing %d: the game is %+v, and its player sees %+v", n, game, seen.Me)
		}
		loser.post("/tables/"+game.Tables[0]+"/resign", `{}`).ok(http.StatusOK)
		s.wait(6 * time.Second)
	}
	c = ann.cupNow(id)
	if rounds := len(c.Rounds); rounds != 4 {
		t.Errorf("there are %d pairings", rounds)
	}
	for n := 1; n < len(c.Rounds); n++ {
		was, now := c.Rounds[n-1].Games[0], c.Rounds[n].Games[0]
		if was.First+was.Second == now.First+now.Second {
			t.Errorf("pairing %d is a rematch: %+v and %+v", n, was, now)
		}
	}
	// The last game begins before the time is up, and ends after it.
	last := c.Rounds[3].Games[0]
	s.wait(2 * time.Minute)
	c = ann.cupNow(id)
	if c.Summary.Phase == "over" {
		t.Error("the last game did not count")
	}
	s.house.Tick(t.Context()) // Nobody has moved within the grace time.
	c = ann.cupNow(id)
	if c.Summary.Phase != "over" || len(c.Rounds) != 4 || c.Open != 0 {
		t.Errorf("in the end it is %+v", c)
	}
	if loser := c.Entrants[last.First-1]; !loser.Withdrawn {
		t.Errorf("%s has missed a game and is still paired", loser.Name)
	}
}

// An arena without an end is ended by its organiser while games go on: they count for
// nobody, and their tables are closed.
func TestArenaIsEnded(t *testing.T) {
	s := newSite(t, nil)
	ann, ben := s.registered("Ann"), s.registered("Ben")
	id := ann.cup(`{"game":"quixo","form":"arena","place":"online","entry":"anybody"}`).Summary.ID
	for _, c := range []*client{ann, ben} {
		c.joins(id, `{}`)
		c.follow("/tournaments/"+id+"/events", "").next("tournament")
	}
	ann.orders(id, `{"do":"pair"}`)
	table := ann.cupNow(id).Me.Table
	ann.post("/tournaments/"+id+"/orders", `{"orders":[{"do":"finish"}]}`).refused(http.StatusConflict, "round.unfinished")
	ann.orders(id, `{"do":"finish","early":true}`)
	c := ann.cupNow(id)
	if c.Summary.Phase != "over" || c.Rounds[0].Games[0].Result != "--" || c.Standings[0].Points+c.Standings[1].Points != 0 {
		t.Errorf("in the end it is %+v", c)
	}
	if left := ben.table(table); left.Phase != "over" {
		t.Errorf("the table is %+v", left)
	}
}

// Codes that were given out can be made worthless.
func TestCodesAreRenewed(t *testing.T) {
	s := newSite(t, nil)
	ann, ben, cleo := s.registered("Ann"), s.registered("Ben"), s.registered("Cleo")
	id := ann.cup(`{"game":"quixo","rounds":1,"place":"boards","entry":"link","reports":"players"}`).Summary.ID
	type codes struct {
		Join  struct{ Code string }
		Slips []struct{ Code string }
	}
	links := func() codes { return read[codes](ann.get("/tournaments/"+id+"/links"), http.StatusOK) }
	old := links()
	ben.joins(id, fmt.Sprintf(`{"code":%q}`, old.Join.Code))
	old = links()
	ben.post("/tournaments/"+id+"/orders", `{"orders":[{"do":"renew-codes"}]}`).refused(http.StatusForbidden, "tournament.organisers")
	ann.orders(id, `{"do":"renew-codes"}`)
	cleo.post("/tournaments/"+id+"/join", fmt.Sprintf(`{"code":%q}`, old.Join.Code)).refused(http.StatusForbidden, "entrant.link")
	s.nobody().post("/tournaments/slip", fmt.Sprintf(`{"tournament":%q,"code":%q}`, id, old.Slips[0].Code)).refused(http.StatusForbidden, "slip.code")
	now := links()
	cleo.joins(id, fmt.Sprintf(`{"code":%q}`, now.Join.Code))
	s.nobody().post("/tournaments/slip", fmt.Sprintf(`{"tournament":%q,"code":%q}`, id, now.Slips[0].Code)).ok(http.StatusOK)
	// Codes that were given up do not come back.
	ann.orders(id, `{"do":"renew-codes"}`)
	ann.post("/tournaments/"+id+"/orders", `{"orders":[{"do":"undo"}]}`).refused(http.StatusConflict, "tournament.undo")
}

// The players of a table find its tournament, also when their game is over; strangers
// only if it is listed.
func TestTournamentOfTable(t *testing.T) {
	s := newSite(t, nil)
	ann, ben, eve := s.registered("Ann"), s.registered("Ben"), s.registered("Eve")
	for _, listed := range []bool{false, true} {
		id := ann.cup(fmt.Sprintf(`{"game":"quixo","rounds":1,"place":"online","entry":"anybody","listed":%v}`, listed)).Summary.ID
		ann.joins(id, `{}`)
		ben.joins(id, `{}`)
		ann.orders(id, `{"do":"pair"}`)
		table := "/tables/" + ann.cupNow(id).Me.Table
		find := func(c *client) {
			t.Helper()
			if found := read[struct{ ID string }](c.get(table+"/tournament"), http.StatusOK); found.ID != id {
				t.Errorf("found %+v", found)
			}
		}
		find(ben)
		if listed {
			find(eve)
		} else {
			eve.get(table+"/tournament").refused(http.StatusNotFound, "tournament.unknown")
		}
		ben.post(table+"/resign", `{}`).ok(http.StatusOK)
		find(ben)
		ann.cupNow(id)
		find(ann)
		eve.get(table+"/tournament").refused(http.StatusNotFound, "tournament.unknown")
		s.nobody().get(table+"/tournament").refused(http.StatusNotFound, "tournament.unknown")
	}
	casual := ann.begin(ben, `"game":"quixo"`)
	ann.get("/tables/"+casual+"/tournament").refused(http.StatusNotFound, "tournament.unknown")
}

// A game that was played again is shown with its last table, while the match goes on, after
// it, and when the tournament has left memory meanwhile.
func TestTablesOfGamesPlayedAgain(t *testing.T) {
	s := newSite(t, nil)
	root, ben, cleo := s.administrator(), s.registered("Ben"), s.registered("Cleo")
	id := cleo.cup(`{"game":"quantik","rounds":1,"place":"online","entry":"anybody","advance":"hand"}`).Summary.ID
	cleo.joins(id, `{}`)
	ben.joins(id, `{}`)
	cleo.orders(id, `{"do":"pair"}`)
	dissolved := cleo.cupNow(id).Me.Table
	root.call(http.MethodDelete, "/admin/tables/"+dissolved, "")
	var played []string
	for range 2 {
		c := cleo.cupNow(id)
		played = append(played, c.Me.Table)
		if got := c.Rounds[0].Games[0].Tables; !slices.Equal(got, played) {
			t.Fatalf("after %s was dissolved, the tables are %q, want %q", dissolved, got, played)
		}
		ben.post("/tables/"+c.Me.Table+"/resign", `{}`).ok(http.StatusOK)
	}
	for range 2 {
		c := cleo.cupNow(id)
		if game := c.Rounds[0].Games[0]; game.Result == "" || !slices.Equal(game.Tables, played) {
			t.Errorf("in the end the board is %+v, want the tables %q", game, played)
		}
		s.wait(11 * time.Minute)
		s.tournaments.Tick(t.Context())
	}
}

// Those who follow a tournament of a club do not have their roles looked up with every
// change of it, and learn soon when they are no leaders any more.
func TestCostOfFollowingATournament(t *testing.T) {
	store := new(countingStore)
	s := newSite(t, func(c *online.Config) {
		store.Store = c.Store.(*sqlstore.Store)
		c.Tournaments.Store = store
	})
	root, olga, lea := s.administrator(), s.registered("Olga"), s.registered("Lea")
	club := olga.founds("Club")
	lea.joinsClub(olga, club, "leader")
	body := fmt.Sprintf(`{"group":%q,"settings":{"game":"quixo"}}`, strings.TrimPrefix(club, "/groups/"))
	id := read[cup](olga.post("/tournaments", body), http.StatusCreated).Summary.ID
	stream := lea.follow("/tournaments/"+id+"/events", "")
	type news struct {
		Summary struct{ Entrants int }
		Me      struct{ Organiser bool }
	}
	entrants := 0
	next := func() (got news) {
		t.Helper()
		for got.Summary.Entrants < entrants {
			got = dataOf[news](stream, "tournament")
		}
		return got
	}
	change := func() news {
		t.Helper()
		entrants++
		// Whether an administrator belongs to the club is not looked up.
		c := root.post("/tournaments/"+id+"/orders", fmt.Sprintf(`{"orders":[{"do":"add","entrant":{"name":"E%d"}}]}`, entrants))
		c.ok(http.StatusOK)
		return next()
	}
	if got := change(); !got.Me.Organiser {
		t.Errorf("a leader learns %+v", got)
	}
	store.groups.Store(0)
	for range 10 {
		change()
	}
	if asked := store.groups.Load(); asked > 0 {
		t.Errorf("with 10 changes the roles of a viewer were looked up %d times", asked)
	}
	olga.call(http.MethodDelete, club+"/members/"+lea.id, "").ok(http.StatusNoContent)
	s.wait(15 * time.Second)
	if got := change(); got.Me.Organiser {
		t.Errorf("who leads the club no longer learns %+v", got)
	}
}
