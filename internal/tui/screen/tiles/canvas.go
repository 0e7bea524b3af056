// Package tiles draws boards for screens of any size, with cells of several lines,
// colours, a cursor, marks and pieces on their way. As in package board, everything
// differs in its characters, and all characters are one column wide.
package tiles

import (
	"image/color"
	"strings"

	"charm.land/lipgloss/v2"
)

// Ink is how a character is drawn. Colours may be nil.
type Ink struct {
	Front, Back     color.Color
	Bold, Faint     bool
	Reversed, Lined bool
}

func (i Ink) style() lipgloss.Style {
	style := lipgloss.NewStyle().Bold(i.Bold).Faint(i.Faint).Reverse(i.Reversed).Underline(i.Lined)
	if i.Front != nil {
		style = style.Foreground(i.Front)
	}
	if i.Back != nil {
		style = style.Background(i.Back)
	}
	return style
}

// Paint is a text in an ink.
func (i Ink) Paint(text string) string {
	if i == (Ink{}) || text == "" {
		return text
	}
	return i.style().Render(text)
}

// spot is one character of a canvas.
type spot struct {
	text string
	ink  Ink
}

// canvas is a rectangle of characters.
type canvas struct {
	width, height int
	spots         []spot
}

func newCanvas(width, height int) *canvas {
	c := &canvas{width, height, make([]spot, width*height)}
	for i := range c.spots {
		c.spots[i].text = " "
	}
	return c
}

// set draws one character; outside of the canvas it does nothing.
func (c *canvas) set(x, y int, text string, ink Ink) {
	if x >= 0 && y >= 0 && x < c.width && y < c.height {
		c.spots[y*c.width+x] = spot{text, ink}
	}
}

// over draws a character. The background stays, unless the ink sets one.
func (c *canvas) over(x, y int, text string, ink Ink) {
	if x < 0 || y < 0 || x >= c.width || y >= c.height {
		return
	}
	if ink.Back == nil {
		ink.Back = c.spots[y*c.width+x].ink.Back
	}
	c.set(x, y, text, ink)
}

// blank reports whether nothing has been drawn at a place.
func (c *canvas) blank(x, y int) bool { return c.spots[y*c.width+x].text == " " }

// write draws a text from left to right.
func (c *canvas) write(x, y int, text string, ink Ink) {
	for i, r := range []rune(text) {
		c.over(x+i, y, string(r), ink)
	}
}

// lines are the lines of the canvas, as wide as it is.
func (c *canvas) lines() []string {
	lines := make([]string, c.height)
	for y := range lines {
		var line strings.Builder
		row := c.spots[y*c.width : (y+1)*c.width]
		for x := 0; x < len(row); {
			var text strings.Builder
			end := x
			for ; end < len(row) && row[end].ink == row[x].ink; end++ {
				text.WriteString(row[end].text)
			}
			line.WriteString(row[x].ink.Paint(text.String()))
			x = end
		}
		lines[y] = line.String()
	}
	return lines
}
