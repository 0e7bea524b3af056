package cli

import (
	"os"
	"strings"

	"github.com/spf13/cobra"

	"plateau/internal/tui/screen"
	"plateau/internal/tui/text"
	"plateau/rulebook"
)

const langFlag = "lang"

// addLanguageFlag adds the choice of a language, which all commands have.
func (a *app) addLanguageFlag(root *cobra.Command) {
	var codes, choices []string
	for _, l := range rulebook.Languages() {
		codes = append(codes, l.Code)
		choices = append(choices, cobra.CompletionWithDesc(l.Code, l.Name))
	}
	root.PersistentFlags().StringVar(&a.lang, langFlag, "", "the `LANGUAGE` of texts: "+strings.Join(codes, ", "))
	completeFlag(root, langFlag, cobra.FixedCompletions(choices, cobra.ShellCompDirectiveNoFileComp))
}

// setLanguage reads the flag or, without it, the environment.
func (a *app) setLanguage(cmd *cobra.Command) error {
	if !cmd.Flags().Changed(langFlag) {
		a.lang = text.Language(os.Getenv)
		return nil
	}
	l, err := rulebook.ReadLanguage(a.lang)
	if err != nil {
		return usagef("--%s %v", langFlag, err)
	}
	a.lang = l.Code
	return nil
}

// texts are the words of the language, in characters that the output can show.
func (a *app) texts() text.Texts {
	if a.words.Language != nil {
		return a.words
	}
	a.words = a.textsIn(a.lang)
	return a.words
}

// textsIn are the words of any language.
func (a *app) textsIn(code string) text.Texts {
	return screen.TextsIn(a.catalogue, code, a.style().ASCII)
}
