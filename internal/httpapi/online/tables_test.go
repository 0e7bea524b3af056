package online_test

import (
	"encoding/json"
	"fmt"
	"net/http"
	"strings"
	"sync"
	"testing"
	"time"

	"plateau/internal/play"
)

const quixo = `"game":"quixo","spectators":true,"chat":true`

func TestServer(t *testing.T) {
	s := newSite(t, nil)
	nobody := &client{site: s}
	got := read[struct {
		Name, Version string
		Games         []string
		Now           int64
	}](nobody.get("/server"), http.StatusOK)
	if got.Name != "Plateau" || got.Version != "test" || len(got.Games) < 4 || got.Now != s.Now().UnixMilli() {
		t.Errorf("got %+v", got)
	}
}

// A whole game is played over HTTP.
func TestGame(t *testing.T) {
	s := newSite(t, nil)
	ann, ben := s.guest("Ann"), s.guest("Ben")
	id := ann.open(quixo)
	if got := ben.table(id); got.Phase != "open" || got.ToMove != nil || got.Sitters[0].Name != "Ann" || !got.Sitters[0].Guest {
		t.Errorf("an open table is %+v", got)
	}
	ben.do(id, "sit", `{"chair":1}`)
	if got := ben.table(id); got.Phase != "running" || *got.ToMove != 0 || got.Sitters[1].Name != "Ben" {
		t.Errorf("a running table is %+v", got)
	}
	playOn(id, 6, ann, ben)
	ann.do(id, "draw", `{"do":"offer"}`)
	ben.do(id, "draw", `{"do":"decline"}`)
	ann.do(id, "takeback", `{"do":"ask"}`)
	ben.do(id, "takeback", `{"do":"accept"}`)
	if got := ann.table(id); len(got.Moves) != 4 {
		t.Errorf("%d moves are left", len(got.Moves))
	}
	ann.do(id, "say", `{"channel":"table","text":"Well played"}`)
	ben.do(id, "resign", "")
	if got := ann.table(id); got.Phase != "over" || got.Result != "1-0" || got.Reason != "resignation" {
		t.Errorf("after the end it is %+v", got)
	}
	record := ann.get("/tables/" + id + "/record")
	if text := string(record.body); !strings.Contains(text, "Ann") || !strings.HasPrefix(record.header.Get("Content-Disposition"), "attachment") {
		t.Errorf("the record is %s", text)
	}
}

// Of many moves for the same ply, one is played.
func TestRace(t *testing.T) {
	s := newSite(t, nil)
	ann, ben := s.guest("Ann"), s.guest("Ben")
	id := ann.begin(ben, quixo)
	live, err := s.house.Tables.Table(t.Context(), play.TableID(id), "")
	if err != nil {
		t.Fatal(err)
	}
	var all sync.WaitGroup
	replies := make(chan reply, 8)
	for _, m := range live.Position().Moves()[:8] {
		all.Go(func() {
			replies <- ann.post("/tables/"+id+"/move", fmt.Sprintf(`{"ply":0,"move":%q}`, live.Position().MoveText(m)))
		})
	}
	all.Wait()
	close(replies)
	won := 0
	for r := range replies {
		if r.status == http.StatusOK {
			won++
			continue
		}
		r.refused(http.StatusConflict, "move.stale")
	}
	if got := ann.table(id); won != 1 || len(got.Moves) != 1 {
		t.Errorf("%d of 8 moves for the same ply were accepted; %d were played", won, len(got.Moves))
	}
}

// Repeated requests have no further effect, at once and later.
func TestRepeatedRequests(t *testing.T) {
	s := newSite(t, nil)
	ann, ben := s.guest("Ann"), s.guest("Ben")
	open := `{"terms":{"game":"quixo","first_side":"first","begins":"first"},"chairs":[{"me":true},{}],"request":"open-1"}`
	id := read[struct{ Table string }](ann.post("/tables", open), http.StatusCreated).Table
	if again := read[struct{ Table string }](ann.post("/tables", open), http.StatusCreated).Table; again != id {
		t.Errorf("a repetition opened another table")
	}
	ben.do(id, "sit", "")
	move := `{"ply":0,"move":"a1-a5","request":"move-1"}`
	first := ann.do(id, "move", move)
	playOn(id, 1, ben)
	if again := ann.do(id, "move", move); again != first {
		t.Errorf("a repetition was answered with event %d, not %d", again, first)
	}
	// A request of another player with the same id is another request.
	ben.refuse(id, "move", move, http.StatusConflict, "move.stale")
	if got := ann.table(id); len(got.Moves) != 2 {
		t.Errorf("%d moves were played", len(got.Moves))
	}
}

