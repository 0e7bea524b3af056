package storetest

import (
	"errors"
	"fmt"
	"strconv"
	"sync"
	"testing"

	"plateau/internal/play"
	"plateau/internal/store/sqlstore"
)

func testAppend(t *testing.T, s *store) {
	t.Helper()
	table := running(t, s.Store, "t", play.Terms{Chat: true})
	for range 3 {
		table.commit(t, s.Store, table.Move(t))
	}
	table.add(t, s.Store, "ann", "r", play.Say{Channel: play.ToTable, Text: "Grüße, \"<b>\" 👋"})
	table.add(t, s.Store, "ben", "", play.Resign{})
	wantStored(t, s.Store, table.Now)
	s.reopen(t)
	wantStored(t, s.Store, table.Now)
}

func testConflict(t *testing.T, s *store) {
	t.Helper()
	table := running(t, s.Store, "t", play.Terms{})
	first, second := table.Move(t), table.Move(t)
	must(t, s.Append(t.Context(), play.BatchOf(first)))
	wantConflict(t, s.Append(t.Context(), play.BatchOf(second)))
	wantConflict(t, s.Append(t.Context(), play.BatchOf(first)))
	behind := *table
	behind.Keep(first)
	further := behind.Move(t)
	behind.Keep(further)
	wantConflict(t, s.Append(t.Context(), play.BatchOf(behind.Move(t)))) // There is a gap before it.
	again := NewTable(2, now)
	wantConflict(t, s.Append(t.Context(), play.BatchOf(again.Decide(t, "ann", "", Opening("t", "ann", play.Terms{Game: "pivot"})))))
	wantStored(t, s.Store, first.Table)
}

func wantConflict(t *testing.T, err error) {
	t.Helper()
	if !errors.Is(err, play.ErrConflict) {
		t.Errorf("got %v, want a conflict", err)
	}
}

// testAtomic lets one of two batches conflict, which must undo the other.
func testAtomic(t *testing.T, s *store) {
	t.Helper()
	table := running(t, s.Store, "t", play.Terms{})
	stale := table.Move(t)
	d := table.Move(t)
	must(t, s.Append(t.Context(), play.BatchOf(d)))
	other := NewTable(3, now).Decide(t, "ann", "x", Opening("u", "ann", play.Terms{Game: "pivot", Listed: true}))
	wantConflict(t, s.Append(t.Context(), play.BatchOf(other), play.BatchOf(stale)))
	if events, err := s.Events(t.Context(), "u", 0, 10); err != nil || len(events) > 0 {
		t.Errorf("a part of what conflicted was stored: %v, %v", events, err)
	}
	if list, err := s.Tables(t.Context(), play.TableQuery{Phase: play.Open, Limit: 10}); err != nil || len(list) > 0 {
		t.Errorf("a part of what conflicted is listed: %v, %v", list, err)
	}
	if repeated, err := s.Answered(t.Context(), "ann", "x"); err != nil || repeated != nil {
		t.Errorf("a request that conflicted counts as answered: %v, %v", repeated, err)
	}
	if err := s.Append(t.Context(), play.BatchOf(other)); err != nil {
		t.Errorf("what had been undone cannot be done: %v", err)
	}
	wantStored(t, s.Store, d.Table)
	wantStored(t, s.Store, other.Table)
}

func testRequests(t *testing.T, s *store) {
	t.Helper()
	table := NewTable(1, now)
	table.add(t, s.Store, "ann", "open-1", Opening("t", "ann", play.Terms{Game: "quixo", Chat: true}))
	table.add(t, s.Store, "ben", "sit-1", play.Sit{Player: play.Player{ID: "ben", Name: "ben"}, Chair: 1})
	wantRepeated := func(err error, id play.TableID, seq uint64) {
		t.Helper()
		var repeated *play.Repeated
		if !errors.As(err, &repeated) || *repeated != (play.Repeated{Table: id, Seq: seq}) {
			t.Errorf("got %v, want event %d of %s", err, seq, id)
		}
	}
	say := play.Say{Channel: play.ToTable, Text: "hello"}
	table.add(t, s.Store, "ann", "say-1", say)
	wantRepeated(s.Append(t.Context(), play.BatchOf(table.Decide(t, "ann", "say-1", say))), "t", 4)
	// Another table with the same request: the answer is the first table.
	other := NewTable(2, now).Decide(t, "ann", "open-1", Opening("u", "ann", play.Terms{Game: "pivot"}))
	wantRepeated(s.Append(t.Context(), play.BatchOf(other)), "t", 1)
	// Ids are unique per player, and an empty one is no id.
	table.add(t, s.Store, "ben", "say-1", say)
	table.add(t, s.Store, "ben", "", say)
	table.add(t, s.Store, "ben", "", say)
	wantStored(t, s.Store, table.Now)
	if repeated, err := s.Answered(t.Context(), "ben", "sit-1"); err != nil || *repeated != (play.Repeated{Table: "t", Seq: 2}) {
		t.Errorf("the answer is %v, %v", repeated, err)
	}
	if repeated, err := s.Answered(t.Context(), "ben", "open-1"); err != nil || repeated != nil {
		t.Errorf("a request that was never made was answered by %v, %v", repeated, err)
	}
}

func testReading(t *testing.T, s *store) {
	t.Helper()
	table := running(t, s.Store, "t", play.Terms{Chat: true})
	running(t, s.Store, "tt", play.Terms{})
	for i := range 20 {
		table.add(t, s.Store, "ann", "", play.Say{Channel: play.ToTable, Text: strconv.Itoa(i)})
	}
	seq := uint64(5)
	for range 6 {
		events, err := s.Events(t.Context(), "t", seq, 4)
		must(t, err)
		for _, e := range events {
			if seq++; e.Seq != seq || e.Table != "t" {
				t.Fatalf("got event %d of %s, want %d of t", e.Seq, e.Table, seq)
			}
		}
	}
	if seq != table.Now.Seq {
		t.Errorf("the last event is %d, want %d", seq, table.Now.Seq)
	}
	if events, err := s.Events(t.Context(), "nowhere", 0, 10); err != nil || len(events) > 0 {
		t.Errorf("a table that is not there has %v, %v", events, err)
	}
}

// testConcurrent has several writers per table. Exactly one may win each event,
// and readers see no gap.
func testConcurrent(t *testing.T, s *store) {
	t.Helper()
	const tables, writers, messages = 8, 4, 10
	var all sync.WaitGroup
	for i := range tables {
		id := play.TableID(fmt.Sprintf("t%d", i))
		table := running(t, s.Store, id, play.Terms{Chat: true})
		for w := range writers {
			own := *table
			all.Go(func() {
				for m := range messages {
					say(t, s.Store, &own, fmt.Sprintf("%d.%d", w, m))
				}
			})
		}
	}
	all.Wait()
	for i := range tables {
		if got := stored(t, s.Store, play.TableID(fmt.Sprintf("t%d", i))); got.Messages != writers*messages {
			t.Errorf("%d of %d messages are stored", got.Messages, writers*messages)
		}
	}
}

// say adds a message, whatever others do at the same time.
func say(t *testing.T, s *sqlstore.Store, table *Table, text string) {
	t.Helper()
	for {
		d := table.Decide(t, "ann", "", play.Say{Channel: play.ToTable, Text: text})
		err := s.Append(t.Context(), play.BatchOf(d))
		if err == nil {
			table.Keep(d)
			return
		}
		if !errors.Is(err, play.ErrConflict) {
			t.Error(err)
			return
		}
		if table.Now, err = play.CatchUp(t.Context(), s, table.Now); err != nil {
			t.Error(err)
			return
		}
	}
}
