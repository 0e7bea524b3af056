package prompt

import (
	"context"
	"fmt"
	"math"
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
	var worths []string
	moves := map[string][]string{}
	width := 0
	for i := range analysis.Moves {
		m := &analysis.Moves[i]
		worth := caption.Worth(m.Verdict)
		if moves[worth] == nil {
			worths = append(worths, worth)
			width = max(width, len(worth))
		}
		moves[worth] = append(moves[worth], now.MoveText(m.Move))
	}
	indent := strings.Repeat(" ", width+4)
	head := caption.Wrap(strings.Fields(valuesHead), s.Width, "")
	lines := strings.Split(strings.TrimSuffix(head, "\n"), "\n")
	for _, worth := range worths {
		text := strings.TrimSuffix(caption.Wrap(moves[worth], s.Width, indent), "\n")
		first := fmt.Sprintf("  %-*s  %s", width, worth, text[len(indent):])
		lines = append(lines, strings.Split(first, "\n")...)
	}
	s.page(ctx, lines)
}

// judgeMoves looks at all moves of the player to move.
func (s *Session) judgeMoves(ctx context.Context) (*engine.Analysis, bool) {
	if s.over() {
		s.say("The game is over.")
		return nil, false
	}
	return s.analyse(ctx, "The computer", math.MaxInt, s.Time)
}
