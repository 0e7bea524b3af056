package house_test

import (
	"bytes"
	"context"
	"log/slog"
	"testing"
	"time"

	"plateau/internal/play"
)

func TestTimeRunsOut(t *testing.T) {
	s := newSite(t)
	h := s.house()
	lost := s.begin(h, play.Terms{Time: play.Time{Main: 60_000}})
	days := s.begin(h, play.Terms{Time: play.Time{Days: 1}})
	forever := s.begin(h, play.Terms{})
	s.move(h, lost, "a1-a5", "b1-b5")
	s.wait(61*time.Second - 1)
	h.Tick(t.Context())
	s.wantReason(h, lost, "")
	s.wait(1)
	h.Tick(t.Context())
	s.wantReason(h, lost, "timeout")
	s.wantReason(h, days, "")
	s.wait(24 * time.Hour)
	h.Tick(t.Context()) // The table has left memory in the meantime.
	s.wantReason(h, days, "timeout")
	s.wait(1000 * time.Hour)
	h.Tick(t.Context())
	s.wantReason(h, forever, "")
}

// TestStoppingFailsAtNothing gives up what is due when the house stops, and does not log
// that as a failure.
func TestStoppingFailsAtNothing(t *testing.T) {
	s := newSite(t)
	var log bytes.Buffer
	s.log = slog.New(slog.NewTextHandler(&log, nil))
	h := s.house()
	s.begin(h, play.Terms{Time: play.Time{Main: 60_000}})
	stopped, stop := context.WithCancel(t.Context())
	stop()
	s.wait(time.Hour)
	h.Tick(stopped)
	if log.Len() > 0 {
		t.Errorf("the log has %s", &log)
	}
}

// TestRestart kills the house without a word, and opens another one later.
func TestRestart(t *testing.T) {
	s := newSite(t)
	h := s.house()
	id := s.begin(h, play.Terms{Time: play.Time{Main: 60_000}})
	s.move(h, id, "a1-a5", "b1-b5")
	s.wait(20 * time.Second)
	h.Tick(t.Context())
	s.wait(900 * time.Millisecond) // Since the last beat: this is given back, too.
	h.Close()
	s.reopen()
	s.wait(time.Hour)

	h = s.house()
	if left := s.table(h, id).Remaining(0, s.Now()); left != 40_000 {
		t.Errorf("Ann has %d ms after the restart, want 40000", left)
	}
	s.wait(40 * time.Second)
	h.Tick(t.Context())
	s.wantReason(h, id, "")
	s.wait(time.Second)
	h.Tick(t.Context())
	s.wantReason(h, id, "timeout")
}

// TestClockSetBackAfterRestart gives downtime back once.
func TestClockSetBackAfterRestart(t *testing.T) {
	s := newSite(t)
	h := s.house()
	id := s.begin(h, play.Terms{Time: play.Time{Main: 60_000}})
	s.move(h, id, "a1-a5", "b1-b5")
	h.Close()
	s.wait(time.Hour)
	h = s.house()
	s.wait(-30 * time.Minute)
	before := s.table(h, id)
	if left := before.Remaining(0, s.Now()); left != 60_000 {
		t.Errorf("Ann has %d ms after the restart, want 60000", left)
	}
	s.wait(10 * time.Minute)
	h.Tick(t.Context()) // The table leaves memory, and is loaded again.
	if after := s.table(h, id); after.Seq != before.Seq {
		t.Errorf("the table has %d events, want %d", after.Seq, before.Seq)
	}
}

// TestDeadlinesInTheStore end games that are not in memory, by the house that
// runs then, and give back what no house did.
func TestDeadlinesInTheStore(t *testing.T) {
	s := newSite(t)
	h := s.house()
	days := play.Terms{Time: play.Time{Days: 1}}
	lost, moved, open := s.begin(h, days), s.begin(h, days), s.open(h, play.Terms{Listed: true})
	s.move(h, moved, "a1-a5")
	s.wait(10 * time.Hour)
	h.Tick(t.Context())
	if n := h.Tables.Stats().Tables; n != 0 {
		t.Errorf("%d tables are in memory, want none", n)
	}
	h.Close()
	s.reopen()
	s.wait(100 * time.Hour)
	h = s.house()
	if n := h.Tables.Stats().Tables; n != 0 {
		t.Errorf("%d tables were loaded at the start, want none", n)
	}
	h.Tick(t.Context())
	s.wait(14*time.Hour - time.Millisecond)
	for range 2 { // Tables that are due are loaded, and leave memory again.
		h.Tick(t.Context())
		s.wantReason(h, lost, "")
		s.wantReason(h, open, "")
	}
	s.wait(time.Second)
	h.Tick(t.Context())
	for _, id := range []play.TableID{lost, moved} {
		s.wantReason(h, id, "timeout")
	}
	s.wantReason(h, open, "closed")
}
