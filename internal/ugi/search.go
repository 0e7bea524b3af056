package ugi

import (
	"cmp"
	"context"
	"fmt"
	"math"
	"math/rand/v2"
	"strconv"
	"strings"
	"time"

	"plateau/engine"
	"plateau/game"
)

// standardTime is how long a search takes that nothing limits.
const standardTime = time.Second

// search is one search.
type search struct {
	*Server
	began  time.Time
	limits Limits
	match  *game.Match
}

// run finds the move.
func (s *search) run(ctx context.Context) game.Move {
	p := s.match.Position()
	limits := s.limits
	if limits.MoveTime > 0 {
		// The answer takes time, too.
		limits.MoveTime = limits.Budget(p.ToMove())
	}
	choice := Think(ctx, s.engine, s.match, s.Level, limits, s.rng, func(so *engine.Analysis) { s.reportDepth(p, so) })
	return s.report(choice)
}

// Think lets an engine choose a move within limits. The levels below the highest
// have limits of their own. Searches to a depth, or without an end, report each
// depth; report may be nil.
func Think(
	ctx context.Context, e engine.Engine, m *game.Match, level engine.Level, l Limits, rng *rand.Rand, report func(*engine.Analysis),
) engine.Choice {
	budget := l.MoveTime
	if budget == 0 {
		budget = l.Budget(m.Position().ToMove())
	}
	if budget == 0 && level == engine.Perfect && l.Depth == 0 && l.Nodes == 0 && !l.Infinite {
		budget = standardTime
	}
	if budget > 0 {
		var stop context.CancelFunc
		ctx, stop = context.WithTimeout(ctx, budget)
		defer stop()
	}
	switch {
	case level < engine.Perfect:
		return e.Choose(ctx, m, level, rng)
	case l.Depth > 0 || l.Infinite:
		return analyse(ctx, e, m, cmp.Or(l.Depth, math.MaxInt), report)
	case l.Nodes > 0 && !e.Exact():
		return e.ChooseWithin(ctx, m, l.Nodes)
	}
	return e.Choose(ctx, m, level, rng)
}

// analyse judges all moves, deeper and deeper, and reports each depth.
func analyse(ctx context.Context, e engine.Engine, m *game.Match, depth int, report func(*engine.Analysis)) engine.Choice {
	if report == nil {
		report = func(*engine.Analysis) {}
	}
	found := e.Analyse(ctx, m.Position(), depth, report)
	best := found.Moves[0]
	if found.Depth == 0 && best.Value != game.Unknown {
		report(found)
	}
	// What is proved has been reported.
	return engine.Choice{Move: best.Move}
}

// report says what is known about the chosen move.
func (s *search) report(c engine.Choice) game.Move {
	if c.Value != game.Unknown {
		_ = s.say("info score value " + c.Value.String() + " time " + s.elapsed())
	}
	return c.Move
}

func (s *search) elapsed() string {
	return strconv.FormatInt(time.Since(s.began).Milliseconds(), 10)
}

func (s *search) reportDepth(p game.Position, so *engine.Analysis) {
	verdict := so.Verdict(p.Outcome(), p.Game().Seats()[p.ToMove()].Team)
	score := "value " + verdict.Value.String()
	if verdict.Value == game.Unknown {
		score = "cp " + strconv.Itoa(int(verdict.Estimate))
	}
	var line strings.Builder
	fmt.Fprintf(&line, "info depth %d score %s nodes %d time %s", so.Depth, score, so.Nodes, s.elapsed())
	for i, move := range so.Line {
		if i == 0 {
			line.WriteString(" pv")
		}
		line.WriteString(" " + p.MoveText(move))
		next, err := p.Play(move)
		if err != nil {
			break
		}
		p = next
	}
	_ = s.say(line.String())
}
