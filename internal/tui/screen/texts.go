package screen

import (
	"plateau/catalogue"
	"plateau/internal/tui/text"
	"plateau/rulebook/words"
)

// TextsIn are the words of a language, with those of the games, in characters that a
// terminal can show.
func TextsIn(games catalogue.List, code string, ascii bool) text.Texts {
	language := words.In(code)
	for _, e := range games {
		if e.Words != nil {
			language = language.With(e.Words)
		}
	}
	if ascii {
		language = language.Adapt(text.ASCII)
	}
	return text.Texts{Language: language, NamedLike: games.NamedLike(), ASCII: ascii}
}
