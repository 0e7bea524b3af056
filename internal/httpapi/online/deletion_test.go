package online_test

import (
	"encoding/json"
	"fmt"
	"net/http"
	"strings"
	"testing"

	"plateau/internal/play"
)

// exportedTable has the fields of an exported table that the tests check.
type exportedTable struct {
	ID, Phase, Result, Record string
	Said                      []struct{ Channel, Text string }
}

func TestExport(t *testing.T) {
	s := newSite(t, nil)
	ann, ben := s.guest("Ann"), s.guest("Ben")
	ann.setPassword("correct horse")
	ben.setPassword("battery staple")
	token := read[struct{ Token string }](ann.post("/me/tokens", `{"label":"robot","password":"correct horse"}`), http.StatusCreated).Token
	table := ann.begin(ben, quixo+`,"rated":true`)
	ann.do(table, "say", `{"channel":"table","text":"Grüße \"<b>\""}`)
	ben.do(table, "say", `{"channel":"table","text":"a secret of Ben"}`)
	playOn(table, 6, ann, ben)
	ben.do(table, "resign", "")
	ann.open(quixo)
	// Others play at a table where Ann has chatted and left.
	left := ben.open(`"game":"quixo4p","chat":true`)
	ann.do(left, "sit", "")
	ann.do(left, "say", `{"channel":"table","text":"I have to go"}`)
	ann.do(left, "leave", "")
	for _, name := range []string{"Cleo", "Dan", "Eve"} {
		s.guest(name).do(left, "sit", "")
	}

	answer := ann.get("/me/export")
	if disposition := answer.header.Get("Content-Disposition"); !strings.HasPrefix(disposition, "attachment;") {
		t.Errorf("the export is %q", disposition)
	}
	got := read[struct {
		Player  struct{ ID, Name string }
		Account struct {
			Password         bool
			Sessions, Tokens []struct{ ID, Label string }
			Passkeys         []any
		}
		Ratings map[string]struct{ Games int }
		Tables  []exportedTable
	}](answer, http.StatusOK)
	if got.Player.ID != ann.id || !got.Account.Password || len(got.Account.Sessions) != 1 || len(got.Account.Tokens) != 1 || got.Ratings["quixo"].Games != 1 {
		t.Errorf("the export is %s", answer.body)
	}
	if len(got.Tables) != 3 {
		t.Fatalf("there are %d tables", len(got.Tables))
	}
	for _, exported := range got.Tables {
		if exported.ID == left && (exported.Phase != "" || exported.Record != "" || len(exported.Said) != 1) {
			t.Errorf("the table of others is %+v", exported)
		}
		if exported.ID != table {
			continue
		}
		if len(exported.Said) != 1 || exported.Said[0].Text != `Grüße "<b>"` || !strings.Contains(exported.Record, "Ben") || exported.Phase != "over" {
			t.Errorf("the table is %+v", exported)
		}
	}
	account, err := s.store.Account(t.Context(), play.PlayerID(ann.id))
	if err != nil {
		t.Fatal(err)
	}
	hash := account.Password[strings.LastIndex(account.Password, "$")+1:]
	for _, secret := range []string{"argon2", hash, ann.token, token, "a secret of Ben"} {
		if strings.Contains(string(answer.body), secret) || strings.Contains(s.log.String(), secret) {
			t.Errorf("the export or the log has %q", secret)
		}
	}
}

