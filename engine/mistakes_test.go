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
// a win or a draw. The values of the positions are known, those of the moves
// are not: a longer search judges the move that was chosen. What it cannot
// prove either way counts as open.
func BenchmarkQuixoMistakes(b *testing.B) {
	b.Run("0.1s", func(b *testing.B) { benchmarkMistakes(b, 100*time.Millisecond, 20) })
	b.Run("1s", func(b *testing.B) { benchmarkMistakes(b, time.Second, 80) })
}

func benchmarkMistakes(b *testing.B, thinking time.Duration, step int) {
	b.Helper()
	answers, err := gametest.Answers("quixo")
	if err != nil {
		b.Fatal(err)
	}
	for b.Loop() {
		positions, thrown, open := 0, 0, 0
		for i := 0; i < len(answers); i += step {
			positions++
			switch judgeChoice(b, answers[i], thinking) {
			case game.Loss:
				thrown++
			case game.Unknown:
				open++
			}
		}
		b.ReportMetric(float64(positions), "positions")
		b.ReportMetric(100*float64(thrown)/float64(positions), "%thrown")
		b.ReportMetric(100*float64(open)/float64(positions), "%open")
	}
}

// judgeChoice is a win for a move that keeps what the position is worth, a
// loss for one that does not, and otherwise unknown.
func judgeChoice(b *testing.B, a gametest.Answer, thinking time.Duration) game.Value {
	b.Helper()
	if a.Value == "loss" || a.Wins == a.Moves() || a.Value == "draw" && a.Losses == 0 {
		return game.Win
	}
	e := newBrain[quixo.State](quixo.Spec(5), evaluateQuixo, nil, Options{})
	p, err := game.New[quixo.State](quixo.Spec(5)).Parse(a.Position)
	if err != nil {
		b.Fatal(err)
	}
	ctx, cancel := context.WithTimeout(b.Context(), thinking)
	defer cancel()
	s := e.state(p)
	s.Play(e.Choose(ctx, game.MatchFrom(p, nil), Perfect, rand.New(rand.NewPCG(1, 1))))
	judge := NewSearch[quixo.State](quixo.Spec(5), evaluateQuixo, NewTable(64<<20))
	judge.limit = 1_000_000
	value := game.ValueOf(s.Outcome(), game.Team(s.ToMove()))
	for depth := 1; value == game.Unknown && depth < maxPly; depth++ {
		score, _, ok := judge.Judge(b.Context(), &s, depth, -infinity, infinity)
		if !ok {
			break
		}
		value = score.Proved()
	}
	switch {
	case value.IsWin():
		return game.Loss
	case value.IsLoss():
		return game.Win
	}
	return game.Unknown
}
