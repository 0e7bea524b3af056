// Package computers lets engines play at online tables: they choose moves, and
// judge positions whose players have left.
package computers

import (
	"context"
	"crypto/rand"
	"math"
	mathrand "math/rand/v2"
	"sync"
	"time"

	"plateau/engine"
	"plateau/game"
)

// NewEngine makes an engine for a game, given its id.
type NewEngine func(game string) (engine.Engine, error)

// Chooser moves for computer players. It is safe for concurrent use.
type Chooser struct{ engines pool }

// NewChooser makes a chooser; at most atOnce of its engines think at once.
func NewChooser(newEngine NewEngine, atOnce int) *Chooser {
	return &Chooser{newPool(newEngine, atOnce)}
}

// Choose picks a move of a running match. Choices between equal moves are
// unpredictable: their random source is cryptographically secure.
func (c *Chooser) Choose(ctx context.Context, m *game.Match, level engine.Level) (move game.Move, err error) {
	var seed [32]byte
	_, _ = rand.Read(seed[:]) // It never fails.
	err = c.engines.lend(ctx, m.Game().ID(), func(e engine.Engine) {
		move = e.Choose(ctx, m, level, mathrand.New(mathrand.NewChaCha8(seed))).Move
	})
	return move, err
}

// Judge knows the proved values of positions. It is safe for concurrent use.
type Judge struct{ engines pool }

// Limits of judging. Quantik, Pivot and look-ups in tablebases take less, and a
// player waits for the answer.
const (
	judgingTime   = 300 * time.Millisecond
	judgingAtOnce = 2
)

// NewJudge makes a judge with its own engines, so that it does not wait for
// computer players.
func NewJudge(newEngine NewEngine) *Judge { return &Judge{newPool(newEngine, judgingAtOnce)} }

// Value is the proved value of a position for the side to move, or [game.Unknown]
// if none is found in a short time.
func (j *Judge) Value(ctx context.Context, p game.Position) game.Value {
	ctx, cancel := context.WithTimeout(ctx, judgingTime)
	defer cancel()
	value := game.Unknown
	err := j.engines.lend(ctx, p.Game().ID(), func(e engine.Engine) {
		decided, stop := context.WithCancel(ctx)
		defer stop()
		found := e.Analyse(decided, p, math.MaxInt, func(so *engine.Analysis) {
			if so.Won() {
				stop()
			}
		})
		value = found.Verdict(p.Outcome(), p.Game().Seats()[p.ToMove()].Team).Value
	})
	if err != nil {
		return game.Unknown
	}
	return value
}

// pool lends engines, each to one borrower at a time. It makes them on demand, and
// keeps those that are returned. An engine that panics is not returned.
type pool struct {
	make NewEngine
	// slots limits how many are lent.
	slots chan struct{}
	mu    sync.Mutex
	free  map[string][]engine.Engine
}

func newPool(newEngine NewEngine, atOnce int) pool {
	return pool{make: newEngine, slots: make(chan struct{}, atOnce), free: map[string][]engine.Engine{}}
}

// lend calls use with an engine of a game, unless the context ends before one is
// free.
func (p *pool) lend(ctx context.Context, game string, use func(e engine.Engine)) error {
	select {
	case p.slots <- struct{}{}:
		defer func() { <-p.slots }()
	case <-ctx.Done():
		return ctx.Err()
	}
	e, err := p.take(game)
	if err != nil {
		return err
	}
	use(e)
	p.mu.Lock()
	defer p.mu.Unlock()
	p.free[game] = append(p.free[game], e)
	return nil
}

// take returns the engine that was used last, whose memory is warm, or a new one.
func (p *pool) take(game string) (engine.Engine, error) {
	p.mu.Lock()
	if last := len(p.free[game]) - 1; last >= 0 {
		defer p.mu.Unlock()
		e := p.free[game][last]
		p.free[game] = p.free[game][:last]
		return e, nil
	}
	p.mu.Unlock()
	return p.make(game)
}

// OnlyMove is the single move that keeps the proved result of a position, if there
// is one among several moves.
func (j *Judge) OnlyMove(ctx context.Context, p game.Position) (move game.Move, ok bool) {
	ctx, cancel := context.WithTimeout(ctx, judgingTime)
	defer cancel()
	err := j.engines.lend(ctx, p.Game().ID(), func(e engine.Engine) {
		found := e.Analyse(ctx, p, math.MaxInt, func(*engine.Analysis) {})
		if !found.Settled() || len(found.Moves) < 2 {
			return
		}
		best := found.Moves[0]
		if best.Value.Result() == found.Moves[1].Value.Result() {
			return
		}
		move, ok = best.Move, true
	})
	return move, ok && err == nil
}
