package online_test

import (
	"fmt"
	"net/http"
	"testing"

	"plateau/internal/play"
)

// token makes an API token of a player.
func (c *client) newToken() *client {
	c.Helper()
	made := read[struct{ Token string }](c.post("/me/tokens", `{"label":"program"}`), http.StatusCreated)
	return &client{c.site, c.id, made.Token}
}

// Programs play for people, but not rated games; bots are marked, and may.
func TestTokensAndBots(t *testing.T) {
	s := newSite(t, nil)
	ann, ben := s.registered("Ann"), s.registered("Ben")
	program := ann.newToken()
	program.open(`"game":"quixo"`)
	const rated = `{"terms":{"game":"quixo","rated":true,"spectators":true},"chairs":[{"me":true},{}]}`
	program.post("/tables", rated).refused(http.StatusForbidden, "terms.ratedtoken")
	id := ben.open(`"game":"quixo","rated":true,"spectators":true`)
	program.refuse(id, "sit", "", http.StatusForbidden, "terms.ratedtoken")
	ann.do(id, "sit", "")
	playOn(id, 1, ben)
	move := fmt.Sprintf(`{"ply":1,"move":%q}`, "a1-a5")
	program.refuse(id, "move", move, http.StatusForbidden, "terms.ratedtoken")
	program.refuse(id, "resign", "", http.StatusForbidden, "terms.ratedtoken")
	playOn(id, 1, ann)
	program.get("/pairing/events?game=quixo&rated=true").refused(http.StatusForbidden, "terms.ratedtoken")

	robot := s.registered("Robot")
	program = robot.newToken()
	program.post("/me/bot", "").refused(http.StatusForbidden, "token.plays")
	s.guest("Guest").post("/me/bot", "").refused(http.StatusConflict, "bot.refused")
	type player struct{ Player struct{ Bot bool } }
	for range 2 {
		if made := read[player](robot.post("/me/bot", ""), http.StatusOK); !made.Player.Bot {
			t.Error("the account is no bot")
		}
	}
	if page := read[player](ben.get("/players/"+robot.id), http.StatusOK); !page.Player.Bot {
		t.Error("the page of a bot does not say what it is")
	}
	program.get("/pairing/events?game=quixo").refused(http.StatusForbidden, "bot.paired")
	id = program.open(`"game":"quixo","rated":true,"spectators":true`)
	ben.do(id, "sit", "")
	sitters := read[struct {
		Table struct{ Sitters []play.Sitter }
	}](ben.get("/tables/"+id), http.StatusOK).Table.Sitters
	if !sitters[0].Bot || sitters[1].Bot {
		t.Errorf("at the table sit %+v", sitters)
	}
	playOn(id, 6, program, ben)
	ben.do(id, "resign", "")
	if now := ben.table(id); len(now.Ratings) != 2 {
		t.Errorf("the game of a bot was not rated: %+v", now.Ratings)
	}
	// Who has played rated games as a person stays one.
	ben.post("/me/bot", "").refused(http.StatusConflict, "bot.refused")
}

// Somebody who was barred plays on, but no rated games.
func TestBarredFromRatedGames(t *testing.T) {
	s := newSite(t, nil)
	ann, ben := s.registered("Ann"), s.registered("Ben")
	id := ann.open(`"game":"quixo","rated":true`)
	for _, barred := range []bool{true, false} {
		if err := s.accounts.BarFromRated(t.Context(), play.PlayerID(ben.id), barred); err != nil {
			t.Fatal(err)
		}
		if barred {
			ben.refuse(id, "sit", "", http.StatusForbidden, "terms.ratedbarred")
			ben.get("/pairing/events?game=quixo&rated=true").refused(http.StatusForbidden, "terms.ratedbarred")
			ann.begin(ben, quixo)
		}
	}
	ben.do(id, "sit", "")
	if err := s.accounts.BarFromRated(t.Context(), "nobody", true); err == nil {
		t.Error("nobody was barred")
	}
}

