package prompt

import (
	"context"
	"errors"
	"fmt"
	"io"
	"math"
	"slices"
	"strings"

	"plateau/engine"
	"plateau/game"
	"plateau/internal/tui/board"
	"plateau/puzzles"
	"plateau/rulebook/words"
)

// Puzzles lets somebody solve puzzles of one game.
type Puzzles struct {
	base
	game game.Game
	list []puzzles.Puzzle
	// at is the present puzzle.
	at int
	// match is the present puzzle as far as it is solved, from its position.
	match *game.Match
	// solved are the ids of the puzzles that were solved.
	solved *Solved
	// hints is how many hints were given to the present move.
	hints int
	quit  bool
}

// NewPuzzles prepares to solve puzzles, starting with one of the list.
func NewPuzzles(config Config, g game.Game, list []puzzles.Puzzle, first int, solved *Solved) *Puzzles {
	return &Puzzles{base: newBase(config), game: g, list: list, at: first, solved: solved}
}

// Run offers puzzles until the user quits or the input ends.
func (p *Puzzles) Run(ctx context.Context) error {
	defer p.open(p.completions)()
	if err := p.set(p.at); err != nil {
		return err
	}
	for !p.quit {
		line, err := p.ask(ctx, p.question())
		if errors.Is(err, io.EOF) {
			break
		}
		if err != nil {
			_ = p.out.Flush()
			return err
		}
		if err := p.execute(ctx, line); err != nil {
			return err
		}
	}
	return p.out.Flush()
}

func (p *Puzzles) question() string {
	if !p.Interactive {
		return ""
	}
	return p.text("puzzles.heading", "game", p.Texts.Game(p.game), "number", p.at+1) + ">"
}

func (p *Puzzles) puzzle() puzzles.Puzzle { return p.list[p.at] }

// set shows a puzzle.
func (p *Puzzles) set(number int) error {
	p.at, p.hints = number, 0
	start, err := p.game.Parse(p.puzzle().Position)
	if err != nil {
		return err
	}
	p.match = game.MatchFrom(start, nil)
	grade := p.text(fmt.Sprintf("puzzles.grade%d", p.puzzle().Grade))
	p.say(p.text("puzzles.heading", "game", p.Texts.Game(p.game), "number", number+1) + " (" + grade + ")")
	p.show()
	p.say(p.goal())
	if len(p.game.Seats()) > 2 {
		p.tell("puzzles.partners")
	}
	p.tell("terminal.puzzleHelp")
	return nil
}

// show draws the board or describes it.
func (p *Puzzles) show() {
	if !p.Plain {
		fmt.Fprint(p.out, "\n"+board.DrawMatch(p.match, p.Style)+"\n")
		return
	}
	for _, line := range p.Texts.Position(p.match.Position(), nil) {
		p.say(line)
	}
}

// side is the seat to move, in a sentence.
func (p *Puzzles) side() words.Side {
	return words.Side{Game: p.Texts.NameID(p.game), Seat: p.match.Position().ToMove()}
}

func (p *Puzzles) goal() string {
	switch p.puzzle().Goal {
	case puzzles.ToWin:
		return p.text("puzzles.goalWin", "seat", p.side(), "n", p.puzzle().Turns-p.match.Plies())
	case puzzles.ToDraw:
		return p.text("puzzles.goalDraw", "seat", p.side())
	}
	return p.text("puzzles.goalOnly", "seat", p.side())
}

// puzzleCommands are what can be typed in place of a move.
var puzzleCommands = []string{"?", "hint", "solution", "next", "previous", "again", "board", "rules", "help", "quit", "exit"}

func (p *Puzzles) execute(ctx context.Context, line string) error {
	switch strings.ToLower(line) {
	case "":
	case "?":
		p.listMoves()
	case "hint":
		p.hint()
	case "solution":
		p.solution()
	case "next":
		return p.set((p.at + 1) % len(p.list))
	case "previous":
		return p.set((p.at + len(p.list) - 1) % len(p.list))
	case "again":
		return p.set(p.at)
	case "board":
		p.show()
		p.say(p.goal())
	case "rules":
		lines, err := p.Rules(p.game)
		if err != nil {
			return err
		}
		p.page(ctx, lines)
	case "help":
		p.tell("terminal.puzzleHelp")
	case "quit", "exit":
		p.quit = true
	default:
		p.try(ctx, line)
	}
	return nil
}

func (p *Puzzles) done() bool { return p.match.Plies() >= len(p.puzzle().Line) }

