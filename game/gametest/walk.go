package gametest

import (
	"fmt"
	"math/rand/v2"
	"slices"

	"plateau/game"
)

// place is a position on a walk, with what most checks need.
type place[S any] struct {
	state S
	text  string
	moves []game.Move
	texts []string // of the moves, in their order
}

func (c *suite[S, P]) look(s *S) *place[S] {
	p := &place[S]{state: *s, text: c.spec.Format(s), moves: P(s).AppendMoves(nil)}
	p.texts = make([]string, len(p.moves))
	for i, m := range p.moves {
		p.texts[i] = c.spec.FormatMove(s, m)
	}
	return p
}

const (
	// maxPlies is where unbounded games stop, briefPlies where games from
	// an arrangement stop: only their start adds something.
	maxPlies   = 120
	briefPlies = 12
)

// beginning is alternately the start of the game and an arrangement, and how
// many turns to play from there.
func (c *suite[S, P]) beginning(rng *rand.Rand, game int) (s S, plies int, err error) {
	if game%2 == 0 {
		s, plies = c.spec.Start(c.spec.Openers[game/2%len(c.spec.Openers)]), maxPlies
	} else {
		text := c.arrangement(rng)
		if s, err = c.spec.Parse(text); err != nil {
			return s, 0, fmt.Errorf("%s refuses an arrangement: %w", c.spec.ID, err)
		}
		plies = briefPlies
	}
	if c.spec.MaxPlies > 0 {
		plies = c.spec.MaxPlies
	}
	return s, plies, nil
}

// walk plays at random and visits budget positions.
func (c *suite[S, P]) walk(rng *rand.Rand, budget int, visit func(p *place[S]) error) error {
	visited := 0
	for game := 0; visited < budget; game++ {
		s, plies, err := c.beginning(rng, game)
		if err != nil {
			return err
		}
		for ply := 0; ; ply++ {
			p := c.look(&s)
			if err := visit(p); err != nil {
				return err
			}
			visited++
			if len(p.moves) == 0 {
				break
			}
			if ply == plies {
				if c.spec.MaxPlies > 0 {
					return fmt.Errorf("%s %q still runs after %d turns", c.spec.ID, p.text, plies)
				}
				break
			}
			P(&s).Play(p.moves[rng.IntN(len(p.moves))])
		}
	}
	return nil
}

// repeatable checks that randomness comes from the seed alone: two walks are
// the same.
func (c *suite[S, P]) repeatable() error {
	walk := func() (texts []string, err error) {
		err = c.walk(random(0), 500, func(p *place[S]) error {
			texts = append(append(texts, p.text), p.texts...)
			return nil
		})
		return texts, err
	}
	first, err := walk()
	if err != nil {
		return err
	}
	second, err := walk()
	if err != nil {
		return err
	}
	if !slices.Equal(first, second) {
		return fmt.Errorf("%s: the same seed gave two different walks", c.spec.ID)
	}
	return nil
}
