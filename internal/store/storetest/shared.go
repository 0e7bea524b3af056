package storetest

import (
	"cmp"
	"fmt"
	"reflect"
	"slices"
	"strconv"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"plateau/internal/play"
)

func sharedValue(key, value string, until time.Time) play.SharedValue {
	return play.SharedValue{Key: key, Value: []byte(value), Until: until}
}

func wantShared(t *testing.T, s *store, at time.Time, prefixes []string, want ...play.SharedValue) {
	t.Helper()
	list, err := s.Shared(t.Context(), at, prefixes...)
	must(t, err)
	if len(list) != len(want) || len(want) > 0 && !reflect.DeepEqual(list, want) {
		t.Errorf("%v at %v: got %q, want %q", prefixes, at, list, want)
	}
}

func testShared(t *testing.T, s *store) {
	t.Helper()
	soon := now.Add(time.Minute)
	a, b, c := sharedValue("x/a", "1", soon), sharedValue("x/b", "2", time.Time{}), sharedValue("y/a", "\x00\xff", soon)
	must(t, s.Share(t.Context(), now, play.SharedChange{SharedValue: a}, play.SharedChange{SharedValue: b}, play.SharedChange{SharedValue: c, Anyway: true}))
	s.reopen(t)
	wantShared(t, s, now, []string{"x/"}, a, b)
	wantShared(t, s, now, []string{"y/", "x/a", "x/"}, a, b, c)
	wantShared(t, s, now, []string{"x", "z"}, a, b)
	wantShared(t, s, now, nil)
	wantShared(t, s, soon, []string{"x/", "y/"}, b)

	// All changes are made, or none.
	changed := sharedValue("x/a", "3", soon.Add(time.Minute))
	for _, wrong := range []play.SharedChange{
		{SharedValue: sharedValue("x/b", "4", soon)},
		{SharedValue: sharedValue("x/b", "4", soon), Old: []byte("1")},
		{SharedValue: sharedValue("x/c", "4", soon), Old: []byte("1")},
		{SharedValue: play.SharedValue{Key: "x/b"}, Old: []byte("3")},
	} {
		wantConflict(t, s.Share(t.Context(), now, play.SharedChange{SharedValue: changed, Old: []byte("1")}, wrong))
	}
	wantShared(t, s, now, []string{"x/"}, a, b)
	must(t, s.Share(t.Context(), now, play.SharedChange{SharedValue: changed, Old: []byte("1")}, play.SharedChange{SharedValue: play.SharedValue{Key: "x/b"}, Old: []byte("2")}))
	wantShared(t, s, now, []string{"x/"}, changed)

	// What has ended is not there any more.
	again := sharedValue("y/a", "5", now.Add(time.Hour))
	wantConflict(t, s.Share(t.Context(), soon, play.SharedChange{SharedValue: again, Old: c.Value}))
	must(t, s.Share(t.Context(), soon, play.SharedChange{SharedValue: again}))
	forever := sharedValue("y/b", "6", time.Time{})
	must(t, s.Share(t.Context(), now, play.SharedChange{SharedValue: forever}))
	must(t, s.RemoveEnded(t.Context(), soon.Add(time.Minute)))
	wantShared(t, s, now, []string{"x/", "y/"}, again, forever)
	wantShared(t, s, now.AddDate(10, 0, 0), []string{"x/", "y/"}, forever)
}

// testSharedRace has many take the same value. One gets it.
func testSharedRace(t *testing.T, s *store) {
	t.Helper()
	must(t, s.Share(t.Context(), now, play.SharedChange{SharedValue: sharedValue("lock", "free", time.Time{})}))
	var all sync.WaitGroup
	var got atomic.Int64
	for i := range 8 {
		all.Go(func() {
			err := s.Share(t.Context(), now, play.SharedChange{SharedValue: sharedValue("lock", strconv.Itoa(i), time.Time{}), Old: []byte("free")})
			if err == nil {
				got.Add(1)
				return
			}
			wantConflict(t, err)
		})
	}
	all.Wait()
	if got.Load() != 1 {
		t.Errorf("%d got a value that only one can have", got.Load())
	}
}

// testSharedWithTables has a table open together with a change of shared values.
func testSharedWithTables(t *testing.T, s *store) {
	t.Helper()
	seek := sharedValue("seek/ann", "waits", now.Add(time.Hour))
	must(t, s.Share(t.Context(), now, play.SharedChange{SharedValue: seek}))
	taken := play.SharedChange{SharedValue: sharedValue("seek/ann", "t1", seek.Until), Old: []byte("waits")}
	for i, id := range []play.TableID{"t1", "t2"} {
		table := NewTable(uint64(i), now)
		batch := play.BatchOf(table.Decide(t, "ann", "", Opening(id, "ann", play.Terms{Game: "pivot"})))
		batch.Shared = []play.SharedChange{taken}
		err := s.Append(t.Context(), batch)
		if i == 0 {
			must(t, err)
		} else {
			wantConflict(t, err)
		}
	}
	wantShared(t, s, now, []string{"seek/"}, taken.SharedValue)
	seqs, err := s.Seqs(t.Context(), "t1", "t2", "t3")
	must(t, err)
	if want := map[play.TableID]uint64{"t1": 1}; !reflect.DeepEqual(seqs, want) {
		t.Errorf("the tables have %v events, want %v", seqs, want)
	}
	if seqs, err := s.Seqs(t.Context()); err != nil || len(seqs) != 0 {
		t.Errorf("no tables have %v, %v", seqs, err)
	}
}

// testClock allows the store's clock to differ, but not by nobody knows what.
func testClock(t *testing.T, s *store) {
	t.Helper()
	if _, within, err := s.ClockAhead(t.Context()); err != nil || within < 0 {
		t.Errorf("the clock is known within %v, %v", within, err)
	}
}

// testSeats asks for the tables of several players at once.
func testSeats(t *testing.T, s *store) {
	t.Helper()
	running(t, s.Store, "over", play.Terms{}).add(t, s.Store, "ann", "", play.Resign{})
	table := running(t, s.Store, "running", play.Terms{})
	table.commit(t, s.Store, table.Move(t))
	NewTable(2, now).add(t, s.Store, "cleo", "", Opening("open", "cleo", play.Terms{Game: "quixo"}))
	seats, err := s.SeatsOf(t.Context(), "ann", "ben", "cleo", "nobody")
	must(t, err)
	slices.SortFunc(seats, func(a, b play.SeatOf) int { return cmp.Compare(a.Player, b.Player) })
	want := []play.SeatOf{{Player: "ann", Table: "running", Seq: table.Now.Seq}, {Player: "ben", Table: "running", Seq: table.Now.Seq}, {Player: "cleo", Table: "open", Seq: 1}}
	if !slices.Equal(seats, want) {
		t.Errorf("they sit at %+v, want %+v", seats, want)
	}
	if seats, err := s.SeatsOf(t.Context()); err != nil || len(seats) > 0 {
		t.Errorf("nobody sits at %v, %v", seats, err)
	}
	if got := fmt.Sprint(pages(t, s.Store, play.TableQuery{Tables: []play.TableID{"open", "over", "nowhere"}}, 10)); got != "[open over]" {
		t.Errorf("several tables at once are %s", got)
	}
}
