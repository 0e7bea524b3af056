package storetest

import (
	"fmt"
	"sync"
	"testing"
	"time"

	"plateau/internal/play"
	"plateau/internal/store/sqlstore"
)

// BenchmarkAppend measures moves at many tables at once, each of which waits for its
// last move to be on the disk.
func BenchmarkAppend(b *testing.B, open func(b *testing.B) *sqlstore.Store) {
	b.Helper()
	for _, tables := range []int{1, 64, 1000} {
		b.Run(fmt.Sprintf("tables=%d", tables), func(b *testing.B) {
			s := open(b)
			defer s.Close()
			batches := make([][]play.Batch, tables)
			for i := range tables {
				batches[i] = prepare(b, s, i, b.N/tables+1)
			}
			b.ResetTimer()
			var all sync.WaitGroup
			for i := range tables {
				all.Go(func() {
					for _, batch := range batches[i] {
						if err := s.Append(b.Context(), batch); err != nil {
							b.Error(err)
							return
						}
					}
				})
			}
			all.Wait()
			b.ReportMetric(float64(tables*(b.N/tables+1))/b.Elapsed().Seconds(), "commits/s")
		})
	}
}

// BenchmarkCompare measures what each of several servers asks the store regularly, for
// 1,000 tables in its memory: how far they are, who is present there, and where
// players sit.
func BenchmarkCompare(b *testing.B, open func(b *testing.B) *sqlstore.Store) {
	b.Helper()
	const tables = 1000
	s := open(b)
	defer s.Close()
	now := time.Now()
	var ids []play.TableID
	var present []play.SharedChange
	var players []play.PlayerID
	for i := range tables {
		prepare(b, s, i, 0)
		ids = append(ids, play.TableID(fmt.Sprint("t", i)))
		players = append(players, play.PlayerID(fmt.Sprint("player", i)))
		prefix := fmt.Sprintf("here/t%d/", i)
		for _, player := range []string{"ann", "ben"} {
			present = append(present, play.SharedChange{
				SharedValue: play.SharedValue{Key: prefix + player + "/server", Value: []byte(`{"here":true,"at":1763294400000}`), Until: now.Add(time.Hour)}, Anyway: true,
			})
		}
	}
	must(b, s.Share(b.Context(), now, present...))
	b.Run("events", func(b *testing.B) {
		for b.Loop() {
			answer(s.Seqs(b.Context(), ids...)).has(b, tables, "events")
		}
	})
	b.Run("presence", func(b *testing.B) {
		for b.Loop() {
			answer(s.Shared(b.Context(), now, "here/")).has(b, 2*tables, "who is present")
		}
	})
	b.Run("seats", func(b *testing.B) {
		for b.Loop() {
			answer(s.SeatsOf(b.Context(), append(players, "ann")...)).has(b, tables, "seats")
		}
	})
}

// prepare opens a table and decides on what it will commit: moves and their
// taking back in turn, so that the game never ends.
func prepare(b *testing.B, s *sqlstore.Store, i, commits int) []play.Batch {
	b.Helper()
	table := NewTable(uint64(i), time.Now())
	opening := Opening(play.TableID(fmt.Sprint("t", i)), "ann", play.Terms{Game: "quixo", FirstSide: play.FirstParty, Begins: play.FirstParty})
	opening.Chairs[1].Level = "1"
	d := table.Decide(b, "ann", "", opening)
	must(b, s.Append(b.Context(), play.BatchOf(d)))
	table.Keep(d)
	list := make([]play.Batch, 0, commits)
	for c := range commits {
		command := play.Command(play.Play{Move: "a1-a5"})
		if c%2 == 1 {
			command = play.AskTakeBack{}
		}
		d := table.Decide(b, "ann", "", command)
		table.Keep(d)
		list = append(list, play.BatchOf(d))
	}
	return list
}
