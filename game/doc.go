// Package game holds what all games of Plateau share: seats and teams, moves
// and outcomes, the shape of a position, matches with their history, and
// records of games as text.
//
// A game shows two faces. The static one, [State], is for searching and
// solving: methods on a small value, no allocation, no boxing. The dynamic
// one, [Game] and [Position], is for people and servers: it takes and gives
// text, refuses with reasons, and is the same for every game. [New] makes the
// second from the first, so every rule is written once.
//
// Each game is a package below this one; package all lists them.
package game
