// Package engine judges and chooses moves.
//
// [Search] is an alpha-beta search that works on any game through its
// [game.State], without allocation in its inner loop. What it says of a
// position is a [Score]: either proved, or an estimate, and the two never mix.
//
// # Cycles
//
// Games of Quixo can go in circles. The search never looks at the way that led
// to a position: a repeated position is neither cut off nor called a draw. A
// win or loss is reported only when a finite tree of moves ends in finished
// games, so it holds on every path and may be kept in a table that all paths
// share. What cannot be proved this way stays an estimate; a draw is proved
// only when every line of play was followed to its end, which a game with
// cycles never allows. [Levels] build on this, and the tables of solved games
// on their own retrograde analysis.
package engine
