package rulebook

import (
	"fmt"
	"strings"
)

// RulingSign marks rulings; every book explains it at its end.
const RulingSign = "§"

// The kinds of blocks, which are also their names in encodings.
const (
	// Title is the name of the game; a book begins with it.
	Title = "title"
	// Section is a heading.
	Section = "section"
	// Paragraph is running text.
	Paragraph = "paragraph"
	// Item is an item of a list; consecutive ones belong together.
	Item = "item"
	// Ruling is this project's reading where the leaflet of a game is silent
	// or can be read in two ways.
	Ruling = "ruling"
	// Figure is a position and the moves that lead from it to what the text
	// describes.
	Figure = "figure"
)

// Block is a part of a book.
type Block struct {
	Kind string
	// Text is one line without breaks; for a figure it is the caption.
	Text string
	// Position is that of a figure, in the notation of the book's game.
	Position string
	// Moves are played from the position; there may be none.
	Moves []string
}

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
		if kind, _ := splitSign(line); line == "" || kind != "" {
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
var signs = map[string]string{"#": Title, "##": Section, "-": Item, RulingSign: Ruling, "!": Figure}

// splitSign is the kind of the block that a line starts, or empty, and the text
// after the sign.
func splitSign(line string) (kind, text string) {
	sign, text, signed := strings.Cut(line, " ")
	if !signed {
		return "", line
	}
	return signs[sign], text
}

func makeBlock(line string) (Block, error) {
	kind, text := splitSign(line)
	if kind == "" {
		return Block{Kind: Paragraph, Text: line}, nil
	}
	if kind != Figure {
		return Block{Kind: kind, Text: strings.TrimSpace(text)}, nil
	}
	parts := strings.SplitN(text, "|", 3)
	if len(parts) != 3 {
		return Block{}, fmt.Errorf("%q: a figure is a position, moves and a caption with | between them", line)
	}
	return Block{
		Kind: Figure, Text: strings.TrimSpace(parts[2]),
		Position: strings.TrimSpace(parts[0]), Moves: strings.Fields(parts[1]),
	}, nil
}
