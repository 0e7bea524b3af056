package online_test

import (
	"fmt"
	"net/http"
	"slices"
	"strings"
	"testing"
	"time"

	"plateau/internal/httpapi/online"
	"plateau/internal/httpapi/route"
)

// cup is what tests read of a tournament.
type cup struct {
	Summary struct {
		ID, Phase, Name, Form, Place, Group string
		Seq                                 uint64
		Round, Rounds, Entrants             int
	}
	Settings struct{ Begins, Entry, Reports string }
	Entrants []struct {
		Number    int
		Name      string
		Players   []string
		Withdrawn bool
	}
	Rounds []struct {
		Round, Open int
		Games       []struct {
			Board, First, Second int
			Result, Detail       string
			Reported, Tables     []string
			Online               bool
		}
		Byes []struct {
			Number int
			Points float64
		}
	}
	Standings []struct {
		Rank, Number int
		Points       float64
		Decided      *struct{ By string }
	}
	Open int
	Me   struct {
		Organiser, Member              bool
		Number, Round, Board, Opponent int
		Table                          string
	}
}

// cup creates a tournament.
func (c *client) cup(settings string) cup {
	c.Helper()
	return read[cup](c.post("/tournaments", `{"settings":`+settings+`}`), http.StatusCreated)
}

// orders gives orders to a tournament.
func (c *client) orders(id, orders string) cup {
	c.Helper()
	return read[cup](c.post("/tournaments/"+id+"/orders", `{"orders":[`+orders+`]}`), http.StatusOK)
}

func (r reply) ok(status int) {
	r.Helper()
	if r.status != status {
		r.Errorf("%d %s, want %d", r.status, r.body, status)
	}
}

func (r reply) text(status int) string {
	r.Helper()
	r.ok(status)
	return string(r.body)
}

