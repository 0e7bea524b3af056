package solver

import (
	"math/bits"

	index "plateau/exact/pivot"

	"plateau/game"
)

// endings finds, for two sets of cells, the faces with which the game is over.
//
// Whether a player has a line depends on the faces of that player's cards
// alone. So does whether the player to move can answer a line: only the pivot
// can break the opponent's and only the drop can make one. So two bits per
// player are enough:
//
//	to move:   has a line · could make one by some turn
//	opponent:  has a line · would have none after some pivot
//
// They are found for all up to 128 faces of a player at once, as faceSets; the
// highest card is always black, as in [index.Fold]. The rules themselves are in
// package pivot; a test compares.
type endings struct {
	circles, squares [maxFaces]lineState
	// values is indexed by the line states of the squares and of the
	// circles.
	values *[4][4]game.Value
}

// maxFaces is the number of faces that 8 cards can show.
const maxFaces = 1 << (index.Cells/2 - 1)

// lineState is what matters about one player's faces.
type lineState uint8

const (
	hasLine lineState = 1 << iota
	canAnswer
)

// endValues are the values of finished games by player to move: first the
// circles, then the squares.
var endValues = func() (lookup [2][4][4]game.Value) {
	for player := range lineState(4) {
		for opponent := range lineState(4) {
			own, theirs := player&hasLine != 0, opponent&hasLine != 0
			v := game.Unknown
			switch {
			case own && !theirs:
				v = game.WinIn(0)
			case !own && theirs && (player|opponent)&canAnswer == 0:
				v = game.LossIn(0)
			}
			lookup[0][opponent][player], lookup[1][player][opponent] = v, v
		}
	}
	return lookup
}()

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
	own, theirs := playersOf(&s)
	player, opponent := &e.circles, &e.squares
	e.values = &endValues[0]
	if own == &s.Squares {
		player, opponent = opponent, player
		e.values = &endValues[1]
	}
	empty := ^(s.Circles | s.Squares)
	// The cells that a drop can reach, and the faces of which some pivot
	// breaks all lines.
	reach, broken := uint16(0), faceSets{}
	for left := *theirs; left != 0; left &= left - 1 {
		from := left & -left
		for targets := neighbours(from) & empty; targets != 0; targets &= targets - 1 {
			to := targets & -targets
			reach |= empty&^to | from
			broken = broken.or(pivoted(*theirs, from, to).lines().not())
		}
	}
	if reach == 0 {
		reach = empty
	}
	cards := newCardFaces(*own)
	fillLineStates(player, cards.lines(), cards.completable(reach))
	fillLineStates(opponent, newCardFaces(*theirs).lines(), broken)
}

func fillLineStates(hands *[maxFaces]lineState, lines, answers faceSets) {
	for i := range hands {
		word, bit := i/64, i%64
		hands[i] = lineState(lines[word]>>bit&1)*hasLine | lineState(answers[word]>>bit&1)*canAnswer
	}
}

// faceSets is a set of faces of one player's cards: bit f says whether faces
// f belong to it.
type faceSets [maxFaces / 64]uint64

func (a faceSets) or(b faceSets) faceSets  { return faceSets{a[0] | b[0], a[1] | b[1]} }
func (a faceSets) and(b faceSets) faceSets { return faceSets{a[0] & b[0], a[1] & b[1]} }
func (a faceSets) not() faceSets           { return faceSets{^a[0], ^a[1]} }

// silver has, for each card, the faces with that card silver.
var silver = [...]faceSets{
	{0xAAAAAAAAAAAAAAAA, 0xAAAAAAAAAAAAAAAA},
	{0xCCCCCCCCCCCCCCCC, 0xCCCCCCCCCCCCCCCC},
	{0xF0F0F0F0F0F0F0F0, 0xF0F0F0F0F0F0F0F0},
	{0xFF00FF00FF00FF00, 0xFF00FF00FF00FF00},
	{0xFFFF0000FFFF0000, 0xFFFF0000FFFF0000},
	{0xFFFFFFFF00000000, 0xFFFFFFFF00000000},
	{0, 0xFFFFFFFFFFFFFFFF},
}

// cardFaces is one player's cards: for every cell of the set, the faces with
// the card there silver.
type cardFaces struct {
	set    uint16
	silver [index.Cells]faceSets
}

func newCardFaces(set uint16) *cardFaces {
	b := &cardFaces{set: set}
	for n := 0; set&(set-1) != 0; n++ {
		b.silver[bits.TrailingZeros16(set)] = silver[n]
		set &= set - 1
	}
	return b
}

// pivoted is a set after one card was pivoted.
func pivoted(set, from, to uint16) *cardFaces {
	b := newCardFaces(set)
	b.set ^= from | to
	b.silver[bits.TrailingZeros16(to)] = b.silver[bits.TrailingZeros16(from)].not()
	return b
}

// lines is the faces with a line.
func (b *cardFaces) lines() (found faceSets) {
	for _, line := range boardLines {
		if line.cells&^b.set != 0 {
			continue
		}
		x, y, z := b.silver[line.at[0]], b.silver[line.at[1]], b.silver[line.at[2]]
		found = found.or(x.and(y).and(z)).or(x.or(y).or(z).not())
	}
	return found
}

// completable is the faces with which one more card on one of the cells would
// make a line.
func (b *cardFaces) completable(cells uint16) (found faceSets) {
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

var boardLines = func() (list []line) {
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
}()

// neighbours is the cells up, down, left and right of those of a set.
func neighbours(set uint16) uint16 {
	const lowest, highest = 0x1111, 0x8888
	return set<<edge | set>>edge | set&^highest<<1 | set&^lowest>>1
}
