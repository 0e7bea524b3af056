package play_test

import (
	"testing"
	"time"

	"plateau/game"
	"plateau/internal/play"
)

var fiveMinutes = play.Time{Main: 300_000, Increment: 2000}

func (s *sheet) wantClock(seat game.Seat, want play.Millis) {
	s.Helper()
	if got := s.table.Remaining(seat, s.moment.Now); got != want {
		s.Errorf("seat %d has %d ms, want %d", seat, got, want)
	}
}

func TestClockWithIncrement(t *testing.T) {
	s := started(t, play.Terms{Game: "quixo", Time: fiveMinutes})
	s.wait(time.Minute)
	s.move("a1-a5") // The first move is free.
	s.wantClock(0, 302_000)
	s.wait(time.Minute)
	s.wantClock(1, 300_000)
	s.move("b1-b5") // And so is that of the others.
	s.wantClock(1, 302_000)
	s.wait(10 * time.Second)
	s.wantClock(0, 292_000)
	s.move("c1-c5")
	s.wantClock(0, 294_000)
	s.wait(5 * time.Second)
	s.move("d1-d5")
	s.wantClock(1, 299_000)
	s.wait(294 * time.Second)
	s.refuse(ben.ID, play.Flag{}, play.TimeIsLeft) // Its move may be under way.
	s.wait(999 * time.Millisecond)
	s.refuse(ben.ID, play.Flag{}, play.TimeIsLeft)
	s.refuse(ann.ID, play.Play{Ply: 4, Move: "e1-e5", RoundTrip: 998}, play.TimeIsUp)
	s.wait(time.Millisecond)
	s.wantClock(0, 0)
	s.do("", play.Flag{})
	s.want(play.Over, play.SecondWon, "timeout")
	s.refuse("", play.Flag{}, game.GameOver)
	s.replays()
}

func TestLagIsNotChargedUpToItsQuota(t *testing.T) {
	s := started(t, play.Terms{Game: "quixo", Time: play.Time{Main: 60_000}})
	s.move("a1-a5", "b1-b5")
	quota := play.Millis(1000)
	left := play.Millis(60_000)
	for _, trip := range []play.Millis{300, 2000, 2000, -50, 100_000} {
		s.wait(3 * time.Second)
		lag := max(0, min(trip, quota))
		left -= 3000 - lag
		quota = min(1000, quota-lag+200)
		s.do(ann.ID, play.Play{Ply: s.table.Plies(), Move: s.any(), RoundTrip: trip})
		s.wantClock(0, left)
		s.move(s.any())
	}
	s.wait(100 * time.Millisecond)
	s.do(ann.ID, play.Play{Ply: s.table.Plies(), Move: s.any(), RoundTrip: 150})
	s.wantClock(0, left) // A move cannot be charged less than nothing.
	s.replays()
}

// any is a legal move that does not end the game.
func (s *sheet) any() string {
	s.Helper()
	p := s.table.Position()
	moves := p.Moves()
	for i := range moves {
		// Not always the first: that would repeat positions.
		m := moves[(i+7*s.table.Plies())%len(moves)]
		if next, err := p.Play(m); err == nil && !next.Outcome().Over() {
			return p.MoveText(m)
		}
	}
	s.Fatal("every move ends the game")
	return ""
}

func TestFourClocks(t *testing.T) {
	s := started(t, play.Terms{Game: "quixo4p", Time: play.Time{Main: 60_000}})
	for i := range 9 {
		s.wait(time.Duration(i) * time.Second)
		s.move(s.any())
	}
	for seat, want := range []play.Millis{48_000, 55_000, 54_000, 53_000} {
		s.wantClock(game.Seat(seat), want)
	}
	s.wait(time.Hour)
	s.refuse(eve.ID, play.Flag{}, play.NotSeated)
	s.do(ann.ID, play.Flag{})
	s.want(play.Over, play.FirstWon, "timeout")
	s.replays()
}

func TestDaysPerMove(t *testing.T) {
	s := started(t, play.Terms{Game: "pivot", Time: play.Time{Days: 2}})
	s.wait(47 * time.Hour)
	s.wantClock(0, 3_600_000)
	s.wantClock(1, 48*3_600_000)
	s.move(s.any())
	s.wait(48*time.Hour - time.Millisecond)
	s.refuse("", play.Flag{}, play.TimeIsLeft)
	s.move(s.any())
	s.wait(48 * time.Hour)
	s.do("", play.Flag{})
	s.want(play.Over, play.SecondWon, "timeout")
	s.replays()
}

