package storetest

import (
	"fmt"
	"reflect"
	"time"

	"plateau/internal/play"
)

func testHeartbeat(s *store) {
	const never = -1
	beat := func(at time.Time, gap time.Duration, want int) {
		s.Helper()
		if downtimes, err := s.Heartbeat(s.Context(), func() time.Time { return at }, gap); err != nil || downtimes != want {
			s.Errorf("after a heartbeat at %v there are %d downtimes, %v, want %d", at, downtimes, err, want)
		}
	}
	beat(now.Add(-time.Hour), 0, 0)
	if list, err := s.Downtimes(s.Context()); err != nil || len(list) > 0 {
		s.Errorf("a new store has the downtimes %v, %v", list, err)
	}
	if at, err := s.LastHeartbeat(s.Context()); err != nil || !at.Equal(now.Add(-time.Hour)) {
		s.Errorf("the last heartbeat was at %v, %v", at, err)
	}
	for i := range 2 {
		beat(now.Add(time.Duration(i)*time.Second), never, 0)
	}
	s.reopen()
	if at, err := s.LastHeartbeat(s.Context()); err != nil || !at.Equal(now.Add(time.Second)) {
		s.Errorf("the last heartbeat was at %v, %v", at, err)
	}
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
	if at, err := s.LastHeartbeat(s.Context()); err != nil || !at.Equal(now.Add(-time.Hour+time.Second)) {
		s.Errorf("the last heartbeat was at %v, %v", at, err)
	}
	// That of a single machine was set back.
	beat(now.Add(-time.Hour), 0, 2)
	want := []play.Downtime{
		{Began: now.Add(time.Second), Ended: now.Add(time.Minute)},
		{Began: now.Add(time.Minute + 2*time.Second), Ended: now.Add(time.Minute + 5*time.Second)},
	}
	if list, err := s.Downtimes(s.Context()); err != nil || !reflect.DeepEqual(list, want) {
		s.Errorf("the downtimes are %v, %v, want %v", list, err, want)
	}
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
		list, err := s.Due(s.Context(), now.Add(by), 10)
		must(s, err)
		got := []play.TableID{}
		for _, d := range list {
			got = append(got, d.Table)
		}
		if fmt.Sprint(got) != fmt.Sprint(ids) {
			s.Errorf("after %v, %v are due, want %v", by, got, ids)
		}
		return list
	}
	want(5*time.Minute - time.Millisecond)
	list := want(5*time.Minute, "fast")
	want(48*time.Hour, "fast", "slow")
	// With the first two moves the deadline comes nearer.
	for range 2 {
		fast.commit(s, fast.Move(s))
	}
	want(60*time.Second, []play.TableID{}...)
	moved := want(61*time.Second, "fast")
	list[0].At = now.Add(time.Hour)
	must(s, s.Postpone(s.Context(), list))
	want(61*time.Second, "fast") // It was at another event.
	moved[0].At = now.Add(time.Hour)
	must(s, s.Postpone(s.Context(), moved))
	want(time.Hour-1, []play.TableID{}...)
	moved[0].At = time.Time{}
	must(s, s.Postpone(s.Context(), moved))
	want(48*time.Hour, "slow")
	slow.add(s, "ann", "", play.Resign{})
	want(1000 * time.Hour)
}
