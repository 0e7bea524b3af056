package text

import (
	"strings"

	"plateau/catalogue/look"
	"plateau/game"
)

// Style is what the output can show. The zero Style is Unicode without colour.
type Style struct {
	// ASCII draws with the letters of the notation.
	ASCII bool
	// Colour adds the escape sequences of a terminal.
	Colour bool
	// Looks are the looks of the games by id.
	Looks map[string]*look.Terminal
	// Words are for what is written beside the board; nil is English.
	Words look.Words
	// Room is how wide what is written beside the board may be; 0 is as wide as it likes.
	Room int
}

// lookOf is the look of a game. A game without one is a bug, which the test of
// the catalogue finds.
func (s Style) lookOf(g game.Game) *look.Terminal {
	l, ok := s.Looks[g.ID()]
	if !ok {
		panic("board: " + g.ID() + " has no look")
	}
	return l
}

// Marks are cells to highlight. A cell of the line is marked as such even if
// the last move touched it.
type Marks struct {
	// Last are the cells of the last move, drawn in round brackets.
	Last []game.Cell
	// Line is the decisive line, drawn in square brackets.
	Line []game.Cell
}

// Draw is the board with its coordinates, as lines that each end with a
// newline.
func Draw(p game.Position, marks Marks, style Style) string {
	d := drawing{
		position: p, style: style,
		look: style.lookOf(p.Game()), size: p.Game().Size(),
		kinds: map[game.Cell]mark{},
	}
	for _, c := range marks.Last {
		d.kinds[c] = lastMark
	}
	for _, c := range marks.Line {
		d.kinds[c] = lineMark
	}
	return d.draw()
}

// DrawMatch is the current board of a match with the last move and the decisive
// line. Four players are named around it, and what is left to place is below it.
func DrawMatch(m *game.Match, style Style) string { return DrawNamed(m, m.Players(), style) }

// DrawNamed is DrawMatch with other names for the players.
func DrawNamed(m *game.Match, names []string, style Style) string {
	marks := Marks{Line: m.Verdict().Line}
	if n := m.Plies(); n > 0 {
		marks.Last = MoveCells(m.MoveText(n-1), m.Game().Size())
	}
	return drawAll(m.Position(), marks, names, style)
}

// drawAll is the board with what stands around and below it: who sits where, and what
// every seat has to place.
func drawAll(p game.Position, marks Marks, names []string, style Style) string {
	text := around(Draw(p, marks, style), p.Game(), names, style)
	if supply := Supply(p, style); len(supply) > 0 {
		text += strings.Join(supply, "\n") + "\n"
	}
	return text
}

// MoveCells are the cells that the text of a move names, for [Marks].
func MoveCells(move string, size int) []game.Cell {
	var cells []game.Cell
	for i := 0; i+2 <= len(move); i++ {
		if 'a' <= move[i] && move[i] <= 'z' {
			if c, err := game.ParseCell(move[i:i+2], size); err == nil {
				cells = append(cells, c)
			}
		}
	}
	return cells
}

type mark uint8

const (
	noMark mark = iota
	lastMark
	lineMark
)

// brackets are drawn left and right of a cell's content.
var brackets = [...][2]string{noMark: {" ", " "}, lastMark: {"(", ")"}, lineMark: {"[", "]"}}

type drawing struct {
	position game.Position
	style    Style
	look     *look.Terminal
	size     int
	kinds    map[game.Cell]mark
	out      strings.Builder
}

// margin is left of the board, for the numbers of the rows.
const margin = "  "

func (d *drawing) draw() string {
	frame := FrameOf(d.look, d.style.ASCII)
	d.rule(frame.top)
	for row := d.size - 1; row >= 0; row-- {
		d.row(frame, row)
		switch {
		case row == 0:
			d.rule(frame.bottom)
		case row%2 == 0:
			d.rule(frame.even)
		default:
			d.rule(frame.odd)
		}
	}
	d.letters()
	return d.out.String()
}

// rule draws a horizontal line of the frame.
func (d *drawing) rule(r rule) {
	var line strings.Builder
	line.WriteString(r.part(0))
	for col := range d.size {
		line.WriteString(strings.Repeat(r.part(1), d.look.Width+2))
		if col+1 < d.size {
			line.WriteString(r.crossing(col))
		}
	}
	line.WriteString(r.part(4))
	d.out.WriteString(margin + d.style.paint(faint, line.String()) + "\n")
}

func (d *drawing) row(f Frame, row int) {
	number := string(rune('1' + row))
	d.out.WriteString(number + " " + d.style.paint(faint, f.cells.part(0)))
	for col := range d.size {
		d.out.WriteString(d.cell(game.Cell{Col: uint8(col), Row: uint8(row)}))
		if col+1 < d.size {
			d.out.WriteString(d.style.paint(faint, f.cells.crossing(col)))
		}
	}
	d.out.WriteString(d.style.paint(faint, f.cells.part(4)) + "\n")
}

// cell is a cell's content between its brackets.
func (d *drawing) cell(c game.Cell) string {
	letter := d.position.At(c)
	text, colour := d.style.piece(d.look, d.position.Game(), letter)
	open, shut := brackets[d.kinds[c]][0], brackets[d.kinds[c]][1]
	switch d.kinds[c] {
	case lineMark:
		return d.style.paint(colour+reversed, open+text+shut)
	case lastMark:
		return d.style.paint(bold, open) + d.style.paint(colour, text) + d.style.paint(bold, shut)
	default:
		return open + d.style.paint(colour, text) + shut
	}
}

// letters names the columns below the board.
func (d *drawing) letters() {
	d.out.WriteString(margin + " ")
	for col := range d.size {
		gap := d.look.Width + 2
		if col == 0 {
			gap = 1
		}
		d.out.WriteString(strings.Repeat(" ", gap) + string(rune('a'+col)))
	}
	d.out.WriteByte('\n')
}

// VisibleWidth counts characters without the escape sequences of colours.
func VisibleWidth(line string) int {
	width, escape := 0, false
	for _, r := range line {
		switch {
		case r == '\x1b':
			escape = true
		case escape:
			escape = r != 'm'
		default:
			width++
		}
	}
	return width
}
