package prompt

import (
	"context"
	"fmt"
	"math/rand/v2"
	"time"

	"plateau/engine"
	"plateau/game"
)

// automatic reports whether the program moves for a seat.
func (s *Session) automatic(seat game.Seat) bool {
	return s.Game.Random[seat] || s.Game.Computer[seat] != 0
}

// playAutomatic makes the turn of an automatic seat, unless ctx ends first. It
// reports false if no such seat is active.
func (s *Session) playAutomatic(ctx context.Context) bool {
	seat := s.active()
	if s.over() || !s.automatic(seat) {
		return false
	}
	if s.match.Offer() != game.NoSeat {
		s.answerOffer(ctx, seat)
		return true
	}
	// The ply is part of the seed, so that resuming the game or taking moves
	// back does not change what is played.
	rng := rand.New(rand.NewPCG(s.Game.Seed, uint64(s.match.Plies())))
	moves := s.match.Position().Moves()
	var move game.Move
	if level := s.Game.Computer[seat]; level != 0 {
		move = s.choose(ctx, seat, level, rng)
	} else {
		move = moves[rng.IntN(len(moves))]
	}
	if ctx.Err() != nil {
		return true
	}
	if err := s.match.PlayMove(move); err != nil {
		s.refuse(err)
		return false
	}
	s.moved(true)
	return true
}

// choose lets the engine pick a move for a seat.
func (s *Session) choose(ctx context.Context, seat game.Seat, level engine.Level, rng *rand.Rand) game.Move {
	move, ok := think(ctx, s, s.player(seat), func(ctx context.Context, e engine.Engine) game.Move {
		if level == engine.Perfect {
			var stop context.CancelFunc
			ctx, stop = context.WithTimeout(ctx, s.Time)
			defer stop()
		}
		return e.Choose(ctx, s.match, level, rng).Move
	})
	if !ok {
		return game.NoMove
	}
	return move
}

// offerTime limits how long the computer thinks about an offer of a draw.
const offerTime = 2 * time.Second

// answerOffer accepts or declines a draw for an automatic seat. A random player
// declines.
func (s *Session) answerOffer(ctx context.Context, seat game.Seat) {
	accept := false
	if s.Game.Computer[seat] != 0 {
		accept, _ = think(ctx, s, s.player(seat), func(ctx context.Context, e engine.Engine) bool {
			ctx, stop := context.WithTimeout(ctx, offerTime)
			defer stop()
			return engine.AcceptsDraw(ctx, e, s.match.Position(), seat)
		})
		if ctx.Err() != nil {
			return
		}
	}
	if accept {
		s.say(s.player(seat) + " accepts.")
		s.end(s.match.AcceptDraw(seat))
		return
	}
	s.say(s.player(seat) + " declines.")
	if err := s.match.DeclineDraw(seat); err != nil {
		s.refuse(err)
	}
}

// think lets the engine work, and shows on a screen who is thinking. It reports
// false if there is no engine or ctx ends first; it does not wait for the work
// then, and the session has to end.
func think[T any](ctx context.Context, s *Session, who string, work func(ctx context.Context, e engine.Engine) T) (result T, ok bool) {
	e, err := s.engineFor(s.match.Game())
	if err != nil {
		s.refuse(err)
		return result, false
	}
	// The player reads this meanwhile; errors come up with the next question.
	_ = s.out.Flush()
	done := make(chan T, 1)
	go func() { done <- work(ctx, e) }()
	ticker := time.NewTicker(time.Second)
	defer ticker.Stop()
	shown := false
	defer func() {
		if shown {
			fmt.Fprint(s.out, clearLine)
		}
	}()
	for began := time.Now(); ; {
		select {
		case result = <-done:
			return result, ctx.Err() == nil
		case <-ctx.Done():
			return result, false
		case <-ticker.C:
			if s.Screen {
				shown = true
				fmt.Fprintf(s.out, clearLine+"%s is thinking, %.0f s", who, time.Since(began).Seconds())
				_ = s.out.Flush()
			}
		}
	}
}

// clearLine empties the current line of a screen.
const clearLine = "\r\x1b[K"

// engineFor is the engine for a game, which is reused while that game is played.
func (s *Session) engineFor(g game.Game) (engine.Engine, error) {
	if s.engine != nil && s.engineGame == g.ID() {
		return s.engine, nil
	}
	e, err := s.NewEngine(g)
	if err != nil {
		return nil, err
	}
	s.engine, s.engineGame = e, g.ID()
	return e, nil
}

// noteStrongest says that a perfect player is not perfect here, if there is one
// and the values of the game are not known.
func (s *Session) noteStrongest() {
	for i := range s.match.Game().Seats() {
		if s.Game.Computer[game.Seat(i)] != engine.Perfect {
			continue
		}
		if e, err := s.engineFor(s.match.Game()); err == nil && !e.Exact() {
			s.say(fmt.Sprintf("The values of %s are not known here: perfect is strongest, the best move found in %v.",
				s.Style.GameName(s.match.Game()), s.Time))
		}
		return
	}
}
