package quantik

import (
	"errors"
	"strings"

	"plateau/game"
	"plateau/internal/lanes"
)

// QFEN is how the programs of quantik-core write positions: qfen.v1 in
// docs/game-state.md of github.com/mberlanda/quantik-core-contracts. It is the
// four rows from the top down, with a dot for every empty cell, and does not say
// who is to move. The shapes have no names there, but are A, B, C and D, with
// small letters for the second player.
//
//	QFEN     A       B         C     D
//	ours     S       Y         C     N
//	shape    sphere  cylinder  cube  cone
//
// With these names a C is a cube in both notations, so that no text means two
// positions, and a reader can take either.

// qfenLetters are those of QFEN in the order of letters.
const (
	qfenLetters      = "CDAB"
	smallQFENLetters = "cdab"
)

// fromQFEN and toQFEN translate letters; C stays what it is.
var (
	fromQFEN = translation(qfenLetters+smallQFENLetters, letters+smallLetters)
	toQFEN   = translation(letters+smallLetters, qfenLetters+smallQFENLetters)
)

func translation(from, to string) (lookup [256]byte) {
	for i := range lookup {
		lookup[i] = byte(i)
	}
	for i := range len(from) {
		lookup[from[i]] = to[i]
	}
	return lookup
}

// The letters that only one of the notations has.
const (
	onlyQFEN = "ABDabd"
	onlyOurs = "NSYnsy"
)

// Mixed refuses a board with letters of both notations.
var Mixed = game.Invalid("quantik.mixed", "the letters of two notations are mixed: the shapes are S, Y, C and N, or in QFEN A, B, C and D")

// readQFEN returns the text with our letters, if its board has those of QFEN.
func readQFEN(text string) (string, *game.Refusal) {
	trimmed := strings.TrimSpace(text)
	board, rest, _ := strings.Cut(trimmed, " ")
	switch {
	case !strings.ContainsAny(board, onlyQFEN):
		return text, nil
	case strings.ContainsAny(board, onlyOurs):
		return text, Mixed.Refuse(text)
	}
	translated := []byte(board)
	for i, letter := range translated {
		translated[i] = fromQFEN[letter]
	}
	return string(translated) + " " + rest, nil
}

// ofText makes a refusal one of the text before its letters were translated.
func ofText(err error, text string) error {
	if refusal, ok := errors.AsType[*game.Refusal](err); ok {
		return refusal.Of(text)
	}
	return err
}

// QFEN writes the position in QFEN.
func (s *State) QFEN() string {
	text := make([]byte, 0, lanes.Edge*(lanes.Edge+1)-1)
	for row := lanes.Edge - 1; row >= 0; row-- {
		for col := range lanes.Edge {
			letter := toQFEN[s.letter(game.Cell{Col: uint8(col), Row: uint8(row)})]
			if letter == 0 {
				letter = '.'
			}
			text = append(text, letter)
		}
		if row > 0 {
			text = append(text, '/')
		}
	}
	return string(text)
}
