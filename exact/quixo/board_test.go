package quixo

import (
	"fmt"
	"math/bits"
	"math/rand/v2"
	"strings"
	"testing"

	"plateau/game"
	"plateau/game/quixo"
)

func randomState(rng *rand.Rand, size int) quixo.State {
	var planes [3]uint32
	for column := range size {
		for row := range size {
			planes[rng.IntN(3)] |= 1 << (5*column + row)
		}
	}
	return quixo.Make(size, planes[0], planes[1], game.Seat(rng.IntN(2)))
}

// The drawing in the package comment.
func TestCellNumbering(t *testing.T) {
	b := NewBoard(5)
	var rows []string
	for row := 4; row >= 0; row-- {
		var cells []string
		for column := range 5 {
			cells = append(cells, fmt.Sprintf("%2d", b.cellOf[5*column+row]))
		}
		rows = append(rows, strings.Join(cells, " "))
	}
	const want = `21 13  9 14 22
15  5  1  6 16
10  2  0  3 11
17  7  4  8 18
23 19 12 20 24`
	if got := strings.Join(rows, "\n"); got != want {
		t.Errorf("the cells are\n%s", got)
	}
}

func TestSets(t *testing.T) {
	for size := 3; size <= 5; size++ {
		b := NewBoard(size)
		for marks := 0; marks <= b.Cells && marks <= 9; marks++ {
			l := b.NewLayer(marks)
			if got := b.CountSets(marks); got != len(l.Sets) {
				t.Errorf("%d×%d, %d marks: %d sets counted, %d listed", size, size, marks, got, len(l.Sets))
			}
			all := int64(0)
			for number, set := range l.Sets {
				all += l.Copies(number)
				if l.Number(set) != number {
					t.Fatalf("set %d is not found", number)
				}
			}
			if want := binomial(b.Cells, marks); all != want {
				t.Errorf("%d×%d, %d marks: the sets represent %d, want %d", size, size, marks, all, want)
			}
		}
	}
}

func binomial(n, k int) int64 {
	result := int64(1)
	for i := range k {
		result = result * int64(n-i) / int64(i+1)
	}
	return result
}

// A position and the position at its place are equal up to symmetry and
// exchanging the players, and symmetric positions have the same set.
func TestPlaces(t *testing.T) {
	rng := rand.New(rand.NewPCG(1, 2))
	for size := 3; size <= 5; size++ {
		b, turned := NewBoard(size), quixo.Spec(size).Symmetries
		for range 2000 {
			s := randomState(rng, size)
			place := b.Locate(&s)
			if marks := bits.OnesCount32(s.Marks(0) | s.Marks(1)); place.Marks != marks {
				t.Fatalf("%d marks, not %d", place.Marks, marks)
			}
			at := b.Position(place)
			if s.ToMove() != quixo.Cross {
				s = quixo.Make(size, s.Marks(quixo.Circle), s.Marks(quixo.Cross), quixo.Cross)
			}
			want, _ := turned.Canonical(&s)
			if got, _ := turned.Canonical(&at); got != want {
				t.Fatalf("%v is found at the place of %v", want, got)
			}
			other := turned.State(&s, game.Symmetry(rng.IntN(Symmetries)))
			if b.Locate(&other).Set != place.Set {
				t.Fatalf("%v and %v have different sets", s, other)
			}
		}
	}
}

// A push moves all cells as the rules move marks.
func TestPushes(t *testing.T) {
	rng := rand.New(rand.NewPCG(2, 2))
	for size := 3; size <= 5; size++ {
		b := NewBoard(size)
		start := quixo.Start(size, quixo.Cross)
		for i, move := range start.AppendMoves(nil) {
			for range 20 {
				s := randomState(rng, size)
				before := b.fromGrid(s.Marks(0) | s.Marks(1))
				s.Play(move)
				after := b.fromGrid(s.Marks(0) | s.Marks(1))
				if got := b.Pushes[i].Set(before | 1<<b.Pushes[i].From); got != after {
					t.Fatalf("%v: %b becomes %b, want %b", move, before, got, after)
				}
			}
		}
	}
}
