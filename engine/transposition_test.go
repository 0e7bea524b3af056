package engine

import (
	"sync"
	"testing"

	"plateau/game"
)

func TestTranspositionsAreFound(t *testing.T) {
	tt := NewTranspositions(1 << 12)
	for _, e := range []entry{
		{score: -29993, move: 8191, depth: 63, bound: exact, complete: true},
		{score: 17, move: game.NoMove, depth: 0, bound: atMost},
		{score: -1, move: 0, depth: 1, bound: atLeast, complete: true},
	} {
		tt.store(99, e)
		if got, found := tt.probe(99); !found || got != e {
			t.Errorf("stored %+v, found %+v", e, got)
		}
	}
	if _, found := tt.probe(98); found {
		t.Error("found what was never stored")
	}
	tt.Clear()
	if _, found := tt.probe(99); found {
		t.Error("found what was cleared")
	}
}

// New entries replace old ones, and deep entries replace shallow ones.
func TestTranspositionsReplaceOldAndShallow(t *testing.T) {
	tt := NewTranspositions(bucket * 16)
	for key := uint64(1); key <= bucket; key++ {
		tt.store(key, entry{depth: int(10 + key), bound: exact})
	}
	tt.store(100, entry{depth: 5, bound: exact})
	if _, found := tt.probe(1); found {
		t.Error("the shallowest entry is still there")
	}
	tt.Age()
	tt.store(101, entry{depth: 1, bound: exact})
	tt.store(102, entry{depth: 1, bound: exact})
	for key, want := range map[uint64]bool{100: false, 2: false, 3: true, 101: true, 102: true} {
		if _, found := tt.probe(key); found != want {
			t.Errorf("entry %d found: %v", key, found)
		}
	}
}

// Whatever two writers do to a slot, a score is never found under the wrong
// key.
func TestTranspositionsAreSafeToShare(t *testing.T) {
	tt := NewTranspositions(1 << 10)
	var group sync.WaitGroup
	for range 4 {
		group.Go(func() {
			for key := uint64(1); key < 40_000; key++ {
				tt.store(key, entry{score: Score(key % 1000), move: game.Move(key % 5000), depth: int(key % 60), bound: exact})
				if e, found := tt.probe(key * 7 % 40_000); found && e.score%1000 != Score(key*7%40_000%1000) {
					t.Errorf("key %d has the score %d", key*7%40_000, e.score)
				}
			}
		})
	}
	group.Wait()
}
