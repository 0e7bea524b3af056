package gametest

import (
	"errors"
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"

	"plateau/game"
)

// writes checks that the position and one of its moves are read as they are
// written, and that the letters of the cells match the text.
func (c *suite[S, P]) writes(p *place[S]) error {
	again, err := c.spec.Parse(p.text)
	if err != nil {
		return fmt.Errorf("its own text is refused: %w", err)
	}
	if again != p.state {
		return fmt.Errorf("its own text is read as %q (%+v instead of %+v)", c.spec.Format(&again), again, p.state)
	}
	board := game.WriteBoard(c.spec.Size, func(cell game.Cell) byte { return c.spec.Letter(&p.state, cell) })
	text := board + " " + c.spec.Seats[P(&p.state).ToMove()].ID
	// How a game ended may follow where the board does not show it.
	if end, found := strings.CutPrefix(p.text, text); !found || end != "" && !P(&p.state).Outcome().Over() {
		return fmt.Errorf("its cells make the text %q", text)
	}
	if len(p.moves) > 0 {
		// Which move depends on the position.
		return c.readsMove(p, int(P(&p.state).Key()%uint64(len(p.moves))))
	}
	return nil
}

// readsMove checks that a legal move is read as it is written.
func (c *suite[S, P]) readsMove(p *place[S], i int) error {
	m, err := c.spec.ParseMove(&p.state, p.texts[i])
	if err != nil {
		return fmt.Errorf("a listed move is refused: %w", err)
	}
	if m != p.moves[i] {
		return fmt.Errorf("%s is read as move %d instead of %d", p.texts[i], m, p.moves[i])
	}
	return nil
}

// readsMoves checks that every text in the form of a move is read if it is
// legal, and otherwise refused with a reason.
func (c *suite[S, P]) readsMoves(p *place[S]) error {
	listed := 0
	for _, text := range c.moves {
		if i, ok := slices.BinarySearch(p.texts, text); ok {
			if err := c.readsMove(p, i); err != nil {
				return err
			}
			listed++
			continue
		}
		m, err := c.spec.ParseMove(&p.state, text)
		if err == nil {
			return fmt.Errorf("%s is read as move %d but not listed", text, m)
		}
		if err := c.isRefusal(err); err != nil {
			return err
		}
	}
	if listed != len(p.texts) {
		return fmt.Errorf("%d of %q have not the form of a move", len(p.texts)-listed, p.texts)
	}
	return nil
}

// refusesRest checks that of all numbers exactly the legal moves are not
// refused.
func (c *suite[S, P]) refusesRest(p *place[S]) error {
	next := 0
	for number := range 1 << 16 {
		m := game.Move(number)
		refusal := c.spec.Refuse(&p.state, m)
		listed := next < len(p.moves) && p.moves[next] == m
		if listed {
			next++
		}
		switch {
		case listed && refusal != nil:
			return fmt.Errorf("a listed move is refused: %w", refusal)
		case !listed && refusal == nil:
			return fmt.Errorf("move %d is not listed and not refused", m)
		case refusal != nil:
			if err := c.isRefusal(refusal); err != nil {
				return err
			}
		}
	}
	return nil
}

// isRefusal checks that an error is one of the game's refusals, with a value
// for each of its placeholders.
func (c *suite[S, P]) isRefusal(err error) error {
	refusal, ok := errors.AsType[*game.Refusal](err)
	if !ok {
		return fmt.Errorf("not a refusal: %w", err)
	}
	names, known := c.refusals[refusal.Ground]
	if !known {
		return fmt.Errorf("%s is not among the refusals of the game: %w", refusal.Code, refusal)
	}
	for _, name := range names {
		has := func(param game.Param) bool { return param.Name == name && param.Value != "" }
		if !slices.ContainsFunc(refusal.Params, has) {
			return fmt.Errorf("%s does not say which %s: %w", refusal.Code, name, refusal)
		}
	}
	return nil
}

// keys checks that a key leads back to its position, and to no other.
func (c *suite[S, P]) keys(p *place[S], seen map[uint64]string) error {
	key := P(&p.state).Key()
	again, err := c.spec.FromKey(key)
	if err != nil {
		return fmt.Errorf("its key is refused: %w", err)
	}
	if again != p.state {
		return fmt.Errorf("its key leads to %q (%+v instead of %+v)", c.spec.Format(&again), again, p.state)
	}
	if other, ok := seen[key]; ok && other != p.text {
		return fmt.Errorf("%q has the same key", other)
	}
	seen[key] = p.text
	return nil
}

// readsWhatItShould checks on boards with any pieces that the same positions
// are accepted as by the reference, as text and as key.
func (c *suite[S, P]) readsWhatItShould(rng *rand.Rand, boards int) error {
	for range boards {
		text := c.scattered(rng)
		_, wrong := c.Reference(text)
		s, err := c.spec.Parse(text)
		switch {
		case err == nil && wrong != nil:
			return fmt.Errorf("%s reads %q, but the reference does not: %w", c.spec.ID, text, wrong)
		case err != nil && wrong == nil:
			return fmt.Errorf("%s: %w", c.spec.ID, err)
		case err != nil:
			if err := c.isRefusal(err); err != nil {
				return fmt.Errorf("%s %q: %w", c.spec.ID, text, err)
			}
			continue
		}
		if err := c.agrees(c.look(&s)); err != nil {
			return fmt.Errorf("%s %q: %w", c.spec.ID, text, err)
		}
		if err := c.knowsKey(P(&s).Key() ^ 1<<rng.IntN(64)); err != nil {
			return err
		}
	}
	return nil
}

// knowsKey checks that a number is refused or is the key of the position it
// leads to.
func (c *suite[S, P]) knowsKey(key uint64) error {
	s, err := c.spec.FromKey(key)
	if err != nil {
		return c.isRefusal(err)
	}
	if again := P(&s).Key(); again != key {
		return fmt.Errorf("%s: the key %d leads to %q with the key %d", c.spec.ID, key, c.spec.Format(&s), again)
	}
	if _, err := c.Reference(c.spec.Format(&s)); err != nil {
		return fmt.Errorf("%s: the key %d leads to what is no position: %w", c.spec.ID, key, err)
	}
	return nil
}
