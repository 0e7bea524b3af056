package pivot_test

import (
	"testing"

	"plateau/game/gametest"
	"plateau/game/pivot"
)

const depth = 4

func BenchmarkPerft(b *testing.B) {
	gametest.BenchmarkPerft[pivot.State, *pivot.State](b, pivot.Spec(), depth)
}

func BenchmarkDeep(b *testing.B) { gametest.BenchmarkDeep[pivot.State, *pivot.State](b, pivot.Spec()) }
