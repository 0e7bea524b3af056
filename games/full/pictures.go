package full

import (
	"fmt"
	"math"
	"strings"

	"plateau/catalogue/look"
)

// The drawings here are those of the pages (web/src/board/games), in the colours
// that these have by day.

var woodInk = look.Hex(0x2a1c0e)

var (
	ballLight = &look.Gradient{Radial: true, X1: 0.36, Y1: 0.3, Radius: 0.78, Stops: []look.Stop{
		{At: 0, Colour: look.White(0.75)},
		{At: 0.35, Colour: look.White(0.12)},
		{At: 0.6, Colour: look.Black(0)},
		{At: 1, Colour: look.Black(0.42)},
	}}
	roundLight = &look.Gradient{X2: 1, Stops: []look.Stop{
		{At: 0, Colour: look.Black(0.2)},
		{At: 0.28, Colour: look.White(0.42)},
		{At: 0.55, Colour: look.White(0)},
		{At: 1, Colour: look.Black(0.38)},
	}}
	softShadow = &look.Gradient{Radial: true, X1: 0.5, Y1: 0.5, Radius: 0.5, Stops: []look.Stop{
		{At: 0, Colour: look.Black(0.5)}, {At: 0.6, Colour: look.Black(0.28)}, {At: 1, Colour: look.Black(0)},
	}}
	hollowShade = &look.Gradient{Radial: true, X1: 0.5, Y1: 0.56, Radius: 0.52, Stops: []look.Stop{
		{At: 0.55, Colour: look.Black(0)}, {At: 1, Colour: look.Black(0.2)},
	}}
)

// Wood in two tones, with a round hollow for every solid.
var quantikPicture = look.Picture{
	Frame: look.Hex(0xb98b55), Edge: look.Hex(0x8a6536), Label: woodInk,
	Surface: func(size int) []look.Shape {
		var shapes []look.Shape
		wide := float64(size) / 2 * look.Cell
		for region := range 4 {
			field := look.Hex(0xdcb987)
			if region == 1 || region == 2 {
				field = look.Hex(0xc49a63)
			}
			x, y := float64(region%2)*wide+2, float64(region/2)*wide+2
			shapes = append(shapes, look.Shape{
				Path: look.Box(x, y, wide-4, wide-4, 12), Fill: field, Stroke: look.Hex(0x94703f), Width: 2,
			})
		}
		shapes = append(shapes, look.OnCells(size, func(x, y float64) look.Shape {
			return look.Stroked(look.Circle(x, y+2, 42), look.White(0.35), 2)
		})...)
		return append(shapes, look.OnCells(size, func(x, y float64) look.Shape {
			return look.Shape{
				Path: look.Circle(x, y, 42), Fill: look.Hex(0xe9d7b8), Stroke: look.Hex(0xb99a6c), Width: 1.5,
				Gradient: hollowShade, GradientOpacity: 1,
			}
		})...)
	},
	Piece: func(letter byte) []look.Placed { return look.PlaceScaled(solid(letter), 0, -2, 1.12) },
	Other: quantikLook.Other,
}

