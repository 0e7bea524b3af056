package game

import (
	"strconv"
	"strings"
	"unicode/utf8"
)

// Refusals of position texts that all games share.
var (
	WrongRows    = Invalid("position.rows", "a board has {size} rows separated by /, but this one has {count}")
	WrongRow     = Invalid("position.row", "row {row} must have {size} cells, but it has {count}")
	WrongLetter  = Invalid("position.letter", "{letter} in row {row} is not a piece of this game; its letters are {letters}")
	WrongSeat    = Invalid("position.seat", "{seat} is not a player in this game; after the board and a space comes the player to move: {seats}")
	MissingSeat  = Invalid("position.noseat", "the player to move is missing; add a space and one of {seats} after the board")
	TrailingText = Invalid("position.trailing", "nothing may follow the player to move, but {text} does")
)

// ReadBoard reads the rows of a position text, from the top down, and calls put
// for every piece. A letter that is not in letters is tried in upper case; a
// dot may stand for an empty cell. It returns what follows the board.
func ReadBoard(text string, size int, letters string, put func(c Cell, letter byte)) (rest string, err error) {
	board, rest, _ := strings.Cut(strings.TrimSpace(text), " ")
	if count := strings.Count(board, "/") + 1; count != size {
		return "", WrongRows.Refuse(text, "size", strconv.Itoa(size), "count", strconv.Itoa(count))
	}
	for row := size - 1; row >= 0; row-- {
		line, after, _ := strings.Cut(board, "/")
		board = after
		if err := readRow(text, line, row, size, letters, put); err != nil {
			return "", err
		}
	}
	return strings.TrimSpace(rest), nil
}

func readRow(text, line string, row, size int, letters string, put func(c Cell, letter byte)) error {
	col := 0
	for i := range len(line) {
		letter := line[i]
		if '1' <= letter && letter <= '9' {
			col += int(letter - '0')
			continue
		}
		if letter == '.' {
			col++
			continue
		}
		if strings.IndexByte(letters, letter) < 0 {
			letter &^= 'a' - 'A'
		}
		if strings.IndexByte(letters, letter) < 0 {
			_, length := utf8.DecodeRuneInString(line[i:])
			return WrongLetter.Refuse(text, "letter", printable(line[i:i+length]),
				"row", strconv.Itoa(row+1), "letters", strings.Join(strings.Split(letters, ""), " "))
		}
		if col < size {
			put(Cell{uint8(col), uint8(row)}, letter)
		}
		col++
	}
	if col != size {
		return WrongRow.Refuse(text, "row", strconv.Itoa(row+1), "count", strconv.Itoa(col), "size", strconv.Itoa(size))
	}
	return nil
}

// ReadSeat reads who is to move from what [ReadBoard] returned.
func ReadSeat(text, rest string, seats []SeatInfo) (Seat, error) {
	for i, seat := range seats {
		if strings.EqualFold(rest, seat.ID) {
			return Seat(i), nil
		}
	}
	word, more, _ := strings.Cut(rest, " ")
	switch {
	case rest == "":
		return 0, MissingSeat.Refuse(text, "seats", seatIDs(seats))
	case more != "":
		if _, err := ReadSeat(text, word, seats); err == nil {
			return 0, TrailingText.Refuse(text, "text", printable(strings.TrimSpace(more)))
		}
	}
	return 0, WrongSeat.Refuse(text, "seat", printable(word), "seats", seatIDs(seats))
}

// ReadTurn is [ReadSeat] where the board shows who is to move, so that it may be left
// out. It reports whether the text names another seat.
func ReadTurn(text, rest string, seats []SeatInfo, toMove Seat) (wrong bool, err error) {
	if rest == "" {
		return false, nil
	}
	seat, err := ReadSeat(text, rest, seats)
	return err == nil && seat != toMove, err
}

func seatIDs(seats []SeatInfo) string {
	ids := make([]string, len(seats))
	for i, seat := range seats {
		ids[i] = seat.ID
	}
	return strings.Join(ids, ", ")
}

// WriteBoard writes a board in exact notation: the inverse of [ReadBoard].
func WriteBoard(size int, at func(c Cell) byte) string {
	text := make([]byte, 0, size*(size+1))
	for row := size - 1; row >= 0; row-- {
		empty := byte(0)
		for col := range size {
			letter := at(Cell{uint8(col), uint8(row)})
			if letter == 0 {
				empty++
				continue
			}
			if empty > 0 {
				text = append(text, '0'+empty)
				empty = 0
			}
			text = append(text, letter)
		}
		if empty > 0 {
			text = append(text, '0'+empty)
		}
		if row > 0 {
			text = append(text, '/')
		}
	}
	return string(text)
}

// maxEcho bounds how much of a refused text is quoted in an error.
const maxEcho = 60

// printable makes foreign text safe to quote: short, and without control
// characters.
func printable(text string) string {
	short := text
	if len(short) > maxEcho {
		short = strings.ToValidUTF8(short[:maxEcho], "") + "…"
	}
	if quoted := strconv.Quote(short); quoted != `"`+short+`"` {
		return quoted
	}
	return short
}
