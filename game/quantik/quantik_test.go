package quantik_test

import (
	"testing"

	"plateau/game/gametest"
	"plateau/game/gametest/reference"
	"plateau/game/quantik"
)

var notation = gametest.Notation{
	Reference: reference.Quantik,
	Letters:   [2]string{"CNSY", "cnsy"}, InTurn: true,
	Moves: func(cells []string) []string { return gametest.Join(gametest.Split("CNSY"), "@", cells) },
}

func TestConformance(t *testing.T) {
	gametest.Run[quantik.State, *quantik.State](t, quantik.Spec(), notation)
}

func TestPerft(t *testing.T) { gametest.Perft[quantik.State, *quantik.State](t, quantik.Spec()) }

func TestKnownAnswers(t *testing.T) {
	gametest.CheckAnswers[quantik.State, *quantik.State](t, quantik.Spec())
}

func FuzzPosition(f *testing.F) {
	gametest.FuzzPosition(f, gametest.Fuzz[quantik.State, *quantik.State](quantik.Spec(), notation))
}

func FuzzMove(f *testing.F) {
	gametest.FuzzMove(f, gametest.Fuzz[quantik.State, *quantik.State](quantik.Spec(), notation))
}

func TestReserve(t *testing.T) {
	spec := quantik.Spec()
	for _, test := range []struct{ position, first, second string }{
		{start, "CCNNSSYY", "ccnnssyy"},
		{"4/4/2s1/S3 1", "CCNNSYY", "ccnnsyy"},
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
