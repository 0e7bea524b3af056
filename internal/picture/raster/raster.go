// Package raster makes images of drawings: boards, previews of links, and films.
package raster

import (
	"image"
	"image/color"
	"image/draw"
	"math"

	"golang.org/x/image/vector"

	"plateau/catalogue/look"
	"plateau/internal/picture"
)

// Canvas is an image on which shapes are drawn at a scale: so many pixels for a
// unit, from an origin.
type Canvas struct {
	*image.RGBA
	Scale, X, Y float64
}

// NewCanvas is an empty image.
func NewCanvas(width, height int, scale float64) *Canvas {
	return &Canvas{RGBA: image.NewRGBA(image.Rect(0, 0, width, height)), Scale: scale}
}

// Fill paints everything.
func (c *Canvas) Fill(colour look.Colour) {
	draw.Draw(c.RGBA, c.Rect, uniform(colour), image.Point{}, draw.Src)
}

// Draw draws shapes, the first one at the bottom.
func (c *Canvas) Draw(shapes []look.Placed) {
	for _, s := range shapes {
		c.draw(s)
	}
}

func (c *Canvas) draw(s look.Placed) {
	scaleX, scaleY := c.Scale*s.ScaleX, c.Scale*s.ScaleY
	flat := flattened{x: c.X + c.Scale*s.X, y: c.Y + c.Scale*s.Y, scaleX: scaleX, scaleY: scaleY}
	if s.Text != "" {
		flat.x, flat.y = flat.x+scaleX*s.Shape.X, flat.y+scaleY*s.Shape.Y
		c.write(s.Text, bold, s.Size*scaleY, flat.x, flat.y, centred, s.Fill)
		return
	}
	picture.Draw(s.Path, &flat)
	flat.end()
	if s.Fill.A > 0 {
		c.paint(flat.lines, uniform(s.Fill))
	}
	if s.Gradient != nil {
		c.paint(flat.lines, shade{s.Gradient, s.GradientOpacity, bounds(flat.lines)})
	}
	if s.Stroke.A > 0 {
		c.paint(outlined(flat.lines, s.Width/2*(scaleX+scaleY)/2, s.Butt), uniform(s.Stroke))
	}
}

func uniform(c look.Colour) image.Image { return image.NewUniform(paint(c)) }

func paint(c look.Colour) color.Color { return color.NRGBA{c.R, c.G, c.B, c.A} }

type point struct{ x, y float64 }

// line is a list of points; closed ones end where they begin.
type line struct {
	points []point
	closed bool
}

// paint fills outlines.
func (c *Canvas) paint(lines []line, source image.Image) {
	area := bounds(lines)
	box := image.Rect(int(math.Floor(area.left)), int(math.Floor(area.top)), int(math.Ceil(area.right)), int(math.Ceil(area.bottom))).
		Intersect(c.Rect)
	if box.Empty() {
		return
	}
	r := vector.NewRasterizer(box.Dx(), box.Dy())
	x, y := float64(box.Min.X), float64(box.Min.Y)
	for _, l := range lines {
		for i, p := range l.points {
			if i == 0 {
				r.MoveTo(float32(p.x-x), float32(p.y-y))
			} else {
				r.LineTo(float32(p.x-x), float32(p.y-y))
			}
		}
		r.ClosePath()
	}
	r.Draw(c.RGBA, box, source, box.Min)
}

// flattened draws curves as short lines, in pixels.
type flattened struct {
	x, y, scaleX, scaleY float64
	lines                []line
	current              line
}

func (f *flattened) to(x, y float64) point { return point{f.x + x*f.scaleX, f.y + y*f.scaleY} }

// MoveTo implements [picture.Pen].
func (f *flattened) MoveTo(x, y float64) {
	f.end()
	f.current.points = []point{f.to(x, y)}
}

// LineTo implements [picture.Pen].
func (f *flattened) LineTo(x, y float64) { f.current.points = append(f.current.points, f.to(x, y)) }

// CurveTo implements [picture.Pen].
func (f *flattened) CurveTo(x1, y1, x2, y2, x, y float64) {
	from := f.current.points[len(f.current.points)-1]
	a, b, to := f.to(x1, y1), f.to(x2, y2), f.to(x, y)
	length := math.Hypot(a.x-from.x, a.y-from.y) + math.Hypot(b.x-a.x, b.y-a.y) + math.Hypot(to.x-b.x, to.y-b.y)
	steps := int(min(64, 3+math.Sqrt(length)*1.6))
	for i := 1; i <= steps; i++ {
		t := float64(i) / float64(steps)
		u := 1 - t
		w0, w1, w2, w3 := u*u*u, 3*u*u*t, 3*u*t*t, t*t*t
		f.current.points = append(f.current.points, point{
			w0*from.x + w1*a.x + w2*b.x + w3*to.x, w0*from.y + w1*a.y + w2*b.y + w3*to.y,
		})
	}
}

// Close implements [picture.Pen].
func (f *flattened) Close() {
	f.current.closed = true
	f.end()
}

// end begins a new line; after a closed one, at its beginning.
func (f *flattened) end() {
	if len(f.current.points) > 1 {
		f.lines = append(f.lines, f.current)
	}
	next := line{}
	if f.current.closed {
		next.points = []point{f.current.points[0]}
	}
	f.current = next
}

// box is an area in pixels.
type box struct{ left, top, right, bottom float64 }

func bounds(lines []line) box {
	b := box{math.Inf(1), math.Inf(1), math.Inf(-1), math.Inf(-1)}
	for _, l := range lines {
		for _, p := range l.points {
			b.left, b.right = min(b.left, p.x), max(b.right, p.x)
			b.top, b.bottom = min(b.top, p.y), max(b.bottom, p.y)
		}
	}
	if b.left > b.right {
		return box{}
	}
	return b
}
