package tiles

import (
	"strings"

	"plateau/catalogue/look"
)

// piece draws a piece, or what marks an empty cell, in a cell.
func (d *drawing) piece(x, y int, letter byte, ink Ink) {
	shown, first := d.Look.Shown(d.Game, letter, d.ASCII)
	ink.Bold = true
	switch {
	case shown == 0:
		ink.Bold, ink.Front, ink.Faint = false, d.Theme.Empty, d.Theme.Empty == nil
	case first:
		ink.Front = d.Theme.Sides[0]
	default:
		ink.Front = d.Theme.Sides[1]
	}
	glyph := d.Look.Glyphs[shown]
	if d.High == 1 || glyph == nil {
		text := d.Look.Text(shown, d.ASCII)
		d.canvas.write(x+(d.Wide-d.Look.Width)/2, y+d.High/2, strings.TrimRight(text, " "), ink)
		return
	}
	if d.ASCII {
		d.dots(x, y, glyph, d.Look.Text(shown, d.ASCII)[:1], ink)
	} else {
		d.halves(x, y, glyph, ink)
	}
	if label := d.Look.Labels[shown]; label != "" {
		d.canvas.write(x+d.Wide/2, y+d.High/2, label, ink)
	}
}

// dots draws a glyph with one character for each place.
func (d *drawing) dots(x, y int, glyph look.Glyph, dot string, ink Ink) {
	wide := d.Wide - 2
	pen := max(0.3, 1.3/float64(d.High))
	for row := range d.High {
		for col := range wide {
			if inked(glyph, col, row, wide, d.High, pen) {
				d.canvas.over(x+1+col, y+row, dot, ink)
			}
		}
	}
}

// halves draws a glyph with half blocks: two places above each other in each
// character, which are about square.
func (d *drawing) halves(x, y int, glyph look.Glyph, ink Ink) {
	wide, high := d.Wide-2, 2*d.High
	pen := max(0.3, 2.1/float64(min(wide, high)))
	for row := range d.High {
		for col := range wide {
			upper, lower := inked(glyph, col, 2*row, wide, high, pen), inked(glyph, col, 2*row+1, wide, high, pen)
			if text := half(upper, lower); text != "" {
				d.canvas.over(x+1+col, y+row, text, ink)
			}
		}
	}
}

func half(upper, lower bool) string {
	switch {
	case upper && lower:
		return "█"
	case upper:
		return "▀"
	case lower:
		return "▄"
	}
	return ""
}

// samples is how often a place is looked at along each edge.
const samples = 4

// inked reports whether most of a place is part of a glyph.
func inked(glyph look.Glyph, col, row, wide, high int, pen float64) bool {
	count := 0
	for i := range samples {
		for j := range samples {
			x := (float64(col)+(float64(i)+0.5)/samples)/float64(wide)*2 - 1
			y := (float64(row)+(float64(j)+0.5)/samples)/float64(high)*2 - 1
			if glyph(x, y, pen) {
				count++
			}
		}
	}
	return count*2 >= samples*samples
}

// signs are what is drawn at the corners of a cell with a mark, from the top left to
// the bottom right. The first of a row is left, the second right of a cell with one
// line.
type signs struct {
	mark           Mark
	unicode, ascii [4]string
	// beside are for cells with one line.
	beside, besideASCII [2]string
}

// allSigns are in the order of their importance, the least first.
var allSigns = []signs{
	{Last, [4]string{"╭", "╮", "╰", "╯"}, [4]string{"(", ")", "(", ")"}, [2]string{"(", ")"}, [2]string{"(", ")"}},
	{Target, [4]string{"•", "•", "•", "•"}, [4]string{":", ":", ":", ":"}, [2]string{"‹", "›"}, [2]string{":", ":"}},
	{Shaded, [4]string{"░", "░", "░", "░"}, [4]string{"%", "%", "%", "%"}, [2]string{"░", "░"}, [2]string{"%", "%"}},
	{Line, [4]string{"╔", "╗", "╚", "╝"}, [4]string{"[", "]", "[", "]"}, [2]string{"[", "]"}, [2]string{"[", "]"}},
	{Hinted, [4]string{"*", "*", "*", "*"}, [4]string{"*", "*", "*", "*"}, [2]string{"*", "*"}, [2]string{"*", "*"}},
	{Cursor, [4]string{"┏", "┓", "┗", "┛"}, [4]string{">", "<", ">", "<"}, [2]string{"▸", "◂"}, [2]string{">", "<"}},
	{Picked, [4]string{"▛", "▜", "▙", "▟"}, [4]string{"{", "}", "{", "}"}, [2]string{"{", "}"}, [2]string{"{", "}"}},
}

// marks draws the most important mark of a cell.
func (d *drawing) marks(x, y int, marks Mark) {
	for i := len(allSigns) - 1; i >= 0; i-- {
		s := allSigns[i]
		if marks&s.mark == 0 {
			continue
		}
		ink := Ink{Front: d.Theme.Sign, Bold: s.mark != Target && s.mark != Last}
		if s.mark == Cursor {
			ink.Front = d.Theme.CursorSign
		}
		corners, beside := s.unicode, s.beside
		if d.ASCII {
			corners, beside = s.ascii, s.besideASCII
		}
		right, bottom := x+d.Wide-1, y+d.High-1
		if d.High == 1 {
			d.canvas.over(x, y, beside[0], ink)
			d.canvas.over(right, y, beside[1], ink)
			return
		}
		d.canvas.over(x, y, corners[0], ink)
		d.canvas.over(right, y, corners[1], ink)
		d.canvas.over(x, bottom, corners[2], ink)
		d.canvas.over(right, bottom, corners[3], ink)
		if marks&Cursor != 0 {
			d.cursorEdges(x, y, right, bottom, ink)
		}
		return
	}
}

// cursorEdges makes the corners of the cursor longer, so that it is found at once, as
// far as the piece leaves room.
func (d *drawing) cursorEdges(x, y, right, bottom int, ink Ink) {
	dash := "━"
	if d.ASCII {
		dash = "-"
	}
	for _, row := range []int{y, bottom} {
		for _, col := range []int{x + 1, right - 1} {
			if d.canvas.blank(col, row) {
				d.canvas.over(col, row, dash, ink)
			}
		}
	}
}
