package text

import (
	"fmt"
	"io"
	"slices"
	"strings"
	"unicode/utf8"

	"github.com/charmbracelet/x/ansi"

	"plateau/game"
	"plateau/rulebook"
)

// The width of the text: longer lines are hard to read, and shorter ones have
// only a word or two.
const (
	widestText    = 100
	narrowestText = 24
)

// Page is what blocks are written for.
type Page struct {
	// Game is the one whose notation the book uses.
	Game  game.Game
	Texts Texts
	// Plain leaves figures to their captions.
	Plain bool
	// Style draws figures; the words beside them are those of Texts.
	Style Style
	Width int
}

// writer writes blocks.
type writer struct {
	Page

	out io.Writer
}

// Write writes a book.
func (p Page) Write(book *rulebook.Book, out io.Writer) error {
	p.Width = min(max(p.Width, narrowestText), widestText)
	p.Style.Words = p.Texts
	return (&writer{p, out}).writeAll(book)
}

// Lines are a book as lines.
func (p Page) Lines(book *rulebook.Book) ([]string, error) {
	var text strings.Builder
	if err := p.Write(book, &text); err != nil {
		return nil, err
	}
	return strings.Split(strings.TrimSuffix(text.String(), "\n"), "\n"), nil
}

func (p *writer) writeAll(book *rulebook.Book) error {
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

func (p *writer) write(block rulebook.Block) error {
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
		p.text("", p.Texts.Labelled(block.Label, block.Text))
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

func (p *writer) heading(text, line string) {
	text = p.plain(text)
	fmt.Fprintf(p.out, "%s\n%s\n", text, strings.Repeat(line, utf8.RuneCountInString(text)))
}

// text writes running text after a sign or an indent.
func (p *writer) text(sign, text string) {
	fmt.Fprint(p.out, Paragraph(p.plain(text), p.Width, p.plain(sign)))
}

// figureMargin is the indent of a figure and of its caption.
const figureMargin = "    "

func (p *writer) figure(f rulebook.Block) error {
	if p.Plain {
		p.text(figureMargin, f.Text)
		return nil
	}
	start, err := p.Game.Parse(f.Position)
	if err != nil {
		return err
	}
	m := game.MatchFrom(start, nil)
	for _, move := range f.Moves {
		if err := m.Play(move); err != nil {
			return err
		}
	}
	drawing := Draw(m.Position(), Marks{}, p.Style)
	if isOpening(p.Game, f.Position) && len(f.Moves) == 0 {
		drawing = drawAll(m.Position(), Marks{}, nil, p.Style)
	}
	// A pass changes nothing that could be shown.
	if before := Draw(m.Start(), Marks{}, p.Style); len(f.Moves) > 0 && before != drawing {
		last := MoveCells(m.MoveText(m.Plies()-1), p.Game.Size())
		after := Draw(m.Position(), Marks{Last: last, Line: m.Verdict().Line}, p.Style)
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
func (p *writer) beside(before, after string) string {
	arrow := "  →  "
	if p.Style.ASCII {
		arrow = "  => "
	}
	left, right := strings.Split(strings.TrimSuffix(before, "\n"), "\n"), strings.Split(strings.TrimSuffix(after, "\n"), "\n")
	wide := 0
	for _, line := range left {
		wide = max(wide, ansi.StringWidth(line))
	}
	if len(figureMargin)+2*wide+utf8.RuneCountInString(arrow) > p.Width {
		return before + "\n" + after
	}
	var both strings.Builder
	for i, line := range left {
		gap := strings.Repeat(" ", utf8.RuneCountInString(arrow))
		if i == len(left)/2 {
			gap = arrow
		}
		both.WriteString(line + strings.Repeat(" ", wide-ansi.StringWidth(line)) + gap + right[i] + "\n")
	}
	return both.String()
}

// plain removes accents where only ASCII can be shown.
func (p *writer) plain(text string) string {
	if !p.Style.ASCII {
		return text
	}
	return ASCII(text)
}
