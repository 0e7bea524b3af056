package rulebook_test

import (
	"encoding/json"
	"io/fs"
	"maps"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	"golang.org/x/text/feature/plural"
	"golang.org/x/text/language"

	"plateau/internal/doctest"
	"plateau/rulebook"
)

// The words of the browser app are in words/LANGUAGE/AREA.json: flat objects of
// messages by key. A message is a text, or an object of texts by plural form.

// message is a message's texts by plural form; a plain text is the form "".
type message map[string]string

// UnmarshalJSON implements [json.Unmarshaler].
func (m *message) UnmarshalJSON(data []byte) error {
	var plain string
	if err := json.Unmarshal(data, &plain); err == nil {
		*m = message{"": plain}
		return nil
	}
	forms := map[string]string{}
	err := json.Unmarshal(data, &forms)
	*m = forms
	return err
}

// placeholder matches a placeholder for a parameter, or for a form of the word
// that the parameter names: {shape}, {shape.opposing}.
var placeholder = regexp.MustCompile(`\{(\w+)(?:\.(\w+))?\}`)

// params are the names of all parameters of a message, sorted.
func (m message) params() []string {
	names := map[string]bool{}
	for _, text := range m {
		for _, match := range placeholder.FindAllStringSubmatch(text, -1) {
			names[match[1]] = true
		}
	}
	return slices.Sorted(maps.Keys(names))
}

// formOfSide matches the keys of the forms of sides. Each language has those
// that it needs: see TestSidesHaveAllFormsOrNone.
var formOfSide = regexp.MustCompile(`^seat\.(\w+\.\d)\.(\w+)$`)

// readWords returns the messages of a language by area.
func readWords(t *testing.T, language string) map[string]map[string]message {
	t.Helper()
	files, err := filepath.Glob(filepath.Join("words", language, "*.json"))
	if err != nil {
		t.Fatal(err)
	}
	areas := map[string]map[string]message{}
	for _, file := range files {
		text, err := os.ReadFile(file)
		if err != nil {
			t.Fatal(err)
		}
		words := map[string]message{}
		if err := json.Unmarshal(text, &words); err != nil {
			t.Fatalf("%s: %v", file, err)
		}
		for _, match := range keyLine.FindAllStringSubmatch(string(text), -1) {
			if strings.Count(string(text), "\n\t"+match[1]+":") > 1 {
				t.Errorf("%s: %s is there twice", file, match[1])
			}
		}
		areas[filepath.Base(file)] = words
	}
	return areas
}

// keyLine matches the key of a message, which has a line of its own.
var keyLine = regexp.MustCompile(`(?m)^\t("[^"]+"):`)

// allWords returns the messages of a language by key.
func allWords(t *testing.T, language string) map[string]message {
	t.Helper()
	words := map[string]message{}
	for area, messages := range readWords(t, language) {
		for key, m := range messages {
			if _, twice := words[key]; twice {
				t.Errorf("%s/%s: %s is in another file as well", language, area, key)
			}
			words[key] = m
		}
	}
	return words
}

func TestEveryLanguageHasAllWords(t *testing.T) {
	english := readWords(t, "en")
	for _, l := range rulebook.Languages() {
		translated := readWords(t, l.Code)
		for area, words := range english {
			compareMessages(t, l.Code, area, words, translated[area])
		}
		for area := range translated {
			if _, ok := english[area]; !ok {
				t.Errorf("%s/%s: there is no such file in English", l.Code, area)
			}
		}
	}
}

func compareMessages(t *testing.T, language, area string, english, translated map[string]message) {
	t.Helper()
	file := language + "/" + area
	for key, want := range english {
		got, ok := translated[key]
		if !ok {
			if !formOfSide.MatchString(key) {
				t.Errorf("%s: %s is missing", file, key)
			}
			continue
		}
		if !slices.Equal(got.params(), want.params()) {
			t.Errorf("%s: %s has the parameters %v, in English %v", file, key, got.params(), want.params())
		}
		checkForms(t, language, file+": "+key, got, want)
	}
	for key := range translated {
		if _, ok := english[key]; !ok && !formOfSide.MatchString(key) {
			t.Errorf("%s: %s is not in English", file, key)
		}
	}
}

