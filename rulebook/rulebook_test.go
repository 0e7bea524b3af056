package rulebook_test

import (
	"errors"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"
	"unicode/utf8"

	"plateau/game"
	"plateau/games/full"
	"plateau/rulebook"
)

func book(t *testing.T, gameID, language string) *rulebook.Book {
	t.Helper()
	b, err := entry(t, gameID).Rulebook.Book(language)
	if err != nil {
		t.Fatal(err)
	}
	return b
}

// allBooks are those of every game in every language.
func allBooks(t *testing.T) []*rulebook.Book {
	t.Helper()
	var books []*rulebook.Book
	for _, l := range rulebook.Languages() {
		for _, g := range full.All() {
			books = append(books, book(t, g.Game.ID(), l.Code))
		}
	}
	return books
}

func bookName(b *rulebook.Book) string { return b.Language.Code + "/" + b.Game }

func TestSmallBoardsShareABook(t *testing.T) {
	for id, want := range map[string]string{
		"quantik": "quantik", "pivot": "pivot", "quixo": "quixo", "quixo3": "quixo",
		"quixo4": "quixo", "quixo4p": "quixo4p", "Pivot": "pivot",
	} {
		if got := book(t, id, "en").Game; got != want {
			t.Errorf("%s has the book of %s, want %s", id, got, want)
		}
	}
}

// TestEveryLanguageSaysTheSame compares each book with the English one block by
// block: nothing is left out, and a ruling is a ruling in all of them.
func TestEveryLanguageSaysTheSame(t *testing.T) {
	for _, b := range allBooks(t) {
		t.Run(bookName(b), func(t *testing.T) { compareBooks(t, b) })
	}
}

func compareBooks(t *testing.T, b *rulebook.Book) {
	t.Helper()
	compareBlocks(t, b, book(t, b.Game, "en"))
}

func compareBlocks(t *testing.T, b, english *rulebook.Book) {
	t.Helper()
	for i, want := range english.Blocks {
		if i >= len(b.Blocks) {
			t.Fatalf("the book ends where English has the %s %q", want.Kind, want.Text)
		}
		got := b.Blocks[i]
		if got.Kind != want.Kind {
			t.Fatalf("%s %q, where English has the %s %q", got.Kind, got.Text, want.Kind, want.Text)
		}
		if got.Kind == rulebook.Figure {
			compareFigures(t, got, want)
		}
		if b.Language.Code != "en" && got.Text == want.Text && got.Kind != "title" && got.Kind != "section" && got.Kind != "fact" {
			t.Errorf("not translated: %q", got.Text)
		}
		if b.Language.Code != "en" && got.Label == want.Label && got.Label != "" {
			t.Errorf("not translated: %q", got.Label)
		}
	}
	if len(b.Blocks) > len(english.Blocks) {
		t.Errorf("English does not have %q", b.Blocks[len(english.Blocks)].Text)
	}
}

func compareFigures(t *testing.T, got, want rulebook.Block) {
	t.Helper()
	if got.Position != want.Position || !slices.Equal(got.Moves, want.Moves) {
		t.Errorf("figure %s %v, English has %s %v", got.Position, got.Moves, want.Position, want.Moves)
	}
}

// TestFigures plays the figures. A figure shows a game that is running or ends
// with its last move, in exact notation.
func TestFigures(t *testing.T) {
	for _, b := range allBooks(t) {
		t.Run(bookName(b), func(t *testing.T) { playFigures(t, b) })
	}
}

func playFigures(t *testing.T, b *rulebook.Book) {
	t.Helper()
	g, err := full.All().Find(b.Game)
	if err != nil {
		t.Fatal(err)
	}
	figures := 0
	for _, block := range b.Blocks {
		if block.Kind == rulebook.Figure {
			figures++
			playFigure(t, g.Game, block)
		}
	}
	if figures < 3 || figures > 6 {
		t.Errorf("%d figures, want 3 to 6", figures)
	}
}

func playFigure(t *testing.T, g game.Game, f rulebook.Block) {
	t.Helper()
	start, err := g.Parse(f.Position)
	if err != nil {
		t.Fatal(err)
	}
	if start.String() != f.Position {
		t.Errorf("%s is written %s", f.Position, start)
	}
	m := game.MatchFrom(start, nil)
	for i, text := range f.Moves {
		if err := m.Play(text); err != nil {
			t.Fatalf("%s: %v", f.Position, err)
		}
		if exact := m.MoveText(i); exact != text {
			t.Errorf("%s: %s is written %s", f.Position, text, exact)
		}
	}
}

// TestWhatEveryBookHas checks for what each book must have, in
// language-independent ways.
func TestWhatEveryBookHas(t *testing.T) {
	for _, b := range allBooks(t) {
		t.Run(bookName(b), func(t *testing.T) { checkBook(t, b) })
	}
}

