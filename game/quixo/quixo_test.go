package quixo_test

import (
	"testing"

	"plateau/game/gametest"
	"plateau/game/gametest/reference"
	"plateau/game/quixo"
)

func notation(size int) gametest.Notation {
	return gametest.Notation{
		Reference: func(text string) (reference.Position, error) { return reference.Quixo(size, text) },
		Letters:   [2]string{"X", "O"},
		Moves:     func(cells []string) []string { return gametest.Join(cells, "-", cells) },
	}
}

var notation4 = gametest.Notation{
	Reference: reference.Quixo4p,
	Letters:   [2]string{"Xx", "Oo"},
	Moves: func(cells []string) []string {
		return append(gametest.Join(gametest.Join(cells, "-", cells), ".", gametest.Split("12")), "pass")
	},
}

func TestConformance(t *testing.T) {
	for size := 3; size <= 5; size++ {
		spec := quixo.Spec(size)
		t.Run(spec.ID, func(t *testing.T) { gametest.Run[quixo.State, *quixo.State](t, spec, notation(size)) })
	}
	spec := quixo.Spec4()
	t.Run(spec.ID, func(t *testing.T) { gametest.Run[quixo.State4, *quixo.State4](t, spec, notation4) })
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
		gametest.Fuzz[quixo.State, *quixo.State](quixo.Spec(3), notation(3)),
		gametest.Fuzz[quixo.State, *quixo.State](quixo.Spec(4), notation(4)),
		gametest.Fuzz[quixo.State, *quixo.State](quixo.Spec(5), notation(5)),
		gametest.Fuzz[quixo.State4, *quixo.State4](quixo.Spec4(), notation4),
		gametest.Fuzz[quixo.Announced, *quixo.Announced](quixo.AnnouncedSpec(3), announcedNotation(3)),
		gametest.Fuzz[quixo.Announced, *quixo.Announced](quixo.AnnouncedSpec(5), announcedNotation(5)),
		gametest.Fuzz[quixo.Announced4, *quixo.Announced4](quixo.AnnouncedSpec4(), announcedNotation4),
	}
}

func FuzzPosition(f *testing.F) { gametest.FuzzPosition(f, fuzzed()...) }

func FuzzMove(f *testing.F) { gametest.FuzzMove(f, fuzzed()...) }