// A club evening at real boards: names, rounds, reports by phone, a correction.
func TestTournamentAtRealBoards(t *testing.T) {
	s := newSite(t, nil)
	s.guest("Gus").post("/tournaments", `{"settings":{"game":"quixo"}}`).refused(http.StatusForbidden, "tournament.account")
	ann, eve := s.registered("Ann"), s.registered("Eve")
	c := ann.cup(`{"game":"quixo","name":"Friday","rounds":3,"reports":"players","categories":["juniors"]}`)
	id := c.Summary.ID
	if c.Summary.Phase != "open" || c.Summary.Place != "boards" || !c.Me.Organiser || c.Settings.Begins != "alternating" {
		t.Errorf("the tournament is %+v", c)
	}
	if seen := read[cup](s.nobody().get("/tournaments/"+id), http.StatusOK); seen.Me.Organiser {
		t.Error("anybody organises it")
	}
	eve.post("/tournaments/"+id+"/orders", `{"orders":[{"do":"pair"}]}`).refused(http.StatusForbidden, "tournament.organisers")
	ann.post("/tournaments/"+id+"/orders", `{"orders":[{"do":"add","entrant":{"name":"Ben"}},{"do":"add","entrant":{"name":"ben"}}]}`).refused(http.StatusConflict, "entrant.name")
	ann.post("/tournaments/"+id+"/orders", `{"orders":[{"do":"add","entrant":{"name":"Eve","account":"`+eve.id+`"}}]}`).refused(http.StatusForbidden, "entrant.consent")
	eve.post("/tournaments/"+id+"/join", `{}`).refused(http.StatusForbidden, "entrant.closed")
	c = ann.orders(id, `{"do":"add","entrant":{"name":"Ben","rating":1500}},{"do":"add","entrant":{"name":"Cleo"}},{"do":"add","entrant":{"name":"Dan"}},{"do":"add","entrant":{"name":"Fay"}}`)
	ann.post("/tournaments/"+id+"/orders", fmt.Sprintf(`{"expected":%d,"orders":[{"do":"pair"}]}`, c.Summary.Seq-1)).refused(http.StatusConflict, "tournament.stale")
	// A repeated request pairs once.
	for range 2 {
		c = read[cup](ann.post("/tournaments/"+id+"/orders", fmt.Sprintf(`{"request":"r1","expected":%d,"orders":[{"do":"pair"}]}`, c.Summary.Seq)), http.StatusOK)
	}
	if len(c.Rounds) != 1 || len(c.Rounds[0].Games) != 2 || c.Open != 2 {
		t.Fatalf("the rounds are %+v", c.Rounds)
	}
	links := read[struct {
		Watch, Join struct{ Link, Code string }
		Slips       []struct {
			Number     int
			Code, Link string
		}
	}](ann.get("/tournaments/"+id+"/links"), http.StatusOK)
	eve.get("/tournaments/"+id+"/links").refused(http.StatusForbidden, "tournament.organisers")
	if links.Watch.Link != "http://local/#/tournament/"+id || links.Slips[0].Link != "http://local/#/tournament/"+id+"/slip/"+links.Slips[0].Code {
		t.Errorf("the links are %+v", links)
	}
	game := c.Rounds[0].Games[0]
	report := func(number int, result string) reply {
		return s.nobody().post("/tournaments/slip/report", fmt.Sprintf(`{"tournament":%q,"code":%q,"result":%q}`, id, links.Slips[number-1].Code, result))
	}
	s.nobody().post("/tournaments/slip", fmt.Sprintf(`{"tournament":%q,"code":"aaaa"}`, id)).refused(http.StatusForbidden, "slip.code")
	if seen := read[cup](report(game.First, "1-0"), http.StatusOK); seen.Me.Number != game.First || seen.Me.Opponent != game.Second || seen.Rounds[0].Games[0].Result != "" || seen.Rounds[0].Games[0].Reported[0] != "1-0" {
		t.Errorf("after one report it is %+v", seen)
	}
	report(game.First, "5-5").refused(http.StatusUnprocessableEntity, "result.text")
	if seen := read[cup](report(game.Second, "1-0"), http.StatusOK); seen.Rounds[0].Games[0].Result != "1-0" || seen.Open != 1 {
		t.Errorf("after both reports it is %+v", seen.Rounds)
	}
	report(game.Second, "1-0").refused(http.StatusConflict, "result.twice")
	ann.orders(id, `{"do":"result","board":2,"result":"0-1"},{"do":"pair"}`)
	ann.orders(id, `{"do":"correct","round":1,"board":1,"result":"1/2-1/2"}`)
	c = ann.orders(id, `{"do":"undo"}`)
	if c.Rounds[0].Games[0].Result != "1-0" || c.Summary.Round != 2 {
		t.Errorf("after a correction and its undo it is %+v", c.Rounds)
	}
	text := ann.get("/tournaments/" + id + "/sheets/pairings").text(http.StatusOK)
	if !strings.Contains(text, "Friday, round 2") {
		t.Errorf("the sheet is %s", text)
	}
	trf := ann.get("/tournaments/" + id + "/export?format=trf").text(http.StatusOK)
	again := read[cup](ann.post("/tournaments", fmt.Sprintf(`{"settings":{"game":"quixo"},"trf":%q}`, trf)), http.StatusCreated)
	if again.Summary.Entrants != 4 || again.Summary.Round != 2 || again.Summary.Name != "Friday" {
		t.Errorf("read back it is %+v", again.Summary)
	}
	ann.post("/tournaments", `{"settings":{"game":"quixo"},"trf":"001 x"}`).refused(http.StatusUnprocessableEntity, "tournament.trf")
	for _, path := range []string{"/crosstable", "/standings", "/rounds", "/log", "/export?format=csv", "/export?format=json", "/export?format=events"} {
		if text := s.nobody().get("/tournaments/" + id + path).text(http.StatusOK); text == "" {
			t.Errorf("%s is empty", path)
		}
	}
	own := read[struct{ Tournaments []struct{ ID string } }](ann.get("/tournaments?own=true"), http.StatusOK)
	all := read[struct{ Tournaments []struct{ ID string } }](s.nobody().get("/tournaments"), http.StatusOK)
	if len(own.Tournaments) != 2 || len(all.Tournaments) != 0 {
		t.Errorf("Ann has %+v, and everybody sees %+v", own, all)
	}
	eve.call(http.MethodDelete, "/tournaments/"+id, "").refused(http.StatusForbidden, "tournament.organisers")
	ann.call(http.MethodDelete, "/tournaments/"+id, "").ok(http.StatusNoContent)
	ann.get("/tournaments/"+id).refused(http.StatusNotFound, "tournament.unknown")
}

