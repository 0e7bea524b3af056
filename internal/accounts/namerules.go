package accounts

import (
	_ "embed"
	"errors"
	"iter"
	"maps"
	"net/url"
	"slices"
	"strings"
	"sync"
	"unicode"

	"golang.org/x/text/unicode/norm"

	"plateau/game"
)

//go:embed data/reserved.txt
var reservedText string

//go:embed data/refused.txt
var refusedText string

// NameRules are the words that no name may have. They are compared by their keys,
// so spelling them a little differently does not help.
type NameRules struct {
	// reserved words pretend to speak for the server; refused ones are insults
	// and the like.
	reserved, refused map[string]bool
	// anywhere are refused wherever they are in a name.
	anywhere []string
}

// standardRules are those of the program itself.
var standardRules = sync.OnceValue(func() *NameRules {
	r := &NameRules{reserved: make(map[string]bool), refused: make(map[string]bool)}
	for line := range contentLines(reservedText) {
		_, words, _ := strings.Cut(line, " ")
		for word := range strings.FieldsSeq(words) {
			r.reserved[NameKey(word)] = true
		}
	}
	r.refuse(refusedText)
	return r
})

// NewNameRules are the program's own rules; the name of the server, which its
// public address has, is reserved, too. More words are refused by a list like
// data/refused.txt, which may be empty.
func NewNameRules(serverURL, refused string) *NameRules {
	standard := standardRules()
	r := &NameRules{
		reserved: maps.Clone(standard.reserved), refused: maps.Clone(standard.refused), anywhere: slices.Clone(standard.anywhere),
	}
	if u, err := url.Parse(serverURL); err == nil && u.Hostname() != "" {
		r.reserved[NameKey(squashed(u.Hostname(), false))] = true
	}
	r.refuse(refused)
	return r
}

// refuse adds words of a list, see data/refused.txt.
func (r *NameRules) refuse(list string) {
	for line := range contentLines(list) {
		word := NameKey(squashed(strings.Trim(line, "*"), false))
		switch {
		case word == "":
		case strings.HasPrefix(line, "*") && strings.HasSuffix(line, "*"):
			r.anywhere = append(r.anywhere, word)
		default:
			r.refused[word] = true
		}
	}
}

// contentLines are the lines of a list that are neither empty nor comments.
func contentLines(text string) func(yield func(string) bool) {
	return func(yield func(string) bool) {
		for line := range strings.Lines(text) {
			line = strings.TrimSpace(line)
			if line != "" && line[0] != '#' && !yield(line) {
				return
			}
		}
	}
}

// check refuses a name with a word that nobody may have.
func (r *NameRules) check(name string) error {
	for key, word := range wordsOf(name) {
		switch {
		case r.reserved[key]:
			return NameReserved.Refuse(name, "word", word)
		case r.refused[key]:
			return NameRefused.Refuse(name)
		}
	}
	for _, digits := range []bool{true, false} {
		whole := NameKey(squashed(name, digits))
		if slices.ContainsFunc(r.anywhere, func(word string) bool { return strings.Contains(whole, word) }) {
			return NameRefused.Refuse(name)
		}
	}
	return nil
}

// checkRefused refuses a text with an insult. Words that are reserved in names are
// allowed.
func (r *NameRules) checkRefused(text string) error {
	err := r.check(text)
	if refusal, ok := errors.AsType[*game.Refusal](err); ok && refusal.Ground == NameReserved {
		free := *r
		free.reserved = nil
		return free.check(text)
	}
	return err
}

// wordsOf are the words of a name with their keys: with the digits in them, which may
// stand for letters, and without; and all of them together.
func wordsOf(name string) iter.Seq2[string, string] {
	text := norm.NFC.String(name)
	return func(yield func(key, word string) bool) {
		for _, digits := range []bool{true, false} {
			apart := func(r rune) bool { return !partOfWord(r, digits) }
			for _, word := range append(strings.FieldsFunc(text, apart), squashed(text, digits)) {
				if !yield(NameKey(word), word) {
					return
				}
			}
		}
	}
}

// squashed is a text without what divides its words.
func squashed(text string, digits bool) string {
	return strings.Map(func(r rune) rune {
		if partOfWord(r, digits) {
			return r
		}
		return -1
	}, text)
}

// partOfWord reports whether a character is part of a word. Some signs are used
// like letters, as digits are.
func partOfWord(r rune, digits bool) bool {
	return unicode.IsLetter(r) || unicode.IsMark(r) || digits && (unicode.IsNumber(r) || strings.ContainsRune("!|$", r))
}