// There is an example for every kind of refusal.
func TestRefusals(t *testing.T) {
	s := newSite(t, nil)
	ann, ben, cleo := s.guest("Ann"), s.guest("Ben"), s.guest("Cleo")
	nobody, impostor := &client{site: s}, &client{site: s, token: "invented"}
	id := ann.begin(ben, `"game":"quixo","chat":true`)
	for _, c := range []struct {
		by            *client
		command, body string
		status        int
		code          string
	}{
		{nobody, "resign", "", http.StatusUnauthorized, "session.none"},
		{impostor, "resign", "", http.StatusUnauthorized, "session.none"},
		{cleo, "resign", "", http.StatusForbidden, "table.notseated"},
		{cleo, "move", `{"ply":0,"move":"a1-a5"}`, http.StatusForbidden, "table.notseated"},
		{cleo, "say", `{"channel":"table","text":"hello"}`, http.StatusForbidden, "table.notseated"},
		{cleo, "sit", "", http.StatusConflict, "table.notopen"},
		{ben, "sit", "", http.StatusConflict, "table.seated"},
		{ben, "move", `{"ply":0,"move":"a1-a5"}`, http.StatusConflict, "move.turn"},
		{ann, "move", `{"ply":3,"move":"a1-a5"}`, http.StatusConflict, "move.stale"},
		{ann, "move", `{"ply":0,"move":"c3-c5"}`, http.StatusUnprocessableEntity, "quixo.inner"},
		{ann, "move", `{"ply":0,"move":"nonsense"}`, http.StatusUnprocessableEntity, "quixo.syntax"},
		{ann, "move", `{"ply":0}`, http.StatusUnprocessableEntity, "api.fields"},
		{ann, "move", `{"ply":"0","move":"a1-a5"}`, http.StatusUnprocessableEntity, "api.fields"},
		{ann, "move", `{"ply":0,"move":"a1-a5","cheat":true}`, http.StatusUnprocessableEntity, "api.fields"},
		{ann, "move", `{"ply":0,"move":"a1-a5","request":"no spaces"}`, http.StatusUnprocessableEntity, "request.id"},
		{ann, "move", `{"ply":0,"move":"a1-a5"`, http.StatusBadRequest, "api.body"},
		{ann, "move", `{"ply":0,"move":"` + strings.Repeat("a", 20_000) + `"}`, http.StatusRequestEntityTooLarge, "api.large"},
		{ann, "draw", `{"do":"accept"}`, http.StatusConflict, "match.nooffer"},
		{ann, "draw", `{"do":"dance"}`, http.StatusUnprocessableEntity, "api.fields"},
		{ann, "takeback", `{"do":"ask"}`, http.StatusConflict, "takeback.none"},
		{ann, "flag", "", http.StatusConflict, "flag.noclock"},
		{ann, "claim", `{"result":"win"}`, http.StatusConflict, "claim.here"},
		{ann, "rematch", "", http.StatusConflict, "table.notover"},
		{ann, "leave", "", http.StatusConflict, "table.notopen"},
		{ann, "say", `{"channel":"partners","text":"psst"}`, http.StatusConflict, "chat.off"},
		{ann, "say", `{"channel":"table","text":" "}`, http.StatusUnprocessableEntity, "chat.empty"},
	} {
		t.Log(c.command, c.body[:min(len(c.body), 60)])
		c.by.refuse(id, c.command, c.body, c.status, c.code)
	}
	for _, path := range []string{"", "/record", "/events"} {
		cleo.get("/tables/"+id+path).refused(http.StatusForbidden, "table.nospectators")
		ann.get("/tables/unknown"+path).refused(http.StatusNotFound, "table.unknown")
	}
	playOn(id, 2, ann, ben)
	ann.refuse(id, "abort", "", http.StatusConflict, "abort.late")
	ann.do(id, "resign", "")
	ben.refuse(id, "move", `{"ply":2,"move":"a1-a5"}`, http.StatusConflict, "game.over")
	closed := ann.open(quixo)
	ann.get("/tables/"+closed+"/record").refused(http.StatusNotFound, "record.none")
	ann.do(closed, "leave", "")
	ben.refuse(closed, "sit", "", http.StatusConflict, "table.notopen")
}

