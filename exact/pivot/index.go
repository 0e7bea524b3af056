package pivot

import (
	"math/bits"
	"sort"

	"plateau/game/pivot"
	"plateau/game/square"
	"plateau/internal/lanes"
)

// The index numbers the positions of Pivot, so that an array of values needs no
// keys.
//
// Symmetric positions share a number. Positions with the same number of cards
// form a layer, in which a position is given by its two sets of cells and the
// faces of its cards:
//
//	offset: │ class of the sets │ faces of the squares │ faces of the circles │
//	        │                   │  all but the highest │  all but the highest │
//	         ╰─────────────────╯ ╰── squares - 1 bits ─╯╰─ circles - 1 bits ──╯
//
// A face is 1 for silver, and the cards of a player are in ascending order of
// their cells, lowest bit first. No rule compares the faces of a circle and of
// a square, so all circles can be turned over without the squares, and vice
// versa. That makes the highest card of either player black, so its face is not
// stored: see [Fold].
//
// The class depends on the circles first. The canonical form of a set of
// circles is the smallest of its (at most 8) images, and all pairs with the
// same canonical circles form a group:
//
//	circles ──────────▶ symmetry, group ──▶ first class of the group
//	squares, turned by that symmetry ──rank among the cells left──▶ + rank
//
// If the circles are themselves symmetric, their stabiliser also identifies
// squares; such groups map the rank to the class and the remaining symmetry.

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

// Index maps positions to numbers and back. It is immutable.
type Index struct {
	// circles has the group of each set of up to 8 circles.
	circles [1 << Cells]place
	// groups is indexed by number of cards.
	groups [Cells + 1][]group
	// classes is the number of classes by number of cards.
	classes [Cells + 1]int
}

// place is a number and, in the lowest three bits, the symmetry that leads to
// the canonical form.
type place uint16

func makePlace(number int, by Symmetry) place { return place(number<<3 | int(by)) }

func (p place) number() int        { return int(p >> 3) }
func (p place) symmetry() Symmetry { return Symmetry(p & 7) }

// group is all classes with the same canonical circles.
type group struct {
	circles uint16
	first   uint32
	// squares maps the rank to the place within the group; nil if every
	// rank is its own class.
	squares []place
}

// NewIndex takes some milliseconds.
func NewIndex() *Index {
	x := new(Index)
	// The canonical sets by number of circles, and the stabiliser of each.
	var sets [Cells/2 + 1][]uint16
	var stabilisers [Cells/2 + 1][][]Symmetry
	for set := range 1 << Cells {
		circles := uint16(set)
		count := bits.OnesCount16(circles)
		if count > Cells/2 {
			continue
		}
		smallest, by, stabiliser := canonicalSet(circles)
		if smallest == circles {
			x.circles[circles] = makePlace(len(sets[count]), 0)
			sets[count] = append(sets[count], circles)
			stabilisers[count] = append(stabilisers[count], stabiliser)
			continue
		}
		// The smallest image came earlier.
		x.circles[circles] = makePlace(x.circles[smallest].number(), by)
	}
	for cards := range x.groups {
		circles, squares := counts(cards)
		for i, set := range sets[circles] {
			g, size := makeGroup(set, squares, stabilisers[circles][i])
			g.first = uint32(x.classes[cards])
			x.groups[cards] = append(x.groups[cards], g)
			x.classes[cards] += size
		}
	}
	return x
}

// canonicalSet returns the smallest image of a set, a symmetry that leads
// there, and the stabiliser of the set without the identity.
func canonicalSet(set uint16) (smallest uint16, by Symmetry, stabiliser []Symmetry) {
	smallest = set
	for y := Symmetry(1); y < square.Symmetries; y++ {
		switch turned := y.Set(set); {
		case turned < smallest:
			smallest, by = turned, y
		case turned == set:
			stabiliser = append(stabiliser, y)
		}
	}
	return smallest, by, stabiliser
}

// counts is how many of the cards are circles and squares.
func counts(cards int) (circles, squares int) { return (cards + 1) / 2, cards / 2 }

