// Package figures makes the data behind docs/pivot.md from the tablebase of Pivot.
package figures

import (
	"context"
	"fmt"

	"plateau/exact"
	"plateau/exact/figures"
	index "plateau/exact/pivot"
	"plateau/exact/tablebase"
	"plateau/game"
	"plateau/game/pivot"
)

// Extracts are the data sets.
func Extracts() []exact.Extract {
	seed := exact.Setting{Name: "seed", Standard: 1, Usage: "seed of the random choices"}
	return []exact.Extract{
		extract("layers", "docs/data: positions by number of cards, won, lost and drawn", layers),
		extract("distances", "docs/data: the same by value", distances),
		extract("openings", "docs/data: all positions after one and two turns up to symmetry, with random games from each", openings,
			exact.Setting{Name: "games", Standard: 10_000, Usage: "how many random games are played from each position"}, seed),
		extract("longest", "docs/data: the longest wins and losses by number of cards, with a line of best play", longest),
		extract("chance", "docs/data: how games of random and of best players go, turn by turn", chance,
			exact.Setting{Name: "games", Standard: 20_000, Usage: "how many games are played"}, seed),
	}
}

func extract(name, usage string, build func(t *tables, report func(string)) ([]byte, error), settings ...exact.Setting) exact.Extract {
	return exact.Extract{
		Name: name, Usage: usage, Settings: settings,
		Build: func(ctx context.Context, folder string, settings map[string]uint64, report func(string)) ([]byte, error) {
			t, err := open(ctx, folder, report)
			if err != nil {
				return nil, err
			}
			t.games, t.seed = int(settings["games"]), settings["seed"]
			return build(t, report)
		},
	}
}

// tables is the tablebase in memory, a gigabyte, by number of cards.
type tables struct {
	context.Context
	index  *index.Index
	layers [index.Layers][]byte
	spec   game.Spec[pivot.State]
	games  int
	seed   uint64
}

func open(ctx context.Context, folder string, report func(string)) (*tables, error) {
	t := &tables{Context: ctx, index: index.NewIndex(), spec: pivot.Spec()}
	stored := tablebase.In(folder, t.spec.ID, index.Layers)
	for cards := range t.layers {
		report(fmt.Sprintf("reading the layer with %d cards", cards))
		layer, err := stored.Open(index.Layer(cards))
		if err != nil {
			return nil, err
		}
		t.layers[cards], err = exact.BytesOf(layer)
		_ = layer.Close()
		if err != nil {
			return nil, err
		}
		if ctx.Err() != nil {
			return nil, ctx.Err()
		}
	}
	return t, nil
}

// value is that of any position.
func (t *tables) value(s *pivot.State) game.Value {
	layer, offset := t.index.Locate(s)
	return game.Value(t.layers[index.Layer(layer)][offset])
}

// rules lets games be played from a position.
func (t *tables) rules(start pivot.State) figures.Rules[pivot.State] {
	return figures.Rules[pivot.State]{
		Start:  func() pivot.State { return start },
		Value:  func(s *pivot.State) (game.Value, error) { return t.value(s), nil },
		Ending: func(before, after *pivot.State) string { return t.spec.Verdict(after, before).Reason.Code },
	}
}

// endings are the codes of the reasons for the end of a game.
var endings = []string{
	pivot.LineStands.Code, pivot.LineGiven.Code, pivot.Unanswerable.Code,
	pivot.FullLine.Code, pivot.FullBoth.Code, pivot.FullBoard.Code,
}

// eachClass calls do with the sets of all classes with a number of cards, the
// values of all faces there, and how many positions each value stands for.
func (t *tables) eachClass(cards int, do func(values []byte, positions int)) {
	size := 1 << index.FaceBits(cards)
	var sets []index.Sets
	for n := range t.index.Groups(cards) {
		var first int
		first, sets = t.index.Group(cards, n, sets[:0])
		for i, s := range sets {
			do(t.layers[cards][(first+i)*size:][:size], turns(s)*index.FlipVariants(cards))
		}
	}
}

// turns is how many pairs of sets a pair becomes when the board is turned: all
// symmetries, divided by how many change nothing.
func turns(s index.Sets) int {
	fixing := 0
	for y := index.Symmetry(0); y < boardSymmetries; y++ {
		if y.Set(s.Circles) == s.Circles && y.Set(s.Squares) == s.Squares {
			fixing++
		}
	}
	return boardSymmetries / fixing
}

const boardSymmetries = 8
