// Package games lists the games of Plateau. An entry has the rules, the
// evaluation, the strengths of the levels, exact knowledge and the texts.
// Package full adds what only programs outside a browser need.
package games

import (
	"plateau/catalogue"
	"plateau/engine"
)

// All is every game, in the order in which they are shown.
func All() catalogue.List {
	return catalogue.List{Quantik(), Pivot(), Quixo(5), QuixoForFour(), Quixo(4), Quixo(3)}
}

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
