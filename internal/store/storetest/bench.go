package storetest

import (
	"fmt"
	"sync"
	"testing"
	"time"

	"plateau/internal/play"
)

// BenchmarkAppend measures moves at many tables at once, each of which waits for its
// last move to be on the disk.
func BenchmarkAppend(b *testing.B, open func(b *testing.B) play.Store) {
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

// prepare opens a table and decides on what it will commit: moves and their
// taking back in turn, so that the game never ends.
func prepare(b *testing.B, s play.Store, i, commits int) []play.Batch {
	b.Helper()
	table := NewTable(uint64(i), time.Now())
	opening := Opening(play.TableID(fmt.Sprint("t", i)), "ann", play.Terms{Game: "quixo", FirstSide: play.FirstParty, Begins: play.FirstParty})
	opening.Chairs[1].Level = "1"
	d := table.Decide(b, "ann", "", opening)
	if err := s.Append(b.Context(), play.BatchOf(d)); err != nil {
		b.Fatal(err)
	}
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
