package game

import (
	"fmt"
	"iter"
)

// Seat is a place in turn order, counted from 0. The [Match] knows who sits
// there; the [Team] is the side that the seat plays for.
type Seat uint8

// NoSeat means no seat.
const NoSeat Seat = 0xFF

// Team is one of the two sides, 0 or 1. In games for two each seat is its own
// team; in games for four the partners share one.
type Team uint8

// Other is the opposing team.
func (t Team) Other() Team { return 1 - t }

// Move is one whole turn, in an encoding of the game's own. Within a position,
// the order of the numbers is the order of the texts. A move means nothing
// without its position.
type Move uint16

// NoMove is not a move in any game.
const NoMove Move = 0xFFFF

// Outcome is the state of a position by the rules alone. Draws by repetition or
// agreement, resignation and time belong to the [Match].
type Outcome uint8

// The outcomes. [Won] makes one from a team.
const (
	Running Outcome = iota
	WonByFirst
	WonBySecond
	Drawn
)

// Won is the outcome in which t has won.
func Won(t Team) Outcome { return WonByFirst + Outcome(t) }

// Over reports whether the game has ended.
func (o Outcome) Over() bool { return o != Running }

// Winner is the winning team, if there is one.
func (o Outcome) Winner() (Team, bool) {
	if o == WonByFirst || o == WonBySecond {
		return Team(o - WonByFirst), true
	}
	return 0, false
}

// String is "running", "won" or "drawn"; the winner is not part of it.
func (o Outcome) String() string {
	switch o {
	case Running:
		return "running"
	case Drawn:
		return "drawn"
	default:
		return "won"
	}
}

// Cell is a place on the board: column from the left and row from the bottom,
// both from 0, so that a1 is the zero value.
type Cell struct{ Col, Row uint8 }

// String is the cell's name, such as "b3".
func (c Cell) String() string { return string([]byte{'a' + c.Col, '1' + c.Row}) }

// CellNames are the names of some cells.
func CellNames(cells []Cell) []string {
	names := make([]string, len(cells))
	for i, c := range cells {
		names[i] = c.String()
	}
	return names
}

// MarshalText writes the cell's name, for JSON.
func (c Cell) MarshalText() ([]byte, error) { return []byte(c.String()), nil }

// Cells are those of a board with size cells along an edge, in the order of their
// names.
func Cells(size int) iter.Seq[Cell] {
	return func(yield func(Cell) bool) {
		for at := range size * size {
			if !yield(Cell{uint8(at / size), uint8(at % size)}) {
				return
			}
		}
	}
}

// ParseCell reads a cell's name, in either case, on a board with size cells
// along an edge.
func ParseCell(text string, size int) (Cell, error) {
	if len(text) == 2 {
		col, row := int(text[0]|0x20)-'a', int(text[1])-'1'
		if col >= 0 && col < size && row >= 0 && row < size {
			return Cell{uint8(col), uint8(row)}, nil
		}
	}
	return Cell{}, fmt.Errorf("%q is not a cell: columns are a to %c, rows 1 to %d", text, 'a'+size-1, size)
}
