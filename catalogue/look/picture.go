package look

import "fmt"

// Cell is the size of a cell.
const Cell = 100.0

// Picture is how pictures show a game: by outlines with colours, the same that pages
// draw. The unit is a hundredth of a cell, x grows to the right and y downwards.
type Picture struct {
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
func Plain() *Picture {
	ink := Hex(0x2a1c0e)
	return &Picture{
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

// Colour is red, green, blue and opacity.
type Colour struct{ R, G, B, A uint8 }

// Hex is an opaque colour, as 0xRRGGBB.
func Hex(rgb uint32) Colour { return Colour{uint8(rgb >> 16), uint8(rgb >> 8), uint8(rgb), 0xff} }

// Black and White are colours of this opacity, for shadows and highlights.
func Black(opacity float64) Colour { return Hex(0).Faded(opacity) }

// White is the other of the two.
func White(opacity float64) Colour { return Hex(0xffffff).Faded(opacity) }

// Faded is the colour with this share of its opacity.
func (c Colour) Faded(opacity float64) Colour {
	c.A = uint8(float64(c.A)*opacity + 0.5)
	return c
}

// Mixed is the colour with this share of another.
func (c Colour) Mixed(other Colour, share float64) Colour {
	mix := func(a, b uint8) uint8 { return uint8(float64(a)*(1-share) + float64(b)*share + 0.5) }
	return Colour{mix(c.R, other.R), mix(c.G, other.G), mix(c.B, other.B), mix(c.A, other.A)}
}

// Stop is a colour of a gradient, at a place from 0 to 1.
type Stop struct {
	At     float64
	Colour Colour
}

// Gradient is a change of colours. Its coordinates are shares of the width and
// height of the shape that it fills.
type Gradient struct {
	// Radial gradients have the centre (X1, Y1) and a radius; linear ones lead
	// from there to (X2, Y2).
	Radial         bool
	X1, Y1, X2, Y2 float64
	Radius         float64
	Stops          []Stop
}

// Sheen is light from the upper left, for pieces with a flat top.
var Sheen = &Gradient{X2: 1, Y2: 1, Stops: []Stop{{0, White(0.5)}, {0.45, White(0.05)}, {1, Black(0.22)}}}

// Shape is an outline or a text.
type Shape struct {
	// Path is the outline, as in SVG.
	Path string
	// Fill and Stroke are its colours; transparent ones are not drawn. A
	// gradient is drawn over the fill, with an opacity of its own.
	Fill, Stroke    Colour
	Gradient        *Gradient
	GradientOpacity float64
	// Width is that of the stroke, whose ends are round unless Butt is set.
	Width float64
	Butt  bool
	// Text is written around (X, Y) instead of an outline, in bold letters of
	// this size.
	Text       string
	X, Y, Size float64
}

// Filled is an outline in one colour.
func Filled(path string, fill Colour) Shape { return Shape{Path: path, Fill: fill} }

// Stroked is a line.
func Stroked(path string, stroke Colour, width float64) Shape {
	return Shape{Path: path, Stroke: stroke, Width: width}
}

// Shaded is an outline that is filled with a gradient of this opacity.
func Shaded(path string, g *Gradient, opacity float64) Shape {
	return Shape{Path: path, Gradient: g, GradientOpacity: opacity}
}

// Placed is a shape that was moved, and scaled around its own origin before.
type Placed struct {
	Shape
	X, Y           float64
	ScaleX, ScaleY float64
}

// Place puts shapes somewhere.
func Place(shapes []Shape, x, y float64) []Placed { return PlaceScaled(shapes, x, y, 1) }

// PlaceScaled scales shapes and puts them somewhere.
func PlaceScaled(shapes []Shape, x, y, scale float64) []Placed {
	placed := make([]Placed, len(shapes))
	for i, s := range shapes {
		placed[i] = Placed{s, x, y, scale, scale}
	}
	return placed
}

// Circle is an outline around a point, and Ellipse one with two radii.
func Circle(x, y, radius float64) string { return Ellipse(x, y, radius, radius) }

// Ellipse is an upright ellipse around a point.
func Ellipse(x, y, rx, ry float64) string {
	return fmt.Sprintf("M%g %gA%g %g 0 1 1 %g %gA%g %g 0 1 1 %g %gZ", x-rx, y, rx, ry, x+rx, y, rx, ry, x-rx, y)
}

// Box is a rectangle with round corners.
func Box(x, y, width, height, radius float64) string {
	if radius == 0 {
		return fmt.Sprintf("M%g %gh%gv%gh%gZ", x, y, width, height, -width)
	}
	r := radius
	return fmt.Sprintf("M%g %gh%ga%g %g 0 0 1 %g %gv%ga%g %g 0 0 1 %g %gh%ga%g %g 0 0 1 %g %gv%ga%g %g 0 0 1 %g %gZ",
		x+r, y, width-2*r, r, r, r, r, height-2*r, r, r, -r, r, 2*r-width, r, r, -r, -r, 2*r-height, r, r, r, -r)
}
