package text

import "plateau/catalogue/look"

// rule is one horizontal line of a frame, or the walls of a row of cells: its left
// end, its filling, the crossings after odd and even columns, counted from the
// left, and its right end.
type rule string

func (r rule) part(i int) string { return string([]rune(r)[i]) }

// crossing is what is drawn right of a column, counted from 0.
func (r rule) crossing(col int) string { return r.part(2 + col%2) }

// Frame is the lines of a board. Odd and even are those between the rows,
// counted from the bottom.
type Frame struct{ top, odd, even, bottom, cells rule }

var (
	plain      = Frame{"┌─┬┬┐", "├─┼┼┤", "├─┼┼┤", "└─┴┴┘", "│ │││"}
	plainASCII = Frame{"+-+++", "+-+++", "+-+++", "+-+++", "| |||"}
	// The double lines enclose the regions of 2×2 cells.
	regions      = Frame{"╔═╤╦╗", "╟─┼╫╢", "╠═╪╬╣", "╚═╧╩╝", "║ │║║"}
	regionsASCII = Frame{"#==##", "#-+##", "#==##", "#==##", "# |##"}
)

// FrameOf is the frame of a game's board.
func FrameOf(l *look.Terminal, ascii bool) Frame {
	switch {
	case l.Regions && ascii:
		return regionsASCII
	case l.Regions:
		return regions
	case ascii:
		return plainASCII
	default:
		return plain
	}
}

// Line is a line of the frame for larger cells: its left end, the filling, and what
// follows each column. Lines are counted from the top; line size is the bottom.
func (f Frame) Line(size, line int) (left, filling string, after []string) {
	r := f.even
	switch {
	case line == 0:
		r = f.top
	case line == size:
		r = f.bottom
	case (size-line)%2 == 1:
		r = f.odd
	}
	return r.spread(size)
}

// Walls are the lines beside the cells of a row: the first, and what follows each
// column.
func (f Frame) Walls(size int) (left string, after []string) {
	left, _, after = f.cells.spread(size)
	return left, after
}

func (r rule) spread(size int) (left, filling string, after []string) {
	for col := range size - 1 {
		after = append(after, r.crossing(col))
	}
	return r.part(0), r.part(1), append(after, r.part(4))
}
