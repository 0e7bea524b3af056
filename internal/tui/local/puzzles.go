package local

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"time"

	"plateau/engine"
	"plateau/game"
	"plateau/internal/durable"
	"plateau/internal/tui/text"
	"plateau/puzzles"
	"plateau/rulebook/words"
)

// Puzzles are puzzles of one game that somebody solves one after the other.
type Puzzles struct {
	Game game.Game
	List []puzzles.Puzzle
	// At is the present puzzle.
	At int
	// Match is the present puzzle as far as it is solved, from its position.
	Match *game.Match
	// Solved are the puzzles that were solved.
	Solved *Solved
	// hints is how many hints were given to the present move.
	hints int
}

// NewPuzzles are puzzles of which none is set yet.
func NewPuzzles(g game.Game, list []puzzles.Puzzle, solved *Solved) *Puzzles {
	return &Puzzles{Game: g, List: list, Solved: solved}
}

// Set begins a puzzle; after the last comes the first.
func (p *Puzzles) Set(number int) error {
	p.At, p.hints = (number+len(p.List))%len(p.List), 0
	start, err := p.Game.Parse(p.Puzzle().Position)
	if err != nil {
		return err
	}
	p.Match = game.MatchFrom(start, nil)
	return nil
}

// Puzzle is the present puzzle.
func (p *Puzzles) Puzzle() puzzles.Puzzle { return p.List[p.At] }

// Done reports whether the present puzzle is solved.
func (p *Puzzles) Done() bool { return p.Match.Plies() >= len(p.Puzzle().Line) }

// Try plays a move if it is the solution, and the reply to it. It returns the moves
// that were played; none if the move is legal and wrong.
func (p *Puzzles) Try(move game.Move) ([]game.Move, error) {
	if p.Match.Position().MoveText(move) != p.Puzzle().Line[p.Match.Plies()] {
		return nil, nil
	}
	played := []game.Move{move}
	if err := p.advance(move); err != nil || p.Done() {
		return played, err
	}
	reply, err := p.Match.Position().ParseMove(p.Puzzle().Line[p.Match.Plies()])
	if err != nil {
		return played, err
	}
	return append(played, reply), p.advance(reply)
}

func (p *Puzzles) advance(m game.Move) error {
	p.hints = 0
	return p.Match.PlayMove(m)
}

// Heading names the present puzzle.
func (p *Puzzles) Heading(texts text.Texts) string {
	return texts.Text("puzzles.heading", "game", texts.Game(p.Game), "number", p.At+1)
}

// Grade is how hard the present puzzle is.
func (p *Puzzles) Grade(texts text.Texts) string {
	return texts.Text(fmt.Sprintf("puzzles.grade%d", p.Puzzle().Grade))
}

// Goal is what is asked, as sentences.
func (p *Puzzles) Goal(texts text.Texts) string {
	side := words.Side{Game: texts.NameID(p.Game), Seat: p.Match.Position().ToMove()}
	switch p.Puzzle().Goal {
	case puzzles.ToWin:
		return texts.Text("puzzles.goalWin", "seat", side, "n", p.Puzzle().Turns-p.Match.Plies())
	case puzzles.ToDraw:
		return texts.Text("puzzles.goalDraw", "seat", side)
	}
	return texts.Text("puzzles.goalOnly", "seat", side)
}

// Found says that a move was right and which is next.
func (p *Puzzles) Found(texts text.Texts) string {
	left := (len(p.Puzzle().Line) - p.Match.Plies() + 1) / 2
	all := (len(p.Puzzle().Line) + 1) / 2
	return texts.Text("puzzles.found", "number", all-left+1, "n", all)
}

// Praise says that the present puzzle is solved.
func (p *Puzzles) Praise(texts text.Texts) string {
	text := texts.Text("puzzles.solved")
	switch p.Puzzle().Goal {
	case puzzles.ToDraw:
		text += " " + texts.Text("puzzles.solvedDraw")
	case puzzles.OnlyMove:
		text += " " + texts.Text("puzzles.solvedOnly")
	}
	return text
}

// Progress says how many puzzles are solved.
func (p *Puzzles) Progress(texts text.Texts) string {
	done := p.Solved.Count(p.List)
	if done == len(p.List) {
		return texts.Text("puzzles.finished", "game", texts.Game(p.Game))
	}
	return texts.Text("puzzles.progress", "done", done, "n", len(p.List))
}

// Hint says first where the solution begins, then all of its move.
func (p *Puzzles) Hint(texts text.Texts) string {
	if p.Done() {
		return texts.Text("puzzles.solved")
	}
	right := p.Puzzle().Line[p.Match.Plies()]
	cells := text.MoveCells(right, p.Game.Size())
	if p.hints++; p.hints == 1 && len(cells) > 0 {
		return texts.Text("puzzles.hintCell", "cell", cells[0].String())
	}
	return texts.Text("puzzles.hintMove", "move", right)
}

// Solution is the whole solution.
func (p *Puzzles) Solution(texts text.Texts) string {
	return texts.Text("puzzles.shown", "line", strings.Join(p.Puzzle().Line, " "))
}

