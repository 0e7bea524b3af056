package prompt

import (
	"context"
	"fmt"
	"math"
	"slices"
	"strings"

	"plateau/engine"
	"plateau/game"
	"plateau/internal/tui/caption"
)

// hintPlies is how much of the best line a hint shows.
const hintPlies = 6

// hint shows the best move, what it is worth and how play may continue.
func (s *Session) hint(ctx context.Context, _ string) {
	analysis, ok := s.judgeMoves(ctx)
	if !ok {
		return
	}
	best := &analysis.Moves[0]
	at := s.match.Position()
	text := fmt.Sprintf("%s: %s.", at.MoveText(best.Move), worthText(best.Verdict))
	var line []string
	for i, move := range analysis.Line[:min(len(analysis.Line), hintPlies)] {
		if i > 0 {
			line = append(line, at.MoveText(move))
		}
		next, err := at.Play(move)
		if err != nil {
			break
		}
		at = next
	}
	if len(line) > 0 {
		text += " Then perhaps " + strings.Join(line, " ") + "."
	}
	s.say(text)
}

// worthText says what a move is worth to the player who makes it.
func worthText(v engine.Verdict) string {
	worth := caption.Worth(v)
	switch turns, known := v.Value.Distance(); {
	case v.Value == game.Unknown:
		return worth + " by estimate, where positive is good for you"
	case v.Value.IsWin() && known:
		return worth + ", it wins in " + caption.Count(turns, "turn")
	case v.Value.IsLoss() && known:
		return worth + ", it loses in " + caption.Count(turns, "turn")
	}
	return worth
}

// valuesHead explains the list of values.
const valuesHead = "Best first: win and loss with the number of turns to the end, counting both sides', " +
	"or an estimate, where positive is good for you."

// values lists the legal moves by what they are worth, best first.
func (s *Session) values(ctx context.Context, _ string) {
	analysis, ok := s.judgeMoves(ctx)
	if !ok {
		return
	}
	now := s.match.Position()
	var groups []moveGroup
	for i := range analysis.Moves {
		m := &analysis.Moves[i]
		worth := caption.Worth(m.Verdict)
		n := slices.IndexFunc(groups, func(g moveGroup) bool { return g.head == worth })
		if n < 0 {
			n, groups = len(groups), append(groups, moveGroup{head: worth})
		}
		groups[n].tails = append(groups[n].tails, now.MoveText(m.Move))
	}
	head := caption.Wrap(strings.Fields(valuesHead), s.Width, "")
	s.page(ctx, append(strings.Split(strings.TrimSuffix(head, "\n"), "\n"), s.groupLines(groups)...))
}

// judgeMoves looks at all moves of the player to move.
func (s *Session) judgeMoves(ctx context.Context) (*engine.Analysis, bool) {
	if s.over() {
		s.say("The game is over.")
		return nil, false
	}
	return think(ctx, s, "The computer", func(ctx context.Context, e engine.Engine) *engine.Analysis {
		ctx, stop := context.WithTimeout(ctx, s.Time)
		defer stop()
		return e.Analyse(ctx, s.match.Position(), math.MaxInt, func(*engine.Analysis) {})
	})
}
