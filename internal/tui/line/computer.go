package line

import (
	"context"
	"strconv"

	"plateau/game"
)

// playAutomatic makes the turn of an automatic seat, unless ctx ends first. It
// reports false if no such seat is active.
func (s *Session) playAutomatic(ctx context.Context) bool {
	seat := s.Active()
	if s.Over() || !s.Automatic(seat) {
		return false
	}
	if s.Match.Offer() != game.NoSeat {
		s.answerOffer(ctx, seat)
		return true
	}
	move := game.NoMove
	if s.Level(seat) == 0 {
		move = s.RandomMove()
	} else if chosen, ok := think(ctx, &s.base, s.Match.Game(), s.thinking(seat), s.Chooser(s.Time)); ok {
		move = chosen
	}
	if ctx.Err() != nil {
		return true
	}
	if s.runOutOfTime() {
		return true
	}
	if err := s.Match.PlayMove(move); err != nil {
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

// answerOffer accepts or declines a draw for an automatic seat. A random player
// declines.
func (s *Session) answerOffer(ctx context.Context, seat game.Seat) {
	accept := false
	if s.Level(seat) != 0 {
		accept, _ = think(ctx, &s.base, s.Match.Game(), s.thinking(seat), s.Answerer())
		if ctx.Err() != nil {
			return
		}
	}
	if accept {
		s.tell("terminal.accepts", "who", s.player(seat))
		s.end(s.Match.AcceptDraw(seat))
		return
	}
	s.tell("terminal.declines", "who", s.player(seat))
	if err := s.Match.DeclineDraw(seat); err != nil {
		s.refuse(err)
	}
}

// noteStrongest says that a perfect player is not perfect here, if there is one
// and the values of the game are not known.
func (s *Session) noteStrongest() {
	if !s.HasPerfect() {
		return
	}
	g := s.Match.Game()
	if e, err := s.engineFor(g); err != nil || e.Exact() {
		return
	}
	s.tell("terminal.strongest", "game", s.Texts.Game(g), "time", s.Time.String())
	if s.Solve == nil {
		return
	}
	if command := s.Solve(g); command != "" {
		s.tell("terminal.solve", "command", command)
	}
}
