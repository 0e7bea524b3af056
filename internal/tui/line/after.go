package line

import (
	"context"
	"fmt"
	"slices"

	"plateau/engine"
	"plateau/internal/tui/local"
	"plateau/internal/tui/text"
	"plateau/rulebook/words"
)

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
