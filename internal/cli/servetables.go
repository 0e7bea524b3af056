package cli

import (
	"fmt"
	"runtime"

	"plateau/engine"
	"plateau/game"
	"plateau/internal/bridge"
	"plateau/internal/httpapi/online"
)

// tableGames are those of which browsers know more by a table: they solve
// Quantik, Pivot and the smallest board of Quixo by themselves.
var tableGames = []string{"quixo4", "quixo"}

// solvedGames are those whose table is at hand.
func (a *app) solvedGames() ([]game.Game, error) {
	var solved []game.Game
	for _, id := range tableGames {
		g, err := a.games.Find(id)
		if err != nil {
			return nil, err
		}
		var known engine.Options
		if err := a.tables.enter(id, &known); err != nil {
			return nil, err
		}
		if known.Quixo != nil {
			solved = append(solved, g)
		}
	}
	return solved, nil
}

// servingTable is for engines that look values up and search nothing.
const servingTable = 64 << 10

// tablebasesFor makes what answers browsers. Most of the time is spent waiting
// for the disk, so there are more bridges than cores.
func (a *app) tablebasesFor(solved []game.Game) online.Tablebases {
	var served online.Tablebases
	for _, g := range solved {
		served.Games = append(served.Games, g.ID())
	}
	for range 2 * runtime.GOMAXPROCS(0) {
		served.Bridges = append(served.Bridges, bridge.New(a.games, func(id string, _ bridge.Use) (engine.Engine, error) {
			g, err := a.games.Find(id)
			if err != nil {
				return nil, err
			}
			return a.tables.newEngine(g, 1, servingTable)
		}))
	}
	return served
}

// tellSolved says which games are exact in browsers, and that a folder that was
// named has nothing for them.
func (a *app) tellSolved(solved []game.Game) {
	for _, g := range solved {
		fmt.Fprintf(a.out, "Its table makes %s exact.\n", a.style().GameName(g))
	}
	if len(solved) == 0 && a.tables.folder != "" {
		fmt.Fprintf(a.Err, "plateau: %s has no complete table of Quixo; 'plateau solve quixo --out %s' makes it\n",
			a.tables.folder, a.tables.folder)
	}
}
