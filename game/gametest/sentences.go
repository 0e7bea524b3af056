package gametest

import (
	"errors"
	"maps"
	"slices"
	"testing"

	"plateau/game"
)

// Refused is something that a game refuses, and the whole sentence. What is
// refused is the first of these that is set: a move's text or number in a
// position, a key, or else the position itself.
type Refused struct {
	Ground   game.Ground
	Position string
	Move     string
	Number   *game.Move
	Key      *uint64
	Want     string
}

// Ended is a finished game, and why it ended.
type Ended struct {
	Reason game.Phrase
	// Before is the position one turn earlier, or empty if unknown.
	Before, Position string
	Want             string
}

// Sentences checks the phrases of a game, and that each of them has an example.
func Sentences[S comparable, P game.State[S]](t *testing.T, spec game.Spec[S], refused []Refused, ended []Ended) {
	t.Helper()
	c := newSuite[S, P](spec, Notation{})
	refusals, reasons := maps.Clone(c.refusals), maps.Clone(c.reasons)
	for _, r := range refused {
		delete(refusals, r.Ground)
		c.checkRefused(t, r)
	}
	for _, e := range ended {
		delete(reasons, e.Reason)
		c.checkEnded(t, e)
	}
	for g := range refusals {
		t.Errorf("%s: no example for %s, %q", spec.ID, g.Code, g.English)
	}
	for reason := range reasons {
		t.Errorf("%s: no example for %s, %q", spec.ID, reason.Code, reason.English)
	}
}

// CheckRefused checks a single refusal.
func CheckRefused[S comparable, P game.State[S]](t *testing.T, spec game.Spec[S], r Refused) {
	t.Helper()
	newSuite[S, P](spec, Notation{}).checkRefused(t, r)
}

func (c *suite[S, P]) checkRefused(t *testing.T, r Refused) {
	t.Helper()
	err := c.try(r)
	refusal, ok := errors.AsType[*game.Refusal](err)
	if !ok {
		t.Errorf("%s is not refused (%v): %+v", c.spec.ID, err, r)
		return
	}
	if refusal.Ground != r.Ground || refusal.Error() != r.Want {
		t.Errorf("%s refuses for %s:\n%s\nwant %s:\n%s", c.spec.ID, refusal.Code, refusal, r.Ground.Code, r.Want)
	}
	if err := c.isRefusal(refusal); err != nil {
		t.Errorf("%s: %v", c.spec.ID, err)
	}
}

// try returns the refusal of an example.
func (c *suite[S, P]) try(r Refused) error {
	if r.Key != nil {
		_, err := c.spec.FromKey(*r.Key)
		return err
	}
	s, err := c.spec.Parse(r.Position)
	switch {
	case err != nil:
		return err
	case r.Number != nil:
		if refusal := c.spec.Refuse(&s, *r.Number); refusal != nil {
			return refusal
		}
		return nil
	default:
		_, err := c.spec.ParseMove(&s, r.Move)
		return err
	}
}

func (c *suite[S, P]) checkEnded(t *testing.T, e Ended) {
	t.Helper()
	s, err := c.spec.Parse(e.Position)
	if err != nil {
		t.Error(err)
		return
	}
	var before *S
	if e.Before != "" {
		earlier, err := c.spec.Parse(e.Before)
		if err != nil {
			t.Error(err)
			return
		}
		before = &earlier
		leads := func(m game.Move) bool { return c.play(before, m) == s }
		if !slices.ContainsFunc(P(before).AppendMoves(nil), leads) {
			t.Errorf("%s: no move leads from %q to %q", c.spec.ID, e.Before, e.Position)
		}
	}
	verdict := c.spec.Verdict(&s, before)
	if verdict.Reason != e.Reason || verdict.Why() != e.Want {
		t.Errorf("%s %q ends for %s:\n%s\nwant %s:\n%s",
			c.spec.ID, e.Position, verdict.Reason.Code, verdict.Why(), e.Reason.Code, e.Want)
	}
}

// Typed is what somebody types, a move if Position is set and else a position,
// and its exact notation.
type Typed struct{ Position, Text, Want string }

// Forgiving checks that a game understands what people type.
func Forgiving[S comparable](t *testing.T, spec game.Spec[S], typed []Typed) {
	t.Helper()
	for _, want := range typed {
		got, err := understand(spec, want)
		if err != nil {
			t.Errorf("%s: %q: %v", spec.ID, want.Text, err)
		} else if got != want.Want {
			t.Errorf("%s: %q is understood as %q, want %q", spec.ID, want.Text, got, want.Want)
		}
	}
}

func understand[S comparable](spec game.Spec[S], typed Typed) (string, error) {
	position := typed.Position
	if position == "" {
		position = typed.Text
	}
	s, err := spec.Parse(position)
	if err != nil {
		return "", err
	}
	if typed.Position == "" {
		return spec.Format(&s), nil
	}
	m, err := spec.ParseMove(&s, typed.Text)
	if err != nil {
		return "", err
	}
	return spec.FormatMove(&s, m), nil
}
