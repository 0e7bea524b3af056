package exact_test

import (
	"testing"

	"plateau/exact"
	"plateau/game"
)

func TestByteValues(t *testing.T) {
	keyed := exact.ByteValues{EntryBytes: 3}
	contents := exact.Bytes{9, 9, 9, 9, 9, 9, 9, 9, byte(game.WinIn(3)), byte(game.LossIn(2)), byte(game.Draw), byte(game.Win)}
	if got, err := keyed.Count(0, contents); err != nil || got != (exact.Counts{Won: 2, Lost: 1, Drawn: 1}) {
		t.Errorf("%v, %v", got, err)
	}
	keyed.Copies = func(layer int) int64 { return int64(layer) }
	if got, err := keyed.Count(4, contents); err != nil || got != (exact.Counts{Won: 8, Lost: 4, Drawn: 4}) {
		t.Errorf("%v, %v", got, err)
	}
}
