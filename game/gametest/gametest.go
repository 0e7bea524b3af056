// Package gametest is the conformance suite that every game passes, and what
// else the tests of the games share: known answers, tables of sentences, fuzz
// targets and benchmarks.
//
// The suite plays at random from fixed seeds and compares every position with
// an independent reference, which plays by text alone. What is costly is checked on
// a sample of the positions, everything else on all of them.
package gametest

import (
	"fmt"
	"math/rand/v2"
	"regexp"
	"testing"

	"plateau/game"
)

const (
	// positions is how many a game is checked on, walks how many parallel
	// tests they are shared among.
	positions = 100_000
	walks     = 4
	// closely is how many positions lie between two that are looked at
	// closely. It is prime, so that no length of game falls in step with it.
	closeStep = 1009
	// shortened divides the work of a short run.
	shortDivisor = 20
)

// suite is the checks of one game. A check gives an error instead of failing a
// test, so that tests of the suite can ask whether it notices a broken game.
type suite[S comparable, P game.State[S]] struct {
	Notation

	spec game.Spec[S]
	// moves are all texts that have the form of a move.
	moves []string
	// phrases holds the names of the parameters of all that the game can say.
	phrases map[game.Phrase][]string
}

var placeholder = regexp.MustCompile(`\{(\w+)\}`)

func newSuite[S comparable, P game.State[S]](spec game.Spec[S], n Notation) *suite[S, P] {
	c := &suite[S, P]{spec: spec, Notation: n, phrases: map[game.Phrase][]string{}}
	if n.Moves != nil {
		c.moves = n.Moves(cellNames(spec.Size))
	}
	for _, phrase := range spec.Phrases {
		names := []string{}
		for _, match := range placeholder.FindAllStringSubmatch(phrase.English, -1) {
			names = append(names, match[1])
		}
		c.phrases[phrase] = names
	}
	return c
}

// random is random source number n of a game's tests.
func random(n int) *rand.Rand { return rand.New(rand.NewPCG(0x706C6174656175, uint64(n))) }

// Run checks that a game keeps every promise of [game.State] and [game.Spec],
// and plays by the rules that its reference plays by.
func Run[S comparable, P game.State[S]](t *testing.T, spec game.Spec[S], n Notation) {
	t.Helper()
	c := newSuite[S, P](spec, n)
	budget := positions / walks
	if testing.Short() {
		budget /= shortDivisor
	}
	// Allocations can be counted only while nothing runs in parallel.
	t.Run("allocations", func(t *testing.T) { report(t, c.allocatesNothing(random(0))) })
	t.Run("spec", func(t *testing.T) { report(t, c.describesItself()) })
	t.Run("group", func(t *testing.T) {
		report(t, c.isGroup(random(0)))
		report(t, c.differ(random(0)))
	})
	t.Run("repeatable", func(t *testing.T) { report(t, c.repeatable()) })
	t.Run("arrangements", func(t *testing.T) {
		t.Parallel()
		report(t, c.readsWhatItShould(random(0), budget/5))
	})
	for i := range walks {
		t.Run(fmt.Sprintf("walk %d", i+1), func(t *testing.T) {
			t.Parallel()
			rng := random(i + 1)
			report(t, c.walk(rng, budget, c.visitor(rng)))
		})
	}
}

func report(t *testing.T, err error) {
	t.Helper()
	if err != nil {
		t.Fatal(err)
	}
}

// visitor makes the function that checks one position after the other.
func (c *suite[S, P]) visitor(rng *rand.Rand) func(p *place[S]) error {
	seen := map[uint64]string{}
	visits := 0
	return func(p *place[S]) error {
		checks := []func() error{
			func() error { return c.ordered(p) },
			func() error { return c.agrees(p) },
			func() error { return c.writes(p) },
			func() error { return c.keys(p, seen) },
			func() error { return c.explains(p) },
			func() error { return c.plays(p, rng) },
			func() error { return c.turns(p, rng) },
			func() error { return c.chooses(p, rng) },
			func() error { return c.attempts(p, rng) },
		}
		if visits%closeStep == 0 {
			checks = append(checks,
				func() error { return c.refusesRest(p) },
				func() error { return c.readsMoves(p) },
				func() error { return c.playsAll(p) },
				func() error { return c.choosesAll(p) },
				func() error { return c.turnsAll(p, rng) })
		}
		visits++
		for _, check := range checks {
			if err := check(); err != nil {
				return fmt.Errorf("%s %q: %w", c.spec.ID, p.text, err)
			}
		}
		return nil
	}
}
