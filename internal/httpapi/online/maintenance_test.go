package online_test

import (
	"fmt"
	"net/http"
	"strings"
	"testing"
	"time"
)

// maintained is what everybody learns of the maintenance; nil if there is none.
type maintained struct {
	Since  int64
	Notice string
}

func (s *site) maintenance() *maintained {
	s.Helper()
	return read[struct{ Maintenance *maintained }]((&client{site: s}).get("/server"), http.StatusOK).Maintenance
}

// During maintenance no game begins in any way, and running ones are played on. Everybody
// learns of it, and what was refused is possible afterwards.
func TestMaintenance(t *testing.T) {
	s := newSite(t, nil)
	ann, ben := s.administrator(), s.registered("Ben")
	running, over, waiting := ann.begin(ben, quixo), ann.begin(ben, quixo), ann.open(quixo)
	ann.do(over, "resign", "")
	ann.post("/players/"+ben.id+"/challenge", casual).wantStatus(http.StatusCreated)
	challenge := ben.pending()
	search := ben.follow("/pairing/events?game=quixo", "")
	search.next("waiting")
	if got := s.maintenance(); got != nil {
		t.Errorf("at first everybody learns %+v", got)
	}

	ben.call(http.MethodPut, "/admin/maintenance", `{}`).refused(http.StatusForbidden, "admin.only")
	ann.call(http.MethodPut, "/admin/maintenance", fmt.Sprintf(`{"notice":%q}`, strings.Repeat("x", 501))).refused(http.StatusUnprocessableEntity, "maintenance.long")
	ann.call(http.MethodPut, "/admin/maintenance", `{"notice":" Back  at 8 "}`).wantStatus(http.StatusNoContent)
	if got := s.maintenance(); got == nil || *got != (maintained{s.Now().UnixMilli(), "Back at 8"}) {
		t.Errorf("everybody learns %+v", got)
	}
	s.wait(time.Second)
	s.house.Tick(t.Context())
	search.wantEnd()
	playOn(running, 1, ann, ben)
	const code = "maintenance.on"
	ben.post("/tables", `{"terms":{"game":"quixo"},"chairs":[{"me":true},{}]}`).refused(http.StatusConflict, code)
	ben.refuse(waiting, "sit", "", http.StatusConflict, code)
	ben.refuse(over, "rematch", "", http.StatusConflict, code)
	ben.get("/pairing/events?game=quixo").refused(http.StatusConflict, code)
	ben.post("/me/challenges/"+challenge+"/accept", "").refused(http.StatusConflict, code)

	ann.call(http.MethodDelete, "/admin/maintenance", "").wantStatus(http.StatusNoContent)
	if got := s.maintenance(); got != nil {
		t.Errorf("in the end everybody learns %+v", got)
	}
	ben.do(waiting, "sit", "")
	ben.do(over, "rematch", "")
	ben.post("/me/challenges/"+challenge+"/accept", "").ok(http.StatusOK)
	if got := ann.actions(); got != "maintenance-off; maintenance-on" {
		t.Errorf("the log has %q", got)
	}
}

// The boards of a tournament wait until the maintenance is over, and are no failures.
func TestMaintenanceOfTournaments(t *testing.T) {
	s := newSite(t, nil)
	ann, ben := s.administrator(), s.registered("Ben")
	id := ann.cup(`{"game":"quixo","rounds":1,"place":"online","entry":"anybody","advance":"done"}`).Summary.ID
	ann.joins(id, `{}`)
	ben.joins(id, `{}`)
	ann.call(http.MethodPut, "/admin/maintenance", `{}`).wantStatus(http.StatusNoContent)
	ann.orders(id, `{"do":"pair"}`)
	for range 3 {
		if c := ben.cupNow(id); c.Me.Table != "" {
			t.Fatalf("during maintenance Ben sees %+v", c.Me)
		}
		s.wait(time.Minute)
	}
	if log := s.log.String(); strings.Contains(log, "tournament") {
		t.Errorf("the log has %s", log)
	}
	ann.call(http.MethodDelete, "/admin/maintenance", "").wantStatus(http.StatusNoContent)
	c := ben.cupNow(id)
	if c.Me.Table == "" || ben.table(c.Me.Table).Phase != "running" {
		t.Errorf("after the maintenance Ben sees %+v", c.Me)
	}
}

// A tournament does not go on to a round that nobody could play, and does so afterwards.
func TestNoRoundBeginsDuringMaintenance(t *testing.T) {
	s := newSite(t, nil)
	ann := s.administrator()
	players := []*client{ann, s.registered("Ben"), s.registered("Cleo"), s.registered("Dan")}
	id := ann.cup(`{"game":"quixo","rounds":2,"place":"online","entry":"anybody","advance":"done"}`).Summary.ID
	for _, p := range players {
		p.joins(id, `{}`)
	}
	ann.orders(id, `{"do":"pair"}`)
	ann.cupNow(id)
	ann.call(http.MethodPut, "/admin/maintenance", `{}`).wantStatus(http.StatusNoContent)
	for _, p := range players {
		if table := p.cupNow(id).Me.Table; table != "" {
			p.do(table, "resign", "")
		}
	}
	s.wait(time.Minute)
	if n := len(ann.cupNow(id).Rounds); n != 1 {
		t.Errorf("during maintenance there are %d rounds, want 1", n)
	}
	ann.call(http.MethodDelete, "/admin/maintenance", "").wantStatus(http.StatusNoContent)
	s.wait(time.Minute)
	if n := len(ann.cupNow(id).Rounds); n != 2 {
		t.Errorf("afterwards there are %d rounds, want 2", n)
	}
}
