package referee

import (
	"cmp"
	"context"
	"errors"
	"math/rand/v2"
	"slices"
	"time"

	"plateau/game"
	"plateau/internal/ugi"
)

// play plays one game. Its random choices depend only on its number, those of the
// opening on the round. Its error means that the contest cannot go on.
func (w *worker) play(ctx context.Context, p Pairing) (Result, error) {
	r := Result{Pairing: p, Match: w.open(p)}
	t := &table{
		worker: w, Result: &r, clock: newClock(w, p),
		rng: rand.New(rand.NewPCG(w.Seed, 1<<32+uint64(p.Number))),
	}
	for _, entrant := range []int{p.A, p.B} {
		if err := t.prepare(ctx, entrant); err != nil || r.Match.Verdict().Outcome.Over() {
			return r, err
		}
	}
	for ctx.Err() == nil && !r.Match.Verdict().Outcome.Over() {
		if r.Match.Plies() >= w.MaxPlies {
			return r, r.Match.Rule(game.Verdict{Outcome: game.Drawn, Reason: game.TooLong})
		}
		if t.adjudicate(ctx) {
			break
		}
		t.turn(ctx)
	}
	return r, nil
}

// table is a game that is being played.
type table struct {
	*worker
	*Result
	clock clock
	rng   *rand.Rand
}

// prepare starts an entrant for the game. One that cannot be started loses.
func (t *table) prepare(ctx context.Context, entrant int) error {
	player, err := t.player(ctx, entrant)
	if err == nil {
		err = player.NewGame(ctx, t.Game)
	}
	if ctx.Err() != nil {
		return ctx.Err()
	}
	if tooOften := t.startFailed(entrant, err); tooOften != nil {
		return tooOften
	}
	if err != nil {
		t.fail(entrant, err)
	}
	return nil
}

// turn lets the entrant to move make its move.
func (t *table) turn(ctx context.Context) {
	seat := t.Match.Position().ToMove()
	entrant := t.Of(t.Game.Seats()[seat].Team)
	reply, err := t.players[entrant].Choose(ctx, t.Match, t.clock.limits(seat), t.rng)
	if ctx.Err() != nil {
		return
	}
	if err == nil {
		t.clock.take(seat, reply.Taken)
		err = t.Match.PlayMove(reply.Move)
	}
	if err != nil {
		t.fail(entrant, err)
	}
}

// fail lets an entrant lose the game, and ends its player.
func (t *table) fail(entrant int, err error) {
	t.drop(entrant)
	t.Failure = err.Error()
	reason, winner := game.Crash, game.Team(0)
	if t.Of(winner) == entrant {
		winner = 1
	}
	var failed *ugi.Failure
	if errors.As(err, &failed) {
		switch failed.Kind {
		case ugi.Late:
			reason = game.Timeout
		case ugi.Illegal:
			reason = game.IllegalMove
		}
	}
	// The match runs, so that it can be ended.
	_ = t.Match.Rule(game.Verdict{Outcome: game.Won(winner), Reason: reason})
}

// adjudicate ends the game if its result is proved.
func (t *table) adjudicate(ctx context.Context) bool {
	if t.Value == nil || t.Match.Plies() < t.AdjudicateFrom {
		return false
	}
	p := t.Match.Position()
	side := t.Game.Seats()[p.ToMove()].Team
	v := game.Verdict{Reason: game.Adjudication}
	switch value := t.Value(ctx, p); {
	case value.IsWin():
		v.Outcome = game.Won(side)
	case value.IsLoss():
		v.Outcome = game.Won(side.Other())
	case value == game.Draw:
		v.Outcome = game.Drawn
	default:
		return false
	}
	return t.Match.Rule(v) == nil
}

// open is the match of a pairing after its opening.
func (w *worker) open(p Pairing) *game.Match {
	players := make([]string, len(w.Game.Seats()))
	for i, seat := range w.Game.Seats() {
		players[i] = w.Entrants[p.Of(seat.Team)].Name
	}
	if len(w.Openings) > 0 {
		opening := w.Openings[p.Round%len(w.Openings)]
		m := game.MatchFrom(opening.Start(), players)
		for _, move := range opening.Moves() {
			_ = m.PlayMove(move) // They were played before.
		}
		return m
	}
	return w.openAtRandom(rand.New(rand.NewPCG(w.Seed, uint64(p.Round))), players)
}

// openAtRandom plays random moves that do not end the game.
func (w *worker) openAtRandom(rng *rand.Rand, players []string) *game.Match {
	for {
		openers := w.Game.Openers()
		m := game.MatchFrom(w.Game.Start(openers[rng.IntN(len(openers))]), players)
		for range w.RandomPlies {
			if moves := m.Position().Moves(); len(moves) > 0 {
				_ = m.PlayMove(moves[rng.IntN(len(moves))])
			}
		}
		if !m.Verdict().Outcome.Over() {
			return m
		}
	}
}

// clock is the time of all seats. Each may have its own control.
type clock struct {
	controls         []Control
	left, increments []time.Duration
}

func newClock(w *worker, p Pairing) clock {
	var c clock
	for _, seat := range w.Game.Seats() {
		control := cmp.Or(w.Entrants[p.Of(seat.Team)].Control, w.Control)
		c.controls = append(c.controls, control)
		c.left = append(c.left, control.Main)
		c.increments = append(c.increments, control.Increment)
	}
	return c
}

// limits are what a seat is sent.
func (c *clock) limits(seat game.Seat) ugi.Limits {
	control := c.controls[seat]
	l := ugi.Limits{MoveTime: control.MoveTime, Depth: control.Depth, Nodes: control.Nodes}
	if control.Main > 0 {
		l.Left, l.Increments = slices.Clone(c.left), slices.Clone(c.increments)
	}
	return l
}

// take stops the clock of a seat. A move that came too late, but was accepted,
// leaves it with next to nothing.
func (c *clock) take(seat game.Seat, taken time.Duration) {
	c.left[seat] = max(c.left[seat]-taken, time.Millisecond) + c.increments[seat]
}
