package prompt

import (
	"context"
	"fmt"
	"math"
	"slices"
	"strings"

	"plateau/engine"
	"plateau/game"
	"plateau/internal/tui/board"
	"plateau/internal/tui/caption"
)

// listMoves lists the legal moves: all, or those that name a cell or begin with
// a text.
func (s *Session) listMoves(ctx context.Context, filter string) {
	if s.over() {
		s.say("The game is over.")
		return
	}
	now := s.match.Position()
	var texts []string
	for _, m := range now.Moves() {
		if text := now.MoveText(m); matches(text, filter, now.Game().Size()) {
			texts = append(texts, text)
		}
	}
	if len(texts) == 0 {
		s.say("No legal move has " + filter + " in it or begins with it.")
		return
	}
	head := caption.Count(len(texts), "legal move") + ", each a beginning and one of the ends after it:"
	s.page(ctx, append([]string{head}, s.groupLines(groupMoves(texts))...))
}

func matches(text, filter string, size int) bool {
	if len(text) >= len(filter) && strings.EqualFold(text[:len(filter)], filter) {
		return true
	}
	for _, c := range board.MoveCells(text, size) {
		if strings.EqualFold(c.String(), filter) {
			return true
		}
	}
	return false
}

// moveGroup is a line of a list: moves that differ only in their last part, or
// that are worth the same.
type moveGroup struct {
	head  string
	tails []string
}

// groupMoves puts moves with the same beginning together, and pieces that can
// go to the same cells: "b2-b3+C@ or c@".
func groupMoves(texts []string) []moveGroup {
	var groups []moveGroup
	for _, text := range texts {
		cut := strings.LastIndexAny(text, "@-") + 1
		head, tail := text[:cut], text[cut:]
		if n := len(groups); n == 0 || groups[n-1].head != head {
			groups = append(groups, moveGroup{head: head})
		}
		last := &groups[len(groups)-1]
		last.tails = append(last.tails, tail)
	}
	var merged []moveGroup
	for _, group := range groups {
		pivot := group.head[:strings.IndexByte(group.head, '+')+1]
		n := len(merged)
		if n > 0 && strings.HasSuffix(group.head, "@") && strings.HasPrefix(merged[n-1].head, pivot) &&
			slices.Equal(merged[n-1].tails, group.tails) {
			merged[n-1].head += " or " + strings.TrimPrefix(group.head, pivot)
			continue
		}
		merged = append(merged, group)
	}
	return merged
}

// groupLines formats groups as lines that fit the screen.
func (s *Session) groupLines(groups []moveGroup) []string {
	width := 0
	for _, group := range groups {
		width = max(width, len(group.head))
	}
	var lines []string
	for _, group := range groups {
		text := caption.Wrap(group.tails, s.Width, fmt.Sprintf("  %-*s  ", width, group.head))
		lines = append(lines, strings.Split(strings.TrimSuffix(text, "\n"), "\n")...)
	}
	return lines
}

// page prints lines, and waits after each full screen if there is a person.
func (s *Session) page(ctx context.Context, lines []string) {
	height := s.Height - 1
	if !s.Interactive || height < 1 {
		height = len(lines)
	}
	for len(lines) > height {
		fmt.Fprintln(s.out, strings.Join(lines[:height], "\n"))
		lines = lines[height:]
		answer, err := s.ask(ctx, fmt.Sprintf("(%s more: Enter, or q to stop)", caption.Count(len(lines), "line")))
		switch {
		case err != nil, answer == "q":
			return
		case answer != "":
			s.execute(ctx, answer)
			return
		}
	}
	fmt.Fprintln(s.out, strings.Join(lines, "\n"))
}

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
