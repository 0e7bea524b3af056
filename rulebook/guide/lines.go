package guide

import (
	"strings"

	"plateau/game"
)

// directions are those of rows, columns and diagonals.
var directions = [][2]int{{1, 0}, {0, 1}, {1, 1}, {1, -1}}

// stretches are all straight lists of n neighbouring cells of a board.
func stretches(size, n int) [][]game.Cell {
	var found [][]game.Cell
	for _, d := range directions {
		for c := range game.Cells(size) {
			col, row := int(c.Col), int(c.Row)
			endCol, endRow := col+d[0]*(n-1), row+d[1]*(n-1)
			if endCol >= size || endRow < 0 || endRow >= size {
				continue
			}
			var cells []game.Cell
			for i := range n {
				cells = append(cells, game.Cell{Col: uint8(col + d[0]*i), Row: uint8(row + d[1]*i)})
			}
			found = append(found, cells)
		}
	}
	return found
}

// longest is how many pieces of some letters a whole line has at most.
func longest(p game.Position, letters string) int {
	size := p.Game().Size()
	most := 0
	for _, line := range stretches(size, size) {
		most = max(most, count(p, line, letters))
	}
	return most
}

func count(p game.Position, cells []game.Cell, letters string) int {
	n := 0
	for _, c := range cells {
		if letter := p.At(c); letter != 0 && strings.IndexByte(letters, letter) >= 0 {
			n++
		}
	}
	return n
}

// runs are the n neighbouring cells that have the same letter.
func runs(p game.Position, letters string, n int) [][]game.Cell {
	var found [][]game.Cell
	for _, cells := range stretches(p.Game().Size(), n) {
		for _, letter := range letters {
			if count(p, cells, string(letter)) == n {
				found = append(found, cells)
			}
		}
	}
	return found
}
