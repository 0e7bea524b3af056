package engine

import (
	"context"
	"math/rand/v2"
	"testing"

	"plateau/engine/quixodata"
	"plateau/engine/quixonet"
	"plateau/game"
	"plateau/game/quixo"
)

// A selective search may overlook, but what it proves is so, and a search that
// is not selective does not believe what it left in a table they share.
func TestSelectiveProofsAreRight(t *testing.T) {
	values := quixo3Values()
	table := NewTable(1 << 22)
	selective := NewSearch[quixo.State](quixo.Spec(3), evaluateQuixo, table)
	selective.selective = true
	plain := NewSearch[quixo.State](quixo.Spec(3), evaluateQuixo, table)
	const depth = 6
	proved := 0
	for key, want := range values {
		s, err := quixo.Spec(3).FromKey(key)
		if err != nil {
			t.Fatal(err)
		}
		score, _, _ := selective.Judge(context.Background(), &s, depth, -infinity, infinity)
		got := score.Proved()
		if got.IsWin() && !want.IsWin() || got.IsLoss() && !want.IsLoss() {
			t.Fatalf("key %d: proved a %v, but it is a %v", key, got, want)
		}
		if got != game.Unknown {
			proved++
		}
		score, complete, _ := plain.Judge(context.Background(), &s, depth, -infinity, infinity)
		if turns, known := want.Distance(); known && turns <= depth && verdictOf(score, complete, depth).Value != want {
			t.Fatalf("key %d: %v after a selective search, want %v", key, verdictOf(score, complete, depth).Value, want)
		}
	}
	if proved < len(values)/2 {
		t.Errorf("only %d of %d positions were proved", proved, len(values))
	}
}

// The estimate does not depend on who plays the crosses, and stays within its
// bounds, wherever the marks are.
func TestQuixoEstimate(t *testing.T) {
	net, err := quixonet.New(quixodata.Estimate)
	if err != nil {
		t.Fatal(err)
	}
	evaluate, lots := estimateQuixo(net), rand.New(rand.NewPCG(1, 1))
	for range 100_000 {
		var planes [2]uint32
		for _, bit := range lots.Perm(25)[:lots.IntN(26)] {
			planes[lots.IntN(2)] |= 1 << bit
		}
		crosses := quixo.Make(5, planes[0], planes[1], quixo.Cross)
		circles := quixo.Make(5, planes[1], planes[0], quixo.Circle)
		score := evaluate(&crosses)
		if other := evaluate(&circles); score != other {
			t.Fatalf("%v is worth %d, with the sides changed %d", crosses, score, other)
		}
		if score < -MaxEstimate || score > MaxEstimate {
			t.Fatalf("%v is worth %d", crosses, score)
		}
	}
}

// Even where the weights add up to far more.
func TestQuixoEstimateIsBounded(t *testing.T) {
	weights := make([]int16, quixonet.Rows*quixonet.Units)
	for row := range quixonet.Rows {
		for unit := range quixonet.Units / 2 {
			weights[row*quixonet.Units+unit] = 2500
		}
	}
	net, err := quixonet.New(quixonet.Pack(weights))
	if err != nil {
		t.Fatal(err)
	}
	s := quixo.Start(5, quixo.Cross)
	if got := estimateQuixo(net)(&s); got != MaxEstimate {
		t.Errorf("the estimate is %d, want %d", got, MaxEstimate)
	}
}

func TestBrokenEstimateIsRefused(t *testing.T) {
	if _, err := New("quixo", Options{QuixoEstimate: quixodata.Estimate[:1000]}); err == nil {
		t.Error("an engine was made with a part of the data")
	}
}

// The levels below the strongest choose the same moves with and without the
// estimate: what they are worth was measured without.
func TestLevelsDoNotUseTheEstimate(t *testing.T) {
	plain, err := New("quixo", Options{})
	if err != nil {
		t.Fatal(err)
	}
	estimating, err := New("quixo", Options{QuixoEstimate: quixodata.Estimate})
	if err != nil {
		t.Fatal(err)
	}
	g := game.New[quixo.State](quixo.Spec(5))
	lots := rand.New(rand.NewPCG(1, 1))
	for number := range uint64(20) {
		s := after[quixo.State](quixo.Start(5, quixo.Cross), 12, lots)
		if s.Outcome().Over() {
			continue
		}
		p, err := g.Parse(quixo.Spec(5).Format(&s))
		if err != nil {
			t.Fatal(err)
		}
		level := Easiest + Level(number%5)
		want := plain.Choose(t.Context(), game.MatchFrom(p, nil), level, rand.New(rand.NewPCG(number, 0)))
		got := estimating.Choose(t.Context(), game.MatchFrom(p, nil), level, rand.New(rand.NewPCG(number, 0)))
		if got != want {
			t.Errorf("level %v chose %v in %v, without the estimate %v", level, got, s, want)
		}
	}
}
