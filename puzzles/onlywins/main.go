// Command onlywins finds positions in which one move wins and no other does, for
// the trainer of the pages:
//
//	go run ./puzzles/onlywins quantik 200 > docs/data/quantik-only-wins.csv
//
// It uses only the data in the program, so that it finds the same on every
// machine. The easiest positions, those that are won soonest, come first.
package main

import (
	"cmp"
	"context"
	"encoding/csv"
	"fmt"
	"math"
	"math/rand/v2"
	"os"
	"slices"
	"strconv"

	"plateau/catalogue"
	"plateau/engine"
	"plateau/game"
	"plateau/games/full"
)

func main() {
	if err := run(os.Args[1:]); err != nil {
		fmt.Fprintln(os.Stderr, "onlywins:", err)
		os.Exit(1)
	}
}

func run(args []string) error {
	if len(args) != 2 {
		return fmt.Errorf("want a game and a number of positions, not %d arguments", len(args))
	}
	entry, err := full.All().Find(args[0])
	if err != nil {
		return err
	}
	count, err := strconv.Atoi(args[1])
	if err != nil {
		return err
	}
	found, err := find(entry, count)
	if err != nil {
		return err
	}
	out := csv.NewWriter(os.Stdout)
	if err := out.Write([]string{"position", "move", "turns"}); err != nil {
		return err
	}
	for _, w := range found {
		if err := out.Write([]string{w.position, w.move, w.distance()}); err != nil {
			return err
		}
	}
	out.Flush()
	return out.Error()
}

// onlyWin is a position with its only winning move.
type onlyWin struct {
	position, move string
	value          game.Value
}

// distance is how many turns of both sides are left, or nothing if that is not
// known.
func (w onlyWin) distance() string {
	if turns, known := w.value.Distance(); known {
		return strconv.Itoa(turns)
	}
	return ""
}

// Games begin with random moves, so that they differ and leave something to find,
// and go on with moves of a weak level.
const (
	openingPlies = 4
	randomPlies  = 8
	level        = engine.Level(1)
	maxPlies     = 16
	// mostPerGame is how many positions of one game are taken at most.
	mostPerGame = 3
	// leastMoves is how many moves there are at least to choose from.
	leastMoves = 10
)

// find plays games of the computer against itself until it has found enough
// positions, no two of which are symmetric.
func find(entry catalogue.Entry, count int) ([]onlyWin, error) {
	newEngine, err := entry.Open(catalogue.Sources{Data: full.Data})
	if err != nil {
		return nil, err
	}
	judge := newEngine(engine.Options{TranspositionBytes: 32 << 20})
	known := map[string]bool{}
	var found []onlyWin
	for number := uint64(0); len(found) < count; number++ {
		rng := rand.New(rand.NewPCG(1, number))
		m := play(judge, entry.Game, rng)
		taken := 0
		for _, ply := range rng.Perm(m.Plies()) {
			p := m.PositionAfter(ply)
			if ply < openingPlies || taken == mostPerGame || len(found) == count || known[p.Canonical().String()] {
				continue
			}
			if w, ok := onlyWinOf(judge, p); ok {
				known[p.Canonical().String()] = true
				found = append(found, w)
				taken++
			}
		}
	}
	slices.SortStableFunc(found, func(a, b onlyWin) int { return cmp.Compare(b.value, a.value) })
	return found, nil
}

func play(player engine.Engine, g game.Game, rng *rand.Rand) *game.Match {
	m := game.MatchFrom(g.Start(g.Openers()[0]), nil)
	for m.Plies() < maxPlies && !m.Verdict().Outcome.Over() {
		moves := m.Position().Moves()
		move := moves[rng.IntN(len(moves))]
		if m.Plies() >= randomPlies {
			move = player.Choose(context.Background(), m, level, rng).Move
		}
		if err := m.PlayMove(move); err != nil {
			panic("onlywins: " + err.Error())
		}
	}
	return m
}

// onlyWinOf is the only winning move of a position, if there is one: all values
// must be known, and the win must not be at once.
func onlyWinOf(judge engine.Engine, p game.Position) (onlyWin, bool) {
	if len(p.Moves()) < leastMoves {
		return onlyWin{}, false
	}
	// When the context has ended, values are looked up and nothing is searched for.
	ended, stop := context.WithCancel(context.Background())
	stop()
	found := judge.Analyse(ended, p, math.MaxInt, func(*engine.Analysis) {})
	best, second := found.Moves[0], found.Moves[1]
	if !found.Settled() || !best.Value.IsWin() || second.Value.IsWin() || best.Value == game.WinIn(1) {
		return onlyWin{}, false
	}
	return onlyWin{p.String(), p.MoveText(best.Move), best.Value}, true
}
