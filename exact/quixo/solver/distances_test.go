package solver

import (
	"testing"

	"plateau/exact"
	index "plateau/exact/quixo"
	"plateau/game"
	"plateau/game/quixo"
)

// Every distance of complete boards agrees with the other solver, which shares no
// code with this one.
func TestDistances(t *testing.T) {
	sizes := []int{3, 4}
	if testing.Short() {
		sizes = sizes[:1]
	}
	for _, size := range sizes {
		q := newTestValues(t, size, 2)
		d := NewDistances(size)
		for layer, stored := range solveLayers(t, size, size*size+1, 2) {
			found, err := d.Next(exact.RunOn(t.Context(), 2, nil), stored)
			if err != nil {
				t.Fatal(err)
			}
			q.compareDistances(t, d.above, found)
			if want := size*size - layer; found.Marks != want {
				t.Fatalf("layer %d has %d marks, want %d", layer, found.Marks, want)
			}
			longest := len(found.Counts) - 1
			for longest > 0 && found.Counts[longest].Won == 0 {
				longest--
			}
			if v := q.value(&found.Longest); longest > 0 && (!v.IsWin() || turnsOf(v) != longest) {
				t.Errorf("the longest win with %d marks is a %v, not %d turns", found.Marks, v, longest)
			}
			if longest > 0 {
				q.checkLine(t, d, found.Longest, longest)
			}
		}
	}
}

// checkLine checks that a line wins in so many turns, and that each of its moves is
// one of the best.
func (q *testValues) checkLine(t *testing.T, d *Distances, s quixo.State, turns int) {
	t.Helper()
	line, err := d.Line(s)
	if err != nil || len(line) != turns {
		t.Fatalf("a line of %d moves, want %d: %v", len(line), turns, err)
	}
	winner := s.ToMove()
	for i, m := range line {
		s.Play(m)
		if v := q.value(&s); turnsOf(v) != turns-i-1 || v.IsWin() != (s.ToMove() == winner) {
			t.Fatalf("after %d of %d moves the value is %v", i+1, turns, v)
		}
	}
	if !s.Outcome().Over() {
		t.Errorf("the game goes on after %d moves", turns)
	}
}

func turnsOf(v game.Value) int {
	turns, _ := v.Distance()
	return turns
}

// compareDistances compares all positions of a layer, and their counts.
func (q *testValues) compareDistances(t *testing.T, l *decidedLayer, found *LayerDistances) {
	t.Helper()
	board, layer := index.NewBoard(q.size), l.final.Layer
	counts := make([]exact.Counts, len(found.Counts))
	for number, set := range layer.Sets {
		for sharing := range uint32(1) << layer.Marks {
			s := board.Position(index.Place{Marks: layer.Marks, Set: set, Sharing: sharing})
			want := q.value(&s)
			got := int(l.turns[number*l.final.words<<wordBits+int(sharing)])
			switch {
			case want.IsWin() && got == turnsOf(want):
				counts[got].Won += layer.Copies(number)
			case want.IsLoss() && got == turnsOf(want):
				counts[got].Lost += layer.Copies(number)
			case want.IsWin(), want.IsLoss(), got != undecided:
				t.Fatalf("%d marks, set %d, sharing %d is a %v, not %d turns", layer.Marks, number, sharing, want, got)
			}
		}
	}
	for distance, want := range counts {
		if found.Counts[distance] != want {
			t.Errorf("%d marks, distance %d: %v, want %v", layer.Marks, distance, found.Counts[distance], want)
		}
	}
}

func TestWrongValuesHaveNoDistances(t *testing.T) {
	run := exact.RunOn(t.Context(), 1, nil)
	stored := solveLayers(t, 3, 1, 1)[0]
	found, err := NewDistances(3).Next(run, stored)
	if err != nil {
		t.Fatal(err)
	}
	// A won position is stored as lost.
	sharing := index.NewBoard(3).Locate(&found.Longest).Sharing
	pair, bit := headBytes+pairBytes*int(sharing/64)+int(sharing%64/8), byte(1)<<(sharing%8)
	stored[pair] ^= bit
	stored[pair+pairBytes/2] ^= bit
	if _, err := NewDistances(3).Next(run, stored); err == nil {
		t.Error("values that contradict the rules got distances")
	}
}

func TestNoLine(t *testing.T) {
	d := NewDistances(3)
	for layer, stored := range solveLayers(t, 3, 2, 1) {
		if _, err := d.Next(exact.RunOn(t.Context(), 1, nil), stored); err != nil {
			t.Fatal(layer, err)
		}
	}
	start := quixo.Start(3, quixo.Cross)
	if line, err := d.Line(start); err == nil {
		t.Errorf("a line of %d moves from a layer that is not known", len(line))
	}
}
