package prompt

import (
	"context"
	"fmt"
	"math/rand/v2"
	"time"

	"plateau/engine"
	"plateau/game"
)

// alone tells whether nobody sits at a seat: it plays by itself.
func (s *Session) alone(seat game.Seat) bool {
	return s.Game.Random[seat] || s.Game.Computer[seat] != 0
}

// playAlone makes the turn of a seat that plays by itself, if it is one's. It
// is not made when ctx ends first.
func (s *Session) playAlone(ctx context.Context) bool {
	seat := s.speaker()
	if s.over() || !s.alone(seat) {
		return false
	}
	if s.match.Offer() != game.NoSeat {
		s.answerOffer(ctx, seat)
		return true
	}
	// The ply is part of the seed, so that going on later or taking moves
	// back does not change what is played.
	lots := rand.New(rand.NewPCG(s.Game.Seed, uint64(s.match.Plies())))
	moves := s.match.Position().Moves()
	var move game.Move
	if level := s.Game.Computer[seat]; level != 0 {
		move = s.choose(ctx, seat, level, lots)
	} else {
		move = moves[lots.IntN(len(moves))]
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
func (s *Session) choose(ctx context.Context, seat game.Seat, level engine.Level, lots *rand.Rand) game.Move {
	chosen := make(chan game.Move, 1)
	ok := s.think(ctx, s.player(seat), func(ctx context.Context, e engine.Engine) {
		if level == engine.Perfect {
			var stop context.CancelFunc
			ctx, stop = context.WithTimeout(ctx, s.Time)
			defer stop()
		}
		chosen <- e.Choose(ctx, s.match, level, lots).Move
	})
	if !ok {
		return game.NoMove
	}
	return <-chosen
}

// offerTime bounds how long the computer looks before it answers an offer of a
// draw, should its usual depth take too long.
const offerTime = 2 * time.Second

// answerOffer accepts a draw for a seat or declines it. Whoever plays at random
// plays on.
func (s *Session) answerOffer(ctx context.Context, seat game.Seat) {
	accept := false
	if s.Game.Computer[seat] != 0 {
		answer := make(chan bool, 1)
		ok := s.think(ctx, s.player(seat), func(ctx context.Context, e engine.Engine) {
			ctx, stop := context.WithTimeout(ctx, offerTime)
			defer stop()
			answer <- engine.AcceptsDraw(ctx, e, s.match.Position(), seat)
		})
		if ctx.Err() != nil {
			return
		}
		accept = ok && <-answer
	}
	if accept {
		s.say(s.player(seat) + " accepts.")
		s.decide(s.match.AcceptDraw(seat))
		return
	}
	s.say(s.player(seat) + " declines.")
	if err := s.match.DeclineDraw(seat); err != nil {
		s.refuse(err)
	}
}

// analyse looks at all moves of the present position.
func (s *Session) analyse(ctx context.Context, who string, depth int, limit time.Duration) (*engine.Analysis, bool) {
	found := make(chan *engine.Analysis, 1)
	ok := s.think(ctx, who, func(ctx context.Context, e engine.Engine) {
		ctx, stop := context.WithTimeout(ctx, limit)
		defer stop()
		found <- e.Analyse(ctx, s.match.Position(), depth, func(*engine.Analysis) {})
	})
	if !ok {
		return nil, false
	}
	return <-found, true
}

// think lets the engine work, and shows on a screen that somebody is at it. It
// reports false when there is no engine or ctx ends first; then the work is
// not waited for, and the session has to end.
func (s *Session) think(ctx context.Context, who string, work func(ctx context.Context, e engine.Engine)) bool {
	e, err := s.engineFor(s.match.Game())
	if err != nil {
		s.refuse(err)
		return false
	}
	// What stands there so far is looked at meanwhile; errors come up with the
	// next question.
	_ = s.out.Flush()
	done := make(chan struct{})
	go func() {
		defer close(done)
		work(ctx, e)
	}()
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
		case <-done:
			return ctx.Err() == nil
		case <-ctx.Done():
			return false
		case <-ticker.C:
			if s.Screen {
				shown = true
				fmt.Fprintf(s.out, clearLine+"%s is thinking, %.0f s", who, time.Since(began).Seconds())
				_ = s.out.Flush()
			}
		}
	}
}

// clearLine empties the line of a screen, to be written anew.
const clearLine = "\r\x1b[K"

// engineFor is the engine for a game, kept for as long as it is played.
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

// tellStrongest says which seats would play perfectly if the values of the
// game were known.
func (s *Session) tellStrongest() {
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