// Explainer prepares to say what is wrong with a legal move, so that another
// goroutine can find it out.
func (p *Puzzles) Explainer(move game.Move, texts text.Texts, limit time.Duration) func(ctx context.Context, e engine.Engine) string {
	now, puzzle, plies := p.Match.Position(), p.Puzzle(), p.Match.Plies()
	return func(ctx context.Context, e engine.Engine) string {
		next, err := now.Play(move)
		if err != nil {
			return texts.Error(err)
		}
		if v := next.Verdict(now); v.Outcome.Over() {
			return texts.Text("puzzles.ended", "reason", texts.Reason(v))
		}
		here := Analyse(ctx, e, now, limit)
		i := slices.IndexFunc(here.Moves, func(m engine.MoveVerdict) bool { return m.Move == move })
		switch value := here.Moves[i].Value; {
		case value.IsLoss():
			answer := Analyse(ctx, e, next, limit)
			seat := words.Side{Game: texts.NameID(now.Game()), Seat: next.ToMove()}
			return texts.Text("puzzles.loses", "seat", seat, "move", next.MoveText(answer.Moves[0].Move))
		case value == game.Draw && puzzle.Goal != puzzles.ToDraw:
			return texts.Text("puzzles.draws")
		case value.IsWin() && puzzle.Goal == puzzles.ToWin:
			return texts.Text("puzzles.slower")
		case puzzle.Goal == puzzles.ToWin:
			return texts.Text("puzzles.missesWin", "n", puzzle.Turns-plies)
		}
		return texts.Text("puzzles.misses")
	}
}

// Solved remembers in a folder which puzzles were solved, by their ids.
type Solved struct {
	dir string
	ids []string
}

// solvedName is the file in the folder, with one id per line.
const solvedName = "solved-puzzles.txt"

// ReadSolved reads which puzzles were solved. Without a folder nothing is
// remembered.
func ReadSolved(dir string) (*Solved, error) {
	s := &Solved{dir: dir}
	if dir == "" {
		return s, nil
	}
	text, err := os.ReadFile(filepath.Join(dir, solvedName))
	if errors.Is(err, fs.ErrNotExist) {
		err = nil
	}
	s.ids = strings.Fields(string(text))
	return s, err
}

// Add remembers that a puzzle was solved.
func (s *Solved) Add(id string) error {
	if slices.Contains(s.ids, id) {
		return nil
	}
	s.ids = append(s.ids, id)
	if s.dir == "" {
		return nil
	}
	if err := os.MkdirAll(s.dir, 0o700); err != nil {
		return err
	}
	return durable.Replace(filepath.Join(s.dir, solvedName), []byte(strings.Join(s.ids, "\n")+"\n"))
}

// Count is how many puzzles of a list were solved.
func (s *Solved) Count(list []puzzles.Puzzle) int {
	n := 0
	for _, puzzle := range list {
		if slices.Contains(s.ids, puzzle.ID) {
			n++
		}
	}
	return n
}

// Next is the first puzzle of a list that was not solved, or the first of all.
func (s *Solved) Next(list []puzzles.Puzzle) int {
	i := slices.IndexFunc(list, func(puzzle puzzles.Puzzle) bool { return !slices.Contains(s.ids, puzzle.ID) })
	return max(i, 0)
}

// Fault is a move that could have been better.
type Fault struct {
	Ply           int
	Kind          engine.Fault
	Before, After engine.Verdict
	Best          game.Move
}

// reviewTime is how long the engine looks at each move of a review at most.
const reviewTime = time.Second / 2

// Judgement is what a review says about one move.
type Judgement struct {
	// Before is what the position was worth to its player, and After what the
	// move was.
	Before, After engine.Verdict
	Best          game.Move
}

// Fault is what was wrong with the move of a ply, if anything.
func (j Judgement) Fault(ply int) (Fault, bool) {
	kind := engine.FaultOf(j.Before, j.After)
	return Fault{ply, kind, j.Before, j.After, j.Best}, kind != engine.NoFault
}

// JudgeMove looks at the move of a ply. Moves are judged from the last to the first,
// because what is learnt about late positions helps with earlier ones.
func JudgeMove(ctx context.Context, e engine.Engine, m *game.Match, ply int, limit time.Duration) Judgement {
	p, played := m.PositionAfter(ply), m.Moves()[ply]
	found := Analyse(ctx, e, p, min(limit, reviewTime))
	i := slices.IndexFunc(found.Moves, func(m engine.MoveVerdict) bool { return m.Move == played })
	return Judgement{
		Before: found.Verdict(p.Outcome(), p.Game().Seats()[p.ToMove()].Team),
		After:  found.Moves[i].Verdict, Best: found.Moves[0].Move,
	}
}

// WrongMove prepares to say what is wrong with a legal move that a lesson does not
// ask for, so that another goroutine can find it out.
func WrongMove(now game.Position, move game.Move, texts text.Texts, limit time.Duration) func(ctx context.Context, e engine.Engine) string {
	return func(ctx context.Context, e engine.Engine) string {
		next, err := now.Play(move)
		if err != nil {
			return texts.Error(err)
		}
		seats := now.Game().Seats()
		own := seats[now.ToMove()].Team
		if v := next.Verdict(now); v.Outcome.Over() {
			switch winner, won := v.Outcome.Winner(); {
			case !won:
				return texts.Text("learn.endeddrawn", "reason", texts.Reason(v))
			case winner == own:
				return texts.Text("learn.endedwon", "reason", texts.Reason(v))
			}
			return texts.Text("learn.endedlost", "reason", texts.Reason(v))
		}
		best := Analyse(ctx, e, next, limit).Moves[0]
		other := seats[next.ToMove()].Team != own
		switch {
		case other && best.Value.IsWin():
			seat := words.Side{Game: texts.NameID(now.Game()), Seat: next.ToMove()}
			return texts.Text("learn.refuted", "seat", seat, "move", next.MoveText(best.Move))
		case other && best.Value.IsLoss():
			return texts.Text("learn.slower")
		}
		return texts.Text("learn.notasked")
	}
}