// makeGroup makes the group of a set of circles with a stabiliser, and returns
// its number of classes.
func makeGroup(circles uint16, count int, stabiliser []Symmetry) (group, int) {
	g := group{circles: circles}
	size := choose[Cells-bits.OnesCount16(circles)][count]
	if len(stabiliser) == 0 {
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
		for _, y := range stabiliser {
			if other := rank(y.Set(squares), circles); !known[other] {
				known[other], g.squares[other] = true, makePlace(classes, y.inverse())
			}
		}
		classes++
	}
	return g, classes
}

// Layer is the layer of the positions with a number of cards. It is its own
// inverse.
func Layer(cards int) int { return Cells - cards }

// FaceBits is the number of bits of an offset that store faces.
func FaceBits(cards int) int {
	circles, squares := faceBits(cards)
	return circles + squares
}

func faceBits(cards int) (circles, squares int) {
	circles, squares = counts(cards)
	return max(circles-1, 0), max(squares-1, 0)
}

// FlipVariants is the number of ways to turn over all cards of no, one or both
// players: how many positions on the same cells share an offset.
func FlipVariants(cards int) int { return 1 << (cards - FaceBits(cards)) }

// Size is the number of offsets of a layer.
func (x *Index) Size(layer int) int64 {
	cards := Layer(layer)
	return int64(x.classes[cards]) << FaceBits(cards)
}

// Groups is the number of groups of classes with a number of cards.
func (x *Index) Groups(cards int) int { return len(x.groups[cards]) }

// Group returns the first class of a group and appends the canonical sets of
// its classes in order.
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

// Class is the class of two sets and the symmetry that leads to its canonical
// sets.
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

// Locate finds a position: its layer and its offset there.
func (x *Index) Locate(s *pivot.State) (layer int, offset int64) {
	sets, silver := Split(s.Cards())
	cards := bits.OnesCount16(sets.Circles | sets.Squares)
	class, by := x.Class(sets)
	circles := extract(by.Set(silver.Circles), by.Set(sets.Circles))
	squares := extract(by.Set(silver.Squares), by.Set(sets.Squares))
	faces := Fold(circles|squares<<bits.OnesCount16(sets.Circles), cards)
	return Layer(cards), int64(class)<<FaceBits(cards) | int64(faces)
}

// State is a position at an offset; all others there are symmetric to it.
func (x *Index) State(layer int, offset int64) pivot.State {
	cards := Layer(layer)
	class := uint32(offset >> FaceBits(cards))
	groups := x.groups[cards]
	n := sort.Search(len(groups), func(i int) bool { return groups[i].first > class }) - 1
	first, sets := x.Group(cards, n, nil)
	return Join(sets[int(class)-first], uint16(offset)&(1<<FaceBits(cards)-1))
}

// Split returns the sets of cells of a word of cards, and the silver ones of
// these.
func Split(cards uint64) (sets, silver Sets) {
	silver = Sets{uint16(cards >> Cells), uint16(cards >> (3 * Cells))}
	return Sets{uint16(cards) | silver.Circles, uint16(cards>>(2*Cells)) | silver.Squares}, silver
}

// Join is the position with these sets and the faces of an offset.
func Join(s Sets, faces uint16) pivot.State {
	low, _ := faceBits(bits.OnesCount16(s.Circles | s.Squares))
	circles := deposit(faces&(1<<low-1), s.Circles)
	squares := deposit(faces>>low, s.Squares)
	return pivot.Make(uint64(s.Circles&^circles) | uint64(circles)<<Cells |
		uint64(s.Squares&^squares)<<(2*Cells) | uint64(squares)<<(3*Cells))
}

// Fold turns all cards of a player over if the highest is silver, and drops its
// face. It takes the faces of all cards, the squares' above the circles', and
// returns those of an offset. It is linear: Fold(a^b) is Fold(a)^Fold(b).
func Fold(faces uint16, cards int) uint16 {
	circles, _ := counts(cards)
	low, high := faceBits(cards)
	return foldOne(faces, low) | foldOne(faces>>circles, high)<<low
}

// foldOne folds the faces of one player.
func foldOne(faces uint16, top int) uint16 {
	return (faces ^ -(faces >> top & 1)) & (1<<top - 1)
}