// solid is turned wood. Dark ones have an inlaid band.
func solid(letter byte) []look.Shape {
	fill, rim, band, lit := look.Hex(0xf7f0e0), look.Hex(0xf7f0e0).Mixed(look.Hex(0x4a2f10), 0.55), look.Colour{}, 0.3
	if letter >= 'a' {
		fill, rim, band, lit = look.Hex(0x4a2c1b), look.Hex(0x4a2c1b).Mixed(look.Hex(0), 0.55), look.Hex(0xf0d9b0), 0.16
	}
	body := func(path string) look.Shape {
		return look.Shape{Path: path, Fill: fill, Stroke: rim, Width: 2}
	}
	grain := func(path string) look.Shape { return look.Stroked(path, rim.Faded(0.2), 1.3) }
	inlay := func(path string) look.Shape {
		return look.Shape{Path: path, Stroke: band, Width: 5, Butt: true}
	}
	shadow := func(x, y, rx, ry float64) look.Shape {
		return look.Shaded(look.Ellipse(x, y, rx, ry), softShadow, 1)
	}
	switch letter | 0x20 {
	case 's':
		return []look.Shape{
			shadow(5, 31, 35, 10), body(look.Circle(0, 0, 32)),
			grain("M-29-12C-12-4 14-20 29-11M-31 6C-10 16 12-2 31 8M-22 22C-6 28 10 18 23 21"),
			look.Shaded(look.Circle(0, 0, 32), ballLight, 1), inlay("M-31 3A32 12 0 0 0 31 3"),
		}
	case 'y':
		const side = "M-26-25V23A26 10 0 0 0 26 23V-25Z"
		top := look.Ellipse(0, -25, 26, 10)
		return []look.Shape{
			shadow(6, 29, 38, 12), body(side),
			grain("M-16-15V29M-5-15C-8 0-3 14-6 32M8-15C11 2 5 16 9 32M18-16V28"),
			look.Shaded(side, roundLight, 1), body(top), look.Filled(top, look.White(lit)), inlay("M-25 2A26 10 0 0 0 25 2"),
		}
	case 'c':
		return []look.Shape{
			shadow(6, 22, 42, 15), body("M0-36L32-20V16L0 33L-32 16V-20Z"),
			look.Filled("M0-36L32-20L0-4L-32-20Z", look.White(lit)), look.Filled("M32-20V16L0 33V-4Z", look.Black(0.2)),
			grain("M-18-27L13-11M-7-32L23-16M-24-12V18M-10-6V24M10-4V24M22-10V18"),
			look.Stroked("M-32-20L0-4L32-20M0-4V33", rim, 1.3), inlay("M-31 1L0 16L31 1"),
		}
	default:
		const cone = "M0-37L31 20A31 12 0 0 1-31 20Z"
		return []look.Shape{
			shadow(6, 24, 41, 13), body(cone), grain("M-3-22L-17 28M3-18C5 0 2 14 6 31M6-20L21 26"),
			look.Shaded(cone, roundLight, 1), inlay("M-20 1A20 8 0 0 0 20 1"),
		}
	}
}

// Slate with a place for every card.
var pivotPicture = look.Picture{
	Frame: look.Hex(0x4d5c65), Edge: look.Hex(0x36434a), Label: look.Hex(0xf3efe6),
	Surface: func(size int) []look.Shape {
		rims := look.OnCells(size, func(x, y float64) look.Shape {
			return look.Filled(look.Box(x-46, y-44, 92, 92, 11), look.White(0.22))
		})
		return append(rims, look.OnCells(size, func(x, y float64) look.Shape {
			return look.Shape{Path: look.Box(x-46, y-46, 92, 92, 11), Fill: look.Hex(0xc9d2d5), Stroke: look.Hex(0x7f8d94), Width: 1.5}
		})...)
	},
	Piece: func(letter byte) []look.Placed { return look.Place(card(letter), 0, 0) },
}

// card is one of Pivot's. The silver face is hatched.
func card(letter byte) []look.Shape {
	square, silver := letter|0x20 == 's', letter >= 'a'
	outline := func(inset, down float64) string {
		if square {
			return look.Box(inset-37, inset-37+down, 74-2*inset, 74-2*inset, max(11-inset/2, 3))
		}
		return look.Circle(0, down, 40-inset)
	}
	fill, edge, sheen := look.Hex(0x23252b), look.Hex(0x9aa0ab), 0.45
	if silver {
		fill, edge, sheen = look.Hex(0xd5d9e0), look.Hex(0x4b505a), 1
	}
	shapes := []look.Shape{
		look.Filled(outline(0, 6), look.Black(0.28)), look.Filled(outline(0, 3), edge),
		{Path: outline(0, 0), Fill: fill, Stroke: edge, Width: 2.5},
	}
	if silver {
		shapes = append(shapes, look.Shape{Path: hatch(square), Stroke: look.Hex(0x23252b).Faded(0.34), Width: 3, Butt: true})
	}
	return append(shapes, look.Shaded(outline(0, 0), look.Sheen, sheen), look.Stroked(outline(9, 0), edge, 2.5))
}

