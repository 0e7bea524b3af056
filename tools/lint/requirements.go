package main

import (
	"fmt"
	"go/parser"
	"go/token"
	"os"
	"path/filepath"
	"regexp"
	"strconv"
	"strings"
)

// A requirement is one line of a require block in go.mod.
type requirement struct {
	module   string
	indirect bool
	line     int
	block    int
}

var (
	requireStart = regexp.MustCompile(`^require\s*(\(|\S)`)
	requireLine  = regexp.MustCompile(`^(?:require)?\s*([^\s/]+\.[^\s]+)\s+v\S+(\s*// indirect)?`)
)

// checkRequirements compares the marks in the go.mod files with the imports of all Go
// files, for all platforms. `go mod tidy` would do the same, but it also needs
// the tests of our dependencies, some of whose modules cannot be downloaded
// everywhere; with -e it goes on without these, and go.sum depends on which there are.
func checkRequirements(root string) (findings []string, err error) {
	for _, folder := range []string{"", testsFolder} {
		file := folder + "go.mod"
		text, err := os.ReadFile(filepath.Join(root, file))
		if err != nil {
			return nil, err
		}
		requirements := parseRequirements(string(text))
		imported, err := importedModules(filepath.Join(root, folder), requirements)
		if err != nil {
			return nil, err
		}
		for _, finding := range judgeRequirements(requirements, imported) {
			findings = append(findings, file+finding)
		}
	}
	return findings, nil
}

// testsFolder has a module of its own, with what only tests need.
const testsFolder = "tests/"

func parseRequirements(text string) []requirement {
	var found []requirement
	inside, block := false, 0
	for i, line := range strings.Split(text, "\n") {
		start := requireStart.FindStringSubmatch(line)
		if start != nil {
			block++
			inside = start[1] == "("
		}
		if inside && line == ")" {
			inside = false
		}
		if match := requireLine.FindStringSubmatch(line); match != nil && (inside || start != nil) {
			found = append(found, requirement{match[1], match[2] != "", i + 1, block})
		}
	}
	return found
}

// importedModules returns which of the required modules the files of a module import.
func importedModules(root string, requirements []requirement) (map[string]bool, error) {
	imported := map[string]bool{}
	err := eachFile(root, func(path string) error {
		if !strings.HasSuffix(path, ".go") || strings.HasPrefix(path, "tools/") || strings.HasPrefix(path, testsFolder) {
			return nil
		}
		file, err := parser.ParseFile(token.NewFileSet(), filepath.Join(root, path), nil, parser.ImportsOnly)
		if err != nil {
			return err
		}
		for _, spec := range file.Imports {
			name, err := strconv.Unquote(spec.Path.Value)
			if err != nil {
				return err
			}
			imported[moduleOf(name, requirements)] = true
		}
		return nil
	})
	return imported, err
}

// moduleOf returns the required module with the longest path that contains a
// package, or "".
func moduleOf(pkg string, requirements []requirement) string {
	longest := ""
	for _, r := range requirements {
		if (pkg == r.module || strings.HasPrefix(pkg, r.module+"/")) && len(r.module) > len(longest) {
			longest = r.module
		}
	}
	return longest
}

func judgeRequirements(requirements []requirement, imported map[string]bool) []string {
	var findings []string
	for _, r := range requirements {
		at := fmt.Sprintf(":%d: %s", r.line, r.module)
		switch {
		case imported[r.module] && r.indirect:
			findings = append(findings, at+" is imported, but marked // indirect")
		case !imported[r.module] && !r.indirect:
			findings = append(findings, at+" is not imported, but not marked // indirect")
		case r.indirect != (r.block > 1):
			findings = append(findings, at+" is in the wrong block: the first is for direct requirements")
		}
	}
	return findings
}
