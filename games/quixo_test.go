package games

import (
	"math/rand/v2"
	"testing"

	"plateau/catalogue"
	"plateau/engine"
	"plateau/exact/data"
	"plateau/exact/quixo/network"
	"plateau/game"
	"plateau/game/quixo"
)

// The estimate does not depend on which side plays crosses, and stays within
// its bounds for any marks.
func TestQuixoEstimate(t *testing.T) {
	net, err := network.New(data.QuixoEstimate)
	if err != nil {
		t.Fatal(err)
	}
	evaluate, rng := estimateQuixo(net), rand.New(rand.NewPCG(1, 1))
	for range 100_000 {
		var planes [2]uint32
		for _, bit := range rng.Perm(25)[:rng.IntN(26)] {
			planes[rng.IntN(2)] |= 1 << bit
		}
		crosses := quixo.Make(5, planes[0], planes[1], quixo.Cross)
		circles := quixo.Make(5, planes[1], planes[0], quixo.Circle)
		score := evaluate(&crosses)
		if other := evaluate(&circles); score != other {
			t.Fatalf("%v scores %d, with the sides swapped %d", crosses, score, other)
		}
		if score < -engine.MaxEstimate || score > engine.MaxEstimate {
			t.Fatalf("%v scores %d", crosses, score)
		}
	}
}

// Even if the weights add up to far more.
func TestQuixoEstimateIsBounded(t *testing.T) {
	weights := make([]int16, network.Rows*network.Units)
	for row := range network.Rows {
		for unit := range network.Units / 2 {
			weights[row*network.Units+unit] = 2500
		}
	}
	net, err := network.New(network.Pack(weights))
	if err != nil {
		t.Fatal(err)
	}
	s := quixo.Start(5, quixo.Cross)
	if got := estimateQuixo(net)(&s); got != engine.MaxEstimate {
		t.Errorf("the estimate is %d, want %d", got, engine.MaxEstimate)
	}
}

// only is a source of one data set.
func only(name string, data []byte) catalogue.Sources {
	return catalogue.Sources{Data: func(asked string) ([]byte, error) {
		if asked != name {
			return nil, nil
		}
		return data, nil
	}}
}

func TestBrokenEstimateIsRefused(t *testing.T) {
	if _, err := Quixo(5).Open(only(QuixoEstimate, data.QuixoEstimate[:1000])); err == nil {
		t.Error("an engine was made with a part of the data")
	}
}

// The levels below the strongest choose the same moves with and without the
// estimate: their strengths were measured without.
func TestLevelsDoNotUseTheEstimate(t *testing.T) {
	entry := Quixo(5)
	withoutData, err := entry.Open(catalogue.Sources{})
	if err != nil {
		t.Fatal(err)
	}
	withData, err := entry.Open(catalogue.Sources{Data: func(name string) ([]byte, error) {
		return map[string][]byte{QuixoEstimate: data.QuixoEstimate, QuixoOpening: data.QuixoOpening}[name], nil
	}})
	if err != nil {
		t.Fatal(err)
	}
	plain, estimating := withoutData(engine.Options{}), withData(engine.Options{})
	rng := rand.New(rand.NewPCG(1, 1))
	for seed := range uint64(20) {
		m := game.MatchFrom(entry.Game.Start(quixo.Cross), nil)
		for range 12 {
			moves := m.Position().Moves()
			if len(moves) > 0 {
				_ = m.PlayMove(moves[rng.IntN(len(moves))])
			}
		}
		if m.Verdict().Outcome.Over() {
			continue
		}
		level := engine.Easiest + engine.Level(seed%5)
		want := plain.Choose(t.Context(), m, level, rand.New(rand.NewPCG(seed, 0)))
		got := estimating.Choose(t.Context(), m, level, rand.New(rand.NewPCG(seed, 0)))
		if got != want {
			t.Errorf("level %v chose %v in %v, without the estimate %v", level, got, m.Position(), want)
		}
	}
}
