package solver

import (
	"context"
	"errors"
	"math/bits"
	"math/rand/v2"
	"slices"
	"sync"
	"testing"

	index "plateau/exact/pivot"

	"plateau/exact"
	"plateau/game"
	"plateau/game/gametest"
	"plateau/game/pivot"
)

// randomState draws a position with a number of cards.
func randomState(rng *rand.Rand, cards int) pivot.State {
	word := uint64(0)
	for i, cell := range rng.Perm(index.Cells)[:cards] {
		lane := 2*(i%2) + rng.IntN(2)
		word |= 1 << (index.Cells*lane + cell)
	}
	return pivot.Make(word)
}

// plainValue is the value by the rules; known returns the values of the
// positions after the moves.
func plainValue(s *pivot.State, known func(*pivot.State) game.Value) game.Value {
	if s.Outcome().Over() {
		return game.ValueOf(s.Outcome(), game.Team(s.ToMove()))
	}
	best := game.Unknown
	for _, m := range s.AppendMoves(nil) {
		next := *s
		next.Play(m)
		best = max(best, known(&next).Before())
	}
	return best
}

// knownCounts are the published numbers of won, lost and drawn positions from
// 16 cards down to 5; with fewer all are drawn. They count positions up to
// turning over all cards, but not the cards of one player.
var knownCounts = [][3]int{
	{13895966, 13895966, 27061700},
	{91154974, 27116424, 93819482},
	{235452588, 23973542, 163772590},
	{252223876, 19224228, 221628376},
	{205663800, 8209596, 217783564},
	{95103336, 3235560, 160366512},
	{39259628, 737104, 89355972},
	{9155852, 132948, 36921760},
	{1878066, 23206, 12566312},
	{254138, 1170, 2958452},
	{21350, 130, 622424},
	{1750, 0, 86474},
}

// solveLayer solves a layer and compares its counts.
func solveLayer(tb testing.TB, p exact.ByteSolver, layer int, before []byte) []byte {
	tb.Helper()
	values, err := p.Solve(exact.RunOn(tb.Context(), 2, nil), layer, before)
	if err != nil {
		tb.Fatal(err)
	}
	if int64(len(values)) != p.Size(layer) {
		tb.Fatalf("layer %d has %d bytes, want %d", layer, len(values), p.Size(layer))
	}
	each := index.FlipVariants(index.Layer(layer)) / 2
	won, lost, drawn := countValues(values)
	found := [3]int{each * won, each * lost, each * drawn}
	if layer < len(knownCounts) && found != knownCounts[layer] || layer >= len(knownCounts) && won+lost > 0 {
		tb.Errorf("layer %d: %v won, lost and drawn", layer, found)
	}
	return values
}

// TestFullestLayers solves the boards with 16 and 15 cards and compares them
// with the published counts and with plain search.
func TestFullestLayers(t *testing.T) {
	if testing.Short() {
		t.Skip("takes seconds")
	}
	p := NewSolver()
	x := index.NewIndex()
	rng := rand.New(rand.NewPCG(1, 1))
	var values []byte
	for layer := range 2 {
		values = solveLayer(t, p, layer, values)
		for range 5000 {
			s := randomState(rng, index.Layer(layer))
			at, offset := x.Locate(&s)
			if got, want := game.Value(values[offset]), gametest.Value[pivot.State](&s); at != layer || got != want {
				t.Fatalf("%016x: %v, want %v", s.Cards(), got, want)
			}
		}
	}
}

// The whole of Pivot, with its counts.
func BenchmarkSolve(b *testing.B) {
	for b.Loop() {
		p := NewSolver()
		var values []byte
		for layer := range p.Layers() {
			values = solveLayer(b, p, layer, values)
		}
	}
}

func countValues(values []byte) (won, lost, drawn int) {
	for _, v := range values {
		switch v := game.Value(v); {
		case v.IsWin():
			won++
		case v.IsLoss():
			lost++
		case v == game.Draw:
			drawn++
		}
	}
	return won, lost, drawn
}

