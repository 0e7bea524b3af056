package house_test

import (
	"crypto/rand"
	"fmt"
	"log/slog"
	"path/filepath"
	"sync"
	"testing"
	"time"

	"plateau/games"
	"plateau/internal/bus/memory"
	"plateau/internal/play"
	"plateau/internal/play/house"
	"plateau/internal/play/live"
	"plateau/internal/store/sqlite"
	"plateau/internal/store/storetest"
)

// BenchmarkDo measures what a server does for a move, down to the disk: moves
// at many tables at once, each watched by one, and each waiting for its
// acknowledgement.
func BenchmarkDo(b *testing.B) {
	for _, tables := range []int{64, 1000} {
		b.Run(fmt.Sprintf("tables=%d", tables), func(b *testing.B) {
			store, err := sqlite.Open(b.Context(), filepath.Join(b.TempDir(), "play.db"))
			if err != nil {
				b.Fatal(err)
			}
			defer store.Close()
			h, err := house.New(b.Context(), house.Config{
				Games: games.All().Games(),
				Store: store, Bus: &memory.Bus{}, Chooser: new(firstMove), Judge: new(judge),
				Now: time.Now, Random: rand.Reader, Log: slog.New(slog.DiscardHandler), MostTables: tables + 1,
			})
			if err != nil {
				b.Fatal(err)
			}
			defer h.Close()
			ids := openTables(b, h, tables)
			b.ResetTimer()
			var all sync.WaitGroup
			for _, id := range ids {
				all.Go(func() {
					for i := range b.N/tables + 1 {
						command := play.Command(play.Play{Move: "a1-a5"})
						if i%2 == 1 {
							command = play.AskTakeBack{}
						}
						if _, err := h.Tables.Do(b.Context(), live.Request{Table: id, By: ann.ID, ID: fmt.Sprint(id, i), Command: command}); err != nil {
							b.Error(err)
						}
					}
				})
			}
			all.Wait()
			b.ReportMetric(float64(tables*(b.N/tables+1))/b.Elapsed().Seconds(), "commands/s")
		})
	}
}

// openTables opens tables against computer players who never move, and has
// somebody watch each.
func openTables(b *testing.B, h *house.House, n int) []play.TableID {
	b.Helper()
	ids := make([]play.TableID, n)
	terms := play.Terms{Game: "quixo", FirstSide: play.FirstParty, Begins: play.FirstParty}
	for i := range ids {
		answer, err := h.Tables.Open(b.Context(), ann, terms, []play.Sitter{{Player: ann.ID}, {Level: "1"}}, "")
		if err != nil {
			b.Fatal(err)
		}
		ids[i] = answer.Table
		watch, err := h.Tables.Watch(b.Context(), answer.Table, ann.ID, 0)
		if err != nil {
			b.Fatal(err)
		}
		go func() {
			for {
				if _, err := (&watcher{watch, h}).Next(b.Context()); err != nil {
					return
				}
			}
		}()
	}
	return ids
}

// BenchmarkStart measures how long a house takes to open on a store with many
// running games, after a crash.
func BenchmarkStart(b *testing.B) {
	for _, tables := range []int{1_000, 100_000} {
		b.Run(fmt.Sprintf("tables=%d", tables), func(b *testing.B) {
			path := filepath.Join(b.TempDir(), "play.db")
			fillStore(b, path, tables)
			b.ResetTimer()
			for b.Loop() {
				store, err := sqlite.Open(b.Context(), path)
				if err != nil {
					b.Fatal(err)
				}
				h, err := house.New(b.Context(), house.Config{
					Games: games.All().Games(),
					Store: store, Bus: &memory.Bus{}, Chooser: new(firstMove), Judge: new(judge),
					Now: time.Now, Random: rand.Reader, Log: slog.New(slog.DiscardHandler),
				})
				if err != nil {
					b.Fatal(err)
				}
				h.Close()
				if err := store.Close(); err != nil {
					b.Fatal(err)
				}
			}
		})
	}
}

// fillStore makes a file with running games, each with a clock.
func fillStore(b *testing.B, path string, tables int) {
	b.Helper()
	store, err := sqlite.Open(b.Context(), path)
	if err != nil {
		b.Fatal(err)
	}
	defer store.Close()
	if _, err := store.Heartbeat(b.Context(), time.Now, 0); err != nil {
		b.Fatal(err)
	}
	const together = 500
	var batches []play.Batch
	for i := range tables {
		table := storetest.NewTable(uint64(i), time.Now())
		opening := storetest.Opening(play.TableID(fmt.Sprintf("t%07d", i)), ann.ID, play.Terms{Game: "quixo", Time: play.Time{Days: 1}})
		opened := table.Decide(b, ann.ID, "", opening)
		table.Keep(opened)
		started := table.Decide(b, ben.ID, "", play.Sit{Player: ben, Chair: play.AnyChair})
		batches = append(batches, play.BatchOf(opened), play.BatchOf(started))
		if len(batches) >= together || i == tables-1 {
			if err := store.Append(b.Context(), batches...); err != nil {
				b.Fatal(err)
			}
			batches = nil
		}
	}
}
