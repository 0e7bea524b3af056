// Package play is online play without a network: tables, seats, clocks,
// offers, talk and ratings. It imports the games, and neither a store nor a
// transport; package house runs its tables, and adapters store and serve them.
//
// # Events
//
// All that ever happens at a table is a sequence of events, numbered from 1
// without a gap. A [Table] is the fold of its events and is never changed:
// [Apply] gives the table after one more. [Decide] answers a command with the
// events that it causes, or refuses it with a [game.Refusal], whose code is
// stable. Both are pure: time, lots and everything else that is not in the
// table come in as a [Moment], and what they led to is written into the
// events. So replaying the events gives the same table on every machine and
// at every time.
//
//	command ─► Decide(table, command, moment) ─► events ─► Apply, one by one ─► table
//	                      │
//	                      └► refusal: nothing has changed
//
// # Chairs and seats
//
// Before the start people hold chairs, which alternate between two parties as
// in [game.Setup]. The start gives each chair a seat of the game, by choice or
// by lot; from then on the sitters are listed by seat.
package play
