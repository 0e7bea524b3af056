package text

import (
	"strings"

	"plateau/rulebook"
)

// Language is the language of the environment, whose variables are in the order of
// the C library; English, if there are no words in that language.
func Language(getenv func(string) string) string {
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

// Characters reports whether the environment says which characters the terminal
// shows, and whether they are those of UTF-8.
func Characters(getenv func(string) string) (utf8, said bool) {
	for _, name := range []string{"LC_ALL", "LC_CTYPE", "LANG"} {
		if locale := strings.ToLower(getenv(name)); locale != "" {
			return strings.Contains(locale, "utf-8") || strings.Contains(locale, "utf8"), true
		}
	}
	return false, false
}
