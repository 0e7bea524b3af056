package text

import (
	"strings"
	"testing"
	"unicode"

	"github.com/charmbracelet/x/ansi"

	"plateau/games/full"
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
				text := rulesText(t, g.ID(), l.Code, Page{Width: width, Style: Style{ASCII: true, Colour: true, Looks: full.All().Looks()}})
				for line := range strings.Lines(text) {
					if wide := ansi.StringWidth(strings.TrimSuffix(line, "\n")); wide > width {
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

// TestFiguresSpeakTheLanguage looks for the two supplies beside the first figure.
func TestFiguresSpeakTheLanguage(t *testing.T) {
	for language, wanted := range map[string][2]string{
		"en": {"1 light", "2 dark"}, "fr": {"1 clairs", "2 foncés"}, "nl": {"1 licht", "2 donker"}, "de": {"1 Hell", "2 Dunkel"},
	} {
		text := rulesText(t, "quantik", language, Page{Width: 80, Style: Style{Looks: full.All().Looks()}})
		for _, supply := range wanted {
			if !strings.Contains(text, "    "+supply) {
				t.Errorf("%s: %q is not beside the figure", language, supply)
			}
		}
	}
}

func rulesText(t *testing.T, gameID, lang string, page Page) string {
	t.Helper()
	e, err := full.All().Find(gameID)
	if err != nil {
		t.Fatal(err)
	}
	book, err := e.Rulebook.Book(lang)
	if err != nil {
		t.Fatal(err)
	}
	if page.Game, err = full.All().Games().Find(book.Game); err != nil {
		t.Fatal(err)
	}
	var text strings.Builder
	page.Texts = Texts{Language: words.In(lang)}
	if page.Style.ASCII {
		page.Texts.Language = page.Texts.Adapt(ASCII)
	}
	if err := page.Write(book, &text); err != nil {
		t.Fatal(err)
	}
	return text.String()
}

func TestParagraph(t *testing.T) {
	got := Paragraph("deux mots\u202f: voici un-mot-bien-trop-long", 12, "- ")
	if want := "- deux\n  mots\u202f:\n  voici\n  un-mot-bien-trop-long\n"; got != want {
		t.Errorf("%q, want %q", got, want)
	}
}

func TestPlainWorksForAnyLatinLetters(t *testing.T) {
	page := writer{Page: Page{Style: Style{ASCII: true}}}
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