// checkForms requires a text for every plural category of the language, and for
// "other", which fractions need and numbers fall back to.
func checkForms(t *testing.T, language, what string, got, english message) {
	t.Helper()
	if _, plain := english[""]; plain != (len(got) == 1 && got[""] != "") {
		t.Errorf("%s: plural forms here and not in English, or the other way, or empty", what)
		return
	} else if plain {
		return
	}
	needed := pluralCategories(language)
	for form, text := range got {
		if !slices.Contains(needed, form) || text == "" {
			t.Errorf("%s: the plural form %q is unknown or empty; the language has %v", what, form, needed)
		}
	}
	for _, form := range needed {
		if got[form] == "" {
			t.Errorf("%s: the plural form %s is missing", what, form)
		}
	}
}

// pluralCategories are the categories of the language's counts according to
// CLDR, and other. Counts here are small; what only millions need is left out.
func pluralCategories(code string) []string {
	names := map[plural.Form]string{
		plural.Other: "other", plural.Zero: "zero", plural.One: "one", plural.Two: "two", plural.Few: "few", plural.Many: "many",
	}
	found := map[string]bool{"other": true}
	for n := range 1000 {
		found[names[plural.Cardinal.MatchPlural(language.Make(code), n, 0, 0, 0, 0)]] = true
	}
	return slices.Sorted(maps.Keys(found))
}

func TestPluralCategoriesAreThoseOfCLDR(t *testing.T) {
	for code, want := range map[string][]string{
		"en": {"one", "other"}, "fr": {"one", "other"}, "pl": {"few", "many", "one", "other"},
		"ja": {"other"}, "pt-BR": {"one", "other"}, "ar": {"few", "many", "one", "other", "two", "zero"},
	} {
		if got := pluralCategories(code); !slices.Equal(got, want) {
			t.Errorf("%s: %v, want %v", code, got, want)
		}
	}
}

// englishOnly are the folders of programs whose own refusals are not translated.
var englishOnly = []string{"examples/fourthgame/fourrow", "internal/cli/env", "tournament/lines"}

// forPrograms are problems that only programs can cause, which stay in English.
var forPrograms = []string{
	"api.body", "api.cursor", "api.method", "api.slow", "api.type", "qr.long", "server.notready", "share.nothing",
	"tablebase.none", "tablebase.unreadable",
}

// phrases are all phrases that the rules and the server may send to the pages,
// by code.
func phrases(t *testing.T) map[string][]doctest.Phrase {
	t.Helper()
	byCode := map[string][]doctest.Phrase{}
	for _, p := range doctest.Phrases(t) {
		if !slices.Contains(englishOnly, p.Folder) && !slices.Contains(forPrograms, p.Code) {
			byCode[p.Code] = append(byCode[p.Code], p)
		}
	}
	return byCode
}

const phrasePrefix = "phrase."

func TestEveryPhraseHasItsMessage(t *testing.T) {
	words, known := allWords(t, "en"), phrases(t)
	for code, declared := range known {
		m, ok := words[phrasePrefix+code]
		if !ok {
			t.Errorf("%s%s is missing: %q", phrasePrefix, code, declared[0].English)
			continue
		}
		for _, p := range declared {
			has := message{"": p.English}.params()
			for _, name := range m.params() {
				if !slices.Contains(has, name) {
					t.Errorf("%s%s: no {%s} is given by %s", phrasePrefix, code, name, p.Folder)
				}
			}
		}
	}
	for key := range words {
		if code, ok := strings.CutPrefix(key, phrasePrefix); ok && known[code] == nil {
			t.Errorf("%s: nobody says such a thing", key)
		}
	}
}

