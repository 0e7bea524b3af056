package cli

import (
	"fmt"
	"io"
	"slices"
	"strings"
	"unicode/utf8"

	"github.com/spf13/cobra"

	"plateau/game"
	"plateau/internal/tui/board"
	"plateau/internal/tui/caption"
	"plateau/rulebook"
)

const strategyFlag = "strategy"

func (a *app) rulesCommand() *cobra.Command {
	strategy := false
	cmd := a.withJSON(&cobra.Command{
		Use:   "rules GAME",
		Short: "Explain the rules of a game in your language",
		Long: `Explain the rules of a game with figures from real positions. Where a figure has
a move, it shows the board before and after, with the cells of the move in round
brackets and a decisive line in square ones. Sentences marked § are rulings of
this project, where the leaflet is silent or can be read in two ways.

With --strategy, read what the solution of the game teaches, with positions to
try. Every statement in it is proved by a test.

The language is that of --lang, or else that of the environment (LC_ALL,
LC_MESSAGES, LANG), or English if the rules are not available in it.`,
		Example: `  plateau rules pivot
  plateau rules quixo4p --lang fr
  plateau rules quantik --strategy
  plateau rules quantik --json`,
		Args:              takes(0, "GAME"),
		ValidArgsFunction: a.completeGame,
		RunE: a.onGame(func(_ *cobra.Command, g game.Game, _ []string) error {
			source := a.catalogue.Of(g).Rulebook
			read := source.Book
			if strategy {
				read = source.Strategy
			}
			book, err := read(a.lang)
			if err != nil {
				return err
			}
			if book == nil {
				return usagef("--%s: nothing is known about the strategy of %s; leave it out for the rules", strategyFlag, g.ID())
			}
			if a.asJSON {
				return a.writeRulesJSON(book)
			}
			return a.writeRules(book, a.out)
		}),
	})
	cmd.Flags().BoolVar(&strategy, strategyFlag, false, "show what the solution of the game teaches, instead of the rules")
	return cmd
}

// rulesLines are the rules of a game for a screen.
func (a *app) rulesLines(g game.Game) ([]string, error) {
	book, err := a.catalogue.Of(g).Rulebook.Book(a.lang)
	if err != nil {
		return nil, err
	}
	var text strings.Builder
	if err := a.writeRules(book, &text); err != nil {
		return nil, err
	}
	return strings.Split(strings.TrimSuffix(text.String(), "\n"), "\n"), nil
}

// blockObject is a block of the rules; its keys are documented as stable.
type blockObject struct {
	Kind  string `json:"kind"`
	Label string `json:"label,omitempty"`
	Text  string `json:"text"`
	*figureObject
}

// figureObject is what only figures have.
type figureObject struct {
	Position string   `json:"position"`
	Moves    []string `json:"moves"`
}

func (a *app) writeRulesJSON(book *rulebook.Book) error {
	blocks := []blockObject{}
	for _, block := range book.Blocks {
		object := blockObject{Kind: block.Kind, Label: block.Label, Text: block.Text}
		if block.Kind == rulebook.Figure {
			object.figureObject = &figureObject{block.Position, block.Moves}
		}
		blocks = append(blocks, object)
	}
	return a.writeJSON(struct {
		Game     string        `json:"game"`
		Language string        `json:"language"`
		Blocks   []blockObject `json:"blocks"`
	}{book.Game, book.Language.Code, blocks})
}

// The width of the text: longer lines are hard to read, and shorter ones have
// only a word or two.
const (
	widestText    = 100
	narrowestText = 24
)

func (a *app) writeRules(book *rulebook.Book, out io.Writer) error {
	g, err := a.games.Find(book.Game)
	if err != nil {
		return err
	}
	width, _ := a.terminalSize()
	page := rulesPage{out: out, plainText: a.plain, game: g, texts: a.texts(), style: a.style(), width: min(max(width, narrowestText), widestText)}
	return page.writeAll(book)
}

// rulesPage writes blocks for a terminal.
type rulesPage struct {
	out   io.Writer
	game  game.Game
	texts caption.Texts
	// plainText leaves figures to their captions.
	plainText bool
	style     board.Style
	width     int
}

