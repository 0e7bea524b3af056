// Package play is online play without a network: tables, seats, clocks,
// offers, chat and ratings. It imports the games, but no store and no
// transport; package house runs its tables, and adapters store and serve them.
//
// # Events
//
// Everything that happens at a table is an event, numbered from 1 without a
// gap. A [Table] is the fold of its events and never changes. [Decide] answers
// a command with the events that it causes and the table after them, or refuses
// it with a [game.Refusal], whose code is stable. [Replay] gives the table after
// events that were stored. Both are pure: time, random choices and everything
// else that is not in the table are passed in as a [Moment], and their
// consequences are written into the events. So a replay gives the same table on
// every machine and at any time.
//
//	command ─► Decide(table, command, moment) ─► events and the table after them
//	                      │
//	                      └► refusal: nothing has changed
//
// # Chairs and seats
//
// Before the start people hold chairs, which alternate between two parties as
// in [game.Setup]. At the start each chair becomes a seat of the game, as the
// terms say or at random; from then on the sitters are listed by seat.
package play
