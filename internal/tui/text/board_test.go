package text_test

import (
	"regexp"
	"strings"
	"testing"
	"unicode/utf8"

	"plateau/game"
	"plateau/games/full"
	"plateau/internal/tui/text"
	"plateau/rulebook"
	"plateau/rulebook/words"
)

var looks = full.All().Looks()

func position(t *testing.T, id, text string) game.Position {
	t.Helper()
	g, err := full.All().Games().Find(id)
	if err != nil {
		t.Fatal(err)
	}
	p, err := g.Parse(text)
	if err != nil {
		t.Fatal(err)
	}
	return p
}

// played is the match after moves from the start.
func played(t *testing.T, id, moves string) *game.Match {
	t.Helper()
	g, err := full.All().Games().Find(id)
	if err != nil {
		t.Fatal(err)
	}
	m := game.MatchFrom(g.Start(g.Openers()[0]), nil)
	for move := range strings.FieldsSeq(moves) {
		if err := m.Play(move); err != nil {
			t.Fatal(err)
		}
	}
	return m
}

func TestDrawings(t *testing.T) {
	tests := []struct {
		name, game, moves string
		style             text.Style
		want              string
	}{
		{
			"the regions of Quantik, both shades, the last move and the reserves",
			"quantik", "S@a4 n@b2 Y@c1 c@d3",
			text.Style{Looks: looks},
			`
  ╔═══╤═══╦═══╤═══╗
4 ║ ○ │   ║   │   ║
  ╟───┼───╫───┼───╢
3 ║   │   ║   │(■)║
  ╠═══╪═══╬═══╪═══╣
2 ║   │ ▲ ║   │   ║
  ╟───┼───╫───┼───╢
1 ║   │   ║ ▯ │   ║
  ╚═══╧═══╩═══╧═══╝
    a   b   c   d
1 light   S ○   Y ▯   C □□  N △△
2 dark    S ●●  Y ▮▮  C ■   N ▲
`,
		},
		{
			"the same in ASCII",
			"quantik", "S@a4 n@b2 Y@c1 c@d3",
			text.Style{ASCII: true, Looks: looks},
			`
  #=======#=======#
4 # S |   #   |   #
  #---+---#---+---#
3 #   |   #   |(c)#
  #=======#=======#
2 #   | n #   |   #
  #---+---#---+---#
1 #   |   # Y |   #
  #=======#=======#
    a   b   c   d
1 light   S   Y   CC  NN
2 dark    ss  yy  c   n
`,
		},
		{
			"a line of Quantik, which hides the mark of the last move",
			"quantik", "S@a1 y@d3 C@b1 n@d4 Y@c1 n@d1",
			text.Style{Looks: looks},
			`
  ╔═══╤═══╦═══╤═══╗
4 ║   │   ║   │ ▲ ║
  ╟───┼───╫───┼───╢
3 ║   │   ║   │ ▮ ║
  ╠═══╪═══╬═══╪═══╣
2 ║   │   ║   │   ║
  ╟───┼───╫───┼───╢
1 ║[○]│[□]║[▯]│[▲]║
  ╚═══╧═══╩═══╧═══╝
    a   b   c   d
1 light   S ○   Y ▯   C □   N △△
2 dark    S ●●  Y ▮   C ■■  N
`,
		},
		{
			"a pivot of Pivot: the cell left, the cell reached and the drop",
			"pivot", "C@b2 b2-b3+s@d4",
			text.Style{Looks: looks},
			`
  ┌───┬───┬───┬───┐
4 │   │   │   │(□)│
  ├───┼───┼───┼───┤
3 │   │(○)│   │   │
  ├───┼───┼───┼───┤
2 │   │( )│   │   │
  ├───┼───┼───┼───┤
1 │   │   │   │   │
  └───┴───┴───┴───┘
    a   b   c   d
1 circles  7 left  ● C black  ○ c silver
2 squares  7 left  ■ S black  □ s silver
`,
		},
		{
			"the same in ASCII",
			"pivot", "C@b2 b2-b3+s@d4",
			text.Style{ASCII: true, Looks: looks},
			`
  +---+---+---+---+
4 |   |   |   |(s)|
  +---+---+---+---+
3 |   |(c)|   |   |
  +---+---+---+---+
2 |   |( )|   |   |
  +---+---+---+---+
1 |   |   |   |   |
  +---+---+---+---+
    a   b   c   d
1 circles  7 left  C black  c silver
2 squares  7 left  S black  s silver
`,
		},
		{
			"both marks of Quixo",
			"quixo3", "a1-c1 a3-a1",
			text.Style{Looks: looks},
			`
  ┌───┬───┬───┐
3 │(·)│ · │ · │
  ├───┼───┼───┤
2 │ · │ · │ · │
  ├───┼───┼───┤
1 │(○)│ · │ ✕ │
  └───┴───┴───┘
    a   b   c
`,
		},
		{
			"four players around the board, partners opposite, and whom the dots face",
			"quixo4p", "c1-c5.1 a1-e1.2 c1-c5.2",
			text.Style{Looks: looks},
			`
                 X2
     ┌────┬────┬────┬────┬────┐
   5 │ ·  │ ·  │(X2)│ ·  │ ·  │
     ├────┼────┼────┼────┼────┤
   4 │ ·  │ ·  │ X1 │ ·  │ ·  │
     ├────┼────┼────┼────┼────┤
O1 3 │ ·  │ ·  │ ·  │ ·  │ ·  │ O2
     ├────┼────┼────┼────┼────┤
   2 │ ·  │ ·  │ ·  │ ·  │ ·  │
     ├────┼────┼────┼────┼────┤
   1 │ ·  │ ·  │(· )│ ·  │ O2 │
     └────┴────┴────┴────┴────┘
       a    b    c    d    e
                 X1
`,
		},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			got := text.DrawMatch(played(t, test.game, test.moves), test.style)
			if want := test.want[1:]; got != want {
				t.Errorf("got\n%swant\n%s", got, want)
			}
		})
	}
}

