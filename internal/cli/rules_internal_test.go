package cli

import "testing"

func TestLocalLanguage(t *testing.T) {
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
		if got := localLanguage(func(name string) string { return env[name] }); got != c.want {
			t.Errorf("%v: %s, want %s", env, got, c.want)
		}
	}
}
