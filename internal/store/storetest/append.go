package storetest

import (
	"errors"
	"fmt"
	"strconv"
	"sync"

	"plateau/internal/play"
)

func testAppend(s *store) {
	table := s.running("t", play.Terms{Chat: true})
	for range 3 {
		table.commit(s, table.Move(s))
	}
	table.add(s, "ann", "r", play.Say{Channel: play.ToTable, Text: "Grüße, \"<b>\" 👋"})
	table.add(s, "ben", "", play.Resign{})
	s.wantStored(table.Now)
	s.reopen()
	s.wantStored(table.Now)
}

func testConflict(s *store) {
	table := s.running("t", play.Terms{})
	first, second := table.Move(s), table.Move(s)
	must(s, s.Append(s.Context(), play.BatchOf(first)))
	s.wantConflict(s.Append(s.Context(), play.BatchOf(second)))
	s.wantConflict(s.Append(s.Context(), play.BatchOf(first)))
	behind := *table
	behind.Keep(first)
	further := behind.Move(s)
	behind.Keep(further)
	s.wantConflict(s.Append(s.Context(), play.BatchOf(behind.Move(s)))) // There is a gap before it.
	again := NewTable(2, now)
	s.wantConflict(s.Append(s.Context(), play.BatchOf(again.Decide(s, "ann", "", Opening("t", "ann", play.Terms{Game: "pivot"})))))
	s.wantStored(first.Table)
}

func (s *store) wantConflict(err error) {
	s.Helper()
	s.wantError("what conflicts", err, play.ErrConflict)
}

// testAtomic lets one of two batches conflict, which must undo the other.
func testAtomic(s *store) {
	table := s.running("t", play.Terms{})
	stale := table.Move(s)
	d := table.Move(s)
	must(s, s.Append(s.Context(), play.BatchOf(d)))
	other := NewTable(3, now).Decide(s, "ann", "x", Opening("u", "ann", play.Terms{Game: "pivot", Listed: true}))
	s.wantConflict(s.Append(s.Context(), play.BatchOf(other), play.BatchOf(stale)))
	answer(s.Events(s.Context(), "u", 0, 10)).has(s, 0, "a part of what conflicted was stored")
	answer(s.Tables(s.Context(), play.TableQuery{Phase: play.Open, Limit: 10})).has(s, 0, "a part of what conflicted is listed")
	answer(s.Answered(s.Context(), "ann", "x")).is(s, nil, "a request that conflicted counts as answered")
	must(s, s.Append(s.Context(), play.BatchOf(other))) // What had been undone can be done.
	s.wantStored(d.Table)
	s.wantStored(other.Table)
}

func testRequests(s *store) {
	table := NewTable(1, now)
	table.add(s, "ann", "open-1", Opening("t", "ann", play.Terms{Game: "quixo", Chat: true}))
	table.add(s, "ben", "sit-1", play.Sit{Player: play.Player{ID: "ben", Name: "ben"}, Chair: 1})
	wantRepeated := func(err error, id play.TableID, seq uint64) {
		s.Helper()
		var repeated *play.Repeated
		if !errors.As(err, &repeated) || *repeated != (play.Repeated{Table: id, Seq: seq}) {
			s.Errorf("got %v, want event %d of %s", err, seq, id)
		}
	}
	say := play.Say{Channel: play.ToTable, Text: "hello"}
	table.add(s, "ann", "say-1", say)
	wantRepeated(s.Append(s.Context(), play.BatchOf(table.Decide(s, "ann", "say-1", say))), "t", 4)
	// Another table with the same request: the answer is the first table.
	other := NewTable(2, now).Decide(s, "ann", "open-1", Opening("u", "ann", play.Terms{Game: "pivot"}))
	wantRepeated(s.Append(s.Context(), play.BatchOf(other)), "t", 1)
	// Ids are unique per player, and an empty one is no id.
	table.add(s, "ben", "say-1", say)
	table.add(s, "ben", "", say)
	table.add(s, "ben", "", say)
	s.wantStored(table.Now)
	answer(s.Answered(s.Context(), "ben", "sit-1")).is(s, &play.Repeated{Table: "t", Seq: 2}, "the answer")
	answer(s.Answered(s.Context(), "ben", "open-1")).is(s, nil, "a request that was never made was answered by")
}

func testReading(s *store) {
	table := s.running("t", play.Terms{Chat: true})
	s.running("tt", play.Terms{})
	for i := range 20 {
		table.add(s, "ann", "", play.Say{Channel: play.ToTable, Text: strconv.Itoa(i)})
	}
	seq := uint64(5)
	for range 6 {
		events := answer(s.Events(s.Context(), "t", seq, 4)).must(s)
		for _, e := range events {
			if seq++; e.Seq != seq || e.Table != "t" {
				s.Fatalf("got event %d of %s, want %d of t", e.Seq, e.Table, seq)
			}
		}
	}
	if seq != table.Now.Seq {
		s.Errorf("the last event is %d, want %d", seq, table.Now.Seq)
	}
	answer(s.Events(s.Context(), "nowhere", 0, 10)).has(s, 0, "a table that is not there")
}

// testConcurrent has several writers per table. Exactly one may win each event,
// and readers see no gap.
func testConcurrent(s *store) {
	const tables, writers, messages = 8, 4, 10
	var all sync.WaitGroup
	for i := range tables {
		id := play.TableID(fmt.Sprintf("t%d", i))
		table := s.running(id, play.Terms{Chat: true})
		for w := range writers {
			own := *table
			all.Go(func() {
				for m := range messages {
					say(s, &own, fmt.Sprintf("%d.%d", w, m))
				}
			})
		}
	}
	all.Wait()
	for i := range tables {
		if got := s.stored(play.TableID(fmt.Sprintf("t%d", i))); got.Messages != writers*messages {
			s.Errorf("%d of %d messages are stored", got.Messages, writers*messages)
		}
	}
}

// say adds a message, whatever others do at the same time.
func say(s *store, table *Table, text string) {
	s.Helper()
	for {
		d := table.Decide(s, "ann", "", play.Say{Channel: play.ToTable, Text: text})
		err := s.Append(s.Context(), play.BatchOf(d))
		if err == nil {
			table.Keep(d)
			return
		}
		if !errors.Is(err, play.ErrConflict) {
			s.Error(err)
			return
		}
		if table.Now, err = play.CatchUp(s.Context(), s, table.Now); err != nil {
			s.Error(err)
			return
		}
	}
}
