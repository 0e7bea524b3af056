package text_test

import (
	"testing"

	"plateau/internal/tui/text"
)

func TestLanguage(t *testing.T) {
	for _, c := range []struct{ all, messages, lang, want string }{
		{"", "", "", "en"},
		{"", "", "fr_FR.UTF-8", "fr"},
		{"", "nl_BE", "fr_FR.UTF-8", "nl"},
		{"C", "nl_BE", "fr_FR.UTF-8", "en"},
		{"pt_AO", "nl_BE", "", "pt"},
		{"", "ja_JP.UTF-8", "fr_FR", "en"},
		{"", "", "pt_BR.UTF-8", "pt-BR"},
		{"", "", "pl_PL.UTF-8@euro", "pl"},
	} {
		env := map[string]string{"LC_ALL": c.all, "LC_MESSAGES": c.messages, "LANG": c.lang}
		if got := text.Language(func(name string) string { return env[name] }); got != c.want {
			t.Errorf("%v: %s, want %s", env, got, c.want)
		}
	}
}

func TestCharacters(t *testing.T) {
	for _, c := range []struct {
		all, lang  string
		utf8, said bool
	}{
		{"", "", false, false},
		{"", "de_DE.UTF-8", true, true},
		{"C", "de_DE.UTF-8", false, true},
		{"", "de_DE@utf8", true, true},
		{"", "de_DE.ISO-8859-1", false, true},
	} {
		env := map[string]string{"LC_ALL": c.all, "LANG": c.lang}
		if utf8, said := text.Characters(func(name string) string { return env[name] }); utf8 != c.utf8 || said != c.said {
			t.Errorf("%v: %v, %v", env, utf8, said)
		}
	}
}
