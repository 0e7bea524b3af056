package live

import (
	"context"
	"time"

	"plateau/engine"
	"plateau/engine/level"
	"plateau/game"
	"plateau/internal/budget"
	"plateau/internal/contain"
	"plateau/internal/play"
)

// ThinkNext lets a computer player move, when there is one: at the quick levels only, if
// it is for quick answers alone. It reports whether there may be more, until the context
// ends.
func (l *Tables) ThinkNext(ctx context.Context, onlyQuick bool) bool {
	table, ok := l.thinking.take(ctx, onlyQuick)
	if ok {
		l.think(ctx, table)
	}
	return ok
}

// queueThinking lets a computer player move when it is its turn in the queue.
func (l *Tables) queueThinking(t *play.Table) {
	lane := deep
	if at, err := level.Parse(t.Sitters[t.ToMove()].Level); err == nil {
		lane = laneOf(at)
	}
	l.thinking.add(waiting{t.ID, t.Host, l.Presence.Source(t.Host)}, lane)
}

// think moves for a computer player, if it is still its turn.
func (l *Tables) think(ctx context.Context, table play.TableID) {
	r, err := l.room(ctx, table)
	if err != nil {
		if ctx.Err() == nil && !refused(err) {
			l.Log.Error("cannot load the table of a computer player", "table", table.Short(), "error", err)
			l.alarms.set(table, l.Now().Add(again))
		}
		return
	}
	t := r.now()
	if !t.ComputerToMove() {
		return
	}
	level, err := level.Parse(t.Sitters[t.ToMove()].Level)
	if err != nil {
		l.Log.Error("a computer player has an unknown level", "table", table.Short(), "error", err)
		return
	}
	move, err := l.choose(ctx, t, level)
	if l.panicked(err, "while a computer player thought", table) {
		l.enginePanicked(ctx, r, t)
		return
	}
	if err == nil {
		_, err = l.do(ctx, Request{
			Table:   table,
			Command: play.Play{Ply: t.Plies(), Move: t.Position().MoveText(move), For: t.Position()},
		})
	}
	// A refusal means that the table has changed. If it waits for a computer
	// player again, it is in the queue.
	if err != nil && !refused(err) && ctx.Err() == nil {
		l.Log.Error("a computer player cannot move", "table", table.Short(), "error", err)
		l.alarms.set(table, l.Now().Add(again))
	}
}

// choose asks the engine for a move.
func (l *Tables) choose(ctx context.Context, t *play.Table, level engine.Level) (move game.Move, err error) {
	limited, cancel := context.WithTimeout(ctx, l.thinkingTime(t, level))
	defer cancel()
	err = contain.Run(func() (err error) {
		move, err = l.Chooser.Choose(limited, t.Match(), level)
		return err
	})
	return move, err
}

// enginePanicked tries again once, and then calls the game off.
func (l *Tables) enginePanicked(ctx context.Context, r *room, t *play.Table) {
	if r.firstFailure(t.Seq) {
		l.alarms.set(t.ID, l.Now().Add(again))
		return
	}
	_, err := l.do(ctx, Request{Table: t.ID, Command: play.CallOff{}})
	if err != nil && !refused(err) {
		l.Log.Error("cannot abort a game whose computer player fails", "table", t.ID.Short(), "error", err)
		l.alarms.set(t.ID, l.Now().Add(time.Minute))
	}
}

const (
	mostThinking = 5 * time.Second
	// LeastThinking is how long a computer player may think in any case.
	LeastThinking = 50 * time.Millisecond
)

// ThinkingRate is for how many milliseconds computer players think for one
// address. What is beyond it gets the shortest time.
var ThinkingRate = budget.Rate{PerSecond: 500, AtOnce: 120_000}

// thinkingTime is how long a computer player may think: a small part of its clock,
// less the more others wait, and little for an address that has had much.
func (l *Tables) thinkingTime(t *play.Table, at level.Level) time.Duration {
	allowed := mostThinking
	if t.Terms.Time.Main > 0 {
		allowed = min(allowed, t.Remaining(t.ToMove(), l.Now()).Duration()/30)
	}
	allowed = max(LeastThinking, allowed*time.Duration(l.Thinkers)/time.Duration(l.Thinkers+l.thinking.costly()))
	if laneOf(at) == quick {
		return allowed
	}
	if l.Budgets.Take("thinking", ThinkingRate, l.Presence.Source(t.Host), int(allowed.Milliseconds())) > 0 {
		return LeastThinking
	}
	return allowed
}
