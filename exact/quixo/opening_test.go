package quixo

import (
	"errors"
	"math/rand/v2"
	"testing"

	"plateau/game"
	"plateau/game/quixo"
)

// fakeValues are the values of 64 sharings of a set. Most are drawn, so that
// they compress quickly.
func fakeValues(set Set, word uint32) (won, lost uint64) {
	hash := uint64(set)*0x9E3779B97F4A7C15 + uint64(word)*0xF1DE83E19937733D
	hash ^= hash >> 29
	if hash%8 != 0 {
		return 0, 0
	}
	return hash, hash >> 7 &^ hash
}

func fakeValue(p Place) game.Value {
	won, lost := fakeValues(p.Set, p.Sharing/64)
	switch {
	case won>>(p.Sharing%64)&1 != 0:
		return game.Win
	case lost>>(p.Sharing%64)&1 != 0:
		return game.Loss
	}
	return game.Draw
}

func build(t *testing.T, board *Board) *Opening {
	t.Helper()
	var layer *Layer
	data, err := BuildOpening(func(marks, set int) (won, lost []uint64, err error) {
		if layer == nil || layer.Marks != marks {
			layer = board.NewLayer(marks)
		}
		for word := range uint32(max(1<<marks/64, 1)) {
			w, l := fakeValues(layer.Sets[set], word)
			won, lost = append(won, w), append(lost, l)
		}
		return won, lost, nil
	})
	if err != nil {
		t.Fatal(err)
	}
	o, err := NewOpening(data)
	if err != nil {
		t.Fatal(err)
	}
	return o
}

func TestWhatIsBuiltIsFound(t *testing.T) {
	board, rng := NewBoard(5), rand.New(rand.NewPCG(1, 1))
	o := build(t, board)
	for range 20_000 {
		var planes [2]uint32
		for _, bit := range rng.Perm(25)[:rng.IntN(12)] {
			planes[rng.IntN(2)] |= 1 << bit
		}
		s := quixo.Make(5, planes[0], planes[1], game.Seat(rng.IntN(2)))
		place, want := board.Locate(&s), game.Unknown
		switch {
		case s.Outcome().Over():
			want = game.ValueOf(s.Outcome(), game.Team(s.ToMove()))
		case place.Marks <= MaxMarks:
			want = fakeValue(place)
		}
		if got, err := o.Value(&s); got != want || err != nil {
			t.Fatalf("%v is a %v (%v), want a %v", s, got, err, want)
		}
	}
}

func TestWrongDataIsRefused(t *testing.T) {
	for _, length := range []int{0, 17, 10_000} {
		if _, err := NewOpening(make([]byte, length)); err == nil {
			t.Errorf("%d bytes were taken", length)
		}
	}
	failed := errors.New("no value")
	if _, err := BuildOpening(func(int, int) (won, lost []uint64, err error) { return nil, nil, failed }); !errors.Is(err, failed) {
		t.Errorf("the error was %v", err)
	}
}
