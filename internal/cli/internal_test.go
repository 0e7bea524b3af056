package cli

import (
	"bufio"
	"bytes"
	"errors"
	"io"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"
	"unicode/utf8"

	"github.com/spf13/cobra"

	"plateau/game"
	"plateau/games/full"
)

func lookup(pairs ...string) func(string) string {
	return func(name string) string {
		for i := 0; i+1 < len(pairs); i += 2 {
			if pairs[i] == name {
				return pairs[i+1]
			}
		}
		return ""
	}
}

func TestLocale(t *testing.T) {
	tests := []struct {
		goos string
		env  []string
		want bool
	}{
		{"linux", nil, false},
		{"linux", []string{"LANG", "de_DE.UTF-8"}, true},
		{"linux", []string{"LANG", "C.utf8"}, true},
		{"linux", []string{"LANG", "de_DE.UTF-8", "LC_ALL", "C"}, false},
		{"linux", []string{"LANG", "C", "LC_CTYPE", "C.UTF-8"}, true},
		{"windows", nil, true},
	}
	for _, test := range tests {
		if got := speaksUTF8(test.goos, lookup(test.env...)); got != test.want {
			t.Errorf("%s %v: %v", test.goos, test.env, got)
		}
	}
}

func TestColourWanted(t *testing.T) {
	tests := []struct {
		mode     colourMode
		terminal bool
		env      []string
		want     bool
	}{
		{colourAuto, true, nil, true},
		{colourAuto, false, nil, false},
		{colourAuto, true, []string{noColourVariable, "1"}, false},
		{colourAuto, true, []string{"TERM", "dumb"}, false},
		{colourAlways, false, []string{noColourVariable, "1"}, true},
		{colourNever, true, nil, false},
	}
	for _, test := range tests {
		if got := test.mode.wanted(test.terminal, lookup(test.env...)); got != test.want {
			t.Errorf("%s, terminal %v, %v: %v", test.mode, test.terminal, test.env, got)
		}
	}
}

// Help fits a page, and every command has examples.
func TestHelpFitsThePage(t *testing.T) {
	var help bytes.Buffer
	a := &app{Streams: Streams{Out: &help}, out: bufio.NewWriter(&help), games: full.All().Games(), catalogue: full.All(), data: full.Data}
	var check func(cmd *cobra.Command)
	check = func(cmd *cobra.Command) {
		for _, child := range cmd.Commands() {
			check(child)
		}
		if cmd.HasParent() && cmd.Parent().Name() == "completion" {
			return // cobra writes that one
		}
		help.Reset()
		cmd.InitDefaultHelpFlag()
		if err := errors.Join(cmd.Help(), a.out.Flush()); err != nil {
			t.Fatal(err)
		}
		if !strings.Contains(help.String(), "Examples:\n  "+cmd.CommandPath()) && !strings.Contains(help.String(), "Examples:\n  cat") {
			t.Errorf("%s: no examples in\n%s", cmd.CommandPath(), &help)
		}
		for line := range strings.Lines(help.String()) {
			if utf8.RuneCountInString(strings.TrimSuffix(line, "\n")) > pageWidth {
				t.Errorf("%s: too long: %s", cmd.CommandPath(), line)
			}
		}
	}
	check(a.rootCommand())
}

var shellWord = regexp.MustCompile(`'[^']*'|"[^"]*"|\S+`)

// Every command names a page of the manual that exists.
func TestHelpNamesTheManual(t *testing.T) {
	a := &app{games: full.All().Games(), catalogue: full.All(), data: full.Data}
	named := 0
	var check func(cmd *cobra.Command)
	check = func(cmd *cobra.Command) {
		for _, child := range cmd.Commands() {
			check(child)
		}
		page := regexp.MustCompile(`More in the manual: (docs/[a-z]+\.md), in the browser #/manual/[a-z]+\.$`).FindStringSubmatch(cmd.Long)
		if cmd.HasParent() && page == nil {
			t.Errorf("%s: no page of the manual in\n%s", cmd.CommandPath(), cmd.Long)
		}
		if page == nil {
			return
		}
		named++
		if _, err := os.Stat(filepath.Join("..", "..", page[1])); err != nil {
			t.Errorf("%s: %v", cmd.CommandPath(), err)
		}
	}
	check(a.rootCommand())
	if named < 40 {
		t.Errorf("%d commands name a page", named)
	}
}