// hatch is the slanting lines within the inner outline of a card.
func hatch(square bool) string {
	const half, radius = 27.0, 30.0
	var path strings.Builder
	for offset := -54.0; offset <= 54; offset += 13 {
		// The line y = x + offset, from x1 to x2.
		x1, x2 := max(-half, -half-offset), min(half, half-offset)
		if !square {
			reach := radius*radius - offset*offset/2
			if reach <= 4 {
				continue
			}
			along := math.Sqrt(reach / 2)
			x1, x2 = -offset/2-along, -offset/2+along
		}
		if x2-x1 > 2 {
			fmt.Fprintf(&path, "M%.1f %.1fL%.1f %.1f", x1, x1+offset, x2, x2+offset)
		}
	}
	return path.String()
}

// Cubes of beech on dark walnut.
var (
	quixoPicture        = quixoPictureWith(false)
	quixoForFourPicture = quixoPictureWith(true)
)

func quixoPictureWith(dots bool) look.Picture {
	return look.Picture{
		Frame: look.Hex(0x4a3422), Edge: look.Hex(0x2f2014), Label: look.Hex(0xf7ead2), Covered: true, Turns: dots,
		Surface: func(size int) []look.Shape {
			inner := float64(size) * look.Cell
			shapes := []look.Shape{look.Filled(look.Box(-2, -2, inner+4, inner+4, 13), look.Hex(0x2f2014))}
			if size > 3 {
				ring := look.Box(look.Cell, look.Cell, inner-2*look.Cell, inner-2*look.Cell, 10)
				shapes = append(shapes, look.Stroked(ring, look.Hex(0xc99f6b), 4))
			}
			return shapes
		},
		Piece: func(letter byte) []look.Placed { return look.Place(cube(letter, dots), 0, 0) },
	}
}

// cube is seen from above, with bevelled edges and an engraved mark. In the game for
// four, a dot shows towards its owner.
func cube(letter byte, dots bool) []look.Shape {
	edge := look.Hex(0xa07c4a)
	shapes := []look.Shape{
		look.Filled(look.Box(-44, -40, 91, 89, 12), look.Black(0.35)),
		{Path: look.Box(-46, -46, 92, 92, 10), Fill: look.Hex(0xf1dfbf), Stroke: edge, Width: 1.5},
		look.Stroked("M-44-33C-20-39 8-27 44-35M-44-19C-14-27 10-12 44-22M-44-6C-18 2 8-12 44-3M-44 9C-16 2 12 17 44 8"+
			"M-44 22C-10 15 14 30 44 21M-44 35C-18 40 10 29 44 36", edge.Faded(0.26), 1.4),
		look.Filled("M-45-38A8 8 0 0 1-38-45H38A8 8 0 0 1 43-43L37-37H-37V37L-43 43A8 8 0 0 1-45 38Z", look.White(0.4)),
		look.Filled("M45 38A8 8 0 0 1 38 45H-38A8 8 0 0 1-43 43L-37 37H37V-37L43-43A8 8 0 0 1 45-38Z", look.Hex(0x4a2f10).Faded(0.28)),
		look.Shaded(look.Box(-37, -37, 74, 74, 5), look.Sheen, 0.55),
	}
	if letter == 0 {
		return shapes
	}
	mark, dot := cubeMark(letter, dots, 1, 2), cubeDot(letter, 1, 2)
	glint := look.White(0.45)
	shapes = append(shapes, look.Stroked(mark, glint, 11))
	if dots {
		shapes = append(shapes, look.Filled(dot, glint), look.Filled(cubeDot(letter, 0, 0), woodInk))
	}
	return append(shapes, look.Stroked(cubeMark(letter, dots, 0, 0), woodInk, 11))
}

// cubeMark is a cross or a circle, smaller beside a dot.
func cubeMark(letter byte, dots bool, x, y float64) string {
	scale := 1.0
	if dots {
		scale = 0.82
	}
	if letter|0x20 == 'o' {
		return look.Circle(x, y, 21*scale)
	}
	r := 20 * scale
	return fmt.Sprintf("M%g %gL%g %gM%g %gL%g %g", x-r, y-r, x+r, y+r, x+r, y-r, x-r, y+r)
}

// cubeDot is below the mark for X1, and clockwise from there for the others.
func cubeDot(letter byte, x, y float64) string {
	switch letter {
	case 'O':
		return look.Circle(x-31, y, 7)
	case 'x':
		return look.Circle(x, y-31, 7)
	case 'o':
		return look.Circle(x+31, y, 7)
	default:
		return look.Circle(x, y+31, 7)
	}
}
