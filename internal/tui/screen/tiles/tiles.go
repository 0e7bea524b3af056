package tiles

import (
	"image/color"
	"math"

	"plateau/catalogue/look"
	"plateau/game"
	"plateau/internal/tui/text"
)

// Mark is what is special about a cell; marks can be combined.
type Mark uint8

// The marks.
const (
	Last   Mark = 1 << iota // the last move touched it
	Line                    // it is part of the decisive line
	Target                  // it can be chosen
	Picked                  // it was chosen
	Hinted                  // it is recommended
	Cursor                  // the cursor is there
	Shaded                  // it is pointed out as one that cannot be chosen
)

// Moving is a piece on its way: where it is, in cells from the top left.
type Moving struct {
	Letter byte
	X, Y   float64
}

// View is what is to be drawn.
type View struct {
	Game game.Game
	Look *look.Terminal
	// Letters are the pieces by cell, without those on their way.
	Letters map[game.Cell]byte
	// Hidden are cells that have been left and not been filled again.
	Hidden map[game.Cell]bool
	Marks  map[game.Cell]Mark
	// Ghosts are pieces that are only thought of.
	Ghosts map[game.Cell]byte
	// Values are short texts about cells.
	Values map[game.Cell]string
	Moving []Moving
	// Turned shows the board from the other side.
	Turned bool
	ASCII  bool
	Theme  Theme
}

// Geometry is where the cells of a board are.
type Geometry struct {
	Size int
	// Wide and High are the size of a cell.
	Wide, High int
	turned     bool
}

// margin is left of the board, for the numbers of the rows.
const margin = 2

// Width and Height are the size of the whole drawing.
func (g Geometry) Width() int { return margin + g.Size*(g.Wide+1) + 1 }

// Height is explained above.
func (g Geometry) Height() int { return g.Size*(g.High+1) + 2 }

// Fit is the largest board for a room; ok is whether the smallest fits.
func Fit(g game.Game, look *look.Terminal, width, height int) (fit Geometry, ok bool) {
	fit = Geometry{Size: g.Size(), Wide: look.Width + 2, High: 1}
	ok = fit.Width() <= width && fit.Height() <= height
	for high := 3; ; high += 2 {
		larger := Geometry{Size: fit.Size, Wide: 2*high + 1, High: high}
		if larger.Width() > width || larger.Height() > height {
			return fit, ok
		}
		fit = larger
	}
}

// place is the column and row of a cell on the screen, from the top left.
func (g Geometry) place(c game.Cell) (col, row int) {
	if g.turned {
		return g.Size - 1 - int(c.Col), int(c.Row)
	}
	return int(c.Col), g.Size - 1 - int(c.Row)
}

// corner is the first character of a cell.
func (g Geometry) corner(col, row float64) (x, y int) {
	return margin + 1 + int(math.Round(col*float64(g.Wide+1))), 1 + int(math.Round(row*float64(g.High+1)))
}

// CellAt is the cell at a character of the drawing.
func (g Geometry) CellAt(x, y int) (game.Cell, bool) {
	x, y = x-margin-1, y-1
	if x < 0 || y < 0 || x%(g.Wide+1) == g.Wide || y%(g.High+1) == g.High {
		return game.Cell{}, false
	}
	col, row := x/(g.Wide+1), y/(g.High+1)
	if col >= g.Size || row >= g.Size {
		return game.Cell{}, false
	}
	if g.turned {
		return game.Cell{Col: uint8(g.Size - 1 - col), Row: uint8(row)}, true
	}
	return game.Cell{Col: uint8(col), Row: uint8(g.Size - 1 - row)}, true
}

// Step is the cell next to one, in a direction on the screen, or the same at the
// edge.
func (g Geometry) Step(c game.Cell, right, down int) game.Cell {
	if g.turned {
		right, down = -right, -down
	}
	col := min(max(int(c.Col)+right, 0), g.Size-1)
	row := min(max(int(c.Row)-down, 0), g.Size-1)
	return game.Cell{Col: uint8(col), Row: uint8(row)}
}

// Place is where a cell is, in cells from the top left, for [Moving].
func (v *View) Place(c game.Cell) (x, y float64) {
	col, row := Geometry{Size: v.Game.Size(), turned: v.Turned}.place(c)
	return float64(col), float64(row)
}

