package cli

import (
	"context"
	"fmt"

	"plateau/engine"
	"plateau/engine/pivotexact/pivotdata"
	"plateau/game"
	"plateau/internal/parallel"
)

// Sizes of the tables in which engines remember positions. Memory is taken
// only as far as it is filled.
const (
	thinkingTable = 256 << 20 // for one engine that has the machine to itself
	playingTable  = 16 << 20  // for each of many
)

// newEngine makes an engine with all that is known of the game on this
// machine.
func newEngine(g game.Game, workers, tableBytes int) (engine.Engine, error) {
	oracle, err := quixoOracle(g.ID())
	if err != nil {
		return nil, err
	}
	return engine.New(g.ID(), engine.Options{
		TableBytes: tableBytes, Workers: workers, Pivot: pivotdata.Losses, Quixo: oracle,
		Parallel: func(n int, do func(worker, i int)) {
			// The engine's own context ends the pieces; none may be left out.
			_ = parallel.For(context.Background(), workers, n, do)
		},
	})
}

// tellStrongest says that a game has no perfect player here.
func (a *app) tellStrongest(g game.Game) {
	hint := ""
	if p, err := findProblem(g); err == nil {
		hint = fmt.Sprintf(" ('plateau solve %s' changes that)", p.game)
	}
	fmt.Fprintf(a.Err, "plateau: the values of %s are not known here%s: the level %s is %s\n",
		a.style().GameName(g), hint, engine.Perfect, strongestWord)
}
