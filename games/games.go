// Package games lists the games of Plateau. An entry has the rules, the
// evaluation, the strengths of the levels, exact knowledge and the texts.
// Package full adds what only programs outside a browser need.
package games

import (
	"plateau/catalogue"
	"plateau/engine"
	"plateau/game"
	"plateau/game/pivot"
	"plateau/game/quantik"
	"plateau/game/quixo"
)

// All is every game, in the order in which they are shown.
func All() catalogue.List {
	return catalogue.List{
		Quantik(), Pivot(), Quixo(5), QuixoForFour(), Quixo(4), Quixo(3), QuixoAnnounced(), QuixoForFourAnnounced(),
	}
}

// The rules are made once, so that all entries of a game share them.
var (
	quantikRules = game.New[quantik.State](quantik.Spec())
	pivotRules   = game.New[pivot.State](pivot.Spec())
	quixoRules   = map[int]game.Game{
		3: game.New[quixo.State](quixo.Spec(3)),
		4: game.New[quixo.State](quixo.Spec(4)),
		5: game.New[quixo.State](quixo.Spec(5)),
	}
	quixoForFourRules          = game.New[quixo.State4](quixo.Spec4())
	quixoAnnouncedRules        = game.New[quixo.Announced](quixo.AnnouncedSpec(quixoSize))
	quixoForFourAnnouncedRules = game.New[quixo.Announced4](quixo.AnnouncedSpec4())
)

// shortGame is for games with a bounded number of turns. A mistake is rarely
// punished there, so the lower levels have to make more of them.
var shortGame = engine.Strengths{
	engine.Easiest: {Depth: 1, Nodes: 1e3, Overlook: 0.5, Blur: 60},
	2:              {Depth: 1, Nodes: 1e3, Overlook: 0.1, Blur: 20},
	3:              {Depth: 2, Nodes: 1e4, Overlook: 0.6, Blur: 50},
	4:              {Depth: 3, Nodes: 2e3, Overlook: 0.2, Blur: 25},
	5:              {Depth: 4, Nodes: 15e3, Overlook: 0.05, Blur: 10},
	engine.Hardest: {Depth: 20, Nodes: 5e5},
}
