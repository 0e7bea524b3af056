package cli

import (
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

	"plateau/games/full"
	"plateau/internal/cli/env"
)

// ours is the program with our games.
func ours(out io.Writer) *app {
	return newApp(Program{Games: full.All(), Data: full.Data}, Streams{Out: out})
}

// Help fits a page, and every command has examples.
func TestHelpFitsThePage(t *testing.T) {
	var help bytes.Buffer
	a := ours(&help)
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
		if err := errors.Join(cmd.Help(), a.Out.Flush()); err != nil {
			t.Fatal(err)
		}
		if !strings.Contains(help.String(), "Examples:\n  "+cmd.CommandPath()) && !strings.Contains(help.String(), "Examples:\n  cat") {
			t.Errorf("%s: no examples in\n%s", cmd.CommandPath(), &help)
		}
		for line := range strings.Lines(help.String()) {
			if utf8.RuneCountInString(strings.TrimSuffix(line, "\n")) > env.PageWidth {
				t.Errorf("%s: too long: %s", cmd.CommandPath(), line)
			}
		}
	}
	check(a.rootCommand())
}

var shellWord = regexp.MustCompile(`'[^']*'|"[^"]*"|\S+`)

// Every command names a page of the manual that exists.
func TestHelpNamesTheManual(t *testing.T) {
	a := ours(io.Discard)
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
		if cmd.HasParent() && !cmd.Parent().HasParent() && cmd.GroupID == "" {
			t.Errorf("%s: no place in the help", cmd.CommandPath())
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
	a := ours(io.Discard)
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
