// Package tiles draws boards for screens of any size, with cells of several lines,
// colours, a cursor, marks and pieces on their way. As in package board, everything
// differs in its characters, and all characters are one column wide.
package tiles

import (
	"image/color"
	"strings"

	"charm.land/lipgloss/v2"
	"github.com/charmbracelet/colorprofile"
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

// Theme is the colours of an app and its boards. The zero Theme has none.
type Theme struct {
	// Cell is behind the cells, Frame is the lines of the board.
	Cell, Frame color.Color
	// Sides are the colours of the pieces.
	Sides [2]color.Color
	// Empty is what marks empty cells and neutral cubes.
	Empty color.Color
	// Target, Last, Line, Picked and Cursor are behind cells with these marks;
	// Sign is what is written on them.
	Target, Last, Line, Picked, Cursor color.Color
	Sign, CursorSign                   color.Color
	// Accent is for titles and what is chosen, Quiet for what matters less,
	// Warning for refusals, Good for what was right.
	Accent, Quiet, Warning, Good color.Color
}

// NewTheme is the colours for a screen that has so many.
func NewTheme(colours colorprofile.Profile, dark bool) Theme {
	pick := lipgloss.LightDark(dark)
	hex := func(light, dark string) color.Color { return pick(lipgloss.Color(light), lipgloss.Color(dark)) }
	switch colours {
	case colorprofile.ANSI:
		return Theme{
			Frame: hex("8", "7"), Sides: [2]color.Color{hex("4", "14"), hex("1", "11")}, Empty: hex("8", "7"),
			Sign: hex("2", "10"), CursorSign: hex("5", "13"),
			Accent: hex("4", "14"), Quiet: hex("8", "7"), Warning: hex("1", "9"), Good: hex("2", "10"),
		}
	case colorprofile.ANSI256:
		// These are in the usual palette, so that none is replaced by another.
		return Theme{
			Cell: hex("#af875f", "#875f00"), Frame: hex("#5f5f00", "#d7af5f"),
			Sides: [2]color.Color{lipgloss.Color("#ffffd7"), lipgloss.Color("#080808")}, Empty: hex("#5f5f00", "#d7af5f"),
			Target: hex("#87875f", "#5f5f00"), Last: hex("#d7af87", "#af875f"), Line: hex("#5f875f", "#5f875f"),
			Picked: hex("#d7875f", "#af5f00"), Cursor: hex("#5f87af", "#5f87af"),
			Sign: lipgloss.Color("#ffffff"), CursorSign: lipgloss.Color("#ffffff"),
			Accent: hex("#875f00", "#ffaf5f"), Quiet: hex("#626262", "#9e9e9e"), Warning: hex("#af0000", "#ff875f"), Good: hex("#005f00", "#87d787"),
		}
	case colorprofile.TrueColor:
		return Theme{
			// Wood between light and dark pieces, on light and dark screens alike.
			Cell: hex("#b07f4f", "#8f623b"), Frame: hex("#6b4a2b", "#c9a57a"),
			Sides: [2]color.Color{lipgloss.Color("#fff4d8"), lipgloss.Color("#1d0f06")}, Empty: hex("#6b4a2b", "#c9a57a"),
			Target: hex("#8f9a4a", "#6f7c35"), Last: hex("#c39a5c", "#a67c46"), Line: hex("#3f8a5a", "#2f7a4c"),
			Picked: hex("#cf7a3a", "#b8642a"), Cursor: hex("#4f7fb0", "#3d6d9f"),
			Sign: lipgloss.Color("#ffffff"), CursorSign: lipgloss.Color("#ffffff"),
			Accent: hex("#8a4b14", "#f0b56b"), Quiet: hex("#6b6b6b", "#9a9a9a"), Warning: hex("#b3261e", "#ff8a7a"), Good: hex("#1f7a3f", "#7fd39a"),
		}
	}
	return Theme{}
}