// Tables with impossible terms are refused.
func TestBadTerms(t *testing.T) {
	s := newSite(t, nil)
	ann, registered := s.guest("Ann"), s.registered("Ben")
	for _, c := range []struct {
		by     *client
		body   string
		status int
		code   string
	}{
		{&client{site: s}, `{"terms":{"game":"quixo"},"chairs":[{},{}]}`, http.StatusUnauthorized, "session.none"},
		{ann, `{"terms":{"game":"quixo","rated":true},"chairs":[{"me":true},{}]}`, http.StatusForbidden, "terms.ratedguest"},
		{registered, `{"terms":{"game":"quixo","rated":true},"chairs":[{"me":true},{"level":"1"}]}`, http.StatusUnprocessableEntity, "terms.ratedcomputer"},
		{ann, `{"terms":{"game":"chess"},"chairs":[{},{}]}`, http.StatusUnprocessableEntity, "game.unknown"},
		{ann, `{"terms":{"game":"quixo"},"chairs":[{"me":true}]}`, http.StatusUnprocessableEntity, "terms.chairs"},
		{ann, `{"terms":{"game":"quixo"},"chairs":[{"me":true},{"me":true}]}`, http.StatusUnprocessableEntity, "terms.chairs"},
		{ann, `{"terms":{"game":"quixo"},"chairs":[{"level":"9"},{}]}`, http.StatusUnprocessableEntity, "terms.level"},
		{ann, `{"terms":{"game":"quixo","time":{"days":99}},"chairs":[{},{}]}`, http.StatusUnprocessableEntity, "terms.days"},
		{ann, `{"terms":{"game":"quixo","time":{"main_ms":1}},"chairs":[{},{}]}`, http.StatusUnprocessableEntity, "terms.clock"},
		{ann, `{"terms":{"game":"quixo","advice":true},"chairs":[{},{}]}`, http.StatusUnprocessableEntity, "terms.partners"},
		{ann, `{"terms":{"game":"quixo","begins":"third"},"chairs":[{},{}]}`, http.StatusUnprocessableEntity, "api.fields"},
		{ann, `[]`, http.StatusUnprocessableEntity, "api.fields"},
		{ann, ``, http.StatusBadRequest, "api.body"},
	} {
		t.Log(c.body)
		c.by.post("/tables", c.body).refused(c.status, c.code)
	}
}

// A rated game changes ratings.
func TestRatings(t *testing.T) {
	s := newSite(t, nil)
	ann, ben, guest := s.registered("Ann"), s.registered("Ben"), s.guest("Guest")
	id := ann.open(`"game":"quixo","rated":true,"spectators":true`)
	guest.refuse(id, "sit", "", http.StatusForbidden, "terms.ratedguest")
	ben.do(id, "sit", "")
	playOn(id, 6, ann, ben)
	ann.refuse(id, "takeback", `{"do":"ask"}`, http.StatusConflict, "takeback.rated")
	ben.do(id, "resign", "")
	if got := guest.table(id); len(got.Ratings) != 2 || got.Ratings[0].After <= 1500 || got.Ratings[1].After >= 1500 {
		t.Errorf("the ratings are %+v", got.Ratings)
	}
	type rating struct{ Value, Deviation float64 }
	page := read[struct {
		Ratings map[string]rating
		Games   int
	}](guest.get("/players/"+ann.id), http.StatusOK)
	if page.Games != 1 || page.Ratings["quixo"].Value <= 1500 || len(page.Ratings) != 1 {
		t.Errorf("Ann's page is %+v", page)
	}
	type leaderboard struct {
		Standings []struct {
			Player struct{ ID, Name string }
			Rating rating
		}
	}
	board := func() leaderboard { return read[leaderboard](guest.get("/leaderboard/quixo?limit=10"), http.StatusOK) }
	if now := board(); len(now.Standings) > 0 {
		t.Errorf("after one game the leaderboard is %+v", now)
	}
	for round := 0; len(board().Standings) < 2 && round < 40; round++ {
		again := ann.open(`"game":"quixo","rated":true`)
		ben.do(again, "sit", "")
		playOn(again, 6, ann, ben)
		s.wait(play.RatedDay / play.RatedPerDay)
		[]*client{ben, ben, ann}[round%3].do(again, "resign", "")
	}
	if now := board(); len(now.Standings) != 2 || now.Standings[0].Player.Name != "Ann" || now.Standings[0].Rating.Deviation > 110 {
		t.Errorf("after many games the leaderboard is %+v", now)
	}
	guest.get("/leaderboard/chess").refused(http.StatusUnprocessableEntity, "game.unknown")
	guest.get("/players/nobody").refused(http.StatusNotFound, "player.unknown")
}