// An online knockout of Quantik: mini-matches at tables that the server opens.
func TestTournamentOnline(t *testing.T) {
	s := newSite(t, nil)
	ann, ben := s.registered("Ann"), s.registered("Ben")
	c := ann.cup(`{"game":"quantik","form":"swiss","rounds":1,"place":"online","entry":"link","advance":"done","listed":true}`)
	id := c.Summary.ID
	if c.Settings.Begins != "both" {
		t.Errorf("sides are %s", c.Settings.Begins)
	}
	ben.post("/tournaments/"+id+"/join", `{}`).refused(http.StatusForbidden, "entrant.link")
	links := read[struct{ Join struct{ Code string } }](ann.get("/tournaments/"+id+"/links"), http.StatusOK)
	ben.post("/tournaments/"+id+"/join", fmt.Sprintf(`{"code":%q}`, links.Join.Code)).ok(http.StatusOK)
	ben.post("/tournaments/"+id+"/join", fmt.Sprintf(`{"code":%q}`, links.Join.Code)).refused(http.StatusConflict, "entrant.twice")
	ann.post("/tournaments/"+id+"/join", `{}`).ok(http.StatusOK)
	stream := ben.follow("/tournaments/"+id+"/events", "")
	news := dataOf[struct{ Me struct{ Number int } }](stream, "tournament")
	if news.Me.Number != 1 {
		t.Errorf("the stream says %+v", news)
	}
	ann.orders(id, `{"do":"pair"}`)
	for game := range 2 {
		s.tournaments.Tick(t.Context())
		c = read[cup](ann.get("/tournaments/"+id), http.StatusOK)
		tables := c.Rounds[0].Games[0].Tables
		if len(tables) != game+1 || c.Me.Table != tables[game] || !c.Rounds[0].Games[0].Online {
			t.Fatalf("game %d: the board is %+v", game, c.Rounds[0].Games[0])
		}
		table := "/tables/" + tables[game]
		ann.post(table+"/abort", `{}`).refused(http.StatusConflict, "abort.tournament")
		ben.post(table+"/resign", `{}`).ok(http.StatusOK)
		ann.post(table+"/rematch", `{}`).refused(http.StatusConflict, "rematch.tournament")
	}
	s.tournaments.Tick(t.Context())
	c = read[cup](ann.get("/tournaments/"+id), http.StatusOK)
	winner := c.Standings[0]
	if c.Summary.Phase != "over" || c.Entrants[winner.Number-1].Name != "Ann" || winner.Points != 1 || !slices.Contains([]string{"2-0", "0-2"}, c.Rounds[0].Games[0].Detail) {
		t.Errorf("in the end it is %+v", c)
	}
	if list := read[struct{ Tournaments []struct{ ID string } }](s.nobody().get("/tournaments?finished=true"), http.StatusOK); len(list.Tournaments) != 1 {
		t.Errorf("everybody sees %+v", list)
	}
}

// A player who does not show up loses after the grace time.
func TestNoShow(t *testing.T) {
	s := newSite(t, nil)
	ann, ben := s.registered("Ann"), s.registered("Ben")
	c := ann.cup(`{"game":"quixo","rounds":1,"place":"online","entry":"anybody","advance":"done","grace_ms":60000}`)
	id := c.Summary.ID
	ann.post("/tournaments/"+id+"/join", `{}`).ok(http.StatusOK)
	ben.post("/tournaments/"+id+"/join", `{}`).ok(http.StatusOK)
	ann.orders(id, `{"do":"pair"}`)
	s.tournaments.Tick(t.Context())
	c = read[cup](ann.get("/tournaments/"+id), http.StatusOK)
	first := c.Rounds[0].Games[0].First
	here := ann
	if c.Entrants[first-1].Name == "Ann" {
		here = ben
	}
	here.follow("/tournaments/"+id+"/events", "").next("tournament")
	s.wait(61 * time.Second)
	s.house.Tick(t.Context())
	s.tournaments.Tick(t.Context())
	c = read[cup](ann.get("/tournaments/"+id), http.StatusOK)
	if c.Rounds[0].Games[0].Result != "-+" || c.Summary.Phase != "over" {
		t.Errorf("the round is %+v", c.Rounds)
	}
}

