package figures

import (
	"bytes"
	"math/bits"
	"slices"

	"plateau/exact/figures"
	"plateau/game"
	"plateau/game/quantik"
	"plateau/game/square"
	"plateau/internal/lanes"
)

// The programs of quantik-core count positions up to the 8 symmetries of a square
// and the 24 renamings of the shapes, 192 in all: each of our classes is several
// of theirs. They represent each by its smallest form, which is also made here,
// so that the data can be compared row by row:
//
//	16 bytes: for each player and each shape, A to D, the set of its cells
//	          as a number of 16 bits, the low byte first;
//	          cell 0 is at the top left, 15 at the bottom right
//
// (src/quantik_core/symmetry.py of github.com/mberlanda/quantik-core-py.)

const (
	depth4Pieces = 4
	shapes       = 4
	players      = 2
)

// form is a position in those bytes.
type form [2 * players * shapes]byte

// image is where a symmetry of the square takes a cell: bit by bit of a lane to
// the number of the cell in a form.
type image [lanes.Cells]int

var images = func() (all [square.Symmetries]image) {
	for by := range all {
		for bit := range all[by] {
			c := square.Turn(lanes.Cell(bit), lanes.Edge, game.Symmetry(by))
			all[by][bit] = (lanes.Edge-1-int(c.Row))*lanes.Edge + int(c.Col)
		}
	}
	return all
}()

// renamings are the orders of the shapes.
var renamings = func() (all [][shapes]int) {
	for code := range 1 << (2 * shapes) {
		var to [shapes]int
		seen := 0
		for i := range to {
			to[i] = code >> (2 * i) & 3
			seen |= 1 << to[i]
		}
		if seen == 1<<shapes-1 {
			all = append(all, to)
		}
	}
	return all
}()

// smallestForm is the smallest form of a position, and how many different ones
// it has: all symmetries, divided by how many lead to the same form.
func smallestForm(s *quantik.State) (smallest form, count int) {
	same := 0
	for i := range images {
		for j := range renamings {
			f := formOf(s, &images[i], &renamings[j])
			switch order := bytes.Compare(f[:], smallest[:]); {
			case same == 0 || order < 0:
				smallest, same = f, 1
			case order == 0:
				same++
			}
		}
	}
	return smallest, len(images) * len(renamings) / same
}

func formOf(s *quantik.State, image *image, to *[shapes]int) (f form) {
	for seat := range players {
		for word := s.Pieces(game.Seat(seat)); word != 0; word &= word - 1 {
			bit := bits.TrailingZeros64(word)
			shape, cell := to[bit/lanes.Cells], image[bit%lanes.Cells]
			f[2*(shapes*seat+shape)+cell/8] |= 1 << (cell % 8)
		}
	}
	return f
}

// state is the position of a form. Renaming has made shape 0 an A.
func (f *form) state() quantik.State {
	// Our shapes are cube, cone, sphere, cylinder: C, D, A, B.
	ours := [shapes]int{2, 3, 0, 1}
	var pieces [players]uint64
	for seat := range players {
		for shape := range shapes {
			for cell := range lanes.Cells {
				if f[2*(shapes*seat+shape)+cell/8]>>(cell%8)&1 != 0 {
					c := game.Cell{Col: uint8(cell % lanes.Edge), Row: uint8(lanes.Edge - 1 - cell/lanes.Edge)}
					pieces[seat] |= 1 << (ours[shape]*lanes.Cells + lanes.Bit(c))
				}
			}
		}
	}
	return quantik.Make(pieces[0], pieces[1])
}

// smallState is a position by its smallest form.
type smallState struct {
	form      form
	boards    int
	sequences uint64
}

// smallStates lists the positions with a number of pieces and no complete line, up
// to those symmetries, in the order of their forms.
func smallStates(pieces int) []smallState {
	layer := []smallState{{boards: 1, sequences: 1}}
	for range pieces {
		next := map[form]smallState{}
		for _, parent := range layer {
			s := parent.form.state()
			for moves := s.Legal() &^ s.Completing(); moves != 0; moves &= moves - 1 {
				child := after(&s, moves)
				smallest, boards := smallestForm(&child)
				known := next[smallest]
				next[smallest] = smallState{smallest, boards, known.sequences + parent.sequences}
			}
		}
		layer = layer[:0]
		for _, s := range next {
			layer = append(layer, s)
		}
		slices.SortFunc(layer, func(a, b smallState) int { return bytes.Compare(a.form[:], b.form[:]) })
	}
	return layer
}

func depth4(t *tables, report func(string)) ([]byte, error) {
	report("listing the positions")
	sheet := figures.NewSheet("qfen", "value", "moves", "winning", "boards", "sequences")
	for _, small := range smallStates(depth4Pieces) {
		s := small.form.state()
		sheet.Add(s.QFEN(), t.value(&s, depth4Pieces), bits.OnesCount64(s.Legal()),
			t.winningMoves(&s, depth4Pieces), small.boards, small.sequences)
	}
	return sheet.Bytes(), t.Err()
}
