package figures

import (
	"cmp"
	"fmt"
	"math/rand/v2"
	"slices"

	"plateau/exact/figures"
	"plateau/game"
	"plateau/game/pivot"
)

// openingCards is how far openings go.
const openingCards = 2

// opening is a position up to symmetry, and the number of move sequences that
// lead to it or to a symmetric one.
type opening struct {
	state     pivot.State
	text      string
	sequences int
}

// openings lists positions after one and two turns. Their values are all the
// same, so they are also compared by random games.
func openings(t *tables, report func(string)) ([]byte, error) {
	sheet := figures.NewSheet("cards", "position", "value", "moves", "keeping", "sequences", "games", "circles", "squares", "draws")
	layer := []opening{{state: pivot.Start(), text: t.spec.Format(new(pivot.Start())), sequences: 1}}
	for cards := 0; ; cards++ {
		for number, o := range layer {
			report(fmt.Sprintf("%d of %d positions with %d cards", number, len(layer), cards))
			if err := t.Err(); err != nil {
				return nil, err
			}
			moves, good := t.goodMoves(&o.state)
			won := t.playAtRandom(o.state)
			sheet.Add(cards, o.text, t.value(&o.state), moves, good, o.sequences, t.games, won[0], won[1], t.games-won[0]-won[1])
		}
		if cards == openingCards {
			return sheet.Bytes(), nil
		}
		layer = t.nextOpenings(layer)
	}
}

// nextOpenings are the openings one turn later, in the order of their texts.
func (t *tables) nextOpenings(layer []opening) []opening {
	sequences := map[pivot.State]int{}
	for _, o := range layer {
		for _, m := range o.state.AppendMoves(nil) {
			next := o.state
			next.Play(m)
			canonical, _ := t.spec.Symmetries.Canonical(&next)
			sequences[canonical] += o.sequences
		}
	}
	var next []opening
	for s, n := range sequences {
		next = append(next, opening{s, t.spec.Format(&s), n})
	}
	slices.SortFunc(next, func(a, b opening) int { return cmp.Compare(a.text, b.text) })
	return next
}

// goodMoves counts the moves, and those that keep the result.
func (t *tables) goodMoves(s *pivot.State) (moves, good int) {
	list := s.AppendMoves(nil)
	for _, m := range list {
		next := *s
		next.Play(m)
		if v := t.value(&next).Before(); v == t.value(s) || v.IsWin() && t.value(s).IsWin() {
			good++
		}
	}
	return len(list), good
}

// playAtRandom counts the games that each side wins.
func (t *tables) playAtRandom(start pivot.State) (won [2]int) {
	var moves []game.Move
	for number := range t.games {
		rng := rand.New(rand.NewPCG(t.seed, uint64(number)))
		s := start
		for !s.Outcome().Over() {
			moves = s.AppendMoves(moves[:0])
			s.Play(moves[rng.IntN(len(moves))])
		}
		if winner, ok := s.Outcome().Winner(); ok {
			won[winner]++
		}
	}
	return won
}