// TestStep solves layers with few cards from random previous layers, since the
// real ones take too long, and compares with the rules.
func TestStep(t *testing.T) {
	p := NewSolver()
	x := index.NewIndex()
	rng := rand.New(rand.NewPCG(2, 2))
	for cards := range 7 {
		layer := index.Layer(cards)
		before := randomLayer(x, cards+1, rng)
		values, err := p.Solve(exact.RunOn(t.Context(), 2, nil), layer, before)
		if err != nil {
			t.Fatal(err)
		}
		known := func(s *pivot.State) game.Value {
			if s.Outcome().Over() {
				return game.ValueOf(s.Outcome(), game.Team(s.ToMove()))
			}
			_, offset := x.Locate(s)
			return game.Value(before[offset])
		}
		for range 1000 {
			s := randomState(rng, cards)
			_, offset := x.Locate(&s)
			if got, want := game.Value(values[offset]), plainValue(&s, known); got != want {
				t.Fatalf("%d cards: %016x: %v, want %v", cards, s.Cards(), got, want)
			}
		}
	}
}

// randomLayer is a layer of random values. Finished games have their real ones,
// and symmetric sets of cells, whose positions may have several places, are
// draws otherwise.
func randomLayer(x *index.Index, cards int, rng *rand.Rand) []byte {
	values := make([]byte, x.Size(index.Layer(cards)))
	choice := []game.Value{game.Draw, game.Draw, game.WinIn(1), game.WinIn(4), game.LossIn(2), game.LossIn(5)}
	var endings endings
	for n := range x.Groups(cards) {
		first, sets := x.Group(cards, n, nil)
		for i, s := range sets {
			vector := vectorOf(values, first+i, cards)
			symmetric := false
			for y := index.Symmetry(1); y < 8; y++ {
				symmetric = symmetric || y.Set(s.Circles) == s.Circles && y.Set(s.Squares) == s.Squares
			}
			for faces := range vector {
				vector[faces] = byte(game.Draw)
				if !symmetric {
					vector[faces] = byte(choice[rng.IntN(len(choice))])
				}
			}
			endings.apply(vector, s)
		}
	}
	return values
}

// TestEndsAreThoseOfTheRules compares all faces of random sets.
func TestEndsAreThoseOfTheRules(t *testing.T) {
	rng := rand.New(rand.NewPCG(3, 3))
	var endings endings
	for i := range 10 * index.Layers {
		cards := i % index.Layers
		s := randomState(rng, cards)
		sets, _ := index.Split(s.Cards())
		vector := make([]byte, 1<<index.FaceBits(cards))
		endings.apply(vector, sets)
		for faces, got := range vector {
			s := index.Join(sets, uint16(faces))
			want := game.ValueOf(s.Outcome(), game.Team(s.ToMove()))
			if want == game.Draw {
				want = game.Unknown
			}
			if game.Value(got) != want {
				t.Fatalf("%016x: %v, want %v", s.Cards(), game.Value(got), want)
			}
		}
	}
}

func TestStopsWhenCancelled(t *testing.T) {
	ctx, cancel := context.WithCancel(t.Context())
	run := exact.RunOn(ctx, 2, nil)
	run.Report = func(done, total int64) {
		if done > 0 && done <= total {
			cancel()
		}
	}
	p := NewSolver()
	before := make([]byte, p.Size(index.Layer(9)))
	if values, err := p.Solve(run, index.Layer(8), before); !errors.Is(err, context.Canceled) || values != nil {
		t.Errorf("%d values, and the error is %v", len(values), err)
	}
}

// TestReports expects every step to be reported once.
func TestReports(t *testing.T) {
	p := NewSolver()
	for _, cards := range []int{0, 3} {
		run := exact.RunOn(t.Context(), 2, nil)
		var mutex sync.Mutex
		var reported []int64
		run.Report = func(done, total int64) {
			mutex.Lock()
			defer mutex.Unlock()
			reported = append(reported, total-done)
		}
		before := make([]byte, p.Size(index.Layer(cards+1)))
		if _, err := p.Solve(run, index.Layer(cards), before); err != nil {
			t.Fatal(err)
		}
		slices.Sort(reported)
		for i, left := range reported {
			if left != int64(i) {
				t.Fatalf("%d cards: the steps left are %v", cards, reported)
			}
		}
	}
}

func TestLinesAndNeighbours(t *testing.T) {
	if len(boardLines) != 24 {
		t.Errorf("%d lines", len(boardLines))
	}
	pairs := 0
	for cell := range index.Cells {
		pairs += bits.OnesCount16(neighbours(1 << cell))
	}
	if pairs != 2*24 {
		t.Errorf("%d neighbours", pairs)
	}
}
