package prompt

import (
	"context"
	"fmt"
	"math"
	"slices"
	"time"

	"plateau/engine"
	"plateau/game"
	"plateau/internal/tui/caption"
	"plateau/rulebook/words"
)

// playAgain starts another game between the same players from the same position,
// with their sides changed if asked for.
func (s *Session) playAgain(swap bool) {
	if !s.over() {
		s.tell("phrase.table.notover")
		return
	}
	old := s.Game
	seats := len(s.match.Players())
	from := func(seat int) int { // who sits there next
		if swap {
			return (seat + 1) % seats
		}
		return seat
	}
	players := make([]string, seats)
	next := Saved{
		Random: map[game.Seat]bool{}, Computer: map[game.Seat]engine.Level{},
		// The same seed would repeat the moves of the computer.
		Seed: old.Seed + 1, Control: old.Control, Advice: old.Advice,
	}
	for seat := range seats {
		source := game.Seat(from(seat))
		players[seat] = s.match.Players()[source]
		if old.Random[source] {
			next.Random[game.Seat(seat)] = true
		}
		if level := old.Computer[source]; level != 0 {
			next.Computer[game.Seat(seat)] = level
		}
	}
	next.Record = game.RecordOf(game.MatchFrom(s.match.Start(), players))
	next.Record.Tags = []game.Tag{{Name: "Date", Value: s.Watch.Now().Format(DateLayout)}}
	s.Store.Release()
	s.start(next)
	s.introduce()
}

// DateLayout is how records write a day.
const DateLayout = "2006.01.02"

// reviewTime is how long the engine looks at each move of a review at most.
const reviewTime = time.Second / 2

// fault is a move that could have been better.
type fault struct {
	ply           int
	kind          engine.Fault
	before, after engine.Verdict
	best          game.Move
}

// review judges every move of the game, and lists those that could have been
// better.
func (s *Session) review(ctx context.Context, _ string) {
	plies := s.match.Plies()
	if plies == 0 {
		s.tell("play.moves.none")
		return
	}
	done := 0
	progress := func(int) string { return s.text("analysis.review.progress", "done", done, "n", plies) }
	var faults []fault
	// From the end, because what is learnt about late positions helps with
	// earlier ones.
	for ply := plies - 1; ply >= 0; ply-- {
		p, played := s.match.PositionAfter(ply), s.match.Moves()[ply]
		found, ok := think(ctx, &s.base, s.match.Game(), progress, func(ctx context.Context, e engine.Engine) *engine.Analysis {
			ctx, stop := context.WithTimeout(ctx, min(s.Time, reviewTime))
			defer stop()
			return e.Analyse(ctx, p, math.MaxInt, func(*engine.Analysis) {})
		})
		if !ok {
			return
		}
		done++
		before := found.Verdict(p.Outcome(), p.Game().Seats()[p.ToMove()].Team)
		i := slices.IndexFunc(found.Moves, func(m engine.MoveVerdict) bool { return m.Move == played })
		after := found.Moves[i].Verdict
		if kind := engine.FaultOf(before, after); kind != engine.NoFault {
			faults = append(faults, fault{ply, kind, before, after, found.Moves[0].Move})
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
func (s *Session) faultLines(f fault) []string {
	p := s.match.PositionAfter(f.ply)
	head := fmt.Sprintf("%s, %s. ", s.text("analysis.fault.show", "n", f.ply+1), s.text("analysis.fault."+f.kind.String()))
	says := s.text("analysis.fault.says", "name", words.Name(s.player(p.ToMove())), "move", s.match.MoveText(f.ply), "after", s.Texts.Worth(f.after))
	better := s.text("analysis.fault.better", "best", s.moveText(p, f.best), "before", s.Texts.Worth(f.before))
	return caption.Lines(head+says+" "+better, s.Width, "- ")
}
