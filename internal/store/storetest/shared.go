package storetest

import (
	"cmp"
	"fmt"
	"slices"
	"strconv"
	"sync"
	"sync/atomic"
	"time"

	"plateau/internal/play"
)

func sharedValue(key, value string, until time.Time) play.SharedValue {
	return play.SharedValue{Key: key, Value: []byte(value), Until: until}
}

func (s *store) wantShared(at time.Time, prefixes []string, want ...play.SharedValue) {
	s.Helper()
	answer(s.Shared(s.Context(), at, prefixes...)).is(s, want, "%v at %v", prefixes, at)
}

func testShared(s *store) {
	soon := now.Add(time.Minute)
	a, b, c := sharedValue("x/a", "1", soon), sharedValue("x/b", "2", time.Time{}), sharedValue("y/a", "\x00\xff", soon)
	must(s, s.Share(s.Context(), now, play.SharedChange{SharedValue: a}, play.SharedChange{SharedValue: b}, play.SharedChange{SharedValue: c, Anyway: true}))
	s.reopen()
	s.wantShared(now, []string{"x/"}, a, b)
	s.wantShared(now, []string{"y/", "x/a", "x/"}, a, b, c)
	s.wantShared(now, []string{"x", "z"}, a, b)
	s.wantShared(now, nil)
	s.wantShared(soon, []string{"x/", "y/"}, b)

	// All changes are made, or none.
	changed := sharedValue("x/a", "3", soon.Add(time.Minute))
	for _, wrong := range []play.SharedChange{
		{SharedValue: sharedValue("x/b", "4", soon)},
		{SharedValue: sharedValue("x/b", "4", soon), Old: []byte("1")},
		{SharedValue: sharedValue("x/c", "4", soon), Old: []byte("1")},
		{SharedValue: play.SharedValue{Key: "x/b"}, Old: []byte("3")},
	} {
		s.wantConflict(s.Share(s.Context(), now, play.SharedChange{SharedValue: changed, Old: []byte("1")}, wrong))
	}
	s.wantShared(now, []string{"x/"}, a, b)
	must(s, s.Share(s.Context(), now, play.SharedChange{SharedValue: changed, Old: []byte("1")}, play.SharedChange{SharedValue: play.SharedValue{Key: "x/b"}, Old: []byte("2")}))
	s.wantShared(now, []string{"x/"}, changed)

	// What has ended is not there any more.
	again := sharedValue("y/a", "5", now.Add(time.Hour))
	s.wantConflict(s.Share(s.Context(), soon, play.SharedChange{SharedValue: again, Old: c.Value}))
	must(s, s.Share(s.Context(), soon, play.SharedChange{SharedValue: again}))
	forever := sharedValue("y/b", "6", time.Time{})
	must(s, s.Share(s.Context(), now, play.SharedChange{SharedValue: forever}))
	must(s, s.RemoveEnded(s.Context(), soon.Add(time.Minute)))
	s.wantShared(now, []string{"x/", "y/"}, again, forever)
	s.wantShared(now.AddDate(10, 0, 0), []string{"x/", "y/"}, forever)
}

// testSharedRace has many take the same value. One gets it.
func testSharedRace(s *store) {
	must(s, s.Share(s.Context(), now, play.SharedChange{SharedValue: sharedValue("lock", "free", time.Time{})}))
	var all sync.WaitGroup
	var got atomic.Int64
	for i := range 8 {
		all.Go(func() {
			err := s.Share(s.Context(), now, play.SharedChange{SharedValue: sharedValue("lock", strconv.Itoa(i), time.Time{}), Old: []byte("free")})
			if err == nil {
				got.Add(1)
				return
			}
			s.wantConflict(err)
		})
	}
	all.Wait()
	if got.Load() != 1 {
		s.Errorf("%d got a value that only one can have", got.Load())
	}
}

// testSharedWithTables has a table open together with a change of shared values.
func testSharedWithTables(s *store) {
	seek := sharedValue("seek/ann", "waits", now.Add(time.Hour))
	must(s, s.Share(s.Context(), now, play.SharedChange{SharedValue: seek}))
	taken := play.SharedChange{SharedValue: sharedValue("seek/ann", "t1", seek.Until), Old: []byte("waits")}
	for i, id := range []play.TableID{"t1", "t2"} {
		table := NewTable(uint64(i), now)
		batch := play.BatchOf(table.Decide(s, "ann", "", Opening(id, "ann", play.Terms{Game: "pivot"})))
		batch.Shared = []play.SharedChange{taken}
		err := s.Append(s.Context(), batch)
		if i == 0 {
			must(s, err)
		} else {
			s.wantConflict(err)
		}
	}
	s.wantShared(now, []string{"seek/"}, taken.SharedValue)
	seqs := answer(s.Seqs(s.Context(), "t1", "t2", "t3")).must(s)
	equal(s, seqs, map[play.TableID]uint64{"t1": 1}, "the events of the tables")
	answer(s.Seqs(s.Context())).has(s, 0, "the events of no tables")
}

// testClock allows the store's clock to differ, but not by nobody knows what.
func testClock(s *store) {
	if _, within, err := s.ClockAhead(s.Context()); err != nil || within < 0 {
		s.Errorf("the clock is known within %v, %v", within, err)
	}
}

// testSeats asks for the tables of several players at once.
func testSeats(s *store) {
	s.running("over", play.Terms{}).add(s, "ann", "", play.Resign{})
	table := s.running("running", play.Terms{})
	table.commit(s, table.Move(s))
	NewTable(2, now).add(s, "cleo", "", Opening("open", "cleo", play.Terms{Game: "quixo"}))
	seats := answer(s.SeatsOf(s.Context(), "ann", "ben", "cleo", "nobody")).must(s)
	slices.SortFunc(seats, func(a, b play.SeatOf) int { return cmp.Compare(a.Player, b.Player) })
	want := []play.SeatOf{{Player: "ann", Table: "running", Seq: table.Now.Seq}, {Player: "ben", Table: "running", Seq: table.Now.Seq}, {Player: "cleo", Table: "open", Seq: 1}}
	if !slices.Equal(seats, want) {
		s.Errorf("they sit at %+v, want %+v", seats, want)
	}
	answer(s.SeatsOf(s.Context())).has(s, 0, "where nobody sits")
	equal(s, fmt.Sprint(s.pages(play.TableQuery{Tables: []play.TableID{"open", "over", "nowhere"}}, 10)), "[open over]", "several tables at once")
}
