package cli

import (
	"strings"
	"testing"
	"unicode"

	"plateau/games/full"
	"plateau/internal/tui/board"
	"plateau/internal/tui/caption"
	"plateau/rulebook"
	"plateau/rulebook/words"
)

// TestRulesFitEveryPage writes every book on pages of several widths, with
// ASCII and with colours: no line is too long, and none has a character that
// the page cannot show.
func TestRulesFitEveryPage(t *testing.T) {
	for _, l := range rulebook.Languages() {
		for _, g := range full.All().Games() {
			for _, width := range []int{40, 80, widestText} {
				text := rulesText(t, g.ID(), l.Code, rulesPage{width: width, style: board.Style{ASCII: true, Colour: true, Looks: full.All().Looks()}})
				for line := range strings.Lines(text) {
					if wide := board.VisibleWidth(strings.TrimSuffix(line, "\n")); wide > width {
						t.Errorf("%s, %s: %d columns of %d: %s", g.ID(), l.Code, wide, width, line)
					}
				}
				if at := strings.IndexFunc(text, func(r rune) bool { return r > unicode.MaxASCII }); at >= 0 {
					t.Errorf("%s, %s: not ASCII: %.20q", g.ID(), l.Code, text[at:])
				}
			}
		}
	}
}

func rulesText(t *testing.T, gameID, lang string, page rulesPage) string {
	t.Helper()
	e, err := full.All().Find(gameID)
	if err != nil {
		t.Fatal(err)
	}
	book, err := e.Rulebook.Book(lang)
	if err != nil {
		t.Fatal(err)
	}
	if page.game, err = full.All().Games().Find(book.Game); err != nil {
		t.Fatal(err)
	}
	var text strings.Builder
	page.out, page.texts = &text, caption.Texts{Language: words.In(lang)}
	if err := page.writeAll(book); err != nil {
		t.Fatal(err)
	}
	return text.String()
}

func TestWrapText(t *testing.T) {
	got := wrapText("- ", "deux mots\u202f: voici un-mot-bien-trop-long", 12)
	if want := "- deux\n  mots\u202f:\n  voici\n  un-mot-bien-trop-long\n"; got != want {
		t.Errorf("%q, want %q", got, want)
	}
}

func TestPlainWorksForAnyLatinLetters(t *testing.T) {
	page := rulesPage{style: board.Style{ASCII: true}}
	for text, want := range map[string]string{
		"Zażółć gęślą jaźń":   "Zazolc gesla jazn",
		"l’été\u202f: « ça »": `l'ete: " ca "`,
		"Größe…":              "Groesse...",
	} {
		if got := page.plain(text); got != want {
			t.Errorf("%q: %q, want %q", text, got, want)
		}
	}
}

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
