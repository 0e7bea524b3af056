package prompt

import (
	"context"
	"math/rand/v2"
	"strconv"
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
	if s.runOutOfTime() {
		return true
	}
	if err := s.match.PlayMove(move); err != nil {
		s.refuse(err)
		return false
	}
	s.moved(true)
	return true
}

// thinking is what a screen shows while the computer thinks for a seat.
func (s *Session) thinking(seat game.Seat) func(seconds int) string {
	return func(seconds int) string {
		return s.text("terminal.thinking", "who", s.player(seat), "seconds", strconv.Itoa(seconds))
	}
}

// choose lets the engine pick a move for a seat.
func (s *Session) choose(ctx context.Context, seat game.Seat, level engine.Level, rng *rand.Rand) game.Move {
	move, ok := think(ctx, &s.base, s.match.Game(), s.thinking(seat), func(ctx context.Context, e engine.Engine) game.Move {
		if level == engine.Perfect {
			var stop context.CancelFunc
			ctx, stop = context.WithTimeout(ctx, s.thinkingTime())
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
		accept, _ = think(ctx, &s.base, s.match.Game(), s.thinking(seat), func(ctx context.Context, e engine.Engine) bool {
			ctx, stop := context.WithTimeout(ctx, offerTime)
			defer stop()
			return engine.AcceptsDraw(ctx, e, s.match.Position(), seat)
		})
		if ctx.Err() != nil {
			return
		}
	}
	if accept {
		s.tell("terminal.accepts", "who", s.player(seat))
		s.end(s.match.AcceptDraw(seat))
		return
	}
	s.tell("terminal.declines", "who", s.player(seat))
	if err := s.match.DeclineDraw(seat); err != nil {
		s.refuse(err)
	}
}

// noteStrongest says that a perfect player is not perfect here, if there is one
// and the values of the game are not known.
func (s *Session) noteStrongest() {
	for i := range s.match.Game().Seats() {
		if s.Game.Computer[game.Seat(i)] != engine.Perfect {
			continue
		}
		if e, err := s.engineFor(s.match.Game()); err == nil && !e.Exact() {
			s.tell("terminal.strongest", "game", s.Texts.Game(s.match.Game()), "time", s.Time.String())
		}
		return
	}
}
