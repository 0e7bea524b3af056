package raster

import (
	"image"
	"image/color"
	"math"

	"plateau/catalogue/look"
)

// shade is a gradient as an endless image.
type shade struct {
	*look.Gradient
	opacity float64
	area    box
}

// ColorModel implements [image.Image].
func (s shade) ColorModel() color.Model { return color.NRGBAModel }

// Bounds implements [image.Image].
func (s shade) Bounds() image.Rectangle { return image.Rect(-1e9, -1e9, 1e9, 1e9) }

// At implements [image.Image].
func (s shade) At(x, y int) color.Color {
	u := (float64(x) + 0.5 - s.area.left) / (s.area.right - s.area.left)
	v := (float64(y) + 0.5 - s.area.top) / (s.area.bottom - s.area.top)
	if s.Radial {
		return s.at(math.Hypot(u-s.X1, v-s.Y1) / s.Radius)
	}
	dx, dy := s.X2-s.X1, s.Y2-s.Y1
	return s.at(((u-s.X1)*dx + (v-s.Y1)*dy) / (dx*dx + dy*dy))
}

// at is the colour at a place of the gradient.
func (s shade) at(where float64) color.Color {
	stops := s.Stops
	i := 0
	for i < len(stops) && stops[i].At < where {
		i++
	}
	var c look.Colour
	switch {
	case i == 0:
		c = stops[0].Colour
	case i == len(stops):
		c = stops[i-1].Colour
	default:
		a, b := stops[i-1], stops[i]
		c = mixed(a.Colour, b.Colour, (where-a.At)/(b.At-a.At))
	}
	return paint(c.Faded(s.opacity))
}

// mixed lets colours fade into each other by their visible parts, as browsers do,
// so that white does not turn grey on its way to transparent black.
func mixed(a, b look.Colour, share float64) look.Colour {
	switch {
	case a.A == 0:
		a.R, a.G, a.B = b.R, b.G, b.B
	case b.A == 0:
		b.R, b.G, b.B = a.R, a.G, a.B
	}
	return a.Mixed(b, share)
}