// linesForShells are the lines in the blocks of documents that readers copy to a shell.
func linesForShells(t *testing.T) []string {
	t.Helper()
	documents, err := filepath.Glob("../../docs/*.md")
	if err != nil || len(documents) == 0 {
		t.Fatalf("there are no documents: %v", err)
	}
	var lines []string
	for _, document := range documents {
		text, err := os.ReadFile(document)
		if err != nil {
			t.Fatal(err)
		}
		for _, block := range regexp.MustCompile("(?s)```sh\n(.*?)```").FindAllStringSubmatch(string(text), -1) {
			whole := regexp.MustCompile(`\$\([^)]*\)`).ReplaceAllString(strings.ReplaceAll(block[1], "\\\n", " "), "X")
			lines = append(lines, strings.Split(whole, "\n")...)
		}
	}
	return lines
}

// The examples in the help and in the documents have commands and flags that exist, and
// as many arguments as the command takes.
func TestExamplesAreValid(t *testing.T) {
	a := &app{Streams: Streams{Out: io.Discard}, out: bufio.NewWriter(io.Discard), games: full.All().Games(), catalogue: full.All(), data: full.Data}
	var lines []string
	var collect func(cmd *cobra.Command)
	collect = func(cmd *cobra.Command) {
		lines = append(lines, strings.Split(cmd.Example, "\n")...)
		for _, child := range cmd.Commands() {
			collect(child)
		}
	}
	collect(a.rootCommand())
	for _, line := range append(lines, linesForShells(t)...) {
		command, _, _ := strings.Cut(strings.TrimSpace(line), "  ") // a comment may follow
		command = regexp.MustCompile(` [<>|] .*`).ReplaceAllString(command, "")
		words := shellWord.FindAllString(command, -1)
		if len(words) == 0 || words[0] != "plateau" {
			continue
		}
		cmd, rest, err := a.rootCommand().Find(words[1:])
		if err == nil {
			err = cmd.ParseFlags(rest)
		}
		if err == nil {
			err = cmd.ValidateArgs(cmd.Flags().Args())
		}
		if err != nil {
			t.Errorf("%s: %v", line, err)
		}
	}
}

func TestReadLine(t *testing.T) {
	long := strings.Repeat("x", maxLine+1)
	in := bufio.NewReaderSize(strings.NewReader("one\r\n\n  two \n"+long+"\nthree"), 16)
	for _, want := range []string{"one", "", "two"} {
		if got, err := readLine(in); got != want || err != nil {
			t.Errorf("%q, %v, want %q", got, err, want)
		}
	}
	var refusal *game.Refusal
	if got, err := readLine(in); got != "" || !errors.As(err, &refusal) {
		t.Errorf("a long line gives %d bytes, %v", len(got), err)
	}
	if got, err := readLine(in); got != "three" || err != nil {
		t.Errorf("%q, %v after a long line", got, err)
	}
	if _, err := readLine(in); !errors.Is(err, io.EOF) {
		t.Errorf("the end gives %v", err)
	}
}

func TestSplitMoves(t *testing.T) {
	tests := []struct{ words, position, moves string }{
		{"", "start", ""},
		{"c1-c5|a1-a5", "start", "c1-c5|a1-a5"},
		{"start", "start", ""},
		{"START|o|c1-c5", "START o", "c1-c5"},
		{"5/5/5/5/5 X|c1-c5", "5/5/5/5/5 X", "c1-c5"},
		{"5/5/5/5/5|x|c1-c5", "5/5/5/5/5 x", "c1-c5"},
		{"5/5/5/5/5|c1-c5", "5/5/5/5/5", "c1-c5"},
	}
	g, err := full.All().Games().Find("quixo")
	if err != nil {
		t.Fatal(err)
	}
	for _, test := range tests {
		var words []string
		if test.words != "" {
			words = strings.Split(test.words, "|")
		}
		position, moves := splitMoves(g, words)
		if position != test.position || strings.Join(moves, "|") != test.moves {
			t.Errorf("%q: %q and %q", test.words, position, moves)
		}
	}
}

func TestLightBackgrounds(t *testing.T) {
	for colours, want := range map[string]bool{
		"": false, "15;0": false, "0;15": true, "0;default;15": true, "7;8": false, "0;7": true, "15;default": false,
	} {
		if got := isLight(colours); got != want {
			t.Errorf("%q: %v", colours, got)
		}
	}
}
