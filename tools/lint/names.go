package main

import (
	"path"
	"regexp"
	"strings"
)

// A name in a file.
type name struct {
	text  string
	words []string
	line  int
}

// What is no code: comments and quoted texts. So patterns and the text of markup count
// as code, and what is inserted into quoted texts does not.
var (
	notGo     = regexp.MustCompile("(?s)" + notEither + "|`[^`]*`")
	notScript = regexp.MustCompile("(?s)<!--.*?-->|" + notEither + "|`(\\\\.|[^`\\\\])*`")
	notShell  = regexp.MustCompile(`(?s)#[^\n]*|'[^']*'|"(\\.|[^"\\])*"`)

	codeName  = regexp.MustCompile(`[A-Za-z_$][\w$]*`)
	shellName = regexp.MustCompile(`[A-Za-z_][\w-]*`)
	notLine   = regexp.MustCompile(`[^\n]`)
)

const notEither = `//[^\n]*|/\*.*?\*/|'(\\.|[^'\\\n])*'|"(\\.|[^"\\\n])*"`

// namesIn finds the names in the code of a file, each once.
func namesIn(file, text string) (found []name) {
	other, names := notScript, codeName
	switch path.Ext(file) {
	case ".go":
		other = notGo
	case ".ts", ".mjs", ".svelte":
	case ".sh", ".mk", "":
		other, names = notShell, shellName
	default:
		return nil
	}
	code := other.ReplaceAllStringFunc(text, func(s string) string { return notLine.ReplaceAllString(s, " ") })
	seen := map[string]bool{}
	for i, line := range strings.Split(code, "\n") {
		for _, text := range names.FindAllString(line, -1) {
			if !seen[text] {
				seen[text] = true
				found = append(found, name{text, splitName(text), i + 1})
			}
		}
	}
	return found
}
