// Package gametest is the conformance suite that every game passes, and what
// else the tests of the games share: known answers, lists of sentences, fuzz
// targets and benchmarks.
//
// The suite plays random games from fixed seeds and compares every position
// with an independent reference, which works on text. Expensive checks run on a
// sample of the positions, all others on every one.
package gametest

import (
	"fmt"
	"math/rand/v2"
	"os"
	"regexp"
	"slices"
	"testing"

	"plateau/game"
)

const (
	// positions is how many positions of a game are checked, walks the
	// number of parallel tests that share them.
	positions = 20_000
	walks     = 4
	// fullFactor multiplies the work of a full run.
	fullFactor = 5
	// Every closeStep-th position gets the expensive checks. It is prime,
	// so that it does not align with the length of games.
	closeStep = 1009
	// shortDivisor divides the work of a short run.
	shortDivisor = 4
)

// suite is the checks of one game. A check returns an error instead of failing
// a test, so that the suite itself can be tested with broken games.
type suite[S comparable, P game.State[S]] struct {
	Notation

	spec game.Spec[S]
	// moves are all texts in the form of a move.
	moves []string
	// refusals has the parameter names of every ground on which the game
	// refuses, reasons those for which it ends.
	refusals map[game.Ground][]string
	reasons  map[game.Phrase]bool
}

// common are the grounds on which every game refuses.
var common = []game.Ground{
	game.WrongRows, game.WrongRow, game.WrongLetter, game.WrongSeat, game.TrailingText,
	game.GameOver, game.NotAMove, game.NotAKey, game.OffBoard,
}

var placeholder = regexp.MustCompile(`\{(\w+)\}`)

func newSuite[S comparable, P game.State[S]](spec game.Spec[S], n Notation) *suite[S, P] {
	c := &suite[S, P]{spec: spec, Notation: n, refusals: map[game.Ground][]string{}, reasons: map[game.Phrase]bool{}}
	if n.Moves != nil {
		c.moves = n.Moves(cellNames(spec.Size))
	}
	for _, reason := range spec.Reasons {
		c.reasons[reason] = true
	}
	for _, g := range slices.Concat(common, spec.Refusals) {
		names := []string{}
		for _, match := range placeholder.FindAllStringSubmatch(g.English, -1) {
			names = append(names, match[1])
		}
		c.refusals[g] = names
	}
	return c
}

// random is random source number n of a game's tests.
func random(n int) *rand.Rand { return rand.New(rand.NewPCG(0x706C6174656175, uint64(n))) }

// Run checks that a game satisfies [game.State] and [game.Spec], and that it
// agrees with its reference.
func Run[S comparable, P game.State[S]](t *testing.T, spec game.Spec[S], n Notation) {
	t.Helper()
	c := newSuite[S, P](spec, n)
	budget := positions / walks
	switch {
	case testing.Short():
		budget /= shortDivisor
	case os.Getenv("PLATEAU_FULL") != "": // by make test-full
		budget *= fullFactor
	}
	// Allocations can only be counted while nothing runs in parallel.
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

// visitor makes the function that checks each position.
func (c *suite[S, P]) visitor(rng *rand.Rand) func(p *place[S]) error {
	seen := map[uint64]string{}
	visits := 0
	return func(p *place[S]) error {
		checks := []func() error{
			func() error { return c.ordered(p) },
			func() error { return c.goesOn(p) },
			func() error { return c.agrees(p) },
			func() error { return c.writes(p) },
			func() error { return c.keys(p, seen) },
			func() error { return c.explains(p) },
			func() error { return c.plays(p, rng) },
			func() error { return c.symmetric(p, rng) },
			func() error { return c.chooses(p, rng) },
			func() error { return c.attempts(p, rng) },
		}
		if visits%closeStep == 0 {
			checks = append(checks,
				func() error { return c.refusesRest(p) },
				func() error { return c.readsMoves(p) },
				func() error { return c.playsAll(p) },
				func() error { return c.choosesAll(p) },
				func() error { return c.symmetricAll(p, rng) })
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
