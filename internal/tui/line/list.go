package line

import (
	"context"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"unicode/utf8"

	"plateau/engine"
	"plateau/game"
	"plateau/internal/tui/local"
	"plateau/internal/tui/text"
	"plateau/rulebook/words"
)

// listMoves lists the legal moves: all, or those that name a cell or begin with
// a text.
func (s *Session) listMoves(ctx context.Context, filter string) {
	if s.Over() {
		s.tell("phrase.game.over")
		return
	}
	now := s.Match.Position()
	var texts []string
	for _, m := range now.Moves() {
		if text := now.MoveText(m); matches(text, filter, now.Game().Size()) {
			texts = append(texts, text)
		}
	}
	if len(texts) == 0 {
		s.tell("terminal.noSuchMove", "text", filter)
		return
	}
	if s.Plain {
		s.list(ctx, s.text("terminal.legalMoves", "n", len(texts)), []string{strings.Join(texts, ", ")})
		return
	}
	s.list(ctx, s.text("terminal.movesByStart", "n", len(texts)), s.groupLines(s.groupMoves(texts)))
}

func matches(move, filter string, size int) bool {
	if len(move) >= len(filter) && strings.EqualFold(move[:len(filter)], filter) {
		return true
	}
	return slices.ContainsFunc(text.MoveCells(move, size), func(c game.Cell) bool { return strings.EqualFold(c.String(), filter) })
}

// moveGroup is a line of a list: moves that differ only in their last part, or
// that are worth the same.
type moveGroup struct {
	head  string
	tails []string
}

// groupMoves puts moves with the same beginning together, and pieces that can
// go to the same cells: "b2-b3+C@ or c@".
func (s *Session) groupMoves(texts []string) []moveGroup {
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
			merged[n-1].head = s.text("terminal.or", "first", merged[n-1].head, "second", strings.TrimPrefix(group.head, pivot))
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
		width = max(width, utf8.RuneCountInString(group.head))
	}
	var lines []string
	for _, group := range groups {
		wrapped := text.Wrap(group.tails, s.Width, fmt.Sprintf("  %-*s  ", width, group.head))
		lines = append(lines, strings.Split(strings.TrimSuffix(wrapped, "\n"), "\n")...)
	}
	return lines
}

// list prints lines below a sentence.
func (s *Session) list(ctx context.Context, head string, lines []string) {
	s.read(ctx, append(text.Lines(head, s.Width, ""), lines...))
}

// read prints lines page by page, and runs a command typed in place of Enter.
func (s *Session) read(ctx context.Context, lines []string) {
	if typed := s.page(ctx, lines); typed != "" {
		s.execute(ctx, typed)
	}
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
	at := s.Match.Position()
	text := s.text("analysis.moveWorth", "move", s.moveText(at, best.Move), "worth", s.Texts.Worth(best.Verdict)) + "."
	if line := local.LineTexts(at, analysis.Line[:min(len(analysis.Line), hintPlies)]); len(line) > 1 {
		text += " " + s.text("terminal.thenPerhaps", "line", strings.Join(line[1:], " "))
	}
	s.say(text)
}

// worth is what a move is worth in a list: a number for an estimate, which tells
// more than a word.
func (s *Session) worth(v engine.Verdict) string {
	if v.Value == game.Unknown {
		return text.Worth(v)
	}
	return s.Texts.Worth(v)
}

// values lists the legal moves by what they are worth, best first.
func (s *Session) values(ctx context.Context, _ string) {
	analysis, ok := s.judgeMoves(ctx)
	if !ok {
		return
	}
	now := s.Match.Position()
	var groups []moveGroup
	for i := range analysis.Moves {
		m := &analysis.Moves[i]
		worth := s.worth(m.Verdict)
		n := slices.IndexFunc(groups, func(g moveGroup) bool { return g.head == worth })
		if n < 0 {
			n, groups = len(groups), append(groups, moveGroup{head: worth})
		}
		groups[n].tails = append(groups[n].tails, now.MoveText(m.Move))
	}
	s.list(ctx, s.text("terminal.valuesHead"), s.groupLines(groups))
}

// judgeMoves looks at all moves of the player to move.
func (s *Session) judgeMoves(ctx context.Context) (*engine.Analysis, bool) {
	if s.Over() {
		s.tell("phrase.game.over")
		return nil, false
	}
	looking := func(seconds int) string { return fmt.Sprintf("%s %d s", s.text("play.hinting"), seconds) }
	return think(ctx, &s.base, s.Match.Game(), looking, func(ctx context.Context, e engine.Engine) *engine.Analysis {
		return local.Analyse(ctx, e, s.Match.Position(), s.Time)
	})
}

