// Package picture draws boards as pages draw them, for previews of links, embedded
// boards and films. It knows no game; each has a [look.Picture]. Package raster makes
// images of drawings.
package picture

import (
	"cmp"
	"fmt"
	"math"
	"slices"

	"plateau/catalogue/look"
	"plateau/game"
)

// Margin is the width of the frame around the cells.
const Margin = 26.0

// Extent is the width and height of a board with its frame.
func Extent(size int) float64 { return float64(size)*look.Cell + 2*Margin }

// Centre is the middle of a cell on a board with its frame.
func Centre(c game.Cell, size int) (x, y float64) {
	return Margin + (float64(c.Col)+0.5)*look.Cell, Margin + (float64(size-1-int(c.Row))+0.5)*look.Cell
}

var fall = &look.Gradient{Y2: 1, Stops: []look.Stop{
	{At: 0, Colour: look.White(0.2)}, {At: 0.5, Colour: look.White(0)}, {At: 1, Colour: look.Black(0.18)},
}}

// Board is an empty board with its frame and coordinates.
func Board(l *look.Picture, size int) []look.Placed {
	extent := Extent(size)
	border := look.Box(1, 1, extent-2, extent-2, 18)
	shapes := []look.Shape{
		{Path: border, Fill: l.Frame, Stroke: l.Edge, Width: 2},
		look.Shaded(border, fall, 1),
		look.Stroked(look.Box(3.5, 3.5, extent-7, extent-7, 15.5), look.White(0.16), 2),
	}
	for i := range size {
		middle := Margin + (float64(i)+0.5)*look.Cell
		shapes = append(shapes,
			look.Shape{Text: string(rune('a' + i)), X: middle, Y: extent - Margin/2, Size: 16, Fill: l.Label},
			look.Shape{Text: string(rune('0' + size - i)), X: Margin / 2, Y: middle, Size: 16, Fill: l.Label})
	}
	return append(look.Place(shapes, 0, 0), look.Place(l.Surface(size), Margin, Margin)...)
}

// Drawn is the letter by which a piece of a position is drawn: where colours are
// swapped, that of the other side.
func Drawn(l *look.Picture, g game.Game, letter byte) byte {
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
func Items(l *look.Picture, p game.Position) []Item {
	var items []Item
	size := p.Game().Size()
	for row := size - 1; row >= 0; row-- {
		for col := range size {
			cell := game.Cell{Col: uint8(col), Row: uint8(row)}
			if letter := p.At(cell); letter != 0 || l.Covered {
				items = append(items, Item{cell, Drawn(l, p.Game(), letter)})
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
	surface      = look.Hex(0xfffdf9)
	lastColour   = look.Hex(0xb25f00)
	accent       = look.Hex(0x0b6b62)
	accentStrong = look.Hex(0x07524b)
)

// LastMove marks the cells of the last move.
func LastMove(cells []game.Cell, size int) []look.Placed {
	const corners = "M-45-33V-45H-33M33-45H45V-33M45 33V45H33M-33 45H-45V33"
	var placed []look.Placed
	for _, c := range cells {
		x, y := Centre(c, size)
		placed = append(placed, look.Place([]look.Shape{look.Stroked(corners, surface, 7), look.Stroked(corners, lastColour, 4)}, x, y)...)
	}
	return placed
}

// Line is a band around the cells of the decisive line.
func Line(cells []game.Cell, size int) []look.Placed {
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
		path = look.Box(first.x-width/2, lowest-width/2, last.x-first.x+width, highest-lowest+width, look.Cell/4)
	}
	return look.Place([]look.Shape{
		look.Stroked(path, accent.Faded(0.35), 24), look.Stroked(path, surface, 14), look.Stroked(path, accentStrong, 8),
	}, 0, 0)
}

// capsule is the outline around a line, with round ends.
func capsule(x1, y1, x2, y2, radius float64) string {
	length := math.Hypot(x2-x1, y2-y1)
	dx, dy := (x2-x1)/length*radius, (y2-y1)/length*radius
	return fmt.Sprintf("M%g %gL%g %gA%g %g 0 0 1 %g %gL%g %gA%g %g 0 0 1 %g %gZ",
		x1+dy, y1-dx, x2+dy, y2-dx, radius, radius, x2-dy, y2+dx, x1-dy, y1+dx, radius, radius, x1+dy, y1-dx)
}

// Moved scales placed shapes around the origin, and moves them.
func Moved(shapes []look.Placed, x, y, scaleX, scaleY float64) []look.Placed {
	moved := make([]look.Placed, len(shapes))
	for i, s := range shapes {
		moved[i] = look.Placed{
			Shape: s.Shape, X: x + scaleX*s.X, Y: y + scaleY*s.Y, ScaleX: scaleX * s.ScaleX, ScaleY: scaleY * s.ScaleY,
		}
	}
	return moved
}
