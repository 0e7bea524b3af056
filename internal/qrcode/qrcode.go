// Package qrcode draws texts, mostly links, as QR codes for pages and terminals.
package qrcode

import (
	"fmt"
	"strings"

	"rsc.io/qr"
)

// Code is a square of dark and light modules. It has Size modules per side, without
// the quiet zone; Black reports whether one is dark, and everything outside is light.
type Code struct{ *qr.Code }

// quiet is the width of the light border that scanners need.
const quiet = 4

// New makes the code of a text of up to 2331 bytes. It stays readable with up to
// 15 % damage.
func New(text string) (Code, error) {
	code, err := qr.Encode(text, qr.M)
	if err != nil {
		return Code{}, fmt.Errorf("%d bytes are too long for a QR code", len(text))
	}
	return Code{code}, nil
}

// Path is the dark modules as the path of an SVG picture, one unit per module, with
// room for the quiet zone: [Code.Width] is the size of the picture.
func (c Code) Path() string {
	var path strings.Builder
	for y := range c.Size {
		for x := 0; x < c.Size; x++ {
			if !c.Black(x, y) {
				continue
			}
			from := x
			for c.Black(x, y) {
				x++
			}
			fmt.Fprintf(&path, "M%d %dh%dv1h-%dz", from+quiet, y+quiet, x-from, x-from)
		}
	}
	return path.String()
}

// SVG is a picture without a fixed size, with the quiet zone. It is black on white
// in every theme, because scanners rely on that.
func (c Code) SVG() []byte {
	whole := c.Width()
	return fmt.Appendf(nil, `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 %d %d" shape-rendering="crispEdges">`+
		`<path fill="#fff" d="M0 0h%dv%dh-%dz"/><path d="%s"/></svg>`, whole, whole, whole, whole, whole, c.Path())
}

// Escape sequences for black on white, and back to the terminal's own colours.
const (
	blackOnWhite = "\x1b[38;5;16;48;5;231m"
	ownColours   = "\x1b[0m"
)

// Terminal is the code with its quiet zone in lines of half blocks, two modules
// per character.
func (c Code) Terminal() string {
	var text strings.Builder
	for y := -quiet; y < c.Size+quiet; y += 2 {
		text.WriteString(blackOnWhite)
		for x := -quiet; x < c.Size+quiet; x++ {
			text.WriteRune(halves(c.Black(x, y), c.Black(x, y+1)))
		}
		text.WriteString(ownColours + "\n")
	}
	return text.String()
}

// Width is the number of modules per side with the quiet zone, and so of characters
// per line of [Code.Terminal].
func (c Code) Width() int { return c.Size + 2*quiet }

// halves is the character with the given upper and lower halves.
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
