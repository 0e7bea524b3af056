// Package all lists the games of Plateau. It is separate from package game
// because the games import that.
package all

import (
	"plateau/game"
	"plateau/game/pivot"
	"plateau/game/quantik"
	"plateau/game/quixo"
)

// Games returns every game, in the order in which they are shown.
func Games() game.List { return games }

var games = game.List{
	game.New[quantik.State](quantik.Spec()),
	game.New[pivot.State](pivot.Spec()),
	game.New[quixo.State](quixo.Spec(5)),
	game.New[quixo.State4](quixo.Spec4()),
	game.New[quixo.State](quixo.Spec(4)),
	game.New[quixo.State](quixo.Spec(3)),
}
