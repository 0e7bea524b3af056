package rulebook

import (
	"fmt"
	"strings"
)

// RulingSign marks rulings; every book explains it at its end.
const RulingSign = "§"

// Block is a part of a book: a [Title], [Section], [Paragraph], [Item],
// [Ruling] or [Figure].
type Block interface {
	// Kind is the name of the type in lower case, for encodings.
	Kind() string
	// Text is the text; for a figure it is the caption.
	Text() string
}

// The blocks that are only text, in one line without breaks.
type (
	// Title is the name of the game; a book begins with it.
	Title string
	// Section is a heading.
	Section string
	// Paragraph is running text.
	Paragraph string
	// Item is an item of a list; consecutive ones belong together.
	Item string
	// Ruling is this project's reading where the leaflet of a game is silent
	// or can be read in two ways.
	Ruling string
)

// Figure is a position and the moves that lead from it to what the caption
// describes.
type Figure struct {
	// Position is in the notation of the book's game.
	Position string
	// Moves are played from the position; there may be none.
	Moves []string
	// Caption explains the figure.
	Caption string
}

// Kind implements [Block].
func (Title) Kind() string { return "title" }

// Kind implements [Block].
func (Section) Kind() string { return "section" }

// Kind implements [Block].
func (Paragraph) Kind() string { return "paragraph" }

// Kind implements [Block].
func (Item) Kind() string { return "item" }

// Kind implements [Block].
func (Ruling) Kind() string { return "ruling" }

// Kind implements [Block].
func (Figure) Kind() string { return "figure" }

// Text implements [Block].
func (b Title) Text() string { return string(b) }

// Text implements [Block].
func (b Section) Text() string { return string(b) }

// Text implements [Block].
func (b Paragraph) Text() string { return string(b) }

// Text implements [Block].
func (b Item) Text() string { return string(b) }

// Text implements [Block].
func (b Ruling) Text() string { return string(b) }

// Text implements [Block].
func (b Figure) Text() string { return b.Caption }

// read parses the text of a file.
func read(text string) ([]Block, error) {
	var blocks []Block
	var open []string // the lines of the current block
	shut := func() error {
		if len(open) == 0 {
			return nil
		}
		block, err := makeBlock(strings.Join(open, " "))
		blocks, open = append(blocks, block), nil
		return err
	}
	for i, line := range strings.Split(text, "\n") {
		line = strings.TrimSpace(line)
		if line == "" || begins(line) {
			if err := shut(); err != nil {
				return nil, fmt.Errorf("above line %d: %w", i+1, err)
			}
		}
		if line != "" {
			open = append(open, line)
		}
		// A heading is one line, so that its text can follow right below.
		if strings.HasPrefix(line, "#") {
			if err := shut(); err != nil {
				return nil, fmt.Errorf("line %d: %w", i+1, err)
			}
		}
	}
	return blocks, shut()
}

// signs start a block; a block without one is a paragraph.
var signs = []struct {
	sign string
	make func(text string) Block
}{
	{"# ", func(text string) Block { return Title(text) }},
	{"## ", func(text string) Block { return Section(text) }},
	{"- ", func(text string) Block { return Item(text) }},
	{RulingSign + " ", func(text string) Block { return Ruling(text) }},
}

const figureSign = "! "

func begins(line string) bool {
	for _, s := range signs {
		if strings.HasPrefix(line, s.sign) {
			return true
		}
	}
	return strings.HasPrefix(line, figureSign)
}

func makeBlock(text string) (Block, error) {
	if figure, ok := strings.CutPrefix(text, figureSign); ok {
		parts := strings.SplitN(figure, "|", 3)
		if len(parts) != 3 {
			return nil, fmt.Errorf("%q: a figure is a position, moves and a caption with | between them", text)
		}
		return Figure{
			Position: strings.TrimSpace(parts[0]),
			Moves:    strings.Fields(parts[1]),
			Caption:  strings.TrimSpace(parts[2]),
		}, nil
	}
	for _, s := range signs {
		if rest, ok := strings.CutPrefix(text, s.sign); ok {
			return s.make(strings.TrimSpace(rest)), nil
		}
	}
	return Paragraph(text), nil
}
