package online_test

import (
	"fmt"
	"net/http"
	"strings"
	"testing"
	"time"

	"plateau/internal/httpapi/online"
	"plateau/internal/httpapi/route"
	"plateau/internal/play"
)

func (c *client) report(other *client, body string) reply {
	c.Helper()
	return c.post("/players/"+other.id+"/reports", body)
}

type report struct {
	Seq                      int64
	By, Player, Reason, Text string
	Table, Note              string
	ByName                   string `json:"by_name"`
	PlayerName               string `json:"player_name"`
	Message                  uint64
	Closed                   int64
}

func (c *client) reports(query string) []report {
	c.Helper()
	return read[struct{ Reports []report }](c.get("/admin/reports"+query), http.StatusOK).Reports
}

// A report reaches the moderators with what it is about. The reported player learns
// nothing, not even as an administrator.
func TestReports(t *testing.T) {
	s := newSite(t, nil)
	ann, ben, cleo := s.administrator(), s.registered("Ben"), s.guest("Cleo")
	table := cleo.begin(ben, `"game":"quixo","chat":true`)
	message := ben.do(table, "say", `{"channel":"table","text":"you fool"}`)
	body := fmt.Sprintf(`{"reason":"insult","text":"He\nshouts\u202e","table":%q,"message":%d}`, table, message)
	cleo.report(ben, body).wantStatus(http.StatusNoContent)
	cleo.report(ben, body).refused(http.StatusConflict, "report.twice")
	cleo.report(ben, `{"reason":"other"}`).refused(http.StatusUnprocessableEntity, "report.empty")
	cleo.report(ben, `{"reason":"rudeness"}`).refused(http.StatusUnprocessableEntity, "api.fields")
	cleo.report(cleo, `{"reason":"spam"}`).refused(http.StatusUnprocessableEntity, "report.self")
	cleo.report(&client{id: "nobody"}, `{"reason":"spam"}`).refused(http.StatusNotFound, "player.unknown")
	cleo.report(ben, `{"reason":"spam","text":"`+strings.Repeat("x", 501)+`"}`).refused(http.StatusUnprocessableEntity, "report.long")
	s.nobody().report(ben, `{"reason":"spam"}`).refused(http.StatusUnauthorized, "session.none")
	// What somebody cannot see they cannot report: a private table, or a message that is none.
	ann.report(ben, body).refused(http.StatusForbidden, "table.nospectators")
	cleo.report(ann, `{"reason":"insult","table":"`+table+`"}`).refused(http.StatusUnprocessableEntity, "report.table")
	ben.report(cleo, fmt.Sprintf(`{"reason":"insult","table":%q,"message":%d}`, table, message)).refused(http.StatusNotFound, "message.unknown")
	ben.report(ann, `{"reason":"name"}`).wantStatus(http.StatusNoContent)

	list := ann.reports("")
	if len(list) != 1 {
		t.Fatalf("Ann, who is reported herself, sees %+v", list)
	}
	if r := list[0]; r.PlayerName != "Ben" || r.ByName != "Cleo" || r.Reason != "insult" || r.Text != "He shouts" || r.Table != table || r.Message != message {
		t.Errorf("the report is %+v", r)
	}
	ann.get("/admin/reports/2").refused(http.StatusNotFound, "report.unknown")
	ann.call(http.MethodPut, "/admin/reports/2/closing", `{}`).refused(http.StatusNotFound, "report.unknown")
	view := read[struct {
		Table  struct{ Messages []struct{ Text string } }
		About  int
		ByThem int `json:"by_them"`
	}](ann.get("/admin/reports/1"), http.StatusOK)
	if len(view.Table.Messages) != 1 || view.Table.Messages[0].Text != "you fool" || view.About != 1 || view.ByThem != 1 {
		t.Errorf("the context is %+v", view)
	}
	for _, path := range []string{"/me/export", "/me", "/players/" + ben.id} {
		if answer := string(ben.get(path).body); strings.Contains(answer, "shouts") {
			t.Errorf("Ben reads of the report at %s: %s", path, answer)
		}
	}
	if export := string(cleo.get("/me/export").body); !strings.Contains(export, "He shouts") {
		t.Errorf("the export of the author has no report: %s", export)
	}
	ann.call(http.MethodPut, "/admin/reports/1/closing", `{"note":"warned"}`).wantStatus(http.StatusNoContent)
	ann.call(http.MethodPut, "/admin/reports/1/closing", `{}`).refused(http.StatusConflict, "report.closed")
	if open, closed := ann.reports(""), ann.reports("?state=closed&player="+ben.id); len(open) != 0 || len(closed) != 1 || closed[0].Note != "warned" || closed[0].Closed == 0 {
		t.Errorf("open are %+v, closed %+v", open, closed)
	}
	if log := string(ann.get("/admin/audit").body); !strings.Contains(log, `"close-report"`) || !strings.Contains(log, "1 warned") || strings.Contains(log, cleo.id) {
		t.Errorf("the audit log has %s", log)
	}
	ben.get("/admin/reports").refused(http.StatusForbidden, "admin.only")
}