// Who is barred by a moderator gets into no rated game by what they did before: a table
// that waits, a search, or a request for a rematch, which is not rated.
func TestBarredAfterwards(t *testing.T) {
	s := newSite(t, nil)
	bea, ben, moderator := s.registered("Bea"), s.registered("Ben"), s.administrator()
	over := bea.begin(ben, `"game":"quixo","rated":true`)
	playOn(over, 2, bea, ben)
	bea.do(over, "resign", "")
	ben.do(over, "rematch", "")
	waiting, casual := ben.open(`"game":"quixo","rated":true,"listed":true`), ben.open(`"game":"quixo","listed":true`)
	search := ben.follow("/pairing/events?game=quixo&rated=true", "")
	search.next("waiting")
	moderator.call(http.MethodPut, "/admin/players/"+ben.id+"/bar", `{"reason":"an engine"}`).wantStatus(http.StatusNoContent)
	search.wantEnd()
	bea.refuse(waiting, "sit", "", http.StatusConflict, "table.notopen")
	bea.do(casual, "sit", "")
	bea.do(over, "rematch", "")
	type next struct {
		Table struct {
			Next  string
			Terms struct{ Rated bool }
		}
	}
	rematch := read[next](ben.get("/tables/"+over), http.StatusOK).Table.Next
	if table := read[next](ben.get("/tables/"+rematch), http.StatusOK).Table; table.Terms.Rated {
		t.Error("the rematch of somebody who was barred is rated")
	}
}

// There are no values for somebody who plays a rated game.
func TestNoValuesDuringARatedGame(t *testing.T) {
	s := newSite(t, nil)
	ann, ben := s.registered("Ann"), s.registered("Ben")
	const solved = "quixo3"
	paths := func(c *client, refused bool) {
		t.Helper()
		match := fmt.Sprintf(`{"match":{"game":%q,"moves":[]}}`, solved)
		for _, r := range []reply{c.get("/values?game=" + solved), c.post("/values/best", match), c.post("/values/review", match)} {
			switch {
			case refused:
				r.refused(http.StatusForbidden, "values.rated")
			case r.status == http.StatusForbidden:
				t.Errorf("values are refused: %s", r.body)
			}
		}
	}
	paths(ann, false)
	casual := ann.begin(ben, `"game":"`+solved+`"`)
	paths(ann, false)
	id := ann.begin(ben, `"game":"`+solved+`","rated":true`)
	paths(ann, true)
	paths(ben, true)
	paths(s.nobody(), false)
	playOn(id, 1, ann)
	ben.do(id, "resign", "")
	paths(ann, false)
	ann.do(casual, "resign", "")
}

// Moderators see which rated games were played between players at one address.
func TestRatedGamesAtOneAddress(t *testing.T) {
	s := newSite(t, nil)
	bea, ben, cleo := s.registered("Bea"), s.registered("Ben"), s.registered("Cleo")
	game := func(other *client, address string) string {
		id := bea.begin(other, quixo+`,"rated":true`)
		playOn(id, 6, bea, other)
		s.house.Presence.Seen(play.PlayerID(other.id), address)
		bea.do(id, "resign", "")
		return id
	}
	near, far := game(ben, "127.0.0.1/32"), game(cleo, "192.0.2.7/32")
	view := read[struct {
		Games []struct{ ID string }
		Near  []string `json:"same_address"`
	}](s.administrator().get("/admin/players/"+bea.id+"/fairplay"), http.StatusOK)
	if len(view.Games) != 2 || len(view.Near) != 1 || view.Near[0] != near {
		t.Errorf("of %s and %s, the moderators see %+v", near, far, view)
	}
}

// Nor do computer players play with them: what one does could be copied.
func TestNoComputersDuringARatedGame(t *testing.T) {
	s := newSite(t, nil)
	ann, ben := s.registered("Ann"), s.registered("Ben")
	against := func(c *client, game string) reply {
		return c.post("/tables", fmt.Sprintf(`{"terms":{"game":%q,"first_side":"first","begins":"first"},"chairs":[{"me":true},{"level":"1"}]}`, game))
	}
	begun := read[struct{ Table string }](against(ann, "quixo"), http.StatusCreated).Table
	rated := ann.begin(ben, `"game":"quixo","rated":true`)
	against(ann, "quixo").refused(http.StatusForbidden, "computer.rated")
	ann.post("/tables/"+begun+"/move", `{"ply":0,"move":"a1-a5"}`).refused(http.StatusForbidden, "computer.rated")
	against(ann, "pivot").wantStatus(http.StatusCreated)
	ann.do(rated, "resign", "")
	against(ann, "quixo").wantStatus(http.StatusCreated)
	ann.begin(ben, quixo)
	against(ann, "quixo").wantStatus(http.StatusCreated)
}
