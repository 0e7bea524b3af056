package full

import (
	"slices"
	"strings"
	"unicode/utf8"

	"github.com/charmbracelet/x/ansi"

	"plateau/game"
	"plateau/internal/tui/board"
	"plateau/internal/tui/caption"
	"plateau/rulebook/words"
)

// Hollow is light, filled is dark.
var quantikLook = board.Look{
	Width: 1, First: "SYCN", Regions: true,
	Unicode: map[byte]string{
		0: " ", 'S': "○", 'Y': "▯", 'C': "□", 'N': "△",
		's': "●", 'y': "▮", 'c': "■", 'n': "▲",
	},
	ASCII:  map[byte]string{0: " "},
	Supply: quantikSupply,
	Shapes: map[byte]board.Shape{
		'S': board.Circle(false), 'Y': board.Upright(false), 'C': board.Square(false), 'N': board.Triangle(false),
		's': board.Circle(true), 'y': board.Upright(true), 'c': board.Square(true), 'n': board.Triangle(true),
	},
	// Capital and small letters differ by one bit.
	Other: func(letter byte) byte { return letter ^ ('a' - 'A') },
}

// Filled is the black face, hollow the silver one.
var pivotLook = board.Look{
	Width: 1, First: "Cc",
	Unicode: map[byte]string{0: " ", 'C': "●", 'c': "○", 'S': "■", 's': "□"},
	ASCII:   map[byte]string{0: " "},
	Supply:  pivotSupply,
	Shapes: map[byte]board.Shape{
		'C': board.Circle(true), 'c': board.Circle(false), 'S': board.Square(true), 's': board.Square(false),
	},
	Asks: map[game.SlotID]string{game.FromSlot: "move.ask.card", game.ToSlot: "move.ask.pivotTo"},
}

var quixoLook = board.Look{
	Width: 1, First: "X",
	Unicode: map[byte]string{0: "·", 'X': "✕", 'O': "○"},
	ASCII:   map[byte]string{0: "."},
	Shapes:  map[byte]board.Shape{'X': board.Cross(), 'O': board.Circle(false)},
	Asks:    asksOfCubes,
}

var asksOfCubes = map[game.SlotID]string{game.FromSlot: "move.ask.cube", game.ToSlot: "move.ask.end"}

// For four, a player has to know which seat may take the cube.
var quixoForFourLook = board.Look{
	Width: 2, First: "Xx",
	Unicode: map[byte]string{0: "· ", 'X': "X1", 'x': "X2", 'O': "O1", 'o': "O2"},
	ASCII:   map[byte]string{0: ". ", 'X': "X1", 'x': "X2", 'O': "O1", 'o': "O2"},
	Shapes:  map[byte]board.Shape{'X': board.Cross(), 'x': board.Cross(), 'O': board.Circle(false), 'o': board.Circle(false)},
	Labels:  map[byte]string{'X': "1", 'x': "2", 'O': "1", 'o': "2"},
	Asks:    asksOfCubes,
}

// wordsOf are the words of a style.
func wordsOf(style board.Style) board.Words {
	if style.Words != nil {
		return style.Words
	}
	return caption.Texts{Language: words.In("en")}
}

// sideOf begins a line of supply: the seat and its colour, as wide as that of the
// other side.
func sideOf(g game.Game, seat game.Seat, style board.Style) string {
	colour, width := wordsOf(style).Colour(g, seat), 0
	for other := range g.Seats() {
		width = max(width, utf8.RuneCountInString(wordsOf(style).Colour(g, game.Seat(other))))
	}
	return g.Seats()[seat].ID + " " + colour + strings.Repeat(" ", width+1-utf8.RuneCountInString(colour))
}

// quantikSupply shows the pieces left, each kind with its letter.
func quantikSupply(l *board.Look, p game.Position, seat game.Seat, style board.Style) string {
	left := p.Reserve(seat)
	line := []string{sideOf(p.Game(), seat, style)}
	for _, letter := range []byte("SYCN") {
		kind := letter + byte(seat)*('a'-'A')
		count := strings.Count(left, string(kind))
		pieces := strings.Repeat(l.Piece(p.Game(), kind, style), count) + strings.Repeat(" ", 2-count)
		if !style.ASCII {
			pieces = string(letter) + " " + pieces
		}
		line = append(line, pieces)
	}
	return strings.TrimRight(strings.Join(line, "  "), " ")
}

// pivotSupply counts the cards left and shows both faces, with their names if there is
// room.
func pivotSupply(l *board.Look, p game.Position, seat game.Seat, style board.Style) string {
	left := wordsOf(style).Text("terminal.cardsLeft", "n", len(p.Reserve(seat)))
	short := []string{sideOf(p.Game(), seat, style) + " " + left}
	long := slices.Clone(short)
	for face, key := range []string{"terminal.black", "terminal.silver"} {
		letter := "CcSs"[2*int(seat)+face]
		text := string(letter)
		if !style.ASCII {
			text = l.Piece(p.Game(), letter, style) + " " + text
		}
		short = append(short, text)
		long = append(long, text+" "+wordsOf(style).Text(key))
	}
	if line := strings.Join(long, "  "); style.Room == 0 || ansi.StringWidth(line) <= style.Room {
		return line
	}
	return strings.Join(short, "  ")
}
