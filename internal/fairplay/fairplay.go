// Package fairplay has the figures by which moderators judge whether somebody plays
// with an engine: how often a player found the only move that keeps the value of a
// position, and how long each of them took. The figures prove nothing by
// themselves. Nothing of them is stored.
package fairplay

import (
	"context"
	"slices"

	"plateau/game"
	"plateau/internal/play"
)

// Judge knows the positions that have an only move: a single move keeps the proved
// result, and all others spoil it. It is not ok if the position has none, or if that
// is not known.
type Judge interface {
	OnlyMove(ctx context.Context, p game.Position) (move game.Move, ok bool)
}

// Turn is one move of a player.
type Turn struct {
	Ply int
	// Only is set if there was an only move, and Found if it was played.
	Only, Found bool
	// Took is how long the player thought, with the delay of the network.
	Took play.Millis
}

// Figures are about the moves of a player in a game.
type Figures []Turn

// OnlyMoves is how many only moves the player had, and how many were found.
func (f Figures) OnlyMoves() (had, found int) {
	for _, t := range f {
		if t.Only {
			had++
		}
		if t.Found {
			found++
		}
	}
	return had, found
}

// MedianTime is how long the player typically took for moves of a kind; 0 if there
// were none.
func (f Figures) MedianTime(of func(Turn) bool) play.Millis {
	var times []play.Millis
	for _, t := range f {
		if of(t) {
			times = append(times, t.Took)
		}
	}
	if len(times) == 0 {
		return 0
	}
	slices.Sort(times)
	return times[len(times)/2]
}

// page is how many tables are looked at.
const page = 100

// Games are the last rated games of a player, as many as that.
func Games(ctx context.Context, s play.TableStore, player play.PlayerID, most int) ([]play.Summary, error) {
	list, err := s.Tables(ctx, play.TableQuery{Player: player, Phase: play.Over, Played: true, Limit: page})
	list = slices.DeleteFunc(list, func(sum play.Summary) bool { return !sum.Terms.Rated })
	return list[:min(most, len(list))], err
}

// Of has the figures of a player at a table. When the context ends, the rest of the
// positions are not judged: complete tells.
func Of(ctx context.Context, s play.TableStore, games game.List, id play.TableID, player play.PlayerID, judge Judge) (figures Figures, complete bool, err error) {
	var events []play.Event
	if _, err := play.Load(ctx, s, games, id, func(more []play.Event, _ *play.Table) { events = append(events, more...) }); err != nil {
		return nil, false, err
	}
	t := play.NewTable(games, id)
	for i := range events {
		e := &events[i]
		if moved, ok := e.Body.(play.Moved); ok && e.By == player {
			turn := Turn{Ply: moved.Ply, Took: play.Millis(e.At.Sub(t.Clock.Waiting).Milliseconds())}
			position := t.Position()
			var only game.Move
			if only, turn.Only = judge.OnlyMove(ctx, position); turn.Only {
				turn.Found = position.MoveText(only) == moved.Move
			}
			figures = append(figures, turn)
		}
		next, err := play.Replay(t, events[i:i+1])
		if err != nil {
			return nil, false, err
		}
		t = next
	}
	return figures, ctx.Err() == nil, nil
}