// nearMisses are the commands or legal moves that somebody may have meant.
func (s *Session) nearMisses(text string) []string {
	word, _, _ := strings.Cut(text, " ")
	if near := local.Nearest(word, commandNames()); len(near) > 0 {
		return near
	}
	if s.Over() {
		return nil
	}
	return local.Nearest(text, local.MoveTexts(s.Match.Position()))
}

func commandNames() []string {
	return text.Each(commands(), func(c command) string { return c.name })
}

// completions are the lines that a beginning may become: commands with their
// arguments, and legal moves.
func (s *Session) completions(line string) []string {
	word, argument, spaced := strings.Cut(line, " ")
	if spaced {
		arguments := s.arguments(strings.ToLower(word), argument)
		return text.Each(arguments, func(candidate string) string { return word + " " + candidate })
	}
	candidates := commandNames()
	if !s.Over() {
		candidates = append(candidates, local.MoveTexts(s.Match.Position())...)
	}
	return beginning(candidates, line)
}

// arguments completes the argument of a command.
func (s *Session) arguments(command, argument string) []string {
	switch command {
	case "help":
		return beginning(commandNames(), argument)
	case "resume", "delete":
		return beginning(text.Each(s.Store.List(), func(saved local.Save) string { return saved.Name }), argument)
	case "save", "save!", "load":
		paths, _ := filepath.Glob(globSafe.Replace(argument) + "*")
		for i, path := range paths {
			if info, err := os.Stat(path); err == nil && info.IsDir() {
				paths[i] += string(filepath.Separator)
			}
		}
		return paths
	}
	return nil
}

// globSafe quotes what a pattern of file names would not take literally.
var globSafe = strings.NewReplacer(`*`, `[*]`, `?`, `[?]`, `[`, `[[]`)

// beginning are the candidates that begin with a text, in either case.
func beginning(candidates []string, text string) []string {
	return slices.DeleteFunc(candidates, func(candidate string) bool {
		return len(candidate) < len(text) || !strings.EqualFold(candidate[:len(text)], text)
	})
}

// playAgain starts another game between the same players from the same position,
// with their sides changed if asked for.
func (s *Session) playAgain(swap bool) {
	if !s.Over() {
		s.tell("phrase.table.notover")
		return
	}
	s.Store.Release()
	s.start(s.Again(swap))
	s.introduce()
}

// review judges every move of the game, and lists those that could have been
// better.
func (s *Session) review(ctx context.Context, _ string) {
	plies := s.Match.Plies()
	if plies == 0 {
		s.tell("play.moves.none")
		return
	}
	done := 0
	progress := func(int) string { return s.text("analysis.review.progress", "done", done, "n", plies) }
	var faults []local.Fault
	for ply := plies - 1; ply >= 0; ply-- {
		found, ok := think(ctx, &s.base, s.Match.Game(), progress, func(ctx context.Context, e engine.Engine) local.Judgement {
			return local.JudgeMove(ctx, e, s.Match, ply, s.Time)
		})
		if !ok {
			return
		}
		done++
		if fault, is := found.Fault(ply); is {
			faults = append(faults, fault)
		}
	}
	if len(faults) == 0 {
		s.tell("analysis.review.clean")
		return
	}
	slices.Reverse(faults)
	var lines []string
	for _, f := range faults {
		lines = append(lines, s.faultLines(f)...)
	}
	s.list(ctx, s.text("analysis.review.faults")+":", lines)
}

// faultLines describe a fault: which move, what it led to, and what was better.
func (s *Session) faultLines(f local.Fault) []string {
	p := s.Match.PositionAfter(f.Ply)
	head := fmt.Sprintf("%s, %s. ", s.text("analysis.fault.show", "n", f.Ply+1), s.text("analysis.fault."+f.Kind.String()))
	says := s.text("analysis.fault.says", "name", words.Name(s.player(p.ToMove())), "move", s.Match.MoveText(f.Ply), "after", s.Texts.Worth(f.After))
	better := s.text("analysis.fault.better", "best", s.moveText(p, f.Best), "before", s.Texts.Worth(f.Before))
	return text.Lines(head+says+" "+better, s.Width, "- ")
}
