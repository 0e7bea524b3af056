package game

import "strings"

// People make a move one choice at a time: they take a cube, then choose where
// it goes back in. The [Slot]s of a game are the choices there are, and a
// screen offers what the legal moves still allow by comparing their [Picks]
// with those made so far. So it needs no rules, not even which choice comes
// next.

// SlotID names one choice of a move.
type SlotID string

// The choices of all games.
const (
	PieceSlot SlotID = "piece" // the kind of piece to place, by its letter
	CellSlot  SlotID = "cell"  // where to place it
	FromSlot  SlotID = "from"  // what is taken or pivots, by its cell
	ToSlot    SlotID = "to"    // where it goes
	FaceSlot  SlotID = "face"  // which face of a card is up, by the card's letter
	DropSlot  SlotID = "drop"  // where the card is placed
	DotSlot   SlotID = "dot"   // which partner the dot faces: "1" or "2"
	// AnnounceSlot is whether the player announces a line: "!".
	AnnounceSlot SlotID = "announce"
)

// Slot is one choice of a move.
type Slot struct {
	ID SlotID
	// OnBoard is set if a cell is chosen, and not something beside the
	// board.
	OnBoard bool
	// Said is set for something that may be said with a move, or instead of
	// one. A screen has a button for it, and offers the other choices as if
	// it were not there: what can be said must not show what is possible.
	Said bool
}

// Picks are choices made for a move, all of them or some: names of cells,
// letters or numbers by slot.
type Picks map[SlotID]string

// Fits reports whether all choices made so far are among those of a move.
func (p Picks) Fits(move Picks) bool {
	for slot, value := range p {
		if move[slot] != value {
			return false
		}
	}
	return true
}

// Part is one choice within the text of a move.
type Part struct {
	// Sign is written before it.
	Sign string
	Slot SlotID
	// Else is written while the choice is open.
	Else string
}

// Join writes choices as text.
func (p Picks) Join(parts ...Part) string {
	var text strings.Builder
	for _, part := range parts {
		value, made := p[part.Slot]
		if !made {
			value = part.Else
		}
		text.WriteString(part.Sign + value)
	}
	return text.String()
}

// MotionKind is how a piece moves.
type MotionKind string

// The kinds of motion.
const (
	Places MotionKind = "place" // from the reserve to the board
	Slides MotionKind = "slide" // along the board
	Pushes MotionKind = "push"  // taken out of the board and pushed in elsewhere
	Flips  MotionKind = "flip"  // along the board, and turned over
)

// Motion is something that visibly happens to one piece when a move is made.
// The motions of a move happen together: see [Carry].
type Motion struct {
	Kind MotionKind
	// From is where the piece starts; [Places] has none.
	From, To Cell
	// Letter is the letter of the piece on To afterwards; 0 is a neutral
	// cube.
	Letter byte
	// Needs are the choices that decide where the piece goes: once they are
	// made, the motion can be shown. Later ones may still change its letter.
	Needs []SlotID
}

// Carry applies motions to the letters of a board, without its empty cells: all
// pieces leave their cells, then all arrive.
func Carry(board map[Cell]byte, motions []Motion) {
	for _, m := range motions {
		if m.Kind != Places {
			delete(board, m.From)
		}
	}
	for _, m := range motions {
		if m.Letter == 0 {
			delete(board, m.To)
		} else {
			board[m.To] = m.Letter
		}
	}
}
