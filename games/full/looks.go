package full

import (
	"fmt"
	"strings"

	"plateau/game"
	"plateau/internal/tui/board"
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
	// Capital and small letters differ by one bit.
	Other: func(letter byte) byte { return letter ^ ('a' - 'A') },
	MoveHelp: "A move is your piece and its cell, such as S@b3: S sphere, Y cylinder, C cube,\n" +
		"N cone. The reserves below the board show the letters.",
}

// Filled is the black face, hollow the silver one.
var pivotLook = board.Look{
	Width: 1, First: "Cc",
	Unicode: map[byte]string{0: " ", 'C': "●", 'c': "○", 'S': "■", 's': "□"},
	ASCII:   map[byte]string{0: " "},
	Supply:  pivotSupply,
	MoveHelp: "A move is an opposing card, the cell it pivots to, and your card with its cell,\n" +
		"such as b2-b3+c@d4; capital letters are black, small ones silver. Where no card\n" +
		"can pivot, it is your card alone: C@d4.",
}

func quixoLook(size int) *board.Look {
	column := 'a' + rune(size-1)/2
	return &board.Look{
		Width: 1, First: "X",
		Unicode: map[byte]string{0: "·", 'X': "✕", 'O': "○"},
		ASCII:   map[byte]string{0: "."},
		MoveHelp: fmt.Sprintf("A move is a cube of the outer ring and where it comes back in, such as %c1-%c%d.",
			column, column, size),
	}
}

// For four, a player has to know which seat may take the cube.
var quixoForFourLook = board.Look{
	Width: 2, First: "Xx",
	Unicode: map[byte]string{0: "· ", 'X': "X1", 'x': "X2", 'O': "O1", 'o': "O2"},
	ASCII:   map[byte]string{0: ". ", 'X': "X1", 'x': "X2", 'O': "O1", 'o': "O2"},
	MoveHelp: "A move is a cube of the outer ring, where it comes back in, and the player of\n" +
		"your team whom its dot will face, such as c1-c5.2. The board shows with each\n" +
		"mark whom its dot faces. If you can take no cube, type pass.",
}

// quantikSupply shows the pieces left, each kind with its letter.
func quantikSupply(l *board.Look, p game.Position, seat game.Seat, style board.Style) string {
	info := p.Game().Seats()[seat]
	left := p.Reserve(seat)
	line := []string{fmt.Sprintf("%s %-6s", info.ID, info.Colour)}
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

// pivotSupply counts the cards left and shows both faces.
func pivotSupply(l *board.Look, p game.Position, seat game.Seat, style board.Style) string {
	info := p.Game().Seats()[seat]
	line := []string{fmt.Sprintf("%s %-8s %d left", info.ID, info.Colour, len(p.Reserve(seat)))}
	for face, name := range []string{"black", "silver"} {
		letter := "CcSs"[2*int(seat)+face]
		key := string(letter) + " " + name
		if !style.ASCII {
			key = l.Piece(p.Game(), letter, style) + " " + key
		}
		line = append(line, key)
	}
	return strings.Join(line, "  ")
}
