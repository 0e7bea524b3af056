// Package picture describes drawings of boards: outlines with colours, the same
// that pages draw, for previews of links, embedded boards and films. It knows no
// game; each has a [Look]. Package raster makes images of drawings.
//
// The unit is a hundredth of a cell, x grows to the right and y downwards.
package picture

// Cell is the size of a cell, and Margin the width of the frame around them.
const (
	Cell   = 100.0
	Margin = 26.0
)

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

// Moved scales placed shapes around the origin, and moves them.
func Moved(shapes []Placed, x, y, scaleX, scaleY float64) []Placed {
	moved := make([]Placed, len(shapes))
	for i, s := range shapes {
		moved[i] = Placed{s.Shape, x + scaleX*s.X, y + scaleY*s.Y, scaleX * s.ScaleX, scaleY * s.ScaleY}
	}
	return moved
}
