package tiles_test

import (
	"strings"
	"testing"
	"unicode/utf8"

	"github.com/charmbracelet/colorprofile"
	"github.com/charmbracelet/x/ansi"

	"plateau/catalogue/look"
	"plateau/game"
	"plateau/games/full"
	"plateau/internal/tui/screen/tiles"
)

// view is a board with all pieces of a game on it, as far as there is room.
func view(g game.Game, ascii bool) *tiles.View {
	v := &tiles.View{
		Game: g, Look: full.All().Of(g).Look, Letters: map[game.Cell]byte{}, Marks: map[game.Cell]tiles.Mark{},
		ASCII: ascii, Theme: tiles.NewTheme(colorprofile.TrueColor, true),
	}
	for i, letter := range []byte(g.Letters()) {
		v.Letters[game.Cell{Col: uint8(i % g.Size()), Row: uint8(i / g.Size())}] = letter
	}
	return v
}

func TestBoardsFitAtAnySize(t *testing.T) {
	for _, g := range full.All().Games() {
		look := full.All().Of(g).Look
		for width := 30; width < 200; width += 17 {
			for _, ascii := range []bool{false, true} {
				geometry, ok := tiles.Fit(g, look, width, width/2)
				if !ok {
					continue
				}
				lines, _ := view(g, ascii).Draw(geometry)
				if len(lines) > width/2 {
					t.Errorf("%s: %d lines on %d", g.ID(), len(lines), width/2)
				}
				for _, line := range lines {
					plain := ansi.Strip(line)
					if n := ansi.StringWidth(line); n > width || n != utf8.RuneCountInString(plain) {
						t.Errorf("%s: %d columns of %d: %q", g.ID(), n, width, plain)
					}
					if ascii && len(plain) != utf8.RuneCountInString(plain) {
						t.Errorf("%s: not ASCII: %q", g.ID(), plain)
					}
				}
			}
		}
	}
}

// cellText is what is drawn in a cell.
func cellText(lines []string, g tiles.Geometry, c game.Cell) string {
	var text strings.Builder
	for y, line := range lines {
		for x, r := range []rune(ansi.Strip(line)) {
			if at, ok := g.CellAt(x, y); ok && at == c {
				text.WriteRune(r)
			}
		}
	}
	return text.String()
}

// Pieces of different letters differ in their characters, whatever their colour.
func TestPiecesDifferWithoutColour(t *testing.T) {
	for _, g := range full.All().Games() {
		for _, high := range []int{14, 24, 40, 60} {
			for _, ascii := range []bool{false, true} {
				v := view(g, ascii)
				geometry, ok := tiles.Fit(g, v.Look, 3*high, high)
				if !ok {
					t.Fatalf("%s does not fit", g.ID())
				}
				lines, geometry := v.Draw(geometry)
				seen := map[string]byte{}
				for c, letter := range v.Letters {
					text := cellText(lines, geometry, c)
					if other, twice := seen[text]; twice || strings.TrimSpace(text) == "" {
						t.Errorf("%s: %c looks like %c at %d lines:\n%s", g.ID(), letter, other, high, strings.Join(lines, "\n"))
					}
					seen[text] = letter
				}
			}
		}
	}
}

// Every mark can be seen without colour, and each looks different.
func TestMarksDifferWithoutColour(t *testing.T) {
	g := full.All().Games()[0]
	for _, high := range []int{12, 24} {
		for _, ascii := range []bool{false, true} {
			seen := map[string]bool{}
			for mark := tiles.Mark(0); mark <= tiles.Shaded; mark = max(1, mark<<1) {
				v := view(g, ascii)
				v.Marks[game.Cell{}] = mark
				geometry, _ := tiles.Fit(g, v.Look, 80, high)
				lines, geometry := v.Draw(geometry)
				text := cellText(lines, geometry, game.Cell{})
				if seen[text] {
					t.Errorf("mark %d looks like another: %q", mark, text)
				}
				seen[text] = true
			}
		}
	}
}

// A turned board is seen from the other side, and the cursor goes where the arrow
// points.
func TestTurnedBoard(t *testing.T) {
	g := full.All().Games()[0]
	look := full.All().Of(g).Look
	geometry, _ := tiles.Fit(g, look, 80, 24)
	v := view(g, false)
	straight, upright := v.Draw(geometry)
	v.Turned = true
	turned, reversed := v.Draw(geometry)
	a1 := game.Cell{}
	if cellText(straight, upright, a1) != cellText(turned, reversed, a1) {
		t.Error("the piece on a1 is elsewhere")
	}
	if upright.Step(a1, 1, 0) != (game.Cell{Col: 1}) || reversed.Step(a1, 1, 0) != a1 || reversed.Step(a1, 0, 1) != (game.Cell{Row: 1}) {
		t.Error("the cursor goes the wrong way")
	}
}

// The middle of a shape that is filled is inked, and that of an outline is not.
func TestShapes(t *testing.T) {
	for name, make := range map[string]func(filled bool) look.Glyph{
		"round": look.Round, "square": look.Square, "upright": look.Upright, "triangle": look.Triangle,
	} {
		if !make(true)(0, 0.3, 0.2) || make(false)(0, 0.3, 0.2) || make(true)(0.99, -0.99, 0.2) {
			t.Error(name)
		}
	}
	if cross := look.Cross(); !cross(0, 0, 0.2) || !cross(0.8, -0.8, 0.2) || cross(0.8, 0, 0.2) {
		t.Error("cross")
	}
}
