package cli

import (
	"context"
	"fmt"

	"plateau/engine"
	"plateau/engine/pivotexact/pivotdata"
	"plateau/engine/quixodata"
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
func (t *tables) newEngine(g game.Game, workers, tableBytes int) (engine.Engine, error) {
	options := engine.Options{
		TableBytes: tableBytes, Workers: workers, Pivot: pivotdata.Losses,
		QuixoOpening: quixodata.Opening, QuixoEstimate: quixodata.Estimate,
		Parallel: func(n int, do func(worker, i int)) {
			// The engine's own context ends the pieces; none may be left out.
			_ = parallel.For(context.Background(), workers, n, do)
		},
	}
	if err := t.enter(g.ID(), &options); err != nil {
		return nil, err
	}
	return engine.New(g.ID(), options)
}

// tellStrongest says that a game has no perfect player here.
func (a *app) tellStrongest(g game.Game) {
	hint := ""
	if p, err := findProblem(g); err == nil {
		hint = fmt.Sprintf(" ('plateau solve %s' changes that)", p.game)
	}
	a.warnf("the values of %s are not known here%s: the level %s is %s",
		a.style().GameName(g), hint, engine.Perfect, strongestWord)
}