// The token of an administrator runs no tournament of others: it is in a file, which
// somebody may find.
func TestTournamentsByTokenOfAnAdministrator(t *testing.T) {
	s := newSite(t, nil)
	root, olga := s.administrator(), s.registered("Olga")
	program := root.newToken()
	club := strings.TrimPrefix(olga.founds("Club"), "/groups/")
	listed := "/tournaments?group=" + club
	for _, settings := range []string{
		`{"settings":{"game":"quixo","name":"Open"}}`, fmt.Sprintf(`{"group":%q,"settings":{"game":"quixo","entry":"organiser"}}`, club),
	} {
		id := read[cup](olga.post("/tournaments", settings), http.StatusCreated).Summary.ID
		path := "/tournaments/" + id
		program.get(path+"/links").refused(http.StatusForbidden, "tournament.organisers")
		program.post(path+"/orders", `{"orders":[{"do":"add","entrant":{"name":"Eve"}}]}`).refused(http.StatusForbidden, "tournament.organisers")
		program.call(http.MethodDelete, path, "").refused(http.StatusForbidden, "tournament.organisers")
		if seen := read[cup](program.get(path), http.StatusOK); seen.Me.Organiser || seen.Me.Member {
			t.Errorf("with a token an administrator is %+v", seen.Me)
		}
		if seen := read[cup](root.get(path), http.StatusOK); !seen.Me.Organiser {
			t.Errorf("an administrator is %+v", seen.Me)
		}
		root.get(path + "/links").ok(http.StatusOK)
	}
	program.post("/tournaments", fmt.Sprintf(`{"group":%q,"settings":{"game":"quixo"}}`, club)).refused(http.StatusForbidden, "tournament.organisers")
	program.get(listed).refused(http.StatusNotFound, "group.unknown")
	root.get(listed).ok(http.StatusOK)

	own := program.cup(`{"game":"quixo"}`).Summary.ID
	program.orders(own, `{"do":"add","entrant":{"name":"Ada"}}`)
	program.call(http.MethodDelete, "/tournaments/"+own, "").ok(http.StatusNoContent)
}

// Who was a leader runs the tournaments of the club no longer, not even their own, until
// they belong to it again. Without the club they are theirs.
func TestTournamentsOfAFormerLeader(t *testing.T) {
	s := newSite(t, nil)
	olga, lea := s.registered("Olga"), s.registered("Lea")
	club := olga.founds("Club")
	lea.joinsClub(olga, club, "leader")
	id := read[cup](lea.post("/tournaments", fmt.Sprintf(`{"group":%q,"settings":{"game":"quixo"}}`, strings.TrimPrefix(club, "/groups/"))), http.StatusCreated).Summary.ID
	links := "/tournaments/" + id + "/links"
	member := club + "/members/" + lea.id
	olga.call(http.MethodPatch, member, `{"role":"member"}`).ok(http.StatusNoContent)
	lea.get(links).ok(http.StatusOK)
	olga.call(http.MethodDelete, member, "").ok(http.StatusNoContent)
	lea.get(links).refused(http.StatusForbidden, "tournament.organisers")
	lea.post("/tournaments/"+id+"/orders", fmt.Sprintf(`{"orders":[{"do":"add","entrant":{"name":"Olga","account":%q}}]}`, olga.id)).
		refused(http.StatusForbidden, "tournament.organisers")
	olga.get(links).ok(http.StatusOK)
	lea.joinsClub(olga, club, "member")
	lea.get(links).ok(http.StatusOK)
	olga.call(http.MethodDelete, member, "").ok(http.StatusNoContent)
	olga.call(http.MethodDelete, club, "").ok(http.StatusNoContent)
	lea.get(links).ok(http.StatusOK)
}

// Orders cost as much as they are work: their number, and the entrants to be paired.
func TestCostOfOrders(t *testing.T) {
	limits := route.NoLimits
	limits.Player = route.Rate{PerSecond: 1, AtOnce: 60}
	s := newSite(t, func(c *online.Config) { c.Limits = limits })
	ann := s.registered("Ann")
	id := read[struct{ Summary struct{ ID string } }](ann.post("/tournaments", `{"settings":{"game":"quixo"}}`), http.StatusCreated).Summary.ID
	var adds []string
	for i := range 100 {
		adds = append(adds, fmt.Sprintf(`{"do":"add","entrant":{"name":"E%d"}}`, i))
	}
	path := "/tournaments/" + id + "/orders"
	s.wait(time.Hour)
	wantStatus(t, ann.post(path, `{"orders":[`+strings.Join(adds, ",")+`]}`), http.StatusOK)
	ann.wantLeft("adding a hundred", 60-5)
	s.wait(time.Hour)
	wantStatus(t, ann.post(path, `{"orders":[{"do":"pair"}]}`), http.StatusOK)
	ann.wantLeft("pairing a hundred", 60-5)
	s.wait(time.Hour)
	wantStatus(t, ann.get("/tournaments/"+id+"/log"), http.StatusOK)
	ann.wantLeft("the log", 60-20)
}

// wantLeft uses up the budget of a player, which has so many requests left.
func (c *client) wantLeft(after string, requests int) {
	c.Helper()
	left := 0
	for ; left <= requests && c.get("/me").status == http.StatusOK; left++ {
	}
	if left != requests {
		c.Errorf("after %s there are %d requests left, want %d", after, left, requests)
	}
}
