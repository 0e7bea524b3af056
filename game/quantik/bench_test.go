package quantik_test

import (
	"testing"

	"plateau/game/gametest"
	"plateau/game/quantik"
)

const depth = 5

func BenchmarkPerft(b *testing.B) {
	gametest.BenchmarkPerft[quantik.State, *quantik.State](b, quantik.Spec(), depth)
}

func BenchmarkDeep(b *testing.B) {
	gametest.BenchmarkDeep[quantik.State, *quantik.State](b, quantik.Spec())
}
