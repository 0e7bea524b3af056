// Package game holds what all games share: seats and teams, moves and outcomes,
// positions, matches with their history, and game records as text.
//
// A game has two interfaces. The static one, [State], is for searching and
// solving: methods on a small value, no allocation, no boxing. The dynamic one,
// [Game] and [Position], is for people and servers: it reads and writes text,
// refuses with reasons, and is the same for every game. [New] makes the second
// from the first, so every rule is written once.
//
// Each game is a package below this one; package games lists them.
package game
