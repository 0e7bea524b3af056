package gametest

import (
	"fmt"
	"slices"
	"testing"
	"unicode"

	"plateau/game"
)

// Fuzzed is a game for the fuzz targets: the seed corpus and what must hold for
// any text.
type Fuzzed struct {
	positions []string
	// moves has one legal move per position.
	moves    []string
	position func(text string) error
	move     func(position, text string) error
}

// The corpus has so many positions, seedStep apart on a walk, so that they come
// from several games and all of their stages.
const (
	seeds    = 24
	seedStep = 11
)

// Fuzz prepares a game for [FuzzPosition] and [FuzzMove].
func Fuzz[S comparable, P game.State[S]](spec game.Spec[S], n Notation) Fuzzed {
	c := newSuite[S, P](spec, n)
	f := Fuzzed{position: c.survivesPosition, move: c.survivesMove}
	rng := random(0)
	visits := 0
	err := c.walk(rng, seeds*seedStep, func(p *place[S]) error {
		if visits%seedStep == 0 {
			move := ""
			if len(p.texts) > 0 {
				move = p.texts[rng.IntN(len(p.texts))]
			}
			f.positions, f.moves = append(f.positions, p.text), append(f.moves, move)
		}
		visits++
		return nil
	})
	if err != nil {
		panic(err)
	}
	return f
}

// FuzzPosition tries texts as positions of all the games: whatever is read can
// be written and read again, and whatever is not is refused with a reason.
func FuzzPosition(f *testing.F, games ...Fuzzed) {
	for _, g := range games {
		for _, text := range g.positions {
			f.Add(text)
		}
	}
	for _, text := range []string{"", "/", "4/4/4/4", " 4/4/4/4  1 ", "4/4/4/31 1", "9/9/9/9 1", "5/5/5/5/5 X 1", "...../5/5/5/5 x1", "\x00/é/\xff/4 1"} {
		f.Add(text)
	}
	f.Fuzz(func(t *testing.T, text string) {
		for _, g := range games {
			if err := g.position(text); err != nil {
				t.Error(err)
			}
		}
	})
}

// FuzzMove tries texts as moves, in the position that the first text is in any
// of the games.
func FuzzMove(f *testing.F, games ...Fuzzed) {
	for _, g := range games {
		for i, position := range g.positions {
			f.Add(position, g.moves[i])
		}
		for _, text := range []string{"", "pass", "PASS", "s b3", "b2xb3 c d4", "b2b3cd4", "C1 → C5 . 2", "c1>c5..1", "i9-i9", "é@a1"} {
			f.Add(g.positions[0], text)
		}
	}
	f.Fuzz(func(t *testing.T, position, text string) {
		for _, g := range games {
			if err := g.move(position, text); err != nil {
				t.Error(err)
			}
		}
	})
}

func (c *suite[S, P]) survivesPosition(text string) error {
	s, err := c.spec.Parse(text)
	if err != nil {
		return c.isSafe(err)
	}
	p := c.look(&s)
	for _, check := range []func() error{
		func() error { return c.ordered(p) },
		func() error { return c.goesOn(p) },
		func() error { return c.agrees(p) },
		func() error { return c.writes(p) },
		func() error { return c.keys(p, map[uint64]string{}) },
		func() error { return c.explains(p) },
	} {
		if err := check(); err != nil {
			return fmt.Errorf("%s %q, read as %q: %w", c.spec.ID, text, p.text, err)
		}
	}
	return nil
}

func (c *suite[S, P]) survivesMove(position, text string) error {
	s, err := c.spec.Parse(position)
	if err != nil {
		return nil //nolint:nilerr // FuzzPosition covers texts that are not positions
	}
	m, err := c.spec.ParseMove(&s, text)
	if err != nil {
		return c.isSafe(err)
	}
	p := c.look(&s)
	i, listed := slices.BinarySearch(p.moves, m)
	if !listed {
		return fmt.Errorf("%s %q: %q is read as %s, which is not legal", c.spec.ID, p.text, text, c.spec.FormatMove(&s, m))
	}
	return c.readsMove(p, i)
}

// isSafe checks that an error is a proper refusal without control characters,
// whatever was typed.
func (c *suite[S, P]) isSafe(err error) error {
	if err := c.isRefusal(err); err != nil {
		return err
	}
	for _, r := range err.Error() {
		if !unicode.IsPrint(r) {
			return fmt.Errorf("a refusal holds the sign %U: %w", r, err)
		}
	}
	return nil
}