func (p *rulesPage) writeAll(book *rulebook.Book) error {
	previous := ""
	for i, block := range book.Blocks {
		// There is no empty line between the items of a list.
		inList := block.Kind == previous && (block.Kind == rulebook.Item || block.Kind == rulebook.Fact)
		if i > 0 && !inList && previous != rulebook.Section {
			fmt.Fprintln(p.out)
		}
		if err := p.write(block); err != nil {
			return err
		}
		previous = block.Kind
	}
	return nil
}

func (p *rulesPage) write(block rulebook.Block) error {
	switch block.Kind {
	case rulebook.Title:
		p.heading(block.Text, "=")
	case rulebook.Section:
		p.heading(block.Text, "-")
	case rulebook.Item:
		p.text("- ", block.Text)
	case rulebook.Ruling:
		p.text(rulebook.RulingSign+" ", block.Text)
	case rulebook.Fact:
		p.text("", p.texts.Labelled(block.Label, block.Text))
	case rulebook.Answer:
		p.text("", block.Label)
		p.text(figureMargin, block.Text)
	case rulebook.Figure:
		return p.figure(block)
	default:
		p.text("", block.Text)
	}
	return nil
}

func (p *rulesPage) heading(text, line string) {
	text = p.plain(text)
	fmt.Fprintf(p.out, "%s\n%s\n", text, strings.Repeat(line, utf8.RuneCountInString(text)))
}

// text writes running text after a sign or an indent.
func (p *rulesPage) text(sign, text string) {
	lines := wrapText(p.plain(sign), p.plain(text), p.width)
	fmt.Fprint(p.out, strings.ReplaceAll(lines, "\u00a0", " "))
}

func wrapText(sign, text string, width int) string {
	// Not strings.Fields, which breaks lines at no-break spaces, too.
	return caption.Wrap(strings.Split(text, " "), width, sign)
}

// figureMargin is the indent of a figure and of its caption.
const figureMargin = "    "

func (p *rulesPage) figure(f rulebook.Block) error {
	if p.plainText {
		p.text(figureMargin, f.Text)
		return nil
	}
	m, err := playWords(p.game, append([]string{f.Position}, f.Moves...))
	if err != nil {
		return err
	}
	drawing := board.Draw(m.Position(), board.Marks{}, p.style)
	if isOpening(p.game, f.Position) && len(f.Moves) == 0 {
		drawing = board.DrawSeats(m.Position(), p.style)
	}
	// A pass changes nothing that could be shown.
	if before := board.Draw(m.Start(), board.Marks{}, p.style); len(f.Moves) > 0 && before != drawing {
		last := board.MoveCells(m.MoveText(m.Plies()-1), p.game.Size())
		after := board.Draw(m.Position(), board.Marks{Last: last, Line: m.Verdict().Line}, p.style)
		drawing = p.beside(before, after)
	}
	for line := range strings.Lines(drawing) {
		fmt.Fprint(p.out, figureMargin+line)
	}
	fmt.Fprintln(p.out)
	p.text(figureMargin, f.Text)
	return nil
}

// isOpening reports whether a position is one that the game begins with.
func isOpening(g game.Game, position string) bool {
	return slices.ContainsFunc(g.Openers(), func(seat game.Seat) bool { return g.Start(seat).String() == position })
}

// beside joins the boards before and after a move with an arrow, or puts one
// below the other if they do not fit side by side.
func (p *rulesPage) beside(before, after string) string {
	arrow := "  →  "
	if p.style.ASCII {
		arrow = "  => "
	}
	left, right := strings.Split(strings.TrimSuffix(before, "\n"), "\n"), strings.Split(strings.TrimSuffix(after, "\n"), "\n")
	wide := 0
	for _, line := range left {
		wide = max(wide, board.VisibleWidth(line))
	}
	if len(figureMargin)+2*wide+utf8.RuneCountInString(arrow) > p.width {
		return before + "\n" + after
	}
	var both strings.Builder
	for i, line := range left {
		gap := strings.Repeat(" ", utf8.RuneCountInString(arrow))
		if i == len(left)/2 {
			gap = arrow
		}
		both.WriteString(line + strings.Repeat(" ", wide-board.VisibleWidth(line)) + gap + right[i] + "\n")
	}
	return both.String()
}

// plain removes accents where only ASCII can be shown.
func (p *rulesPage) plain(text string) string {
	if !p.style.ASCII {
		return text
	}
	return caption.ASCII(text)
}
