// Package rulebook holds the rules of the games for people, in several
// languages, as blocks that every user interface shows in its own way: a
// terminal draws the figures with letters, a page with pictures. A lesson
// teaches the same rules interactively.
//
// The texts are plain files. Each language has a folder with one file per game,
// ending.txt, which ends every book of the language, and language.txt, the
// language's own name. A folder is all that a language needs to be found.
// English is written first and the others follow it block by block, which tests
// check. The first character of a line is what it starts:
//
//	# Title             the name of the game, once, at the top
//	= label | fact      what people want to know first: players, playing time
//	## Section          a heading, which ends with its line
//	- item              an item of a list
//	§ ruling            a sentence that is this project's reading of the rules
//	                    and not in the leaflet of the game
//	! position | moves | caption
//	                    a figure: a position in notation, the moves that are
//	                    played on it, separated by spaces (there may be none),
//	                    and the sentence below it
//	? question | answer
//	                    what players often ask
//	anything else       continues the block above, or starts a paragraph
//	                    after an empty line
//
// Positions and moves are the same in every language; all else is translated.
package rulebook

import (
	"cmp"
	"embed"
	"errors"
	"fmt"
	"io/fs"
	"slices"
	"strings"
	"sync"

	"plateau/game"
)

//go:embed text lessons strategy guided
var files embed.FS

// Source is where the rules and lessons of one game come from: the files
// text/LANGUAGE/GAME.txt, lessons/GAME.txt and lessons/LANGUAGE/GAME.txt. A
// language that is missing falls back to English.
type Source struct {
	Files fs.ReadFileFS
	// Game is the id of the game whose notation the texts use. Games that
	// share a book have the same source.
	Game string
}

// Of is the source of a game whose texts are in this package.
func Of(gameID string) Source { return Source{files, gameID} }

// Language is a language of the rules.
type Language struct {
	// Code is the IETF tag: "fr", "pt-BR".
	Code string
	// Name is its own name: "Français".
	Name string
}

const english = "en"

// languages are read from the folders of the texts, English first, the others
// by their names.
var languages = sync.OnceValue(func() []Language {
	folders, err := files.ReadDir("text")
	if err != nil {
		panic(err) // the texts are part of the program
	}
	var all []Language
	for _, folder := range folders {
		name, err := files.ReadFile("text/" + folder.Name() + "/language.txt")
		if err != nil {
			panic(err)
		}
		all = append(all, Language{folder.Name(), strings.TrimSpace(string(name))})
	}
	slices.SortFunc(all, func(a, b Language) int { return strings.Compare(a.place(), b.place()) })
	return all
})

// place is what languages are sorted by.
func (l Language) place() string {
	if l.Code == english {
		return ""
	}
	return l.Name
}

// Languages returns all languages, English first.
func Languages() []Language { return slices.Clone(languages()) }

// FindLanguage reads a language forgivingly: its code, a locale that starts
// with it ("fr_FR.UTF-8", "pt-BR"), or its name. The longest code counts, so
// "pt_BR" finds pt-BR if there is one, and pt otherwise.
func FindLanguage(text string) (Language, bool) {
	text = strings.TrimSpace(text)
	locale, _, _ := strings.Cut(text, ".")
	locale, _, _ = strings.Cut(locale, "@")
	tag := strings.ReplaceAll(locale, "_", "-")
	for tag != "" {
		for _, l := range languages() {
			if strings.EqualFold(tag, l.Code) || strings.EqualFold(text, l.Name) {
				return l, true
			}
		}
		tag = tag[:max(strings.LastIndex(tag, "-"), 0)]
	}
	return Language{}, false
}

// UnknownLanguage refuses a language without rules.
var UnknownLanguage = game.Invalid("rulebook.language", "the rules are not written in this language; choose {languages}")

// ReadLanguage is FindLanguage with an error, which is a refusal.
func ReadLanguage(text string) (Language, error) {
	l, ok := FindLanguage(text)
	if ok {
		return l, nil
	}
	var codes []string
	for _, l := range languages() {
		codes = append(codes, l.Code)
	}
	return l, UnknownLanguage.Refuse(text, "languages", strings.Join(codes, ", "))
}