func TestNoClock(t *testing.T) {
	s := started(t, play.Terms{Game: "pivot"})
	s.wait(10_000 * time.Hour)
	s.refuse(ann.ID, play.Flag{}, play.NoClock)
	s.move(s.any())
	s.wantClock(0, 0)
}

func TestNobodyComes(t *testing.T) {
	s := newSheet(t)
	s.do(ann.ID, play.OpenTable{ID: "t", Terms: play.Terms{Game: "pivot"}, Chairs: []play.Sitter{{Player: "ann"}, {}}, Host: ann})
	s.wait(24*time.Hour - 1)
	s.refuse("", play.Flag{}, play.TimeIsLeft)
	s.wait(1)
	s.do("", play.Flag{})
	s.want(play.Over, play.Void, "closed")

	s = started(t, play.Terms{Game: "pivot", Time: fiveMinutes})
	s.wait(5 * time.Minute)
	s.do("", play.Flag{})
	s.want(play.Over, play.Void, "aborted")
	s.replays()

	// Nor does anybody lose who has not come.
	s = started(t, play.Terms{Game: "quixo4p", Time: play.Time{Main: 10_000}})
	for range 3 {
		s.wait(5*time.Minute - time.Millisecond)
		s.refuse("", play.Flag{}, play.TimeIsLeft)
		s.move(s.any())
	}
	s.wait(5 * time.Minute)
	s.do("", play.Flag{})
	s.want(play.Over, play.Void, "aborted")
	s.replays()
}

func TestRestartChargesNobody(t *testing.T) {
	s := started(t, play.Terms{Game: "quixo", Time: fiveMinutes})
	s.move("a1-a5", "b1-b5")
	s.wait(20 * time.Second)
	var down play.Resume
	stop := func(d time.Duration) {
		began := s.moment.Now
		s.wait(d)
		down.Downtimes = append(down.Downtimes, play.Downtime{Began: began, Ended: s.moment.Now})
	}
	stop(time.Hour)
	s.wait(3 * time.Second) // The table is loaded later than the server started.
	s.refuse(ann.ID, down, play.NotForPlayers)
	s.do("", down)
	s.wantClock(0, 279_000)
	s.do("", down) // What was given back is not given back again.
	s.wantClock(0, 279_000)
	stop(time.Minute)
	s.wait(2 * time.Second)
	stop(time.Minute) // Two restarts before the table is loaded.
	s.do("", down)
	s.wantClock(0, 277_000)
	s.move("c1-c5")
	s.wantClock(0, 279_000)
	s.do("", down) // Downtimes that are older than the turn.
	s.wantClock(1, 302_000)
	s.replays()
}

func TestDowntimesThatOverlap(t *testing.T) {
	s := started(t, play.Terms{Game: "quixo", Time: fiveMinutes})
	at := func(seconds int) time.Time { return start.Add(time.Duration(seconds) * time.Second) }
	for _, test := range []struct {
		downtimes []play.Downtime
		want      play.Millis
	}{
		{nil, 0},
		{[]play.Downtime{{at(-20), at(-10)}}, 0},
		{[]play.Downtime{{at(-20), at(10)}}, 10_000}, // A crash after the last heartbeat.
		{[]play.Downtime{{at(10), at(20)}, {at(30), at(31)}}, 11_000},
		{[]play.Downtime{{at(10), at(20)}, {at(15), at(18)}, {at(15), at(22)}}, 12_000}, // The machine's clock was set back.
	} {
		if got := s.table.Paused(test.downtimes); got != test.want {
			t.Errorf("%v: no server ran for %d ms, want %d", test.downtimes, got, test.want)
		}
	}
}

func TestTimeNeverGoesBack(t *testing.T) {
	s := started(t, play.Terms{Game: "quixo", Time: fiveMinutes})
	s.move("a1-a5")
	s.wait(-time.Hour)
	s.move("b1-b5")
	s.wantClock(1, 302_000)
	if last := s.events[len(s.events)-1].At; last.Before(start) {
		t.Errorf("the last event is of %v, before the first", last)
	}
}

func TestTakenBackTimeIsNotGivenBack(t *testing.T) {
	s := started(t, play.Terms{Game: "quixo", Time: play.Time{Main: 60_000}})
	s.move("a1-a5", "b1-b5")
	s.wait(10 * time.Second)
	s.move("c1-c5")
	s.do(ann.ID, play.AskTakeBack{})
	s.wait(5 * time.Second)
	s.do(ben.ID, play.AnswerTakeBack{Accept: true})
	s.wantClock(0, 50_000)
	s.wantClock(1, 60_000)
	s.replays()
}
