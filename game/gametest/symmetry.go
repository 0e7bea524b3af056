package gametest

import (
	"errors"
	"fmt"
	"math/rand/v2"
	"slices"

	"plateau/game"
)

// symmetry draws one of the game's symmetries.
func (c *suite[S, P]) symmetry(rng *rand.Rand) game.Symmetry {
	return game.Symmetry(rng.IntN(c.spec.Symmetries.Count))
}

// symmetric checks one random symmetry on a position.
func (c *suite[S, P]) symmetric(p *place[S], rng *rand.Rand) error {
	canonical, by := c.spec.Symmetries.Canonical(&p.state)
	if c.spec.Symmetries.State(&p.state, by) != canonical {
		return fmt.Errorf("symmetry %d does not lead to the canonical %q", by, c.spec.Format(&canonical))
	}
	return c.symmetricBy(p, c.symmetry(rng), &canonical, rng)
}

// symmetricAll checks all symmetries on a position, and all moves with each.
func (c *suite[S, P]) symmetricAll(p *place[S], rng *rand.Rand) error {
	y := &c.spec.Symmetries
	if y.State(&p.state, 0) != p.state {
		return errors.New("symmetry 0 changes it")
	}
	canonical, _ := y.Canonical(&p.state)
	for by := range game.Symmetry(y.Count) {
		if err := c.symmetricBy(p, by, &canonical, rng); err != nil {
			return err
		}
		turned := y.State(&p.state, by)
		moves := make([]game.Move, len(p.moves))
		for i, m := range p.moves {
			moves[i] = y.Move(m, by)
		}
		slices.Sort(moves)
		if want := P(&turned).AppendMoves(nil); !slices.Equal(moves, want) {
			return fmt.Errorf("symmetry %d turns its moves into %v, but %q has %v", by, moves, c.spec.Format(&turned), want)
		}
	}
	return nil
}

// symmetricBy checks that a symmetry has an inverse, composes with another,
// keeps the canonical form, and commutes with moves.
func (c *suite[S, P]) symmetricBy(p *place[S], by game.Symmetry, canonical *S, rng *rand.Rand) error {
	y := &c.spec.Symmetries
	turned := y.State(&p.state, by)
	if y.State(&turned, y.Inverse(by)) != p.state {
		return fmt.Errorf("symmetry %d does not undo symmetry %d", y.Inverse(by), by)
	}
	then := c.symmetry(rng)
	both := y.Compose(by, then)
	if y.State(&turned, then) != y.State(&p.state, both) {
		return fmt.Errorf("symmetries %d and %d do not make %d", by, then, both)
	}
	if other, _ := y.Canonical(&turned); other != *canonical {
		return fmt.Errorf("symmetry %d changes the canonical %q into %q", by, c.spec.Format(canonical), c.spec.Format(&other))
	}
	if len(p.moves) == 0 {
		return nil
	}
	i := rng.IntN(len(p.moves))
	m := y.Move(p.moves[i], by)
	if refusal := c.spec.Refuse(&turned, m); refusal != nil {
		return fmt.Errorf("symmetry %d makes %s illegal: %w", by, p.texts[i], refusal)
	}
	if y.Move(m, then) != y.Move(p.moves[i], both) {
		return fmt.Errorf("symmetries %d and %d do not make %d of %s", by, then, both, p.texts[i])
	}
	after := c.play(&p.state, p.moves[i])
	if y.State(&after, by) != c.play(&turned, m) {
		return fmt.Errorf("symmetry %d and %s lead elsewhere when exchanged", by, p.texts[i])
	}
	return nil
}

// isGroup checks the group laws. There can be too many pairs and triples, so
// they are drawn at random.
func (c *suite[S, P]) isGroup(rng *rand.Rand) error {
	y := &c.spec.Symmetries
	for a := range game.Symmetry(y.Count) {
		if y.Compose(0, a) != a || y.Compose(a, 0) != a {
			return fmt.Errorf("%s: symmetry 0 changes symmetry %d", c.spec.ID, a)
		}
		if y.Compose(a, y.Inverse(a)) != 0 || y.Compose(y.Inverse(a), a) != 0 {
			return fmt.Errorf("%s: symmetry %d does not undo symmetry %d", c.spec.ID, y.Inverse(a), a)
		}
		for range 20 {
			b, d := c.symmetry(rng), c.symmetry(rng)
			left, right := y.Compose(y.Compose(a, b), d), y.Compose(a, y.Compose(b, d))
			if left != right || int(left) >= y.Count {
				return fmt.Errorf("%s: symmetries %d, %d and %d make %d or %d", c.spec.ID, a, b, d, left, right)
			}
		}
	}
	return nil
}

// differ checks that all symmetries differ: each except the identity changes a
// position and a move, which is enough for a group.
func (c *suite[S, P]) differ(rng *rand.Rand) error {
	var places []*place[S]
	err := c.walk(rng, 200, func(p *place[S]) error {
		places = append(places, p)
		return nil
	})
	if err != nil {
		return err
	}
	y := &c.spec.Symmetries
	for by := game.Symmetry(1); int(by) < y.Count; by++ {
		turned := func(p *place[S]) bool { return y.State(&p.state, by) != p.state }
		moved := func(p *place[S]) bool {
			return slices.ContainsFunc(p.moves, func(m game.Move) bool { return y.Move(m, by) != m })
		}
		if !slices.ContainsFunc(places, turned) || !slices.ContainsFunc(places, moved) {
			return fmt.Errorf("%s: symmetry %d changes nothing", c.spec.ID, by)
		}
	}
	return nil
}
