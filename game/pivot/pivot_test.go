package pivot_test

import (
	"testing"

	"plateau/game/gametest"
	"plateau/game/gametest/reference"
	"plateau/game/pivot"
)

var notation = gametest.Notation{
	Reference: reference.Pivot,
	Letters:   [2]string{"Cc", "Ss"}, InTurn: true,
	Moves: func(cells []string) []string {
		drops := gametest.Join(gametest.Split("CcSs"), "@", cells)
		return append(gametest.Join(gametest.Join(cells, "-", cells), "+", drops), drops...)
	},
}

func TestConformance(t *testing.T) {
	gametest.Run[pivot.State, *pivot.State](t, pivot.Spec(), notation)
}

func TestPerft(t *testing.T) { gametest.Perft[pivot.State, *pivot.State](t, pivot.Spec()) }

func TestKnownAnswers(t *testing.T) {
	gametest.CheckAnswers[pivot.State, *pivot.State](t, pivot.Spec())
}

func FuzzPosition(f *testing.F) {
	gametest.FuzzPosition(f, gametest.Fuzz[pivot.State, *pivot.State](pivot.Spec(), notation))
}

func FuzzMove(f *testing.F) {
	gametest.FuzzMove(f, gametest.Fuzz[pivot.State, *pivot.State](pivot.Spec(), notation))
}

func TestReserve(t *testing.T) {
	spec := pivot.Spec()
	for _, test := range []struct{ position, first, second string }{
		{start, "CCCCCCCC", "SSSSSSSS"},
		{"4/4/1c2/s3 1", "CCCCCCC", "SSSSSSS"},
	} {
		s, err := spec.Parse(test.position)
		if err != nil {
			t.Fatal(err)
		}
		if first, second := spec.Reserve(&s, 0), spec.Reserve(&s, 1); first != test.first || second != test.second {
			t.Errorf("%q leaves %s and %s, want %s and %s", test.position, first, second, test.first, test.second)
		}
	}
}
