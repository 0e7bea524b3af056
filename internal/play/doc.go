// Package play is online play without a network: tables, seats, clocks,
// offers, chat and ratings. It imports the games, but no store and no
// transport; package house runs its tables, and adapters store and serve them.
//
// A [Table] is the fold of its events and never changes. [Decide] makes events
// of a command, and [Replay] the table of stored events. Both are pure: what is
// not in the table is passed in as a [Moment]. See docs/online-design.md.
//
//	command ─► Decide(table, command, moment) ─► events and the table after them
//	                      │
//	                      └► refusal: nothing has changed
package play
