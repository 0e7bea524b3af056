package solver

import (
	"bytes"
	"context"
	"errors"
	"math/rand/v2"
	"testing"

	"plateau/engine"
	"plateau/exact"
	"plateau/game"
	"plateau/game/quixo"
)

// testValues is a solved game.
type testValues struct {
	size   int
	board  *smallBoard
	values []byte
}

func newTestValues(tb testing.TB, size, workers int) *testValues {
	tb.Helper()
	q := &independentSolver{newSmallBoard(size)}
	values, err := q.solve(exact.RunOn(tb.Context(), workers, nil))
	if err != nil {
		tb.Fatal(err)
	}
	return &testValues{size: size, board: q.board, values: values}
}

func (q *testValues) value(s *quixo.State) game.Value {
	offset := q.board.index(s)
	return game.Value(q.values[offset])
}

// count checks how many positions are won, lost and drawn.
func (q *testValues) count(t *testing.T, wins, losses, draws int) {
	t.Helper()
	won, lost, drawn := 0, 0, 0
	for _, value := range q.values {
		switch v := game.Value(value); {
		case v.IsWin():
			won++
		case v.IsLoss():
			lost++
		case v == game.Draw:
			drawn++
		}
	}
	if won != wins || lost != losses || drawn != draws {
		t.Errorf("%d×%d: %d won, %d lost, %d drawn, want %d, %d, %d",
			q.size, q.size, won, lost, drawn, wins, losses, draws)
	}
}

// check compares a value with those of the positions after the moves. If this
// holds for all positions, the wins and losses are right by induction on the
// distance, and so are the draws: neither side can do better.
func (q *testValues) check(t *testing.T, s *quixo.State) {
	t.Helper()
	want := game.Unknown
	if s.Outcome().Over() {
		want = game.ValueOf(s.Outcome(), game.Team(s.ToMove()))
	}
	for _, m := range s.AppendMoves(nil) {
		after := *s
		after.Play(m)
		want = max(want, q.value(&after).Before())
	}
	if got := q.value(s); got != want {
		spec := quixo.Spec(q.size)
		t.Fatalf("%s is a %v, but by its moves a %v", spec.Format(s), got, want)
	}
}

// testState is the position with base-3 digits for its cells, up the
// columns: 0 neutral, 1 cross, 2 circle.
func testState(size, digits int, toMove game.Seat) quixo.State {
	var marks [3]uint32
	for cell := range size * size {
		marks[digits%3] |= 1 << (cell/size*5 + cell%size)
		digits /= 3
	}
	return quixo.Make(size, marks[1], marks[2], toMove)
}

func Test3(t *testing.T) {
	q := newTestValues(t, 3, 3)
	q.count(t, 12748, 6935, 0)
	start := quixo.Start(3, quixo.Cross)
	if v := q.value(&start); v != game.WinIn(7) {
		t.Errorf("the start is a %v, want a win 7", v)
	}
	seen := make([]bool, len(q.values))
	for digits := range q.values {
		cross, circle := testState(3, digits, quixo.Cross), testState(3, digits, quixo.Circle)
		q.check(t, &cross)
		q.check(t, &circle)
		offset := q.board.index(&cross)
		if seen[offset] {
			t.Fatalf("index %d is that of two positions", offset)
		}
		seen[offset] = true
	}
}

func Test4(t *testing.T) {
	if testing.Short() {
		t.Skip("takes seconds")
	}
	q := newTestValues(t, 4, 2)
	q.count(t, 26434489, 15003736, 1608496)
	start := quixo.Start(4, quixo.Circle)
	if v := q.value(&start); v != game.WinIn(21) {
		t.Errorf("the start is a %v, want a win 21", v)
	}
	rng := rand.New(rand.NewPCG(4, 4))
	turned := quixo.Spec(4).Symmetries.State
	for range 50_000 {
		s := testState(4, rng.IntN(len(q.values)), game.Seat(rng.IntN(2)))
		q.check(t, &s)
		if other := turned(&s, game.Symmetry(rng.IntN(8))); q.value(&other) != q.value(&s) {
			t.Fatalf("turning changes a %v into a %v", q.value(&s), q.value(&other))
		}
	}
	q.checkSearch(t, rng, 2000)
}

// checkSearch compares what a search proves about random positions, with one
// transposition table for all, with the solution: results always agree,
// distances agree if they are known, and everything within the depth is found.
func (q *testValues) checkSearch(t *testing.T, rng *rand.Rand, positions int) {
	t.Helper()
	spec := quixo.Spec(q.size)
	g := game.New[quixo.State](spec)
	e := engine.New[quixo.State](spec, engine.Knowledge[quixo.State]{
		Evaluate: func(*quixo.State) engine.Score { return 0 },
	}, engine.Options{TranspositionBytes: 1 << 22})
	const depth = 4
	for range positions {
		s := testState(q.size, rng.IntN(len(q.values)), game.Seat(rng.IntN(2)))
		p, err := g.Parse(spec.Format(&s))
		if err != nil {
			t.Fatal(err)
		}
		for _, m := range e.Analyse(t.Context(), p, depth, func(*engine.Analysis) {}).Moves {
			child := s
			child.Play(m.Move)
			want := q.value(&child).Before()
			turns, decided := want.Distance()
			_, known := m.Value.Distance()
			if known && m.Value != want || decided && turns <= depth && m.Value != want ||
				m.Value.IsWin() && !want.IsWin() || m.Value.IsLoss() && !want.IsLoss() || m.Value == game.Draw {
				t.Fatalf("%s: %s is a %v, the search says %v", p, p.MoveText(m.Move), want, m.Value)
			}
		}
	}
}

// The solver, with any number of workers, gives the values of the independent one,
// in the same order.
func TestSmallSolver(t *testing.T) {
	for _, workers := range []int{1, 4} {
		compareSmall(t, newTestValues(t, 3, 2), workers)
	}
	if !testing.Short() {
		compareSmall(t, newTestValues(t, 4, 2), 2)
	}
}

func compareSmall(t *testing.T, q *testValues, workers int) {
	t.Helper()
	s := NewSmallSolver(q.size)
	values, err := s.Solve(exact.RunOn(t.Context(), workers, nil), 0, nil)
	if err != nil || int64(len(values)) != s.Size(0) || !bytes.Equal(values, q.values) {
		t.Errorf("%d×%d with %d workers: %d bytes, which differ (%v)", q.size, q.size, workers, len(values), err)
	}
	if id := quixo.Spec(q.size).ID; s.Game() != id {
		t.Errorf("it solves %s, want %s", s.Game(), id)
	}
	for digits := 0; digits < len(q.values); digits += 101 {
		if state := testState(q.size, digits, quixo.Circle); indexOf(&state) != q.board.index(&state) {
			t.Fatalf("the index of %d is %d, want %d", digits, indexOf(&state), q.board.index(&state))
		}
	}
}

func TestCancelled(t *testing.T) {
	ctx, cancel := context.WithCancel(t.Context())
	run := exact.RunOn(ctx, 2, nil)
	run.Report = func(int64, int64) { cancel() }
	if values, err := NewSmallSolver(3).Solve(run, 0, nil); values != nil || !errors.Is(err, context.Canceled) {
		t.Errorf("a cancelled run gave %d bytes and the error %v", len(values), err)
	}
}

func Benchmark4(b *testing.B) {
	for b.Loop() {
		if _, err := NewSmallSolver(4).Solve(exact.RunOn(b.Context(), 2, nil), 0, nil); err != nil {
			b.Fatal(err)
		}
	}
}
