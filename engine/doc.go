// Package engine evaluates and chooses moves.
//
// [Search] is an alpha-beta search for any game that has a [game.State]; its
// inner loop does not allocate. It returns a [Score], which is either proved or
// an estimate; the two are never mixed.
//
// # Cycles
//
// Games of Quixo can cycle. The search ignores the path to a position: a
// repetition is neither cut off nor scored as a draw. A win or loss is reported
// only if a finite tree of moves ends in finished games. So it holds on every
// path, and all paths can share one transposition table: there is no graph
// history interaction. What cannot be proved this way stays an estimate; a draw
// is proved only if every line was searched to its end, which cycles never
// allow. Tablebases of games with cycles come from retrograde analysis instead.
package engine