// The server ends a game when time is up, or when a player has left.
func TestClock(t *testing.T) {
	s := newSite(t, nil)
	ann, ben := s.guest("Ann"), s.guest("Ben")
	id := ann.begin(ben, quixo+`,"time":{"main_ms":60000}`)
	playOn(id, 3, ann, ben)
	ann.refuse(id, "flag", "", http.StatusConflict, "flag.early")
	s.wait(70 * time.Second)
	ben.refuse(id, "move", `{"ply":3,"move":"a1-a5"}`, http.StatusConflict, "move.time")
	s.house.Tick(t.Context())
	if got := ann.table(id); got.Reason != "timeout" || got.Result != "1-0" {
		t.Errorf("the table ended %s by %s", got.Result, got.Reason)
	}
	left := ann.begin(ben, quixo)
	playOn(left, 2, ann, ben)
	here := ann.follow("/tables/"+left+"/events", "")
	here.next("beat")
	ann.refuse(left, "claim", `{"result":"win"}`, http.StatusConflict, "claim.here")
	s.wait(2 * time.Minute)
	ann.do(left, "claim", `{"result":"win"}`)
	if got := ann.table(left); got.Reason != "abandoned" || got.Result != "1-0" {
		t.Errorf("the table ended %s by %s", got.Result, got.Reason)
	}
}

// A rematch is played at another table with sides swapped.
func TestRematch(t *testing.T) {
	s := newSite(t, nil)
	ann, ben := s.guest("Ann"), s.guest("Ben")
	id := ann.begin(ben, quixo)
	ann.do(id, "resign", "")
	stream := ben.follow("/tables/"+id+"/events", "")
	stream.next("table")
	ann.do(id, "rematch", "")
	ann.refuse(id, "rematch", "", http.StatusConflict, "rematch.twice")
	if news := dataOf[tableNews](stream, "table"); len(news.Table.RematchBy) != 1 {
		t.Errorf("got %+v", news.Table)
	}
	ben.do(id, "rematch", "")
	next := dataOf[tableNews](stream, "table").Table.Next
	got := ann.table(next)
	if got.Previous != id || got.Sitters[1].Name != "Ann" || got.Phase != "running" {
		t.Errorf("the next table is %+v", got)
	}
	ann.refuse(id, "rematch", "", http.StatusConflict, "rematch.made")
}

// Spectators do not get the link to an unlisted rematch.
func TestRematchIsForPlayers(t *testing.T) {
	s := newSite(t, nil)
	ann, ben, eve := s.guest("Ann"), s.guest("Ben"), s.guest("Eve")
	for _, listed := range []bool{false, true} {
		id := ann.begin(ben, fmt.Sprintf(`"game":"quixo","spectators":true,"listed":%v`, listed))
		ann.do(id, "resign", "")
		path := "/tables/" + id + "/events"
		watched, played := eve.follow(path, ""), ben.follow(path, "")
		for _, stream := range []*events{watched, played} {
			stream.next("beat")
		}
		ann.do(id, "rematch", "")
		ben.do(id, "rematch", "")
		next := ann.table(id).Next
		if next == "" {
			t.Fatal("there is no rematch")
		}
		for i, stream := range []*events{watched, played} {
			var raw strings.Builder
			seq := uint64(0)
			for seq < ann.table(id).Seq {
				event := stream.next("table")
				raw.Write(event.Data)
				var news tableNews
				if err := json.Unmarshal(event.Data, &news); err != nil {
					t.Fatal(err)
				}
				seq = news.Events[len(news.Events)-1].Seq
			}
			if knows := strings.Contains(raw.String(), next); knows != (listed || i == 1) {
				t.Errorf("listed %v: watcher %d got %s", listed, i, raw.String())
			}
		}
		if got := eve.table(id).Next; (got == next) != listed {
			t.Errorf("listed %v: the next table is %q", listed, got)
		}
		if history := eve.follow(path, "").next("table").Data; strings.Contains(string(history), next) != listed {
			t.Errorf("listed %v: the history is %s", listed, history)
		}
	}
}
