package cli

import (
	"context"
	"fmt"
	"path/filepath"

	"github.com/spf13/cobra"

	"plateau/engine"
	"plateau/game"
	"plateau/internal/knowledge"
	"plateau/internal/parallel"
)

const tablebasesName = "tablebases"

// tablebasesDir is where tablebases are unless a flag says otherwise; it is
// empty where there is no data folder.
func tablebasesDir() string {
	if dir := dataDir(); dir != "" {
		return filepath.Join(dir, tablebasesName)
	}
	return ""
}

// addTablebasesFlag adds the flag for the folder.
func (a *app) addTablebasesFlag(cmd *cobra.Command) {
	cmd.Flags().StringVar(&a.tablebases, tablebasesName, "",
		"use the tablebases in the folder `DIR` (default: tablebases in the data folder)")
}

// known is what is known about the games on this machine, opened once.
func (a *app) known() *knowledge.Knowledge {
	if a.knowledge == nil {
		a.knowledge = a.openKnowledge(a.reportFailure)
	}
	return a.knowledge
}

func (a *app) openKnowledge(report func(g game.Game, err error)) *knowledge.Knowledge {
	folder := a.tablebases
	switch {
	case folder != "":
	case a.dataFolder != "":
		folder = filepath.Join(a.dataFolder, tablebasesName)
	default:
		folder = tablebasesDir()
	}
	return knowledge.New(knowledge.Config{Games: a.catalogue, Data: a.data, Folder: folder, Report: report})
}

// reportFailure says that values cannot be looked up.
func (a *app) reportFailure(g game.Game, err error) {
	a.warnf("the tablebase of %s cannot be read: %v; searching instead, so not all is exact",
		a.texts().Game(g), err)
}

// Sizes of the transposition tables of engines. Memory is taken only as far as
// it is filled.
const (
	thinkingBytes = 256 << 20 // for one engine that has the machine to itself
	playingBytes  = 16 << 20  // for each of many
)

// newEngine makes an engine with all that is known about a game on this machine.
func (a *app) newEngine(g game.Game, workers, transpositionBytes int) (engine.Engine, error) {
	return a.known().NewEngine(g, engine.Options{
		TranspositionBytes: transpositionBytes, Workers: workers,
		Parallel: func(n int, do func(worker, i int)) {
			// The engine's own context ends the pieces; none may be left out.
			_ = parallel.For(context.Background(), workers, n, do)
		},
	})
}

// noteStrongest says that a game has no perfect player here.
func (a *app) noteStrongest(g game.Game) {
	hint := ""
	if command := a.solveLine(g); command != "" {
		hint = fmt.Sprintf(" ('%s' changes that)", command)
	}
	a.warnf("the values of %s are not known here%s: the level %s is %s",
		a.texts().Game(g), hint, engine.Perfect, strongestWord)
}

// solveLine is the command that computes the values of a game, or "" if there is none.
func (a *app) solveLine(g game.Game) string {
	method := a.catalogue.Of(g).Method
	switch {
	case method == nil || method.Open == nil:
		return ""
	case method.Packing != nil:
		return fmt.Sprintf("plateau solve %s --pack", g.ID())
	}
	return "plateau solve " + g.ID()
}

// announceSolved says which games are exact in browsers, and that a folder that
// was named has nothing for them.
func (a *app) announceSolved(solved []game.Game) {
	for _, g := range solved {
		fmt.Fprintf(a.out, "%s is exact: its tablebase is here.\n", a.texts().Game(g))
	}
	if len(solved) == 0 && a.tablebases != "" {
		a.warnf("%s has no complete tablebase; 'plateau solve GAME --out %s' makes one", a.tablebases, a.tablebases)
	}
}
