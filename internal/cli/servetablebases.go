package cli

import (
	"fmt"
	"runtime"

	"plateau/engine"
	"plateau/game"
	"plateau/internal/bridge"
	"plateau/internal/httpapi/online"
)

// solvedGames are those whose tablebase is there.
func (a *app) solvedGames() ([]game.Game, error) {
	var solved []game.Game
	for _, g := range a.games {
		has, err := a.known().HasTablebase(g)
		if err != nil {
			return nil, err
		}
		if has {
			solved = append(solved, g)
		}
	}
	return solved, nil
}

// lookUpBytes is for engines that look values up and search nothing.
const lookUpBytes = 64 << 10

// tablebasesFor makes what answers browsers. Most of the time is spent waiting
// for the disk, so there are more at work than cores.
func (a *app) tablebasesFor(solved []game.Game) online.Tablebases {
	var served online.Tablebases
	for _, g := range solved {
		served.Games = append(served.Games, g.ID())
	}
	for range 2 * runtime.GOMAXPROCS(0) {
		served.Bridges = append(served.Bridges, bridge.New(a.catalogue, func(id string, _ bridge.Use) (engine.Engine, error) {
			g, err := a.games.Find(id)
			if err != nil {
				return nil, err
			}
			return a.newEngine(g, 1, lookUpBytes)
		}))
	}
	return served
}

// announceSolved says which games are exact in browsers, and that a folder that
// was named has nothing for them.
func (a *app) announceSolved(solved []game.Game) {
	for _, g := range solved {
		fmt.Fprintf(a.out, "%s is exact: its tablebase is here.\n", a.style().GameName(g))
	}
	if len(solved) == 0 && a.tablebases != "" {
		fmt.Fprintf(a.Err, "plateau: %s has no complete tablebase; 'plateau solve GAME --out %s' makes one\n",
			a.tablebases, a.tablebases)
	}
}
