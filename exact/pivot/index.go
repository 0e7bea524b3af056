package pivot

import (
	"math/bits"
	"sort"

	"plateau/game/pivot"
	"plateau/internal/dihedral"
	"plateau/internal/lanes"
)

// The index numbers the positions of Pivot, so that a list of their values needs
// no keys.
//
// Positions that differ by a symmetry share a number. Those with the same
// number of cards make a layer, and within it a position is named by its two
// sets of cells and by the faces of its cards:
//
//	offset: │ class of the sets │ faces of the squares │ faces of the circles │
//	        │                   │  all but the highest │  all but the highest │
//	         ╰─────────────────╯ ╰── squares - 1 bits ─╯╰─ circles - 1 bits ──╯
//
// A face is 1 for silver, and the cards of a player are in ascending order of
// their cells, lowest bit first. No rule compares the faces of a circle and of
// a square, so all circles can be turned over without the squares, and the
// other way round. That makes the highest card of either player black, which
// need not be told: see [Fold].
//
// The class comes from the circles first. Of the (at most 8) turned copies of
// a set of circles the smallest represents them, and all pairs with the same
// representative make a group:
//
//	circles ──table──▶ symmetry, group ──▶ first class of the group
//	squares, turned by that symmetry ──rank among the cells left──▶ + rank
//
// Where the circles are themselves symmetric, the symmetries that leave them
// in place still join squares; such groups have a table from the rank to the
// class and to the symmetry that remains.

const (
	// Cells is the number of cells, and of cards on a full board.
	Cells = lanes.Cells
	// Layers is the number of layers: layer 0 is the full board, the last
	// one the empty board.
	Layers = Cells + 1
)

// Sets is where the cards of the two players lie, as sets of cells. Cell c is
// bit c, numbered up the columns: a1 is 0, a2 is 1, b1 is 4.
type Sets struct{ Circles, Squares uint16 }

// Index has the tables for numbering. It is not changed by use.
type Index struct {
	// circles has the group of each set of circles of up to 8 cells.
	circles [1 << Cells]place
	// groups are listed by number of cards.
	groups [Cells + 1][]group
	// classes are counted by number of cards.
	classes [Cells + 1]int
}

// place is a number, and in the lowest three bits the symmetry that leads to
// what the number stands for.
type place uint16

func makePlace(number int, by Symmetry) place { return place(number<<3 | int(by)) }

func (p place) number() int        { return int(p >> 3) }
func (p place) symmetry() Symmetry { return Symmetry(p & 7) }

// group is all classes with the same set of circles.
type group struct {
	circles uint16
	first   uint32
	// squares has the place within the group by rank; nil where every rank
	// is a class of its own.
	squares []place
}

// NewIndex makes the tables, in some milliseconds.
func NewIndex() *Index {
	x := new(Index)
	// The sets that represent others, by number of circles, and the
	// symmetries that leave each in place.
	var sets [Cells/2 + 1][]uint16
	var kept [Cells/2 + 1][][]Symmetry
	for set := range 1 << Cells {
		circles := uint16(set)
		count := bits.OnesCount16(circles)
		if count > Cells/2 {
			continue
		}
		smallest, by, keep := represent(circles)
		if smallest == circles {
			x.circles[circles] = makePlace(len(sets[count]), 0)
			sets[count] = append(sets[count], circles)
			kept[count] = append(kept[count], keep)
			continue
		}
		// The smallest has had its turn already.
		x.circles[circles] = makePlace(x.circles[smallest].number(), by)
	}
	for cards := range x.groups {
		circles, squares := counts(cards)
		for i, set := range sets[circles] {
			g, size := makeGroup(set, squares, kept[circles][i])
			g.first = uint32(x.classes[cards])
			x.groups[cards] = append(x.groups[cards], g)
			x.classes[cards] += size
		}
	}
	return x
}

// represent gives the smallest turned copy of a set, a symmetry that leads
// there, and those but 0 that leave the set in place.
func represent(set uint16) (smallest uint16, by Symmetry, keep []Symmetry) {
	smallest = set
	for y := Symmetry(1); y < dihedral.Count; y++ {
		switch turned := y.Set(set); {
		case turned < smallest:
			smallest, by = turned, y
		case turned == set:
			keep = append(keep, y)
		}
	}
	return smallest, by, keep
}

// counts is how many of a number of cards are circles and squares.
func counts(cards int) (circles, squares int) { return (cards + 1) / 2, cards / 2 }

// makeGroup makes the group of a set of circles that stays in place under the
// kept symmetries, and gives its number of classes.
func makeGroup(circles uint16, count int, keep []Symmetry) (group, int) {
	g := group{circles: circles}
	size := choose[Cells-bits.OnesCount16(circles)][count]
	if len(keep) == 0 {
		return g, size
	}
	g.squares = make([]place, size)
	known := make([]bool, size)
	classes := 0
	for squares := range subsets(^circles, count) {
		at := rank(squares, circles)
		if known[at] {
			continue
		}
		known[at], g.squares[at] = true, makePlace(classes, 0)
		for _, y := range keep {
			if other := rank(y.Set(squares), circles); !known[other] {
				known[other], g.squares[other] = true, makePlace(classes, y.inverse())
			}
		}
		classes++
	}
	return g, classes
}

