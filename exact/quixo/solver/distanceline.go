package solver

import (
	"fmt"

	index "plateau/exact/quixo"
	"plateau/game"
	"plateau/game/quixo"
)

// knownLayer is what is kept of a layer whose distances were found.
type knownLayer struct {
	*index.Layer

	words int
	won   []uint64
	turns []uint8
}

// Line is the moves from a decided position to the end of the game, if the winner
// hurries and the loser delays. Among moves that are as good, it takes the first.
// The distances of the layers with as many marks and more must be known.
func (d *Distances) Line(s quixo.State) ([]game.Move, error) {
	var line []game.Move
	turns, won, err := d.find(&s)
	for err == nil && turns > 0 {
		next := game.NoMove
		for _, m := range s.AppendMoves(nil) {
			after := s
			after.Play(m)
			left, otherWins, failed := d.find(&after)
			if failed == nil && left == turns-1 && otherWins != won {
				next = m
				break
			}
		}
		if next == game.NoMove {
			return nil, fmt.Errorf("no move leads to the end of the game in %d turns", turns-1)
		}
		line = append(line, next)
		s.Play(next)
		turns, won = turns-1, !won
	}
	return line, err
}

// find looks up the distance of a position, and whether the player to move wins.
func (d *Distances) find(s *quixo.State) (turns int, won bool, err error) {
	place := d.solver.board.Locate(s)
	number := d.solver.board.Cells - place.Marks
	if number >= len(d.known) {
		return 0, false, fmt.Errorf("the distances with %d marks are not known", place.Marks)
	}
	l := d.known[number]
	at := l.Number(place.Set)*l.words<<wordBits + int(place.Sharing)
	if l.turns[at] == undecided {
		return 0, false, fmt.Errorf("nobody wins the position %s", quixo.Spec(d.solver.board.Size).Format(s))
	}
	return int(l.turns[at]), l.won[at>>wordBits]>>(at%64)&1 != 0, nil
}
