package engine

import (
	"context"
	"math/rand/v2"
	"testing"
	"time"

	"plateau/game"
	"plateau/game/gametest"
	"plateau/game/quixo"
)

// The share of moves, chosen without a table in a given time, that throw away
// a win or a draw. What each move of the known positions is worth is not known,
// only how many of them win, draw and lose: a longer search finds those that it
// can prove, and once it has found as many as there are, all moves are known.
// What stays open is counted on its own.
func BenchmarkQuixoMistakes(b *testing.B) {
	b.Run("0.1s", func(b *testing.B) { benchmarkMistakes(b, 100*time.Millisecond, 20) })
	b.Run("1s", func(b *testing.B) { benchmarkMistakes(b, time.Second, 40) })
}

func benchmarkMistakes(b *testing.B, thinking time.Duration, step int) {
	b.Helper()
	answers, err := gametest.Answers("quixo")
	if err != nil {
		b.Fatal(err)
	}
	for b.Loop() {
		positions, kept, thrown := 0, 0, 0
		for i := 0; i < len(answers); i += step {
			positions++
			switch judgeChoice(b, answers[i], thinking) {
			case game.Win:
				kept++
			case game.Loss:
				thrown++
			}
		}
		b.ReportMetric(float64(positions), "positions")
		b.ReportMetric(100*float64(thrown)/float64(positions), "%thrown")
		b.ReportMetric(100*float64(positions-kept-thrown)/float64(positions), "%open")
	}
}

// judgeChoice is a win for a move that keeps what the position is worth, a
// loss for one that does not, and otherwise unknown.
func judgeChoice(b *testing.B, a gametest.Answer, thinking time.Duration) game.Value {
	b.Helper()
	if a.Value == "loss" || a.Wins == a.Moves() || a.Value == "draw" && a.Losses == 0 {
		return game.Win
	}
	p, err := game.New[quixo.State](quixo.Spec(5)).Parse(a.Position)
	if err != nil {
		b.Fatal(err)
	}
	e := newBrain[quixo.State](quixo.Spec(5), evaluateQuixo, nil, Options{TableBytes: 64 << 20})
	ctx, cancel := context.WithTimeout(b.Context(), thinking)
	defer cancel()
	choice := e.Choose(ctx, game.MatchFrom(p, nil), Perfect, rand.New(rand.NewPCG(1, 1)))
	ctx, cancel = context.WithTimeout(b.Context(), 2*time.Second)
	defer cancel()
	wins, losses, chosen := 0, 0, game.Unknown
	for _, m := range e.Analyse(ctx, p, maxPly, func(*Analysis) {}).Moves {
		if m.Value.IsWin() {
			wins++
		} else if m.Value.IsLoss() {
			losses++
		}
		if m.Move == choice {
			chosen = m.Value
		}
	}
	kept := chosen.IsWin() || a.Value == "draw" && losses == a.Losses && !chosen.IsLoss()
	thrown := chosen.IsLoss() || a.Value == "win" && wins == a.Wins && !chosen.IsWin()
	switch {
	case kept:
		return game.Win
	case thrown:
		return game.Loss
	}
	return game.Unknown
}
