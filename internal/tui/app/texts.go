package app

import (
	"plateau/catalogue"
	"plateau/internal/tui/caption"
	"plateau/rulebook/words"
)

// TextsIn are the words of a language, with those of the games, in characters that a
// terminal can show.
func TextsIn(games catalogue.List, code string, ascii bool) caption.Texts {
	language := words.In(code)
	for _, e := range games {
		if e.Words != nil {
			language = language.With(e.Words)
		}
	}
	if ascii {
		language = language.Adapt(caption.ASCII)
	}
	return caption.Texts{Language: language, NamedLike: games.NamedLike(), ASCII: ascii}
}