func checkBook(t *testing.T, b *rulebook.Book) {
	t.Helper()
	if b.Title() == "" || b.Blocks[0].Kind != "title" {
		t.Errorf("begins with the %s %q", b.Blocks[0].Kind, b.Blocks[0].Text)
	}
	count, explained := map[string]int{}, false
	for _, block := range b.Blocks {
		count[block.Kind]++
		explained = explained || strings.Contains(block.Text, rulebook.RulingSign)
		if strings.TrimSpace(block.Text) == "" {
			t.Errorf("a %s without text", block.Kind)
		}
		if labelled := block.Kind == "fact" || block.Kind == "answer"; labelled != (block.Label != "") {
			t.Errorf("a %s with the label %q", block.Kind, block.Label)
		}
		if block.Kind == "section" && utf8.RuneCountInString(block.Text) > 30 {
			t.Errorf("no heading: %q", block.Text)
		}
	}
	if count["title"] != 1 || count["section"] < 6 || count["paragraph"] < 4 || count["ruling"] < 1 || count["fact"] != 2 || count["answer"] < 3 {
		t.Errorf("blocks: %v", count)
	}
	last := b.Blocks[len(b.Blocks)-1].Text
	for _, name := range []string{"Plateau", "Gigamic", "Rubik’s Magic Strategy Game"} {
		if !strings.Contains(last, name) {
			t.Errorf("the end does not name %s: %q", name, last)
		}
	}
	if !explained {
		t.Errorf("the sign %s is not explained", rulebook.RulingSign)
	}
}

// TestPlayingTimes requires the minutes in every language.
func TestPlayingTimes(t *testing.T) {
	minutes := map[string][]string{"quantik": {"10"}, "pivot": {"10"}, "quixo": {"10", "20"}, "quixo4p": {"10", "20"}}
	digits := regexp.MustCompile(`\d+`)
	for _, b := range allBooks(t) {
		i := slices.IndexFunc(b.Blocks, func(block rulebook.Block) bool {
			return block.Kind == rulebook.Fact && slices.Equal(digits.FindAllString(block.Text, -1), minutes[b.Game])
		})
		if i < 0 {
			t.Errorf("%s does not say that a game takes %v minutes", bookName(b), minutes[b.Game])
		}
	}
}

// TestFilesAreFitToEdit requires short lines, and no unused files.
func TestFilesAreFitToEdit(t *testing.T) {
	const longest = 84
	// Per game a book, a lesson and a strategy in every language, an ending and
	// the name per language, and the tasks and claims per game.
	want := (3*len(ownLessons)+2)*len(rulebook.Languages()) + 2*len(ownLessons)
	var paths []string
	for _, pattern := range []string{"text/*/*", "lessons/*/*", "lessons/*.txt", "strategy/*/*", "strategy/*.txt"} {
		found, err := filepath.Glob(pattern)
		if err != nil {
			t.Fatal(err)
		}
		paths = append(paths, found...)
	}
	if len(paths) != want {
		t.Errorf("%d files, want %d", len(paths), want)
	}
	for _, path := range paths {
		content, err := os.ReadFile(path)
		if err != nil {
			t.Fatal(err)
		}
		if !utf8.Valid(content) {
			t.Errorf("%s: not UTF-8", path)
		}
		for i, line := range strings.Split(string(content), "\n") {
			if utf8.RuneCountInString(line) > longest || strings.TrimRight(line, " \t\r") != line {
				t.Errorf("%s:%d: too long, or spaces at the end", path, i+1)
			}
		}
	}
}

func TestFindLanguage(t *testing.T) {
	for text, want := range map[string]string{
		"fr": "fr", "FR": "fr", "fr_FR.UTF-8": "fr", "pt-AO": "pt", "de@euro": "de", "nl\n": "nl",
		"Español": "es", "italiano": "it", "en_GB": "en", "pt_BR.UTF-8": "pt-BR", "pt_PT.UTF-8": "pt", "Polski": "pl",
		"": "", "C": "", "C.UTF-8": "", "POSIX": "", "ja_JP.UTF-8": "", "french": "", "_": "",
	} {
		l, ok := rulebook.FindLanguage(text)
		if l.Code != want || ok != (want != "") {
			t.Errorf("%q: %q, %t, want %q", text, l.Code, ok, want)
		}
	}
}

func TestRefusals(t *testing.T) {
	var refusal *game.Refusal
	if _, err := rulebook.Of("quixo").Book("ja"); !errors.As(err, &refusal) || refusal.Code != rulebook.UnknownLanguage.Code {
		t.Errorf("ja: %v", err)
	}
	if _, err := rulebook.Of("quixo").Lesson("ja"); !errors.As(err, &refusal) || refusal.Code != rulebook.UnknownLanguage.Code {
		t.Errorf("a lesson in ja: %v", err)
	}
}
