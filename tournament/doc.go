// Package tournament is tournaments without transport, files and clocks: Swiss,
// round robin, knockout and arena, at real boards or online.
//
// A [Tournament] is the fold of its events and never changes. [Decide] makes
// events of a command, and [Replay] the tournament of stored events. Both are
// pure: time, random choices and the sequence number that the caller expects
// come in with a [Moment]. Who stores events must refuse a second event
// with the same sequence number; then nobody is paired twice in a round, however
// many servers there are. See docs/tournaments.md.
//
//	command ─► Decide(tournament, command, moment) ─► events and the tournament after them
//	                      │
//	                      └► refusal: nothing has changed
package tournament
