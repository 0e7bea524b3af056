// Package rulebook holds the rules of the games for people to read, in seven
// languages, as blocks that every surface shows in its own way: a terminal
// draws the figures with letters, a page with pictures. A [Lesson] teaches the
// same rules by doing.
//
// The texts are plain files, one folder a language and one file a game, and
// ending.txt, which closes every book of the language. English is written
// first and the others follow it block by block; the tests hold them to that.
// The first character of a line tells what it begins:
//
//	# Title             the name of the game, once, at the top
//	## Section          a heading, which ends with its line
//	- item              an item of a list
//	§ ruling            a sentence that is this project's reading of the rules
//	                    and not in the leaflet of the game
//	! position | moves | caption
//	                    a figure: a position in notation, the moves that are
//	                    played on it, separated by spaces (there may be none),
//	                    and the sentence below it
//	anything else       goes on with the block above, or begins a paragraph
//	                    below an empty line
//
// Positions and moves are the same in every language; all else is translated.
package rulebook

import (
	"embed"
	"fmt"
	"strings"

	"plateau/game"
)

//go:embed text
var texts embed.FS

// Language is one that the rules are written in.
type Language struct {
	// Code is the one of ISO 639: "fr".
	Code string
	// Name is what its speakers call it: "Français".
	Name string
}

var languages = []Language{
	{"en", "English"},
	{"fr", "Français"},
	{"nl", "Nederlands"},
	{"de", "Deutsch"},
	{"es", "Español"},
	{"it", "Italiano"},
	{"pt", "Português"},
}

// Languages gives them all, English first.
func Languages() []Language { return append([]Language(nil), languages...) }

// FindLanguage reads a language forgivingly: its code, a locale that begins
// with it ("fr_FR.UTF-8", "pt-BR"), or its name.
func FindLanguage(text string) (Language, bool) {
	text = strings.TrimSpace(text)
	code := text
	if end := strings.IndexAny(text, "_-.@"); end >= 0 {
		code = text[:end]
	}
	for _, l := range languages {
		if strings.EqualFold(code, l.Code) || strings.EqualFold(text, l.Name) {
			return l, true
		}
	}
	return Language{}, false
}

// UnknownLanguage refuses a language that the rules are not written in.
var UnknownLanguage = game.Phrase{
	Code:    "rulebook.language",
	English: "the rules are not written in this language; choose {languages}",
}

// books tells whose book and lesson a game has: the small boards share Quixo's.
var books = map[string]string{
	"quantik": "quantik",
	"pivot":   "pivot",
	"quixo":   "quixo",
	"quixo3":  "quixo",
	"quixo4":  "quixo",
	"quixo4p": "quixo4p",
}

// Book is the rules of a game in a language.
type Book struct {
	// Game is the id of the game whose notation the figures use. It is not
	// the one asked for where two games share a book.
	Game     string
	Language Language
	Blocks   []Block
}

// For gives the book of a game, by its id, in a language, which is read
// forgivingly. Its errors are refusals.
func For(gameID, language string) (*Book, error) {
	id, l, err := choose(gameID, language)
	if err != nil {
		return nil, err
	}
	book := &Book{Game: id, Language: l}
	for _, name := range []string{id, "ending"} {
		path := "text/" + l.Code + "/" + name + ".txt"
		text, err := texts.ReadFile(path)
		if err != nil {
			return nil, fmt.Errorf("rulebook: %w", err)
		}
		blocks, err := read(string(text))
		if err != nil {
			return nil, fmt.Errorf("rulebook: %s: %w", path, err)
		}
		book.Blocks = append(book.Blocks, blocks...)
	}
	return book, nil
}

// choose finds whose book and lesson a game has, and the language. Its errors
// are refusals.
func choose(gameID, language string) (string, Language, error) {
	id, ok := books[strings.ToLower(gameID)]
	if !ok {
		return "", Language{}, game.UnknownGame.Refuse(gameID, "games", "quantik, pivot, quixo, quixo4p, quixo4, quixo3")
	}
	l, ok := FindLanguage(language)
	if !ok {
		return "", Language{}, UnknownLanguage.Refuse(language, "languages", codes())
	}
	return id, l, nil
}

// Title is the heading of the book.
func (b *Book) Title() string {
	for _, block := range b.Blocks {
		if title, ok := block.(Title); ok {
			return string(title)
		}
	}
	return ""
}

func codes() string {
	var all []string
	for _, l := range languages {
		all = append(all, l.Code)
	}
	return strings.Join(all, ", ")
}
