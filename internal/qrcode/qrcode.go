// Package qrcode draws texts, mostly links, as QR codes for pages and for
// terminals.
package qrcode

import (
	"fmt"
	"strings"

	"rsc.io/qr"
)

// Code is a square of dark and light modules.
type Code struct{ code *qr.Code }

// quiet is how many light modules have to be on every side, so that readers
// find the code.
const quiet = 4

// New is the code of a text of up to 2331 bytes. It can be read as long as no
// more than some 15 % of it is damaged.
func New(text string) (Code, error) {
	code, err := qr.Encode(text, qr.M)
	if err != nil {
		return Code{}, fmt.Errorf("%d bytes are too long for a QR code", len(text))
	}
	return Code{code}, nil
}

// Size is how many modules a side has, without the quiet zone around it.
func (c Code) Size() int { return c.code.Size }

// Dark tells whether a module is dark; x counts from the left and y from the
// top. Everything outside is light.
func (c Code) Dark(x, y int) bool { return c.code.Black(x, y) }

// SVG is a picture without a size of its own, a module a unit, with the quiet
// zone. It is black on white in every theme, because readers rely on that.
func (c Code) SVG() []byte {
	var path strings.Builder
	for y := range c.Size() {
		for x := 0; x < c.Size(); x++ {
			if !c.Dark(x, y) {
				continue
			}
			from := x
			for c.Dark(x, y) {
				x++
			}
			fmt.Fprintf(&path, "M%d %dh%dv1h-%dz", from+quiet, y+quiet, x-from, x-from)
		}
	}
	whole := c.Size() + 2*quiet
	return fmt.Appendf(nil, `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 %d %d" shape-rendering="crispEdges">`+
		`<path fill="#fff" d="M0 0h%dv%dh-%dz"/><path d="%s"/></svg>`, whole, whole, whole, whole, whole, &path)
}

// Black letters on white, whatever the terminal's own colours are, and back.
const (
	blackOnWhite = "\x1b[38;5;16;48;5;231m"
	ownColours   = "\x1b[0m"
)

// Terminal is the code with its quiet zone in lines of half blocks, two
// modules a character.
func (c Code) Terminal() string {
	var text strings.Builder
	for y := -quiet; y < c.Size()+quiet; y += 2 {
		text.WriteString(blackOnWhite)
		for x := -quiet; x < c.Size()+quiet; x++ {
			text.WriteRune(halves(c.Dark(x, y), c.Dark(x, y+1)))
		}
		text.WriteString(ownColours + "\n")
	}
	return text.String()
}

// Width is how many characters a line of [Code.Terminal] has.
func (c Code) Width() int { return c.Size() + 2*quiet }

// halves is the character whose upper and lower halves are dark as wanted.
func halves(upper, lower bool) rune {
	switch {
	case upper && lower:
		return '█'
	case upper:
		return '▀'
	case lower:
		return '▄'
	default:
		return ' '
	}
}
