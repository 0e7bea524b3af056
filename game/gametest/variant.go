package gametest

import (
	"cmp"
	"errors"
	"fmt"
	"testing"

	"plateau/game"
)

// Variant checks that a variant of a game refuses what the game refuses, for the
// same reason: it is asked for the game's own examples. instead has the grounds
// that the variant replaces by others.
func Variant[S comparable, P game.State[S]](t *testing.T, spec game.Spec[S], usual []Refused, instead map[game.Ground]game.Ground) {
	t.Helper()
	c := newSuite[S, P](spec, Notation{})
	for _, r := range usual {
		if err := c.refusesAs(r, instead); err != nil {
			t.Error(err)
		}
	}
}

func (c *suite[S, P]) refusesAs(r Refused, instead map[game.Ground]game.Ground) error {
	want, replaced := instead[r.Ground]
	if !replaced {
		want = r.Ground
	}
	if c.refusals[want] == nil {
		return fmt.Errorf("%s never refuses for %s, %q", c.spec.ID, want.Code, want.English)
	}
	if r.Number != nil || r.Key != nil {
		return nil // Other numbers may mean something else.
	}
	if s, err := c.spec.Parse(r.Position); err == nil && r.Ground == game.GameOver && !P(&s).Outcome().Over() {
		return nil // It may end for other reasons.
	}
	err := c.try(r)
	refusal, ok := errors.AsType[*game.Refusal](err)
	if !ok || refusal.Ground != want {
		return fmt.Errorf("%s %q, move %q is not refused for %s: %w", c.spec.ID, r.Position, r.Move, want.Code, cmp.Or(err, errors.New("it is legal")))
	}
	return nil
}