// Draw draws a board in a geometry from [Fit], as lines, and returns where its cells
// are.
func (v *View) Draw(g Geometry) ([]string, Geometry) {
	g.turned = v.Turned
	d := &drawing{View: v, Geometry: g, canvas: newCanvas(g.Width(), g.Height())}
	d.frame()
	for col := range g.Size {
		for row := range g.Size {
			d.cell(game.Cell{Col: uint8(col), Row: uint8(row)})
		}
	}
	for _, m := range v.Moving {
		x, y := g.corner(m.X, m.Y)
		d.piece(x, y, m.Letter, Ink{})
	}
	return d.canvas.lines(), g
}

type drawing struct {
	*View
	Geometry

	canvas *canvas
}

// frame draws the lines, and the names of rows and columns.
func (d *drawing) frame() {
	ink := Ink{Front: d.Theme.Frame, Back: d.Theme.Cell, Faint: d.Theme.Frame == nil}
	frame := text.FrameOf(d.Look, d.ASCII)
	for line := range d.Size + 1 {
		left, filling, after := frame.Line(d.Size, line)
		y := line * (d.High + 1)
		d.canvas.set(margin, y, left, ink)
		for col, end := range after {
			for i := range d.Wide {
				d.canvas.set(margin+1+col*(d.Wide+1)+i, y, filling, ink)
			}
			d.canvas.set(margin+(col+1)*(d.Wide+1), y, end, ink)
		}
	}
	left, after := frame.Walls(d.Size)
	for y := 1; y < d.Size*(d.High+1); y++ {
		if y%(d.High+1) == 0 {
			continue
		}
		d.canvas.set(margin, y, left, ink)
		for col, end := range after {
			d.canvas.set(margin+(col+1)*(d.Wide+1), y, end, ink)
		}
	}
	quiet := Ink{Front: d.Theme.Quiet}
	for i := range d.Size {
		cell := game.Cell{Col: uint8(i), Row: uint8(i)}
		col, row := d.place(cell)
		x, y := d.corner(float64(col), float64(row))
		d.canvas.set(0, y+d.High/2, string(rune('1'+i)), quiet)
		d.canvas.set(x+(d.Wide-1)/2, d.Height()-1, string(rune('a'+i)), quiet)
	}
}

// cell draws a cell with what is on it.
func (d *drawing) cell(c game.Cell) {
	col, row := d.place(c)
	x, y := d.corner(float64(col), float64(row))
	marks := d.Marks[c]
	ground := d.ground(marks)
	for i := range d.Wide {
		for j := range d.High {
			d.canvas.set(x+i, y+j, " ", ground)
		}
	}
	letter, there := d.Letters[c]
	ghost, thought := d.Ghosts[c]
	switch {
	case there:
		d.piece(x, y, letter, ground)
	case thought:
		ground.Faint = true
		d.piece(x, y, ghost, ground)
	case !d.Hidden[c]:
		d.piece(x, y, 0, ground)
	}
	d.marks(x, y, marks)
	d.value(x, y, d.Values[c])
}

// ground is how the characters of a cell are drawn that are not part of a piece.
func (d *drawing) ground(marks Mark) Ink {
	t := d.Theme
	ink := Ink{Back: t.Cell}
	// The most important mark comes last.
	for _, m := range []struct {
		mark Mark
		back color.Color
	}{{Last, t.Last}, {Target, t.Target}, {Line, t.Line}, {Picked, t.Picked}, {Cursor, t.Cursor}} {
		if m.back != nil && marks&m.mark != 0 && (m.mark != Cursor || d.High == 1) {
			ink.Back = m.back
		}
	}
	return ink
}

// value writes a short text about a cell: below the piece or, where there is no
// room for that, its sign beside it.
func (d *drawing) value(x, y int, text string) {
	if text == "" {
		return
	}
	ink := Ink{Front: d.Theme.Sign, Bold: true}
	if d.High == 1 {
		d.canvas.write(x, y, text[:1], ink)
		return
	}
	d.canvas.write(x+(d.Wide-len([]rune(text)))/2, y+d.High-1, text, ink)
}