// A player is deleted in the middle of games.
func TestDeletion(t *testing.T) {
	s := newSite(t, nil)
	ann, ben := s.guest("Ann"), s.guest("Ben")
	ann.setPassword("correct horse")
	ben.setPassword("battery staple")
	robot := &client{s, ann.id, read[struct{ Token string }](ann.post("/me/tokens", `{"password":"correct horse"}`), http.StatusCreated).Token}
	ann.call(http.MethodPut, "/me/puzzles", `{"solved":{"quixo":["aaaaaa"]},"streak":{"day":"2026-11-15","length":1,"best":1},"row":{"at":1,"length":1,"best":1}}`)
	over := ann.begin(ben, quixo+`,"rated":true,"listed":true`)
	ann.do(over, "say", `{"channel":"table","text":"I am Ann","request":"r1"}`)
	playOn(over, 4, ann, ben)
	ben.do(over, "resign", "")
	running := ann.begin(ben, quixo)
	playOn(running, 3, ann, ben)
	open := ann.open(quixo + `,"listed":true`)
	seated := ben.open(`"game":"quixo4p","listed":true,"chat":true`)
	ann.do(seated, "sit", "")
	stream := ben.follow("/tables/"+running+"/events", "")
	stream.next("table")

	ann.call(http.MethodDelete, "/me", "").refused(http.StatusForbidden, "password.needed")
	ann.call(http.MethodDelete, "/me", `{"password":"wrong"}`).refused(http.StatusForbidden, "password.wrong")
	before := ben.me()
	answer := ann.call(http.MethodDelete, "/me", `{"password":"correct horse"}`)
	if answer.status != http.StatusNoContent || answer.cookieOf().MaxAge >= 0 {
		t.Errorf("deletion gave %d %s", answer.status, answer.body)
	}
	ann.wantGone()
	robot.wantGone()
	if p, err := s.store.Puzzles(t.Context(), play.PlayerID(ann.id)); err != nil || p.Count() != 0 || p.Streak.Best != 0 {
		t.Errorf("the puzzles of the deleted player are %+v, %v", p, err)
	}
	s.nobody().post("/sessions", `{"name":"Ann","password":"correct horse"}`).refused(http.StatusForbidden, "password.wrong")

	if got := ben.table(running); got.Phase != "over" || got.Reason != "resignation" || got.Result != "0-1" {
		t.Errorf("the running game is %+v", got)
	}
	if got := ben.table(seated); got.Phase != "open" || got.Sitters[1].Player != "" {
		t.Errorf("the table that she sat at is %+v", got)
	}
	for _, id := range []string{over, running} {
		if got := ben.table(id); string(got.Sitters[0].Player) != ann.id || got.Sitters[0].Name != "" || got.Sitters[1].Name != "Ben" {
			t.Errorf("%s has %+v", id, got.Sitters)
		}
	}
	if got := s.nobody().get("/tables/" + open); got.status == http.StatusOK && !strings.Contains(string(got.body), `"phase":"over"`) {
		t.Errorf("her open table is %s", got.body)
	}
	if after := ben.me(); fmt.Sprint(after.Ratings) != fmt.Sprint(before.Ratings) {
		t.Errorf("Ben's ratings went from %v to %v", before.Ratings, after.Ratings)
	}
	if p := read[struct {
		Player  someone
		Ratings map[string]any
	}](s.nobody().get("/players/"+ann.id), http.StatusOK); p.Player.Name != "" || p.Player.Registered || len(p.Ratings) > 0 {
		t.Errorf("she is %+v", p)
	}
	for _, path := range []string{"/lobby", "/games", "/leaderboard/quixo", "/tables/" + over, "/tables/" + running, "/tables/" + over + "/record"} {
		if body := string(ben.get(path).body); strings.Contains(body, "Ann") {
			t.Errorf("%s has %s", path, body)
		}
	}
	late := dataOf[tableNews](ben.follow("/tables/"+over+"/events", ""), "table")
	text, err := json.Marshal(late)
	if err != nil || strings.Contains(string(text), "Ann") || !strings.Contains(string(text), "said") {
		t.Errorf("viewers of the game get %s", text)
	}
	s.nobody().post("/guests", `{"name":"Ann"}`).refused(http.StatusConflict, "name.taken") // It is held for a year.
}

// Guests have no password and need none to be deleted.
func TestGuestsAreDeleted(t *testing.T) {
	s := newSite(t, nil)
	ann := s.guest("Ann")
	if status := ann.byCookie(http.MethodDelete, "/me", "{}").status; status != http.StatusNoContent {
		t.Errorf("deletion gave %d", status)
	}
	ann.wantGone()
}
