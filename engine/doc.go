// Package engine evaluates and chooses moves.
//
// [Search] is an alpha-beta search for any game that has a [game.State]; its
// inner loop does not allocate. It returns a [Score], which is either proved or
// an estimate; the two are never mixed.
//
// Games of Quixo can cycle. The search ignores the path to a position, so that
// all paths can share one transposition table; docs/engine.md says why its
// results hold all the same. Tablebases of games with cycles come from
// retrograde analysis instead.
package engine
