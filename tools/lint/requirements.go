package main

import (
	"fmt"
	"go/parser"
	"go/token"
	"os"
	"path/filepath"
	"strconv"
	"strings"

	"golang.org/x/mod/modfile"
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
		imported, err := importsOf(filepath.Join(root, folder))
		if err != nil {
			return nil, err
		}
		wrong, err := wrongMarks(file, text, imported)
		if err != nil {
			return nil, err
		}
		findings = append(findings, wrong...)
	}
	return findings, nil
}

// testsFolder has a module of its own, with what only tests need.
const testsFolder = "tests/"

// importsOf returns what the files of a module import.
func importsOf(root string) (packages []string, err error) {
	err = eachFile(root, func(path string) error {
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
			packages = append(packages, name)
		}
		return nil
	})
	return packages, err
}

// wrongMarks are the requirements that are not marked as they should be.
func wrongMarks(file string, text []byte, packages []string) (findings []string, err error) {
	mod, err := modfile.Parse(file, text, nil)
	if err != nil {
		return nil, err
	}
	imported := map[string]bool{}
	for _, pkg := range packages {
		// The required module with the longest path that contains it.
		longest := ""
		for _, r := range mod.Require {
			if path := r.Mod.Path; (pkg == path || strings.HasPrefix(pkg, path+"/")) && len(path) > len(longest) {
				longest = path
			}
		}
		imported[longest] = true
	}
	blocks := blocksOf(mod)
	for _, r := range mod.Require {
		at := fmt.Sprintf("%s:%d: %s", file, r.Syntax.Start.Line, r.Mod.Path)
		switch is := imported[r.Mod.Path]; {
		case is && r.Indirect:
			findings = append(findings, at+" is imported, but marked // indirect")
		case !is && !r.Indirect:
			findings = append(findings, at+" is not imported, but not marked // indirect")
		case r.Indirect != (blocks[r.Syntax] > 1):
			findings = append(findings, at+" is in the wrong block: the first is for direct requirements")
		}
	}
	return findings, nil
}

// blocksOf are the numbers of the blocks in which requirements stand; one that stands
// alone is a block of its own.
func blocksOf(mod *modfile.File) map[*modfile.Line]int {
	blocks, number := map[*modfile.Line]int{}, 0
	for _, stmt := range mod.Syntax.Stmt {
		var lines []*modfile.Line
		switch s := stmt.(type) {
		case *modfile.LineBlock:
			if s.Token[0] == "require" {
				lines = s.Line
			}
		case *modfile.Line:
			if s.Token[0] == "require" {
				lines = []*modfile.Line{s}
			}
		}
		if lines != nil {
			number++
		}
		for _, line := range lines {
			blocks[line] = number
		}
	}
	return blocks
}
