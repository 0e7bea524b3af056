package full

import (
	"slices"
	"strings"
	"unicode/utf8"

	"github.com/charmbracelet/x/ansi"

	"plateau/catalogue/look"
	"plateau/game"
)

// Hollow is light, filled is dark.
var quantikLook = look.Terminal{
	Width: 1, First: "SYCN", Regions: true,
	Unicode: map[byte]string{
		0: " ", 'S': "○", 'Y': "▯", 'C': "□", 'N': "△",
		's': "●", 'y': "▮", 'c': "■", 'n': "▲",
	},
	ASCII:  map[byte]string{0: " "},
	Supply: quantikSupply,
	Glyphs: map[byte]look.Glyph{
		'S': look.Round(false), 'Y': look.Upright(false), 'C': look.Square(false), 'N': look.Triangle(false),
		's': look.Round(true), 'y': look.Upright(true), 'c': look.Square(true), 'n': look.Triangle(true),
	},
	// Capital and small letters differ by one bit.
	Other: func(letter byte) byte { return letter ^ ('a' - 'A') },
}

// Filled is the black face, hollow the silver one.
var pivotLook = look.Terminal{
	Width: 1, First: "Cc",
	Unicode: map[byte]string{0: " ", 'C': "●", 'c': "○", 'S': "■", 's': "□"},
	ASCII:   map[byte]string{0: " "},
	Supply:  pivotSupply,
	Glyphs: map[byte]look.Glyph{
		'C': look.Round(true), 'c': look.Round(false), 'S': look.Square(true), 's': look.Square(false),
	},
	Asks: map[game.SlotID]string{game.FromSlot: "move.ask.card", game.ToSlot: "move.ask.pivotTo"},
}

var quixoLook = look.Terminal{
	Width: 1, First: "X",
	Unicode: map[byte]string{0: "·", 'X': "✕", 'O': "○"},
	ASCII:   map[byte]string{0: "."},
	Glyphs:  map[byte]look.Glyph{'X': look.Cross(), 'O': look.Round(false)},
	Asks:    asksOfCubes,
}

var asksOfCubes = map[game.SlotID]string{game.FromSlot: "move.ask.cube", game.ToSlot: "move.ask.end"}

// For four, a player has to know which seat may take the cube.
var quixoForFourLook = look.Terminal{
	Width: 2, First: "Xx",
	Unicode: map[byte]string{0: "· ", 'X': "X1", 'x': "X2", 'O': "O1", 'o': "O2"},
	ASCII:   map[byte]string{0: ". ", 'X': "X1", 'x': "X2", 'O': "O1", 'o': "O2"},
	Glyphs:  map[byte]look.Glyph{'X': look.Cross(), 'x': look.Cross(), 'O': look.Round(false), 'o': look.Round(false)},
	Labels:  map[byte]string{'X': "1", 'x': "2", 'O': "1", 'o': "2"},
	Asks:    asksOfCubes,
}

// sideOf begins a line of supply: the seat and its colour, as wide as that of the
// other side.
func sideOf(g game.Game, seat game.Seat, style look.Style) string {
	colour, width := style.Words.Colour(g, seat), 0
	for other := range g.Seats() {
		width = max(width, utf8.RuneCountInString(style.Words.Colour(g, game.Seat(other))))
	}
	return g.Seats()[seat].ID + " " + colour + strings.Repeat(" ", width+1-utf8.RuneCountInString(colour))
}

// quantikSupply shows the pieces left, each kind with its letter.
func quantikSupply(p game.Position, seat game.Seat, style look.Style) string {
	left := p.Reserve(seat)
	line := []string{sideOf(p.Game(), seat, style)}
	for _, letter := range []byte("SYCN") {
		kind := letter + byte(seat)*('a'-'A')
		count := strings.Count(left, string(kind))
		pieces := strings.Repeat(style.Piece(kind), count) + strings.Repeat(" ", 2-count)
		if !style.ASCII {
			pieces = string(letter) + " " + pieces
		}
		line = append(line, pieces)
	}
	return strings.TrimRight(strings.Join(line, "  "), " ")
}

// pivotSupply counts the cards left and shows both faces, with their names if there is
// room.
func pivotSupply(p game.Position, seat game.Seat, style look.Style) string {
	left := style.Words.Text("terminal.cardsLeft", "n", len(p.Reserve(seat)))
	short := []string{sideOf(p.Game(), seat, style) + " " + left}
	long := slices.Clone(short)
	for face, key := range []string{"terminal.black", "terminal.silver"} {
		letter := "CcSs"[2*int(seat)+face]
		text := string(letter)
		if !style.ASCII {
			text = style.Piece(letter) + " " + text
		}
		short = append(short, text)
		long = append(long, text+" "+style.Words.Text(key))
	}
	if line := strings.Join(long, "  "); style.Room == 0 || ansi.StringWidth(line) <= style.Room {
		return line
	}
	return strings.Join(short, "  ")
}
