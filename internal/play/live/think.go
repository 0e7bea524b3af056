package live

import (
	"context"
	"time"

	"plateau/engine"
	"plateau/game"
	"plateau/internal/parallel"
	"plateau/internal/play"
)

// ThinkNext lets a computer player move, when there is one: at the quick levels only, if
// it is for quick answers alone. It reports whether there may be more, until the context
// ends.
func (l *Tables) ThinkNext(ctx context.Context, onlyQuick bool) bool {
	table, ok := l.thinking.Take(ctx, onlyQuick)
	if ok {
		l.think(ctx, table)
	}
	return ok
}

// think moves for a computer player, if it is still its turn.
func (l *Tables) think(ctx context.Context, table play.TableID) {
	r, err := l.room(ctx, table)
	if err != nil {
		if ctx.Err() == nil && !play.Refused(err) {
			l.logFailure(ctx, "cannot load the table of a computer player", err, "table", table.Short())
			l.alarms.set(table, l.Now().Add(again))
		}
		return
	}
	t := r.now()
	if !t.ComputerToMove() {
		return
	}
	level, err := engine.ParseLevel(t.Sitters[t.ToMove()].Level)
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
	if err != nil && !play.Refused(err) && ctx.Err() == nil {
		l.logFailure(ctx, "a computer player cannot move", err, "table", table.Short())
		l.alarms.set(table, l.Now().Add(again))
	}
}

// choose asks the engine for a move.
func (l *Tables) choose(ctx context.Context, t *play.Table, level engine.Level) (move game.Move, err error) {
	limited, cancel := context.WithTimeout(ctx, l.thinking.Time(t, level))
	defer cancel()
	err = parallel.Contain(func() (err error) {
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
	if err != nil && !play.Refused(err) {
		l.logFailure(ctx, "cannot abort a game whose computer player fails", err, "table", t.ID.Short())
		l.alarms.set(t.ID, l.Now().Add(time.Minute))
	}
}