// Layer is the layer of the positions with a number of cards; the same again
// gives the cards of a layer.
func Layer(cards int) int { return Cells - cards }

// FaceBits is the number of bits of an offset that tell the faces.
func FaceBits(cards int) int {
	circles, squares := faceBits(cards)
	return circles + squares
}

func faceBits(cards int) (circles, squares int) {
	circles, squares = counts(cards)
	return max(circles-1, 0), max(squares-1, 0)
}

// Turnings is the number of ways to turn all cards of one player, of both or of
// none over: how many positions with the same cells have the same offset.
func Turnings(cards int) int { return 1 << (cards - FaceBits(cards)) }

// Size is the number of offsets of a layer.
func (x *Index) Size(layer int) int64 {
	cards := Layer(layer)
	return int64(x.classes[cards]) << FaceBits(cards)
}

// Groups is the number of groups of classes with a number of cards.
func (x *Index) Groups(cards int) int { return len(x.groups[cards]) }

// Group gives the first class of a group and appends the sets that represent
// its classes, in their order.
func (x *Index) Group(cards, n int, dst []Sets) (first int, sets []Sets) {
	g := &x.groups[cards][n]
	_, count := counts(cards)
	next := len(dst)
	for squares := range subsets(^g.circles, count) {
		if g.squares == nil || g.squares[rank(squares, g.circles)] == makePlace(len(dst)-next, 0) {
			dst = append(dst, Sets{g.circles, squares})
		}
	}
	return int(g.first), dst
}

// Class is the class of two sets and the symmetry that leads to the sets that
// represent it.
func (x *Index) Class(s Sets) (int, Symmetry) {
	found := x.circles[s.Circles]
	by := found.symmetry()
	g := &x.groups[bits.OnesCount16(s.Circles|s.Squares)][found.number()]
	at := rank(by.Set(s.Squares), g.circles)
	if g.squares == nil {
		return int(g.first) + at, by
	}
	last := g.squares[at]
	return int(g.first) + last.number(), by.then(last.symmetry())
}

// Locate is the place of a position in the tables: its layer and its offset
// there.
func (x *Index) Locate(s *pivot.State) (layer int, offset int64) {
	sets, silver := Split(s.Cards())
	cards := bits.OnesCount16(sets.Circles | sets.Squares)
	class, by := x.Class(sets)
	circles := extract(by.Set(silver.Circles), by.Set(sets.Circles))
	squares := extract(by.Set(silver.Squares), by.Set(sets.Squares))
	faces := Fold(circles|squares<<bits.OnesCount16(sets.Circles), cards)
	return Layer(cards), int64(class)<<FaceBits(cards) | int64(faces)
}

// State is a position at a place; all others there differ from it by a
// symmetry.
func (x *Index) State(layer int, offset int64) pivot.State {
	cards := Layer(layer)
	class := uint32(offset >> FaceBits(cards))
	groups := x.groups[cards]
	n := sort.Search(len(groups), func(i int) bool { return groups[i].first > class }) - 1
	first, sets := x.Group(cards, n, nil)
	return Join(sets[int(class)-first], uint16(offset)&(1<<FaceBits(cards)-1))
}

// Split gives the sets of a word of cards, and of those the silver ones.
func Split(cards uint64) (sets, silver Sets) {
	silver = Sets{uint16(cards >> Cells), uint16(cards >> (3 * Cells))}
	return Sets{uint16(cards) | silver.Circles, uint16(cards>>(2*Cells)) | silver.Squares}, silver
}

// Join is the position with the given sets and the faces of an offset.
func Join(s Sets, faces uint16) pivot.State {
	low, _ := faceBits(bits.OnesCount16(s.Circles | s.Squares))
	circles := deposit(faces&(1<<low-1), s.Circles)
	squares := deposit(faces>>low, s.Squares)
	return pivot.Make(uint64(s.Circles&^circles) | uint64(circles)<<Cells |
		uint64(s.Squares&^squares)<<(2*Cells) | uint64(squares)<<(3*Cells))
}

// Fold turns all cards of a player over if the highest is silver, and leaves
// its face out. It takes the faces of all cards, the squares' above the
// circles', and gives those of an offset. It is linear: Fold(a^b) is
// Fold(a)^Fold(b).
func Fold(faces uint16, cards int) uint16 {
	circles, _ := counts(cards)
	low, high := faceBits(cards)
	return foldOne(faces, low) | foldOne(faces>>circles, high)<<low
}

// foldOne folds the faces of one player.
func foldOne(faces uint16, top int) uint16 {
	return (faces ^ -(faces >> top & 1)) & (1<<top - 1)
}
