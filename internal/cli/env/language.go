package env

import (
	"os"
	"strings"

	"github.com/spf13/cobra"

	screen "plateau/internal/tui/screen"
	"plateau/internal/tui/text"
	"plateau/rulebook"
)

const langFlag = "lang"

// AddLanguageFlag adds the choice of a language, which all commands have.
func (e *Env) AddLanguageFlag(root *cobra.Command) {
	var codes, choices []string
	for _, l := range rulebook.Languages() {
		codes = append(codes, l.Code)
		choices = append(choices, cobra.CompletionWithDesc(l.Code, l.Name))
	}
	root.PersistentFlags().StringVar(&e.Lang, langFlag, "", "the `LANGUAGE` of texts: "+strings.Join(codes, ", "))
	CompleteFlag(root, langFlag, cobra.FixedCompletions(choices, cobra.ShellCompDirectiveNoFileComp))
}

// SetLanguage reads the flag or, without it, the environment.
func (e *Env) SetLanguage(cmd *cobra.Command) error {
	if !cmd.Flags().Changed(langFlag) {
		e.Lang = text.Language(os.Getenv)
		return nil
	}
	l, err := rulebook.ReadLanguage(e.Lang)
	if err != nil {
		return Usagef("--%s %v", langFlag, err)
	}
	e.Lang = l.Code
	return nil
}

// Texts are the words of the language, in characters that the output can show.
func (e *Env) Texts() text.Texts {
	if e.words.Language != nil {
		return e.words
	}
	e.words = e.TextsIn(e.Lang)
	return e.words
}

// TextsIn are the words of any language.
func (e *Env) TextsIn(code string) text.Texts {
	return screen.TextsIn(e.Catalogue, code, e.Style().ASCII)
}