// Reports are limited, for a player and for all at an address.
func TestFloodOfReports(t *testing.T) {
	s := newSite(t, func(c *online.Config) {
		c.Limits.Reports = route.Rate{PerSecond: 1. / 300, AtOnce: 2}
		c.Limits.ReportsByAddress = route.Rate{PerSecond: 1. / 60, AtOnce: 3}
	})
	ben, cleo := s.registered("Ben"), s.guest("Cleo")
	spam := `{"reason":"spam"}`
	cleo.report(ben, spam).wantStatus(http.StatusNoContent)
	cleo.report(ben, spam).refused(http.StatusConflict, "report.twice")
	cleo.report(ben, spam).refused(http.StatusTooManyRequests, "report.often")
	s.guest("Dan").report(ben, spam).wantStatus(http.StatusNoContent)
	s.guest("Eve").report(ben, spam).refused(http.StatusTooManyRequests, "report.often")
	s.wait(time.Minute)
	s.guest("Fay").report(ben, spam).wantStatus(http.StatusNoContent)
}

// Moderators see how a player found only moves, and bar players from rated games, who
// read a clear sentence.
func TestModeratorsOfFairPlay(t *testing.T) {
	s := newSite(t, nil)
	ann, ben, cleo := s.administrator(), s.registered("Ben"), s.registered("Cleo")
	table := ben.begin(cleo, quixo+`,"rated":true,"spectators":true`)
	s.wait(3 * time.Second)
	ben.do(table, "move", `{"ply":0,"move":"c1-c5"}`)
	s.wait(4 * time.Second)
	cleo.do(table, "move", `{"ply":1,"move":"a1-a5"}`)
	cleo.do(table, "resign", "")
	list := read[struct{ Games []struct{ ID string } }](ann.get("/admin/players/"+ben.id+"/fairplay"), http.StatusOK)
	if len(list.Games) != 1 || list.Games[0].ID != table {
		t.Fatalf("Ben's rated games are %+v", list)
	}
	figures := read[struct {
		Turns []struct {
			Ply  int
			Only bool
			Took int64 `json:"took_ms"`
		}
		Only, Found int
		Complete    bool
	}](ann.get("/admin/players/"+ben.id+"/fairplay/"+table), http.StatusOK)
	if len(figures.Turns) != 1 || !figures.Turns[0].Only || figures.Turns[0].Took != 3000 || figures.Only != 1 || figures.Found != 0 || !figures.Complete {
		t.Errorf("the figures are %+v", figures)
	}
	ann.get("/admin/players/"+ann.id+"/fairplay/"+table).refused(http.StatusNotFound, "player.unknown")
	ann.get("/admin/players/nobody/fairplay").refused(http.StatusNotFound, "player.unknown")

	ann.call(http.MethodPut, "/admin/players/"+ben.id+"/bar", `{"reason":"an engine"}`).wantStatus(http.StatusNoContent)
	ann.call(http.MethodPut, "/admin/players/"+ann.id+"/bar", `{}`).refused(http.StatusForbidden, "admin.self")
	ben.post("/tables", `{"terms":{"game":"quixo","rated":true},"chairs":[{"me":true},{}]}`).refused(http.StatusForbidden, "terms.ratedbarred")
	ben.refuse(cleo.open(quixo+`,"rated":true`), "sit", "", http.StatusForbidden, "terms.ratedbarred")
	ben.do(cleo.open(quixo), "sit", "")
	if barred := read[struct{ Barred bool }](ben.get("/me"), http.StatusOK).Barred; !barred {
		t.Error("Ben does not learn that he is barred")
	}
	ann.call(http.MethodDelete, "/admin/players/"+ben.id+"/bar?reason=mistake", "").wantStatus(http.StatusNoContent)
	ben.do(cleo.open(quixo+`,"rated":true`), "sit", "")
	if log := string(ann.get("/admin/audit").body); !strings.Contains(log, "an engine") || !strings.Contains(log, `"unbar"`) || !strings.Contains(log, "mistake") {
		t.Errorf("the audit log has %s", log)
	}
	if p, err := s.store.Player(t.Context(), play.PlayerID(ben.id)); err != nil || p.Barred {
		t.Errorf("Ben is %+v, %v", p, err)
	}
}
