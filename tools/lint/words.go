package main

import (
	"fmt"
	"os"
	"path"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
)

const wordList = "tools/words.txt"

// A retired word or phrase, and what to say instead.
type retired struct {
	words   []string
	better  string
	names   bool // refused in names only, because it is ordinary English
	pattern *regexp.Regexp
}

// What stands between two words of a phrase, also where a comment breaks it
// into lines.
const gap = `[\s/*#]+`

// Sentences that players read are rewritten with their translations; the
// glossary and the list name the words on purpose.
var unchecked = regexp.MustCompile(
	`^(rulebook/(text|words|lessons)/|docs/glossary\.md$|tools/words\.txt$|tools/lint/.*_test\.go$)|(^|/)testdata/`)

// Of test data, only the games for people to read are checked.
const playthroughs = "game/testdata/playthroughs/"

func isChecked(name string) bool {
	return strings.HasPrefix(name, playthroughs) || !unchecked.MatchString(name) && isText(name)
}

// checkWords finds retired words in the repository.
func checkWords(root string) ([]string, error) {
	text, err := os.ReadFile(filepath.Join(root, wordList))
	if err != nil {
		return nil, err
	}
	list, err := parseWords(string(text))
	if err != nil {
		return nil, err
	}
	var findings []string
	err = eachFile(root, func(name string) error {
		if !isChecked(name) {
			return nil
		}
		text, err := os.ReadFile(filepath.Join(root, name))
		if err != nil {
			return err
		}
		findings = append(findings, list.check(name, string(text))...)
		return nil
	})
	return findings, err
}

func isText(name string) bool {
	switch path.Ext(name) {
	case ".go", ".ts", ".svelte", ".mjs", ".md", ".sh", ".mk", ".yml":
		return true
	}
	return name == "Makefile" || name == ".ci/run"
}

type words []retired

// parseWords reads lines "word = better" in the sections [names] and
// [everywhere].
func parseWords(text string) (words, error) {
	var list words
	section := ""
	for i, line := range strings.Split(text, "\n") {
		line = strings.TrimSpace(line)
		if line == "" || strings.HasPrefix(line, "#") {
			continue
		}
		if strings.HasPrefix(line, "[") {
			section = line
			continue
		}
		word, better, ok := strings.Cut(line, " = ")
		if !ok || (section != "[names]" && section != "[everywhere]") {
			return nil, fmt.Errorf(`%s:%d: want "word = better" in a section [names] or [everywhere]`, wordList, i+1)
		}
		list = append(list, newRetired(strings.TrimSpace(word), strings.TrimSpace(better), section == "[names]"))
	}
	return list, nil
}

func newRetired(word, better string, names bool) retired {
	parts := strings.Fields(word)
	for i, part := range parts {
		parts[i] = regexp.QuoteMeta(part)
	}
	edge := func(at int) string {
		if isLetter(word[at]) {
			return `\b`
		}
		return ""
	}
	pattern := `(?i)` + edge(0) + strings.Join(parts, gap) + edge(len(word)-1)
	return retired{splitName(word), better, names, regexp.MustCompile(pattern)}
}

func isLetter(c byte) bool { return 'a' <= c|0x20 && c|0x20 <= 'z' }

// check finds retired words in a file: in its name, in the names of its code, and in
// all of its text.
func (list words) check(file, text string) (findings []string) {
	names := namesIn(file, text)
	fileWords, lower := splitName(file), strings.ToLower(text)
	note := func(line int, what string, word retired) {
		findings = append(findings, fmt.Sprintf("%s:%d: %s: say %s", file, line, what, word.better))
	}
	for _, word := range list {
		if word.isIn(fileWords) {
			note(1, "file name", word)
		}
		for _, name := range names {
			if word.isIn(name.words) {
				note(name.line, name.text, word)
			}
		}
		if word.names || !strings.Contains(lower, word.words[0]) {
			continue
		}
		for _, at := range word.pattern.FindAllStringIndex(text, -1) {
			line := 1 + strings.Count(text[:at[0]], "\n")
			if !slices.ContainsFunc(names, func(n name) bool { return n.line == line && word.isIn(n.words) }) {
				note(line, fmt.Sprintf("%q", text[at[0]:at[1]]), word)
			}
		}
	}
	return findings
}

// isIn reports whether the words of a name, as of keptGames or kept-games, have
// the word, or all words of the phrase in order.
func (r retired) isIn(name []string) bool {
	for i := 0; i+len(r.words) <= len(name); i++ {
		if slices.Equal(name[i:i+len(r.words)], r.words) {
			return true
		}
	}
	return false
}

var (
	humps    = regexp.MustCompile(`([a-z0-9])([A-Z])|([A-Z])([A-Z][a-z])`)
	nameWord = regexp.MustCompile(`[A-Za-z]+`)
)

// splitName splits a name into its words in lower case: HTTPServer into http
// and server, kept_games into kept and games.
func splitName(name string) []string {
	return nameWord.FindAllString(strings.ToLower(humps.ReplaceAllString(name, "$1$3 $2$4")), -1)
}
