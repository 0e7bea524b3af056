package look

import "math"

// Glyph is a piece where it is drawn larger than a character: whether a point of
// the square from -1 to 1 is inked, with y downwards. A pen is as wide as the
// smallest thing that can be seen at the size of the drawing.
type Glyph func(x, y, pen float64) bool

// widest is how far glyphs reach from the middle.
const widest = 0.94

// within is how far inside a round or square outline a point is; negative outside.
func within(distance float64) float64 { return widest - distance }

// outlined is the border of what is inside, or all of it if filled.
func outlined(inside func(x, y float64) float64, filled bool) Glyph {
	return func(x, y, pen float64) bool {
		depth := inside(x, y)
		return depth >= 0 && (filled || depth < pen)
	}
}

// Round is a ring or a disc.
func Round(filled bool) Glyph {
	return outlined(func(x, y float64) float64 { return within(math.Hypot(x, y)) }, filled)
}

// Square is a square.
func Square(filled bool) Glyph {
	return outlined(func(x, y float64) float64 { return within(max(math.Abs(x), math.Abs(y))) }, filled)
}

// Upright is a rectangle that is higher than wide.
func Upright(filled bool) Glyph {
	return outlined(func(x, y float64) float64 { return min(0.6-math.Abs(x), within(math.Abs(y))) }, filled)
}

// Triangle points up.
func Triangle(filled bool) Glyph {
	return outlined(func(x, y float64) float64 {
		// The sides rise from the corners at the bottom to the middle of the top.
		side := ((y+widest)/2 - math.Abs(x)) * 2 / math.Sqrt(5)
		return min(side, (widest-y)*1.6)
	}, filled)
}

// Cross is two diagonals.
func Cross() Glyph {
	return func(x, y, pen float64) bool {
		return max(math.Abs(x), math.Abs(y)) <= widest && math.Abs(math.Abs(x)-math.Abs(y)) < pen*0.8
	}
}