// try plays a move and says whether it is the solution.
func (p *Puzzles) try(ctx context.Context, text string) {
	if p.done() {
		p.tell("terminal.puzzleHelp")
		return
	}
	now := p.match.Position()
	move, next, err := now.PlayText(text)
	if err != nil {
		p.refuse(err)
		if near := nearest(text, puzzleCommands); len(near) > 0 {
			p.tell("terminal.didYouMean", "text", strings.Join(near, ", "))
		}
		return
	}
	if right := p.puzzle().Line[p.match.Plies()]; now.MoveText(move) != right {
		p.explain(ctx, now, move, next)
		return
	}
	p.advance(move)
	if p.done() {
		p.finish()
		return
	}
	reply, err := p.match.Position().ParseMove(p.puzzle().Line[p.match.Plies()])
	if err != nil {
		p.refuse(err)
		return
	}
	p.advance(reply)
	left := (len(p.puzzle().Line) - p.match.Plies() + 1) / 2
	all := (len(p.puzzle().Line) + 1) / 2
	p.show()
	p.tell("puzzles.found", "number", all-left+1, "n", all)
}

// advance plays a move of the solution, and says which.
func (p *Puzzles) advance(m game.Move) {
	now := p.match.Position()
	text := now.MoveText(m)
	if p.Plain {
		text += ", " + p.Texts.Move(now, m)
	}
	fmt.Fprintf(p.out, "%s: %s\n", p.Texts.Player(p.game, nil, now.ToMove()), text)
	if err := p.match.PlayMove(m); err != nil {
		p.refuse(err)
	}
	p.hints = 0
}

// finish says that a puzzle is solved.
func (p *Puzzles) finish() {
	p.show()
	text := p.text("puzzles.solved")
	switch p.puzzle().Goal {
	case puzzles.ToDraw:
		text += " " + p.text("puzzles.solvedDraw")
	case puzzles.OnlyMove:
		text += " " + p.text("puzzles.solvedOnly")
	}
	p.say(text)
	if err := p.solved.Add(p.puzzle().ID); err != nil {
		p.refuse(err)
	}
	done := p.solved.Count(p.list)
	if done == len(p.list) {
		p.tell("puzzles.finished", "game", p.Texts.Game(p.game))
		return
	}
	p.tell("puzzles.progress", "done", done, "n", len(p.list))
}

// explain says what is wrong with a move.
func (p *Puzzles) explain(ctx context.Context, now game.Position, move game.Move, next game.Position) {
	if v := next.Verdict(now); v.Outcome.Over() {
		p.tell("puzzles.ended", "reason", p.Texts.Reason(v))
		return
	}
	checking := func(int) string { return p.text("puzzles.thinking") }
	analyse := func(at game.Position) (*engine.Analysis, bool) {
		return think(ctx, &p.base, p.game, checking, func(ctx context.Context, e engine.Engine) *engine.Analysis {
			ctx, stop := context.WithTimeout(ctx, p.Time)
			defer stop()
			return e.Analyse(ctx, at, math.MaxInt, func(*engine.Analysis) {})
		})
	}
	here, ok := analyse(now)
	if !ok {
		return
	}
	i := slices.IndexFunc(here.Moves, func(m engine.MoveVerdict) bool { return m.Move == move })
	switch value := here.Moves[i].Value; {
	case value.IsLoss():
		answer, ok := analyse(next)
		if !ok {
			return
		}
		seat := words.Side{Game: p.Texts.NameID(p.game), Seat: next.ToMove()}
		p.tell("puzzles.loses", "seat", seat, "move", next.MoveText(answer.Moves[0].Move))
	case value == game.Draw && p.puzzle().Goal != puzzles.ToDraw:
		p.tell("puzzles.draws")
	case value.IsWin() && p.puzzle().Goal == puzzles.ToWin:
		p.tell("puzzles.slower")
	case p.puzzle().Goal == puzzles.ToWin:
		p.tell("puzzles.missesWin", "n", p.puzzle().Turns-p.match.Plies())
	default:
		p.tell("puzzles.misses")
	}
}

// hint shows first where the solution begins, then all of its move.
func (p *Puzzles) hint() {
	if p.done() {
		p.tell("puzzles.solved")
		return
	}
	right := p.puzzle().Line[p.match.Plies()]
	cells := board.MoveCells(right, p.game.Size())
	if p.hints++; p.hints == 1 && len(cells) > 0 {
		p.tell("puzzles.hintCell", "cell", cells[0].String())
		return
	}
	p.tell("puzzles.hintMove", "move", right)
}

func (p *Puzzles) solution() {
	p.tell("puzzles.shown", "line", strings.Join(p.puzzle().Line, " "))
}

func (p *Puzzles) listMoves() {
	now := p.match.Position()
	var texts []string
	for _, m := range now.Moves() {
		texts = append(texts, now.MoveText(m))
	}
	p.say(p.text("terminal.legalMoves", "n", len(texts)))
	p.say(strings.Join(texts, " "))
}

func (p *Puzzles) completions(line string) []string {
	candidates := slices.Clone(puzzleCommands)
	now := p.match.Position()
	for _, m := range now.Moves() {
		candidates = append(candidates, now.MoveText(m))
	}
	return beginning(candidates, line)
}