// Without its escape sequences, a coloured drawing is the plain one.
func TestColourOnlyAdds(t *testing.T) {
	texts := map[string]string{
		"quantik": "S1c1/2y1/1N2/C2n 1", "pivot": "Cs2/1S1c/C3/3s 1",
		"quixo": "X4/2O2/5/4O/XXX2 X", "quixo4p": "Xx3/2O2/5/4o/XXX2 X1",
	}
	marks := text.Marks{Last: []game.Cell{{Col: 0, Row: 0}}, Line: []game.Cell{{Col: 1, Row: 1}}}
	escape := regexp.MustCompile("\x1b\\[[0-9;]*m")
	for id, written := range texts {
		p := position(t, id, written)
		for _, ascii := range []bool{false, true} {
			draw := func(colour bool) string {
				style := text.Style{ASCII: ascii, Colour: colour, Looks: looks}
				return text.Draw(p, marks, style) + strings.Join(text.Supply(p, style), "\n")
			}
			coloured, plain := draw(true), draw(false)
			if !escape.MatchString(coloured) {
				t.Errorf("%s: no colour in\n%s", id, coloured)
			}
			if got := escape.ReplaceAllString(coloured, ""); got != plain {
				t.Errorf("%s: without colour\n%s\nwant\n%s", id, got, plain)
			}
			if strings.Contains(plain, "\x1b") {
				t.Errorf("%s: escape sequences without colour", id)
			}
		}
	}
}

// All pieces of a game look different, and ASCII is what it says.
func TestPiecesAreDistinct(t *testing.T) {
	for id, written := range map[string]string{
		"quantik": "S1c1/2y1/1N2/C2n 1", "pivot": "Cs2/1S1c/C3/3s 1",
		"quixo": "X4/2O2/5/4O/XXX2 X", "quixo4p": "Xx3/2O2/5/4o/XXX2 X1",
	} {
		p := position(t, id, written)
		for _, style := range []text.Style{{Looks: looks}, {ASCII: true, Looks: looks}} {
			drawing := text.Draw(p, text.Marks{}, style)
			if style.ASCII && utf8.RuneCountInString(drawing) != len(drawing) {
				t.Errorf("%s: not ASCII:\n%s", id, drawing)
			}
			width := len([]rune(strings.Split(drawing, "\n")[0]))
			of := map[string]byte{}
			size := p.Game().Size()
			for row := range size {
				line := []rune(strings.Split(drawing, "\n")[2*(size-row)-1])
				if len(line) != width {
					t.Errorf("%s: row %d has %d columns, not %d", id, row+1, len(line), width)
				}
				cell := (width - 3) / size
				for col := range size {
					letter := p.At(game.Cell{Col: uint8(col), Row: uint8(row)})
					piece := string(line[3+col*cell:][:cell-1])
					if other, seen := of[piece]; seen && other != letter {
						t.Errorf("%s: %q stands for both %q and %q", id, piece, other, letter)
					}
					of[piece] = letter
				}
			}
		}
	}
}

func TestMoveCells(t *testing.T) {
	tests := []struct {
		move string
		size int
		want string
	}{
		{"S@b3", 4, "b3"},
		{"b2-b3+c@d4", 4, "b2 b3 d4"},
		{"C@a1", 4, "a1"},
		{"c1-c5.2", 5, "c1 c5"},
		{"pass", 5, ""},
	}
	for _, test := range tests {
		var names []string
		for _, c := range text.MoveCells(test.move, test.size) {
			names = append(names, c.String())
		}
		if got := strings.Join(names, " "); got != test.want {
			t.Errorf("%s: %s, want %s", test.move, got, test.want)
		}
	}
}

// What is left to place fits on the smallest screen in every language.
func TestSupplyOnASmallScreen(t *testing.T) {
	const room = 38 // The app indents it on a screen with 40 columns.
	for id, written := range map[string]string{"quantik": "4/4/4/4 1", "pivot": "4/4/4/4 1"} {
		for _, l := range rulebook.Languages() {
			style := text.Style{Looks: looks, Room: room, Words: text.Texts{Language: words.In(l.Code)}}
			for _, line := range text.Supply(position(t, id, written), style) {
				if width := utf8.RuneCountInString(line); width > room {
					t.Errorf("%s in %s: %q has %d columns, want at most %d", id, l.Code, line, width, room)
				}
			}
		}
	}
}
