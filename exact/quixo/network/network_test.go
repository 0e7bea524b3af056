package network

import (
	"math/bits"
	"math/rand/v2"
	"strings"
	"testing"

	"plateau/game/quixo"
)

// someWeights are random and small enough for every unit.
func someWeights(rng *rand.Rand) []int16 {
	weights := make([]int16, Rows*Units)
	for i := range weights {
		weights[i] = int16(rng.IntN(4001) - 2000)
	}
	return weights
}

func newNet(tb testing.TB, weights []int16) *Net {
	tb.Helper()
	net, err := New(Pack(weights))
	if err != nil {
		tb.Fatal(err)
	}
	return net
}

// randomPlanes are random marks of both sides.
func randomPlanes(rng *rand.Rand) (planes [2]uint32) {
	for _, bit := range rng.Perm(25)[:rng.IntN(26)] {
		planes[rng.IntN(2)] |= 1 << bit
	}
	return planes
}

// naiveEstimate is the estimate by definition: cell by cell, unit by unit.
func naiveEstimate(weights []int16, own, other uint32) int {
	var rows []int
	for line := range 12 {
		state, power := 0, 1
		for i := range 5 {
			column, row := i, i
			switch {
			case line < 5:
				column = line
			case line < 10:
				row = line - 5
			case line == 11:
				row = 4 - i
			}
			cell := 5*column + row
			state += power * int(own>>cell&1+2*(other>>cell&1))
			power *= 3
		}
		rows = append(rows, 243*line+state)
	}
	counting := 12 * 243
	for marks := range bits.OnesCount32(own | other) {
		counting += marks + 1
	}
	rows = append(rows, counting+bits.OnesCount32(own))
	sum := 0
	for unit := range Units {
		total := 0
		for _, row := range rows {
			total += int(weights[row*Units+unit])
		}
		if total > 0 && unit < Units/2 {
			sum += total
		} else if total > 0 {
			sum -= total
		}
	}
	return sum
}

func TestEstimateAgreesWithNaive(t *testing.T) {
	rng := rand.New(rand.NewPCG(1, 1))
	weights := someWeights(rng)
	net := newNet(t, weights)
	for range 120_000 {
		planes := randomPlanes(rng)
		got, want := net.Estimate(planes[0], planes[1]), naiveEstimate(weights, planes[0], planes[1])
		if got != want {
			t.Fatalf("%025b against %025b: %d, want %d", planes[0], planes[1], got, want)
		}
	}
}

// Package fit uses Active: its rows must be those that Estimate adds.
func TestActiveRowsAreThoseOfTheEstimate(t *testing.T) {
	rng := rand.New(rand.NewPCG(2, 2))
	weights := someWeights(rng)
	net := newNet(t, weights)
	for range 20_000 {
		planes := randomPlanes(rng)
		sum := 0
		for unit := range Units {
			total := 0
			for _, row := range Active(planes[0], planes[1]) {
				total += int(weights[int(row)*Units+unit])
			}
			if unit >= Units/2 {
				sum -= max(total, 0)
			} else {
				sum += max(total, 0)
			}
		}
		if got := net.Estimate(planes[0], planes[1]); got != sum {
			t.Fatalf("%025b against %025b: %d, by its rows %d", planes[0], planes[1], got, sum)
		}
	}
}

func TestBrokenDataIsRefused(t *testing.T) {
	whole := Pack(someWeights(rand.New(rand.NewPCG(3, 3))))
	changed := func(at int) []byte {
		data := append([]byte(nil), whole...)
		data[at] ^= 1
		return data
	}
	// One unit whose lines alone exceed 16 bits.
	steep := make([]int16, Rows*Units)
	for row := range Rows {
		steep[row*Units] = int16(row%2) * 3000
	}
	for _, c := range []struct {
		name, want string
		data       []byte
	}{
		{"nothing", "not the data", nil},
		{"another file", "not the data", []byte("something else altogether")},
		{"a part", "bytes, not", whole[:len(whole)-1]},
		{"more", "bytes, not", append(append([]byte(nil), whole...), 0)},
		{"another magic", "not the data", changed(3)},
		{"another weight", "sum is wrong", changed(1000)},
		{"another sum", "sum is wrong", changed(len(whole) - 1)},
		{"weights out of bounds", "may reach", Pack(steep)},
	} {
		if _, err := New(c.data); err == nil || !strings.Contains(err.Error(), c.want) {
			t.Errorf("%s: the error is %v, want one with %q", c.name, err, c.want)
		}
	}
}

func FuzzNew(f *testing.F) {
	f.Add(Pack(make([]int16, Rows*Units)))
	f.Add([]byte("quixoest1\n"))
	f.Fuzz(func(t *testing.T, data []byte) {
		weights, err := Unpack(data)
		if err == nil && string(Pack(weights)) != string(data) {
			t.Error("what was read is written differently")
		}
		_, _ = New(data)
	})
}

func BenchmarkEstimate(b *testing.B) {
	rng := rand.New(rand.NewPCG(4, 4))
	net := newNet(b, someWeights(rng))
	var positions [1 << 10][2]uint32
	for i := range positions {
		s := quixo.Start(5, quixo.Cross)
		for range 20 {
			if moves := s.AppendMoves(nil); len(moves) > 0 {
				s.Play(moves[rng.IntN(len(moves))])
			}
		}
		positions[i] = [2]uint32{s.Marks(quixo.Cross), s.Marks(quixo.Circle)}
	}
	sum := 0
	for i := 0; b.Loop(); i++ {
		p := &positions[i%len(positions)]
		sum += net.Estimate(p[0], p[1])
	}
}
