//go:build unix

package full_test

import (
	"context"
	"fmt"
	"math/bits"
	"os"
	"syscall"
	"testing"
	"time"

	"plateau/catalogue"
	"plateau/engine"
	"plateau/exact"
	"plateau/game"
	"plateau/game/gametest"
	"plateau/game/quixo"
	"plateau/games/full"
)

// The share of moves, chosen without the tablebase in a given time, that throw
// away a win or a draw according to the tablebase: by search alone, and with
// the embedded opening.
func BenchmarkQuixoMistakes(b *testing.B) {
	tablebase := quixoTablebase(b)
	for _, thinking := range []struct {
		name       string
		time       time.Duration
		searchStep int
	}{{"100ms", 100 * time.Millisecond, 1}, {"1s", time.Second, 4}} {
		b.Run(thinking.name+"/search", func(b *testing.B) {
			benchmarkMistakes(b, tablebase, withoutOpening, thinking.time, thinking.searchStep)
		})
		b.Run(thinking.name+"/opening", func(b *testing.B) {
			benchmarkMistakes(b, tablebase, full.Data, thinking.time, 1)
		})
	}
}

// stride is coprime to the number of known positions.
const stride = 1009

// benchmarkMistakes checks every step-th of the known positions.
func benchmarkMistakes(b *testing.B, tablebase exact.Tablebase, data func(name string) ([]byte, error), thinking time.Duration, step int) {
	b.Helper()
	answers, err := gametest.Answers("quixo")
	if err != nil {
		b.Fatal(err)
	}
	e := opened(b, "quixo", catalogue.Sources{Data: data})(engine.Options{TranspositionBytes: 64 << 20})
	for b.Loop() {
		positions, thrown, byMarks := 0, 0, [26]int{}
		for i := 0; i < len(answers); i += step {
			// The order is mixed, so that intermediate reports are
			// representative.
			answer := answers[i*stride%len(answers)]
			positions++
			if marks, lost := throwsAway(b, e, tablebase, answer, thinking); lost {
				thrown++
				byMarks[marks]++
			}
			if positions%100 == 0 {
				fmt.Fprintf(os.Stderr, "%s: %d positions, %d thrown away\n", b.Name(), positions, thrown)
			}
		}
		b.ReportMetric(float64(positions), "positions")
		b.ReportMetric(float64(thrown), "thrown")
		b.ReportMetric(100*float64(thrown)/float64(positions), "%thrown")
		b.Logf("thrown away by number of marks: %v", byMarks)
	}
}

// throwsAway reports whether the chosen move is worse than the position, and
// how many marks that has. Positions in which no move can be worse are skipped.
func throwsAway(b *testing.B, e engine.Engine, tablebase exact.Tablebase, a gametest.Answer, thinking time.Duration) (marks int, lost bool) {
	b.Helper()
	if a.Value == "loss" || a.Wins == a.Moves() || a.Value == "draw" && a.Losses == 0 {
		return 0, false
	}
	p, err := entry(b, "quixo").Game.Parse(a.Position)
	if err != nil {
		b.Fatal(err)
	}
	ctx := processorTime{b.Context(), usedTime() + thinking}
	choice := e.Choose(ctx, game.MatchFrom(p, nil), engine.Perfect, rngOf(1)).Move
	s, err := quixo.Spec(5).FromKey(p.Key())
	if err != nil {
		b.Fatal(err)
	}
	marks = bits.OnesCount32(s.Marks(quixo.Cross) | s.Marks(quixo.Circle))
	s.Play(choice)
	value, err := tablebase.ValueOf(s.Key())
	if err != nil {
		b.Fatal(err)
	}
	return marks, kind(value.Before()) != a.Value
}

// processorTime is a context that ends when the process has used that much CPU
// time: wall time depends on what else the machine does.
type processorTime struct {
	context.Context
	end time.Duration
}

func (p processorTime) Err() error {
	if usedTime() >= p.end {
		return context.DeadlineExceeded
	}
	return p.Context.Err()
}

func usedTime() time.Duration {
	var usage syscall.Rusage
	if err := syscall.Getrusage(syscall.RUSAGE_SELF, &usage); err != nil {
		panic(err)
	}
	return time.Duration(usage.Utime.Nano() + usage.Stime.Nano())
}