// Book is the rules of a game in a language.
type Book struct {
	// Game is the id of the game whose notation the figures use. It differs
	// from the game asked for if two games share a book.
	Game     string
	Language Language
	Blocks   []Block
}

// Book is the rules in a language, which is read forgivingly. Its errors are
// refusals.
func (s Source) Book(language string) (*Book, error) {
	l, err := s.language(language)
	if err != nil {
		return nil, err
	}
	book := &Book{Game: s.Game, Language: l}
	for _, part := range []Source{s, {files, "ending"}} {
		blocks, err := parse(part, part.textPath(l), read)
		if err != nil {
			return nil, err
		}
		book.Blocks = append(book.Blocks, blocks...)
	}
	return book, nil
}

// parse reads one of the files.
func parse[T any](s Source, path string, read func(text string) (T, error)) (parsed T, err error) {
	text, err := s.Files.ReadFile(path)
	if err != nil {
		return parsed, fmt.Errorf("rulebook: %w", err)
	}
	if parsed, err = read(string(text)); err != nil {
		return parsed, fmt.Errorf("rulebook: %s: %w", path, err)
	}
	return parsed, nil
}

func (s Source) textPath(l Language) string { return "text/" + l.Code + "/" + s.Game + ".txt" }

// language is the one asked for, or English if the game has no texts in that.
// Its errors are refusals.
func (s Source) language(text string) (Language, error) {
	l, err := ReadLanguage(text)
	if err != nil {
		return Language{}, err
	}
	if _, err := s.Files.ReadFile(s.textPath(l)); errors.Is(err, fs.ErrNotExist) {
		return languages()[0], nil
	}
	return l, nil
}

// Title is the heading of the book.
func (b *Book) Title() string {
	for _, block := range b.Blocks {
		if block.Kind == Title {
			return block.Text
		}
	}
	return ""
}

// RulingSign marks rulings; every book explains it at its end.
const RulingSign = "§"

// The kinds of blocks, which are also their names in encodings.
const (
	// Title is the name of the game; a book begins with it.
	Title = "title"
	// Fact is what people want to know first, such as the number of players.
	Fact = "fact"
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
	// Answer is the answer to a question that players often ask.
	Answer = "answer"
)

// Block is a part of a book. Its JSON is sent to the pages.
type Block struct {
	Kind string `json:"kind"`
	// Label is what a fact is about, or the question of an answer.
	Label string `json:"label"`
	// Text is one line without breaks; for a figure it is the caption.
	Text string `json:"text"`
	// Position is that of a figure, in the notation of the book's game.
	Position string `json:"position"`
	// Moves are played from the position; there may be none.
	Moves []string `json:"moves"`
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
var signs = map[string]string{
	"#": Title, "=": Fact, "##": Section, "-": Item, RulingSign: Ruling, "!": Figure, "?": Answer,
}

// splitSign is the kind of the block that a line starts, or empty, and the text
// after the sign.
func splitSign(line string) (kind, text string) {
	sign, text, _ := strings.Cut(line, " ")
	if kind = signs[sign]; kind == "" || text == "" {
		return "", line
	}
	return kind, text
}

func makeBlock(line string) (Block, error) {
	kind, text := splitSign(line)
	b := Block{Kind: cmp.Or(kind, Paragraph), Text: strings.TrimSpace(text), Moves: []string{}}
	switch kind {
	case Fact, Answer:
		label, rest, ok := strings.Cut(text, "|")
		if !ok {
			return Block{}, fmt.Errorf("%q: what comes before | is missing", line)
		}
		b.Label, b.Text = strings.TrimSpace(label), strings.TrimSpace(rest)
	case Figure:
		parts := strings.SplitN(text, "|", 3)
		if len(parts) != 3 {
			return Block{}, fmt.Errorf("%q: a figure is a position, moves and a caption with | between them", line)
		}
		b.Position, b.Moves, b.Text = strings.TrimSpace(parts[0]), strings.Fields(parts[1]), strings.TrimSpace(parts[2])
	}
	return b, nil
}
