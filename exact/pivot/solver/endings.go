package solver

import (
	"math/bits"

	index "plateau/exact/pivot"

	"plateau/game"
)

// endings tells for given sets of cells in which faces the game is over.
//
// Whether a player has a line depends on the faces of that player's cards
// alone. So does whether the player to move can answer a line: only the pivot
// breaks the opponent's and only the drop makes one's own. Hence two bits for
// the faces of either player are enough:
//
//	to move:   has a line · could make one by some turn
//	opponent:  has a line · would have none after some pivot
//
// They are found for all up to 128 faces of a player at once, as faceSets:
// the highest card is always black there, as in package
// The rules themselves are in package pivot; a test compares.
type endings struct {
	circles, squares [maxFaces]hand
	// values are by the hands of the squares and of the circles.
	values *[4][4]game.Value
}

// maxFaces is the number of faces that 8 cards can show.
const maxFaces = 1 << (index.Cells/2 - 1)

// hand is what can be said of one player's faces.
type hand uint8

const (
	hasLine hand = 1 << iota
	canAnswer
)

// verdicts are the values of finished games by player to move: first the
// circles, then the squares.
var verdicts = makeVerdicts()

func makeVerdicts() (table [2][4][4]game.Value) {
	for mover := range hand(4) {
		for opponent := range hand(4) {
			mine, theirs := mover&hasLine != 0, opponent&hasLine != 0
			v := game.Unknown
			switch {
			case mine && !theirs:
				v = game.WinIn(0)
			case !mine && theirs && (mover|opponent)&canAnswer == 0:
				v = game.LossIn(0)
			}
			table[0][opponent][mover], table[1][mover][opponent] = v, v
		}
	}
	return table
}

// apply overwrites the values of the finished games in the vector of s.
func (e *endings) apply(to []byte, s index.Sets) {
	e.set(s)
	width := 1 << max(bits.OnesCount16(s.Circles)-1, 0)
	hands := e.circles[:width]
	for n := range len(to) / width {
		row := to[n*width:][:len(hands)]
		values := &e.values[e.squares[n]&3]
		for i, hand := range hands {
			v := uint32(row[i])
			if end := uint32(values[hand&3]); end != 0 {
				v = end
			}
			row[i] = byte(v)
		}
	}
}

func (e *endings) set(s index.Sets) {
	mine, theirs := playersOf(&s)
	mover, opponent := &e.circles, &e.squares
	e.values = &verdicts[0]
	if mine == &s.Squares {
		mover, opponent = opponent, mover
		e.values = &verdicts[1]
	}
	empty := ^(s.Circles | s.Squares)
	// The cells on which some turn can end, and what some pivot leaves.
	reach, broken := uint16(0), faceSets{}
	for left := *theirs; left != 0; left &= left - 1 {
		from := left & -left
		for targets := beside(from) & empty; targets != 0; targets &= targets - 1 {
			to := targets & -targets
			reach |= empty&^to | from
			broken = broken.or(pivoted(*theirs, from, to).lines().not())
		}
	}
	if reach == 0 {
		reach = empty
	}
	own := lay(*mine)
	fillHands(mover, own.lines(), own.makeable(reach))
	fillHands(opponent, lay(*theirs).lines(), broken)
}

func fillHands(hands *[maxFaces]hand, lines, answers faceSets) {
	for i := range hands {
		word, bit := i/64, i%64
		hands[i] = hand(lines[word]>>bit&1)*hasLine | hand(answers[word]>>bit&1)*canAnswer
	}
}

// faceSets is a set of faces of one player's cards: bit f says whether faces
// f belong to it.
type faceSets [maxFaces / 64]uint64

func (a faceSets) or(b faceSets) faceSets  { return faceSets{a[0] | b[0], a[1] | b[1]} }
func (a faceSets) and(b faceSets) faceSets { return faceSets{a[0] & b[0], a[1] & b[1]} }
func (a faceSets) not() faceSets           { return faceSets{^a[0], ^a[1]} }

// silver has for each card the faces in which it is silver.
var silver = [...]faceSets{
	{0xAAAAAAAAAAAAAAAA, 0xAAAAAAAAAAAAAAAA},
	{0xCCCCCCCCCCCCCCCC, 0xCCCCCCCCCCCCCCCC},
	{0xF0F0F0F0F0F0F0F0, 0xF0F0F0F0F0F0F0F0},
	{0xFF00FF00FF00FF00, 0xFF00FF00FF00FF00},
	{0xFFFF0000FFFF0000, 0xFFFF0000FFFF0000},
	{0xFFFFFFFF00000000, 0xFFFFFFFF00000000},
	{0, 0xFFFFFFFFFFFFFFFF},
}

// laidBoard is one player's cards: for every cell of the set, the faces in
// which the card there is silver.
type laidBoard struct {
	set    uint16
	silver [index.Cells]faceSets
}

func lay(set uint16) *laidBoard {
	b := &laidBoard{set: set}
	for n := 0; set&(set-1) != 0; n++ {
		b.silver[bits.TrailingZeros16(set)] = silver[n]
		set &= set - 1
	}
	return b
}

// pivoted lays a set of which one card has been pivoted.
func pivoted(set, from, to uint16) *laidBoard {
	b := lay(set)
	b.set ^= from | to
	b.silver[bits.TrailingZeros16(to)] = b.silver[bits.TrailingZeros16(from)].not()
	return b
}

// lines is the faces with which there is a line.
func (b *laidBoard) lines() (found faceSets) {
	for _, line := range boardLines {
		if line.cells&^b.set != 0 {
			continue
		}
		x, y, z := b.silver[line.at[0]], b.silver[line.at[1]], b.silver[line.at[2]]
		found = found.or(x.and(y).and(z)).or(x.or(y).or(z).not())
	}
	return found
}

// makeable is the faces with which one more card on one of the cells would
// make a line.
func (b *laidBoard) makeable(cells uint16) (found faceSets) {
	for _, line := range boardLines {
		missing := line.cells &^ b.set
		if missing&cells == 0 || missing&(missing-1) != 0 {
			continue
		}
		var pair [2]faceSets
		n := 0
		for _, cell := range line.at {
			if missing>>cell&1 == 0 {
				pair[n] = b.silver[cell]
				n++
			}
		}
		found = found.or(pair[0].and(pair[1])).or(pair[0].or(pair[1]).not())
	}
	return found
}

// line is three neighbouring cells in a row, a column or a diagonal.
type line struct {
	cells uint16
	at    [3]uint8
}

// edge is the number of cells along an edge of the board.
const edge = 4

var boardLines = makeBoardLines()

func makeBoardLines() (list []line) {
	onBoard := func(col, row int) bool {
		return 0 <= col && col < edge && 0 <= row && row < edge
	}
	for cell := range index.Cells {
		col, row := cell/edge, cell%edge
		for _, step := range [...][2]int{{0, 1}, {1, 0}, {1, 1}, {1, -1}} {
			if !onBoard(col+2*step[0], row+2*step[1]) {
				continue
			}
			var line line
			for i := range line.at {
				line.at[i] = uint8((col+i*step[0])*edge + row + i*step[1])
				line.cells |= 1 << line.at[i]
			}
			list = append(list, line)
		}
	}
	return list
}

// beside is the cells up, down, left and right of those of a set.
func beside(set uint16) uint16 {
	const lowest, highest = 0x1111, 0x8888
	return set<<edge | set>>edge | set&^highest<<1 | set&^lowest>>1
}
