package text

import (
	"strings"
	"unicode/utf8"

	"plateau/catalogue/look"
	"plateau/game"
	"plateau/rulebook/words"
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

// Parts of the escape sequence for colours and weights. Only the eight basic
// colours are used, and none for plain text, so that it is readable on light
// and dark backgrounds.
const (
	bold     = "1;"
	faint    = "2;"
	reversed = "7;"
	cyan     = "36;"
	yellow   = "33;"
)

// teamColours are those of the two sides.
var teamColours = [2]string{bold + cyan, bold + yellow}

// paint wraps text in an escape sequence of these parts.
func (s Style) paint(colours, text string) string {
	if !s.Colour || colours == "" || text == "" {
		return text
	}
	return "\x1b[" + colours[:len(colours)-1] + "m" + text + "\x1b[0m"
}

// Piece is the drawing of a piece of a game.
func (s Style) Piece(g game.Game, letter byte) string {
	text, colour := s.piece(s.lookOf(g), g, letter)
	return s.paint(colour, text)
}

// piece is the drawing of a piece and its colour. ASCII drawings show the
// letters of the notation, which knows no colours.
func (s Style) piece(l *look.Terminal, g game.Game, letter byte) (text, colour string) {
	shown, first := l.Shown(g, letter, s.ASCII)
	text = l.Text(shown, s.ASCII)
	switch {
	case shown == 0:
		return text, faint
	case first:
		return text, teamColours[0]
	default:
		return text, teamColours[1]
	}
}

// Supply describes what each side still has to place, one line per seat without
// newline; there is none in games whose pieces are all on the board.
func Supply(p game.Position, style Style) []string {
	l := style.lookOf(p.Game())
	if l.Supply == nil {
		return nil
	}
	beside := look.Style{ASCII: style.ASCII, Room: style.Room, Words: style.Words}
	if beside.Words == nil {
		beside.Words = Texts{Language: words.In("en")}
	}
	beside.Piece = func(letter byte) string { return style.Piece(p.Game(), letter) }
	var lines []string
	for seat := range p.Game().Seats() {
		lines = append(lines, l.Supply(p, game.Seat(seat), beside))
	}
	return lines
}

// longestLabel is how many characters a label beside a board has at most.
const longestLabel = 14

// around puts four players around a drawing, clockwise and the first one below
// it, so that partners face each other. Two players are not drawn: it does not
// matter where they sit. Names are by seat and may be missing.
func around(drawing string, g game.Game, names []string, style Style) string {
	seats := g.Seats()
	if len(seats) != 4 {
		return drawing
	}
	labels := make([]string, len(seats))
	for i, seat := range seats {
		labels[i] = seat.ID
		if i < len(names) && names[i] != "" {
			labels[i] += " " + names[i]
		}
		if runes := []rune(labels[i]); len(runes) > longestLabel {
			labels[i] = string(runes[:longestLabel-3]) + "..."
		}
	}
	below, left, above, right := labels[0], labels[1], labels[2], labels[3]
	lines := strings.Split(strings.TrimSuffix(drawing, "\n"), "\n")
	indent := strings.Repeat(" ", utf8.RuneCountInString(left)+1)
	// The last line has the letters of the columns, and the margin the
	// numbers of the rows.
	middle := (len(lines) - 1) / 2
	wide := g.Size()*(style.lookOf(g).Width+3) + 1
	centred := func(label string) string {
		gap := len(margin) + max(0, (wide-utf8.RuneCountInString(label))/2)
		return indent + strings.Repeat(" ", gap) + label + "\n"
	}
	var text strings.Builder
	text.WriteString(centred(above))
	for i, line := range lines {
		switch i {
		case middle:
			text.WriteString(left + " " + line + " " + right + "\n")
		default:
			text.WriteString(indent + line + "\n")
		}
	}
	text.WriteString(centred(below))
	return text.String()
}
