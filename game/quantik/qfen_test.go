package quantik_test

import (
	"errors"
	"testing"

	"plateau/game"
	"plateau/game/quantik"
)

// What the authors of QFEN give as examples: the first six in docs/game-state.md
// and fixtures/ of github.com/mberlanda/quantik-core-contracts, the others in
// README.md of quantik-core-py.
func TestQFEN(t *testing.T) {
	spec := quantik.Spec()
	for _, test := range []struct{ qfen, ours string }{
		{"..../..../..../....", "4/4/4/4 1"},
		{"A.bC/..../d..B/...a", "S1yC/4/n2Y/3s 1"},
		{"A.../..../..../....", "S3/4/4/4 2"},
		{"..../..../..../D...", "4/4/4/N3 2"},
		{"Ab../..c./...D/....", "Sy2/2c1/3N/4 1"},
		{"..aD/.b../C.../....", "2sN/1y2/C3/4 1"},
		{"AbCd/..../..../....", "SyCn/4/4/4 1"},
		{"Ab../..../..../....", "Sy2/4/4/4 1"},
	} {
		s, err := spec.Parse(test.qfen)
		if err != nil {
			t.Errorf("%s: %v", test.qfen, err)
			continue
		}
		if got := spec.Format(&s); got != test.ours {
			t.Errorf("%s is read as %s, want %s", test.qfen, got, test.ours)
		}
		if got := s.QFEN(); got != test.qfen {
			t.Errorf("%s is written %s", test.qfen, got)
		}
	}
}

// What they say must be refused: fixtures/invalid-states/invalid-state-v1.json.
func TestRefusedQFEN(t *testing.T) {
	spec := quantik.Spec()
	for _, test := range []struct {
		qfen string
		want game.Ground
	}{
		{"A../..../..../....", game.WrongRow},
		{"..../..../....", game.WrongRows},
		{"X.../..../..../....", game.WrongLetter},
		{"AB../..../..../....", quantik.WrongCount},
		{"A.../A.../A.../....", quantik.ThreeAlike},
		{"Aa../..../..../....", quantik.Clash},
		// The last example of README.md of quantik-core-py shows the notation, but
		// has both players' D in column a and both players' B in column c.
		{"Ab.C/d.BA/.cb./D.a.", quantik.Clash},
		{"A.../N.../..../....", quantik.Mixed},
	} {
		_, err := spec.Parse(test.qfen)
		refusal, ok := errors.AsType[*game.Refusal](err)
		if !ok || refusal.Ground != test.want || refusal.Input != test.qfen {
			t.Errorf("%s: %v, want %s", test.qfen, err, test.want.Code)
		}
	}
}

// A game of 16 moves that the authors of QFEN found: a full board without a line
// (docs/benchmarks/quantik-game-tree-census-2026-07-13.md of quantik-core-rust).
// Cells are numbered by rows from the top left.
func TestQFENFullBoard(t *testing.T) {
	spec := quantik.Spec()
	s := quantik.Start()
	for i, move := range []struct{ shape, cell int }{
		{2, 12},
		{3, 7},
		{0, 6},
		{0, 0},
		{1, 3},
		{3, 15},
		{3, 9},
		{0, 8},
		{2, 13},
		{2, 10},
		{3, 1},
		{2, 11},
		{1, 2},
		{1, 4},
		{0, 14},
		{1, 5},
	} {
		text := string("SYCN"[move.shape]) + "@" + string("abcd"[move.cell%4]) + string("4321"[move.cell/4])
		m, err := spec.ParseMove(&s, text)
		if err != nil {
			t.Fatalf("move %d: %v", i+1, err)
		}
		s.Play(m)
	}
	if want := "aDBB/bbAd/aDcc/CCAd"; s.QFEN() != want || spec.Verdict(&s, nil).Reason != quantik.Blocked {
		t.Errorf("%s, %v; want %s and nobody able to move", s.QFEN(), spec.Verdict(&s, nil).Reason, want)
	}
}

// A text is read as the same position in both notations, or as one in neither.
func FuzzQFEN(f *testing.F) {
	for _, text := range []string{"A.bC/..../d..B/...a", "C.../..c./4/4", "S3/4/1n2/4", "Aa../4/4/4", "A3/4/4/4 2", " b/ "} {
		f.Add(text)
	}
	spec := quantik.Spec()
	f.Fuzz(func(t *testing.T, text string) {
		s, err := spec.Parse(text)
		if err != nil {
			return
		}
		again, err := spec.Parse(s.QFEN())
		if err != nil || again != s {
			t.Errorf("%q is %s, which is read as %s (%v)", text, s.QFEN(), spec.Format(&again), err)
		}
	})
}
