package prompt

import (
	"context"
	"fmt"
	"slices"
	"strings"

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
	indent := strings.Repeat(" ", width+4)
	for _, group := range groups {
		text := strings.TrimSuffix(caption.Wrap(group.tails, s.Width, indent), "\n")
		first := fmt.Sprintf("  %-*s  %s", width, group.head, text[len(indent):])
		lines = append(lines, strings.Split(first, "\n")...)
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
