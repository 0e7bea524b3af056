package quixo_test

import (
	"testing"

	"plateau/game/gametest"
	"plateau/game/quixo"
)

func TestConformance(t *testing.T) {
	for size := 3; size <= 5; size++ {
		spec := quixo.Spec(size)
		t.Run(spec.ID, func(t *testing.T) { gametest.Run[quixo.State, *quixo.State](t, spec) })
	}
	spec := quixo.Spec4()
	t.Run(spec.ID, func(t *testing.T) { gametest.Run[quixo.State4, *quixo.State4](t, spec) })
}

func TestPerft(t *testing.T) {
	for size := 3; size <= 5; size++ {
		gametest.Perft[quixo.State, *quixo.State](t, quixo.Spec(size))
	}
	gametest.Perft[quixo.State4, *quixo.State4](t, quixo.Spec4())
}

func TestKnownAnswers(t *testing.T) {
	gametest.CheckAnswers[quixo.State, *quixo.State](t, quixo.Spec(5))
}

func fuzzed() []gametest.Fuzzed {
	return []gametest.Fuzzed{
		gametest.Fuzz[quixo.State, *quixo.State](quixo.Spec(3)),
		gametest.Fuzz[quixo.State, *quixo.State](quixo.Spec(4)),
		gametest.Fuzz[quixo.State, *quixo.State](quixo.Spec(5)),
		gametest.Fuzz[quixo.State4, *quixo.State4](quixo.Spec4()),
	}
}

func FuzzPosition(f *testing.F) { gametest.FuzzPosition(f, fuzzed()...) }

func FuzzMove(f *testing.F) { gametest.FuzzMove(f, fuzzed()...) }
