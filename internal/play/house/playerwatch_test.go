package house_test

import (
	"fmt"
	"testing"

	"plateau/internal/play"
	"plateau/internal/play/house"
	"plateau/internal/play/playerwatch"
)

func (s *site) watchPlayer(h *house.House, player play.PlayerID) (*playerwatch.Watch, []play.Summary) {
	s.Helper()
	watch, tables, err := h.PlayerWatches.Watch(s.Context(), player)
	if err != nil {
		s.Fatal(err)
	}
	s.Cleanup(watch.Close)
	return watch, tables
}

// wantChanged has tables changed, in a phase.
func wantChanged(t *testing.T, m *playerwatch.Watch, want ...string) {
	t.Helper()
	got := []string{}
	for _, s := range m.Look() {
		got = append(got, fmt.Sprintf("%s %d", s.Phase, s.Plies))
	}
	if fmt.Sprint(got) != fmt.Sprint(want) {
		t.Errorf("%q changed, want %q", got, want)
	}
}

func TestPlayerWatch(t *testing.T) {
	s := newSite(t)
	h := s.house()
	over := s.begin(h, play.Terms{})
	s.do(h, over, ann.ID, play.Resign{})
	running, open := s.begin(h, play.Terms{}), s.open(h, play.Terms{})
	watch, tables := s.watchPlayer(h, ben.ID)
	if len(tables) != 1 || tables[0].ID != running {
		t.Errorf("Ben has %+v", tables)
	}
	if _, tables := s.watchPlayer(h, ann.ID); len(tables) != 2 {
		t.Errorf("Ann has %+v", tables)
	}
	wantChanged(t, watch)
	s.do(h, running, ann.ID, play.Play{Move: "a1-a5"})
	select {
	case <-watch.Bell():
	default:
		t.Error("a move was not reported")
	}
	wantChanged(t, watch, "running 1")
	wantChanged(t, watch)
	s.do(h, open, ben.ID, play.Sit{Player: ben, Chair: play.AnyChair})
	wantChanged(t, watch, "running 0")
	s.do(h, open, ann.ID, play.Abort{})
	s.do(h, over, ben.ID, play.AskRematch{})
	if got := len(watch.Look()); got != 2 {
		t.Errorf("%d tables changed", got)
	}
	watch.Close()
	s.do(h, running, ben.ID, play.Resign{})
	wantChanged(t, watch)
}

// TestPlayerWatchLeft notifies a player who left a table once more.
func TestPlayerWatchLeft(t *testing.T) {
	s := newSite(t)
	h := s.house()
	id := s.open(h, play.Terms{Game: "quixo4p"})
	s.do(h, id, ben.ID, play.Sit{Player: ben, Chair: play.AnyChair})
	watch, _ := s.watchPlayer(h, ben.ID)
	s.do(h, id, ben.ID, play.Leave{})
	changed := watch.Look()
	if len(changed) != 1 || changed[0].Sitters[1].Player != "" {
		t.Errorf("reported %+v", changed)
	}
	s.do(h, id, ann.ID, play.Leave{})
	wantChanged(t, watch)
}

// TestPlayerWatchElsewhere gets notices of another server.
func TestPlayerWatchElsewhere(t *testing.T) {
	s := newSite(t)
	here, there := s.house(), s.house()
	watch, _ := s.watchPlayer(here, ben.ID)
	s.begin(there, play.Terms{})
	wantChanged(t, watch, "running 0")
}
