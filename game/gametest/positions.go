package gametest

import (
	"math/rand/v2"

	"plateau/game"
)

// Positions are random positions that a game reads, whether or not play reaches
// them: boards with any pieces, finished games among them, and boards whose edge
// belongs to few letters. The first ones are those that the game starts from.
func Positions(g game.Game, rng *rand.Rand, n int) []game.Position {
	var all []game.Position
	for _, begins := range g.Openers() {
		all = append(all, g.Start(begins))
	}
	for len(all) < n {
		if p, ok := scatteredPosition(g, rng); ok {
			all = append(all, p)
		}
	}
	return all
}

// scatteredPosition puts letters on the board one by one, each where the game
// still reads it with somebody to move.
func scatteredPosition(g game.Game, rng *rand.Rand) (found game.Position, ok bool) {
	size, last := g.Size(), g.Size()-1
	board := make([]byte, size*size)
	wanted := rng.IntN(len(board) + 1)
	edge := rng.IntN(4) == 0
	of := 1 + rng.IntN(len(g.Letters()))
	for _, at := range rng.Perm(len(board)) {
		col, row := at/size, at%size
		isEdge := col == 0 || row == 0 || col == last || row == last
		letters := g.Letters()
		if edge && isEdge {
			letters = letters[:of]
		} else if wanted--; wanted < 0 {
			continue
		}
		board[at] = letters[rng.IntN(len(letters))]
		if p, reads := withAnySeat(g, board, rng); reads {
			found, ok = p, true
		} else {
			board[at] = 0
		}
	}
	return found, ok
}

// withAnySeat is the position of a board, column by column, with a random seat to
// move of those with which the game reads it.
func withAnySeat(g game.Game, board []byte, rng *rand.Rand) (game.Position, bool) {
	text := game.WriteBoard(g.Size(), func(c game.Cell) byte { return board[int(c.Col)*g.Size()+int(c.Row)] })
	seats := g.Seats()
	for _, seat := range rng.Perm(len(seats)) {
		if p, err := g.Parse(text + " " + seats[seat].ID); err == nil {
			return p, true
		}
	}
	return nil, false
}
