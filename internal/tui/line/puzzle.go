package line

import (
	"context"
	"errors"
	"fmt"
	"io"
	"slices"
	"strings"

	"plateau/game"
	"plateau/internal/tui/local"
	"plateau/puzzles"
)

// Puzzles lets somebody solve puzzles of one game.
type Puzzles struct {
	base
	*local.Puzzles
	quit bool
}

// NewPuzzles prepares to solve puzzles, starting with one of the list.
func NewPuzzles(config Config, g game.Game, list []puzzles.Puzzle, first int, solved *local.Solved) *Puzzles {
	p := &Puzzles{base: newBase(config), Puzzles: local.NewPuzzles(g, list, solved)}
	p.At = first
	return p
}

// Run offers puzzles until the user quits or the input ends.
func (p *Puzzles) Run(ctx context.Context) error {
	defer p.open(p.completions)()
	if err := p.set(p.At); err != nil {
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

func (p *Puzzles) game() game.Game { return p.Puzzles.Game } //nolint:staticcheck // Config has a field of that name, too.

func (p *Puzzles) question() string {
	if !p.Interactive {
		return ""
	}
	return p.Heading(p.Texts) + ">"
}

// set shows a puzzle.
func (p *Puzzles) set(number int) error {
	if err := p.Set(number); err != nil {
		return err
	}
	p.say(p.Heading(p.Texts) + " (" + p.Grade(p.Texts) + ")")
	p.show(p.Match, nil)
	p.say(p.Goal(p.Texts))
	if len(p.game().Seats()) > 2 {
		p.tell("puzzles.partners")
	}
	p.tell("terminal.puzzleHelp")
	return nil
}

// puzzleCommands are what can be typed in place of a move.
var puzzleCommands = []string{"?", "hint", "solution", "next", "previous", "again", "board", "rules", "help", "quit", "exit"}

func (p *Puzzles) execute(ctx context.Context, line string) error {
	switch strings.ToLower(line) {
	case "":
	case "?":
		p.listMoves()
	case "hint":
		p.say(p.Hint(p.Texts))
	case "solution":
		p.say(p.Solution(p.Texts))
	case "next":
		return p.set(p.At + 1)
	case "previous":
		return p.set(p.At - 1)
	case "again":
		return p.set(p.At)
	case "board":
		p.show(p.Match, nil)
		p.say(p.Goal(p.Texts))
	case "rules":
		lines, err := p.Rules(p.game())
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

// try plays a move and says whether it is the solution.
func (p *Puzzles) try(ctx context.Context, text string) {
	if p.Done() {
		p.tell("terminal.puzzleHelp")
		return
	}
	now := p.Match.Position()
	move, err := now.ParseMove(text)
	if err != nil {
		p.refuse(err)
		p.suggest(text, p.completions(""))
		return
	}
	played, err := p.Try(move)
	for i := range played {
		p.showMove(p.Match.Plies() - len(played) + i)
	}
	switch {
	case err != nil:
		p.refuse(err)
	case len(played) == 0:
		p.explain(ctx, move)
	case p.Done():
		p.finish()
	default:
		p.show(p.Match, nil)
		p.say(p.Found(p.Texts))
	}
}

// showMove says which move of the solution was played.
func (p *Puzzles) showMove(ply int) {
	before := p.Match.PositionAfter(ply)
	fmt.Fprintf(p.out, "%s: %s\n", p.Texts.Player(p.game(), nil, before.ToMove()), p.moveText(before, p.Match.Moves()[ply]))
}

// finish says that a puzzle is solved.
func (p *Puzzles) finish() {
	p.show(p.Match, nil)
	p.say(p.Praise(p.Texts))
	if err := p.Solved.Add(p.Puzzle().ID); err != nil {
		p.refuse(err)
	}
	p.say(p.Progress(p.Texts))
}

// explain says what is wrong with a move.
func (p *Puzzles) explain(ctx context.Context, move game.Move) {
	checking := func(int) string { return p.text("puzzles.thinking") }
	if text, ok := think(ctx, &p.base, p.game(), checking, p.Explainer(move, p.Texts, p.Time)); ok {
		p.say(text)
	}
}

func (p *Puzzles) listMoves() {
	texts := local.MoveTexts(p.Match.Position())
	p.say(p.text("terminal.legalMoves", "n", len(texts)))
	p.say(strings.Join(texts, " "))
}

func (p *Puzzles) completions(line string) []string {
	return beginning(append(slices.Clone(puzzleCommands), local.MoveTexts(p.Match.Position())...), line)
}
