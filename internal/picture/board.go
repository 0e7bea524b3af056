package picture

import (
	"cmp"
	"fmt"
	"math"
	"slices"

	"plateau/game"
)

// Look is how pictures show a game.
type Look struct {
	// Frame, Edge and Label are the colours of the frame, its outline and the
	// text on it.
	Frame, Edge, Label Colour
	// Surface is the board inside the frame, whose first cell begins at the
	// origin.
	Surface func(size int) []Shape
	// Piece is the piece of a letter around the origin; 0 is a neutral one.
	Piece func(letter byte) []Placed
	// Covered is set if every cell has a piece, even those without a letter.
	Covered bool
	// Turns is set if pieces point at somebody, and turn with the board.
	Turns bool
	// Other is the letter that looks like this one in the colour of the other
	// side. It is nil unless colours are free.
	Other func(letter byte) byte
}

// Plain is a look for any game: its letters on discs.
func Plain() *Look {
	ink := Hex(0x2a1c0e)
	return &Look{
		Frame: Hex(0xa97c4a), Edge: Hex(0x7d5a31), Label: ink,
		Surface: func(size int) []Shape {
			return OnCells(size, func(x, y float64) Shape {
				return Shape{Path: Box(x-47, y-47, 94, 94, 9), Fill: Hex(0xecd9b6), Stroke: Hex(0xb08d58), Width: 1.5}
			})
		},
		Piece: func(letter byte) []Placed {
			return Place([]Shape{
				Filled(Circle(1, 5, 36), Black(0.28)),
				{Path: Circle(0, 0, 36), Fill: Hex(0xf7f0e0), Stroke: Hex(0x7d6a48), Width: 3},
				{Text: string(letter), Size: 42, Fill: ink},
			}, 0, 0)
		},
	}
}

// OnCells makes a shape for the middle of every cell.
func OnCells(size int, shape func(x, y float64) Shape) []Shape {
	var shapes []Shape
	for row := range size {
		for col := range size {
			shapes = append(shapes, shape((float64(col)+0.5)*Cell, (float64(row)+0.5)*Cell))
		}
	}
	return shapes
}

// Extent is the width and height of a board with its frame.
func Extent(size int) float64 { return float64(size)*Cell + 2*Margin }

// Centre is the middle of a cell on a board with its frame.
func Centre(c game.Cell, size int) (x, y float64) {
	return Margin + (float64(c.Col)+0.5)*Cell, Margin + (float64(size-1-int(c.Row))+0.5)*Cell
}

var fall = &Gradient{Y2: 1, Stops: []Stop{{0, White(0.2)}, {0.5, White(0)}, {1, Black(0.18)}}}

// Board is an empty board with its frame and coordinates.
func (l *Look) Board(size int) []Placed {
	extent := Extent(size)
	border := Box(1, 1, extent-2, extent-2, 18)
	shapes := []Shape{
		{Path: border, Fill: l.Frame, Stroke: l.Edge, Width: 2},
		Shaded(border, fall, 1),
		Stroked(Box(3.5, 3.5, extent-7, extent-7, 15.5), White(0.16), 2),
	}
	for i := range size {
		middle := Margin + (float64(i)+0.5)*Cell
		shapes = append(shapes,
			Shape{Text: string(rune('a' + i)), X: middle, Y: extent - Margin/2, Size: 16, Fill: l.Label},
			Shape{Text: string(rune('0' + size - i)), X: Margin / 2, Y: middle, Size: 16, Fill: l.Label})
	}
	return append(Place(shapes, 0, 0), Place(l.Surface(size), Margin, Margin)...)
}

// Drawn is the letter by which a piece of a position is drawn: where colours are
// swapped, that of the other side.
func (l *Look) Drawn(g game.Game, letter byte) byte {
	if letter != 0 && g.IsSwapped() && l.Other != nil {
		return l.Other(letter)
	}
	return letter
}

// Item is a piece on a cell, by the letter that it is drawn by.
type Item struct {
	Cell   game.Cell
	Letter byte
}

// Items are the pieces of a position, from the top left.
func (l *Look) Items(p game.Position) []Item {
	var items []Item
	size := p.Game().Size()
	for row := size - 1; row >= 0; row-- {
		for col := range size {
			cell := game.Cell{Col: uint8(col), Row: uint8(row)}
			if letter := p.At(cell); letter != 0 || l.Covered {
				items = append(items, Item{cell, l.Drawn(p.Game(), letter)})
			}
		}
	}
	return items
}

// LastCells are the cells of a move: those between which a piece was moved, without
// what it pushed along.
func LastCells(motions []game.Motion) []game.Cell {
	var cells []game.Cell
	for _, m := range motions {
		switch m.Kind {
		case game.Places:
			cells = append(cells, m.To)
		case game.Pushes, game.Flips:
			cells = append(cells, m.From, m.To)
		case game.Slides:
		}
	}
	return cells
}

// The colours of marks, as on pages.
var (
	surface      = Hex(0xfffdf9)
	lastColour   = Hex(0xb25f00)
	accent       = Hex(0x0b6b62)
	accentStrong = Hex(0x07524b)
)

// LastMove marks the cells of the last move.
func LastMove(cells []game.Cell, size int) []Placed {
	const corners = "M-45-33V-45H-33M33-45H45V-33M45 33V45H33M-33 45H-45V33"
	var placed []Placed
	for _, c := range cells {
		x, y := Centre(c, size)
		placed = append(placed, Place([]Shape{Stroked(corners, surface, 7), Stroked(corners, lastColour, 4)}, x, y)...)
	}
	return placed
}

// Line is a band around the cells of the decisive line.
func Line(cells []game.Cell, size int) []Placed {
	if len(cells) == 0 {
		return nil
	}
	const width = 92.0
	type point struct{ x, y float64 }
	points := make([]point, len(cells))
	for i, c := range cells {
		points[i].x, points[i].y = Centre(c, size)
	}
	slices.SortFunc(points, func(a, b point) int { return cmp.Or(cmp.Compare(a.x, b.x), cmp.Compare(a.y, b.y)) })
	first, last := points[0], points[len(points)-1]
	path := capsule(first.x, first.y, last.x, last.y, width/2)
	if game.LineKind(cells) == "region" {
		lowest, highest := first.y, first.y
		for _, p := range points {
			lowest, highest = min(lowest, p.y), max(highest, p.y)
		}
		path = Box(first.x-width/2, lowest-width/2, last.x-first.x+width, highest-lowest+width, Cell/4)
	}
	return Place([]Shape{
		Stroked(path, accent.Faded(0.35), 24), Stroked(path, surface, 14), Stroked(path, accentStrong, 8),
	}, 0, 0)
}

// capsule is the outline around a line, with round ends.
func capsule(x1, y1, x2, y2, radius float64) string {
	length := math.Hypot(x2-x1, y2-y1)
	dx, dy := (x2-x1)/length*radius, (y2-y1)/length*radius
	return fmt.Sprintf("M%g %gL%g %gA%g %g 0 0 1 %g %gL%g %gA%g %g 0 0 1 %g %gZ",
		x1+dy, y1-dx, x2+dy, y2-dx, radius, radius, x2-dy, y2+dx, x1-dy, y1+dx, radius, radius, x1+dy, y1-dx)
}
