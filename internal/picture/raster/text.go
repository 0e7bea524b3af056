package raster

import (
	"strings"
	"sync"
	"unicode"

	"golang.org/x/image/font"
	"golang.org/x/image/font/gofont/gobold"
	"golang.org/x/image/font/gofont/goregular"
	"golang.org/x/image/font/sfnt"
	"golang.org/x/image/math/fixed"

	"plateau/catalogue/look"
)

// face is a font. It has Latin, Greek and Cyrillic letters.
type face struct{ font func() *sfnt.Font }

var (
	regular = face{sync.OnceValue(func() *sfnt.Font { return parse(goregular.TTF) })}
	bold    = face{sync.OnceValue(func() *sfnt.Font { return parse(gobold.TTF) })}
)

func parse(ttf []byte) *sfnt.Font {
	f, err := sfnt.Parse(ttf)
	if err != nil {
		panic(err) // The font is part of the program.
	}
	return f
}

// align is where a text is relative to its place.
type align uint8

const (
	leftAligned align = iota
	centred
	rightAligned
)

// Writable reports whether the fonts have all letters of a text.
func Writable(text string) bool {
	var buffer sfnt.Buffer
	for _, r := range text {
		if i, err := bold.font().GlyphIndex(&buffer, r); err != nil || i == 0 || unicode.IsControl(r) {
			return false
		}
	}
	return true
}

// width is how wide a text of this size is.
func (f face) width(text string, size float64) float64 {
	wide := 0.0
	f.each(text, size, func(_ sfnt.Segments, at float64, advance float64) { wide = at + advance })
	return wide
}

// each finds the outlines of letters, from a baseline of 0.
func (f face) each(text string, size float64, glyph func(outline sfnt.Segments, at, advance float64)) {
	var buffer sfnt.Buffer
	// Outlines are loaded larger than they are drawn, since their coordinates
	// are rounded.
	const ppem = 256
	at := 0.0
	for _, r := range text {
		index, err := f.font().GlyphIndex(&buffer, r)
		if err != nil {
			continue
		}
		outline, err := f.font().LoadGlyph(&buffer, index, fixed.I(ppem), nil)
		if err != nil {
			continue
		}
		advance, err := f.font().GlyphAdvance(&buffer, index, fixed.I(ppem), font.HintingNone)
		if err != nil {
			continue
		}
		wide := float64(advance) / 64 * size / ppem
		glyph(outline, at, wide)
		at += wide
	}
}

// fitted shortens a text until it has this width.
func (f face) fitted(text string, size, width float64) string {
	if f.width(text, size) <= width {
		return text
	}
	letters := []rune(text)
	for len(letters) > 0 {
		letters = letters[:len(letters)-1]
		if short := strings.TrimRight(string(letters), " ,.–") + "…"; f.width(short, size) <= width {
			return short
		}
	}
	return ""
}

// wrapped breaks a text into lines of this width, at most so many.
func (f face) wrapped(text string, size, width float64, most int) []string {
	var lines []string
	words := strings.Fields(text)
	for len(words) > 0 && len(lines) < most {
		n := 1
		for n < len(words) && f.width(strings.Join(words[:n+1], " "), size) <= width {
			n++
		}
		if len(lines) == most-1 {
			n = len(words)
		}
		lines = append(lines, f.fitted(strings.Join(words[:n], " "), size, width))
		words = words[n:]
	}
	return lines
}

// capHeight is how high capitals are, as a share of the size.
const capHeight = 0.72

// write draws a text in pixels, vertically around y.
func (c *Canvas) write(text string, f face, size, x, y float64, a align, colour look.Colour) {
	switch a {
	case centred:
		x -= f.width(text, size) / 2
	case rightAligned:
		x -= f.width(text, size)
	case leftAligned:
	}
	y += size * capHeight / 2
	scale := size / 256 / 64
	var lines []line
	f.each(text, size, func(outline sfnt.Segments, at, _ float64) {
		pen := flattened{x: x + at, y: y, scaleX: scale, scaleY: scale}
		for _, s := range outline {
			p := s.Args
			switch s.Op {
			case sfnt.SegmentOpMoveTo:
				pen.MoveTo(float64(p[0].X), float64(p[0].Y))
			case sfnt.SegmentOpLineTo:
				pen.LineTo(float64(p[0].X), float64(p[0].Y))
			case sfnt.SegmentOpQuadTo:
				pen.quadTo(p[0], p[1])
			case sfnt.SegmentOpCubeTo:
				pen.CurveTo(float64(p[0].X), float64(p[0].Y), float64(p[1].X), float64(p[1].Y), float64(p[2].X), float64(p[2].Y))
			}
		}
		pen.end()
		lines = append(lines, pen.lines...)
	})
	if len(lines) > 0 {
		c.paint(lines, uniform(colour))
	}
}

// quadTo draws a quadratic curve as a cubic one.
func (f *flattened) quadTo(control, to fixed.Point26_6) {
	last := f.current.points[len(f.current.points)-1]
	x0, y0 := (last.x-f.x)/f.scaleX, (last.y-f.y)/f.scaleY
	cx, cy, x, y := float64(control.X), float64(control.Y), float64(to.X), float64(to.Y)
	f.CurveTo(x0+(cx-x0)*2/3, y0+(cy-y0)*2/3, x+(cx-x)*2/3, y+(cy-y)*2/3, x, y)
}
