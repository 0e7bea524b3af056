package cli

import (
	"os"
	"strings"

	"github.com/spf13/cobra"

	"plateau/internal/tui/caption"
	"plateau/rulebook"
	"plateau/rulebook/words"
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
		a.lang = localLanguage(os.Getenv)
		return nil
	}
	l, err := rulebook.ReadLanguage(a.lang)
	if err != nil {
		return usagef("--%s %v", langFlag, err)
	}
	a.lang = l.Code
	return nil
}

// localLanguage is the language of the environment, whose variables are in the
// order of the C library; English, if there are no words in that language.
func localLanguage(getenv func(string) string) string {
	for _, name := range []string{"LC_ALL", "LC_MESSAGES", "LANG"} {
		locale := getenv(name)
		if locale == "" {
			continue
		}
		if l, ok := rulebook.FindLanguage(locale); ok {
			return l.Code
		}
		break
	}
	return rulebook.Languages()[0].Code
}

// texts are the words of the language, in characters that the output can show.
func (a *app) texts() caption.Texts {
	if a.words.Language != nil {
		return a.words
	}
	a.words = a.textsIn(a.lang)
	return a.words
}

// textsIn are the words of any language.
func (a *app) textsIn(code string) caption.Texts {
	language := words.In(code)
	for _, e := range a.catalogue {
		if e.Words != nil {
			language = language.With(e.Words)
		}
	}
	if a.style().ASCII {
		language = language.Adapt(caption.ASCII)
	}
	return caption.Texts{Language: language, NamedLike: a.catalogue.NamedLike()}
}
