package storetest

import (
	"time"

	"plateau/internal/play"
)

func testHeartbeat(s *store) {
	const never = -1
	beat := func(at time.Time, gap time.Duration, want int) {
		s.Helper()
		answer(s.Heartbeat(s.Context(), func() time.Time { return at }, gap)).is(s, want, "the downtimes after a heartbeat at %v", at)
	}
	beat(now.Add(-time.Hour), 0, 0)
	answer(s.Downtimes(s.Context())).has(s, 0, "a new store has the downtimes")
	answer(s.LastHeartbeat(s.Context())).is(s, now.Add(-time.Hour), "the last heartbeat was at")
	for i := range 2 {
		beat(now.Add(time.Duration(i)*time.Second), never, 0)
	}
	s.reopen()
	answer(s.LastHeartbeat(s.Context())).is(s, now.Add(time.Second), "the last heartbeat was at")
	for range 2 {
		beat(now.Add(time.Minute), 0, 1)
	}
	// Others run: a server that joins them changes nothing.
	beat(now.Add(time.Minute+2*time.Second), 2*time.Second, 1)
	beat(now.Add(time.Minute+5*time.Second), 2*time.Second, 2)
	// One that was late to be stored does not make a downtime of the time since then.
	beat(now.Add(time.Minute+6*time.Second), 2*time.Second, 2)
	beat(now.Add(time.Minute+3*time.Second), 2*time.Second, 2)
	beat(now.Add(time.Minute+7*time.Second), 2*time.Second, 2)
	// The clock that all servers share was set back.
	beat(now.Add(-time.Hour), 2*time.Second, 2)
	beat(now.Add(-time.Hour+time.Second), 2*time.Second, 2)
	answer(s.LastHeartbeat(s.Context())).is(s, now.Add(-time.Hour+time.Second), "the last heartbeat was at")
	// That of a single machine was set back.
	beat(now.Add(-time.Hour), 0, 2)
	want := []play.Downtime{
		{Began: now.Add(time.Second), Ended: now.Add(time.Minute)},
		{Began: now.Add(time.Minute + 2*time.Second), Ended: now.Add(time.Minute + 5*time.Second)},
	}
	answer(s.Downtimes(s.Context())).is(s, want, "the downtimes")
}

// testDue checks that no table is due later than it should be, and that only
// unchanged tables are postponed.
func testDue(s *store) {
	clock := play.Time{Main: 60_000}
	fast := s.running("fast", play.Terms{Time: clock})
	s.running("forever", play.Terms{})
	slow := s.running("slow", play.Terms{Time: play.Time{Days: 1}})
	want := func(by time.Duration, ids ...play.TableID) []play.Due {
		s.Helper()
		list := answer(s.Due(s.Context(), now.Add(by), 10)).must(s)
		equal(s, column(list, func(d play.Due) play.TableID { return d.Table }), ids, "what is due after %v", by)
		return list
	}
	want(5*time.Minute - time.Millisecond)
	list := want(5*time.Minute, "fast")
	want(48*time.Hour, "fast", "slow")
	// With the first two moves the deadline comes nearer.
	for range 2 {
		fast.commit(s, fast.Move(s))
	}
	want(60 * time.Second)
	moved := want(61*time.Second, "fast")
	list[0].At = now.Add(time.Hour)
	must(s, s.Postpone(s.Context(), list))
	want(61*time.Second, "fast") // It was at another event.
	moved[0].At = now.Add(time.Hour)
	must(s, s.Postpone(s.Context(), moved))
	want(time.Hour - 1)
	moved[0].At = time.Time{}
	must(s, s.Postpone(s.Context(), moved))
	want(48*time.Hour, "slow")
	slow.add(s, "ann", "", play.Resign{})
	want(1000 * time.Hour)
}
