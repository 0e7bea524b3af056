// Package cluster proves that several servers are as good as one. Its test runs
// three servers as real processes, with PostgreSQL and NATS:
//
//	            ┌─► server ─┬─ link ─► PostgreSQL      kill -9, start again
//	players ────┼─► server ─┼─ link ─►                 links are delayed, cut and silenced
//	(anywhere)  └─► server ─┴─ link ─► NATS
//
// Where that is possible, each server has a network of its own that can be unplugged.
//
// Many players play random games, and go to another server whenever they like, while
// everything else is killed and started again. Whatever was acknowledged is noted, and
// what was shown. When a game is over, and at the end of the run, all of that is
// compared with the store:
//
//   - Every acknowledged move is there once, where the answer said, and no move that
//     nobody has asked for.
//   - Moves, refusals and reads of a table are linearizable.
//   - Nobody is charged for time in which no server could do anything.
//   - Ratings follow from the games.
//   - Every game goes on.
//
// 'make cluster-test' runs it for as long as one likes.
package cluster