// declaredAction finds an action of the audit log in the source.
var declaredAction = regexp.MustCompile(`\bAction\w+ += "([a-z-]+)"`)

func TestEveryActionHasItsMessage(t *testing.T) {
	const prefix = "admin.action."
	words := allWords(t, "en")
	declared := map[string]bool{"failed": true} // It takes another one.
	for _, name := range doctest.Files(t, ".go") {
		text, err := fs.ReadFile(doctest.Source(t), name)
		if err != nil {
			t.Fatal(err)
		}
		for _, match := range declaredAction.FindAllSubmatch(text, -1) {
			declared[string(match[1])] = true
		}
	}
	for action := range declared {
		if words[prefix+action] == nil {
			t.Errorf("%s%s is missing", prefix, action)
		}
	}
	for key := range words {
		if action, ok := strings.CutPrefix(key, prefix); ok && !declared[action] {
			t.Errorf("%s: nobody does such a thing", key)
		}
	}
}

// families are the prefixes of messages with computed keys; each is in the
// source as `prefix${…}`.
var families = []string{phrasePrefix, "word.", "game.", "seat.", "name.", "names.", "piece.", "line.", "admin.action.", "admin.phase.", "admin.reports.", "notice.", "online.report.", "privacy.item.", "table.phrase.", "table.unrated."}

func TestMessagesAndPagesAgree(t *testing.T) {
	source := readSource(t, filepath.Join("..", "web", "src"))
	words := allWords(t, "en")
	// Pages do not get the words of the terminal: package words checks them.
	maps.DeleteFunc(words, func(key string, _ message) bool { return strings.HasPrefix(key, "terminal.") })
	for key := range words {
		if !quoted(source, key) && !slices.ContainsFunc(families, func(f string) bool { return strings.HasPrefix(key, f) }) {
			t.Errorf("%s is used by no page", key)
		}
	}
	for _, family := range families {
		if !strings.Contains(source, "`"+family+"${") {
			t.Errorf("no page looks for messages that begin with %s", family)
		}
	}
	for _, match := range usedKeys.FindAllStringSubmatch(source, -1) {
		if words[match[1]] == nil {
			t.Errorf("a page asks for %s, which is missing", match[1])
		}
	}
}

// ownColon finds a colon that the markup of a page puts between two texts.
var ownColon = regexp.MustCompile(`\}: ?(\$?\{|<)`)

// Languages differ in the space before a colon, so it belongs to a message.
func TestColonsArePartOfMessages(t *testing.T) {
	err := filepath.WalkDir(filepath.Join("..", "web", "src"), func(path string, _ fs.DirEntry, err error) error {
		if err != nil || filepath.Ext(path) != ".svelte" {
			return err
		}
		text, err := os.ReadFile(path)
		parts := strings.Split(string(text), "</script>")
		markup, _, _ := strings.Cut(parts[len(parts)-1], "<style>")
		if found := ownColon.FindString(markup); found != "" {
			t.Errorf("%s has a colon of its own: %s", path, found)
		}
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
}

// usedKeys finds the keys that pages pass to t.
var usedKeys = regexp.MustCompile(`\bt\(\s*'([^']+)'`)

func quoted(source, key string) bool {
	return strings.Contains(source, "'"+key+"'") || strings.Contains(source, `"`+key+`"`)
}

// readSource returns the source of the pages without their tests, and without
// generated files: the types made of the words name every message.
func readSource(t *testing.T, folder string) string {
	t.Helper()
	var source strings.Builder
	err := filepath.WalkDir(folder, func(path string, entry fs.DirEntry, err error) error {
		if err == nil && entry.IsDir() && entry.Name() == "generated" {
			return filepath.SkipDir
		}
		ext := filepath.Ext(path)
		if err != nil || entry.IsDir() || ext != ".ts" && ext != ".svelte" || strings.Contains(path, ".test.") {
			return err
		}
		text, err := os.ReadFile(path)
		source.Write(text)
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
	return source.String()
}
