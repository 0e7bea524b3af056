package server

import (
	"context"
	"crypto/rand"
	"fmt"
	"log/slog"
	"math"
	mathrand "math/rand/v2"
	"path/filepath"
	"runtime"
	"slices"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"plateau/engine"
	"plateau/games"
	"plateau/internal/bus/memory"
	"plateau/internal/computers"
	"plateau/internal/knowledge"
	"plateau/internal/play"
	"plateau/internal/play/house"
	"plateau/internal/play/live"
	"plateau/internal/store/sqlite"
)

// BenchmarkThinking measures how long a person waits for level 1 while ten guests
// at the same address play 20 games against perfect, which answers each of their
// moves with a search: Quixo has no tablebase here.
//
//	go test -run xxx -bench Thinking -benchtime 100x ./internal/server
func BenchmarkThinking(b *testing.B) {
	for _, others := range []int{0, 20} {
		b.Run(fmt.Sprintf("perfect=%d", others), func(b *testing.B) { benchmarkThinking(b, others) })
	}
}

func benchmarkThinking(b *testing.B, others int) {
	b.Helper()
	store, err := sqlite.Open(b.Context(), filepath.Join(b.TempDir(), "online.db"))
	if err != nil {
		b.Fatal(err)
	}
	defer store.Close()
	config := Config{Program: Program{Games: games.All(), Knowledge: knowledge.New(knowledge.Config{Games: games.All()})}}
	thinkers := max(1, runtime.GOMAXPROCS(0)-1)
	h, err := house.New(b.Context(), house.Config{
		Games: config.Games.Games(), Store: store, Bus: &memory.Bus{}, Now: time.Now, Random: rand.Reader,
		Log: slog.New(slog.DiscardHandler), Thinkers: thinkers,
		Chooser: computers.NewChooser(func(game string) (engine.Engine, error) { return config.newEngine(game, playingBytes) }, thinkers+1),
		Judge:   computers.NewJudge(func(game string) (engine.Engine, error) { return config.newEngine(game, judgingBytes) }),
	})
	if err != nil {
		b.Fatal(err)
	}
	defer h.Close()
	ctx, stop := context.WithCancel(b.Context())
	var all sync.WaitGroup
	defer all.Wait()
	defer stop()
	all.Go(func() { h.Run(ctx) })
	var answers atomic.Int64
	for n := range others {
		all.Go(func() {
			for ctx.Err() == nil {
				playAgainst(ctx, h, fmt.Sprint("guest", n/2), "perfect", func(time.Duration) bool {
					answers.Add(1)
					return ctx.Err() == nil
				})
			}
		})
	}
	for answers.Load() < int64(others) {
		time.Sleep(100 * time.Millisecond) // until all of them have played a while
	}
	before := answers.Load()
	var waits []time.Duration
	b.ResetTimer()
	for len(waits) < b.N {
		playAgainst(b.Context(), h, "ann", "1", func(wait time.Duration) bool {
			waits = append(waits, wait)
			return len(waits) < b.N
		})
	}
	b.StopTimer()
	stop()
	all.Wait()
	slices.Sort(waits)
	at := func(share float64) float64 {
		return float64(waits[int(math.Ceil(share*float64(len(waits)-1)))]) / float64(time.Millisecond)
	}
	b.ReportMetric(at(0.5), "ms/median")
	b.ReportMetric(at(0.99), "ms/p99")
	b.ReportMetric(at(1), "ms/longest")
	b.ReportMetric(float64(answers.Load()-before), "others'answers")
}

// playAgainst plays a game of random moves against a computer player, and reports
// how long each answer took until told to stop.
func playAgainst(ctx context.Context, h *house.House, name, level string, answered func(time.Duration) bool) {
	player := play.Player{ID: play.PlayerID(name), Name: name}
	h.Presence.Seen(player.ID, "192.0.2.1/32")
	answer, err := h.Tables.Open(ctx, player, play.Terms{Game: "quixo", FirstSide: play.FirstParty, Begins: play.FirstParty},
		[]play.Sitter{{Player: player.ID}, {Level: level}}, "")
	if err != nil {
		return
	}
	watch, err := h.Tables.Watch(ctx, answer.Table, player.ID, 0)
	if err != nil {
		return
	}
	defer watch.Close()
	var moved time.Time
	for {
		news, err := watch.Look(ctx)
		if err != nil || news.Table.Phase == play.Over {
			return
		}
		if t := news.Table; t.ToMove() == 0 && len(news.Events) > 0 {
			if !moved.IsZero() && !answered(time.Since(moved)) {
				_, _ = h.Tables.Do(ctx, live.Request{Table: t.ID, By: player.ID, Command: play.Resign{}})
				return
			}
			position := t.Position()
			moves := position.Moves()
			moved = time.Now()
			_, err := h.Tables.Do(ctx, live.Request{Table: t.ID, By: player.ID, Command: play.Play{
				Ply: t.Plies(), Move: position.MoveText(moves[mathrand.IntN(len(moves))]),
			}})
			if err != nil {
				return
			}
		}
		select {
		case <-watch.Bell():
		case <-ctx.Done():
			return
		}
	}
}
