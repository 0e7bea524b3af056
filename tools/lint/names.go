package main

import (
	"go/ast"
	"go/parser"
	"go/token"
	"path"
	"regexp"
	"slices"
	"strings"
)

// A name that a file declares or, in TypeScript, uses.
type name struct {
	text  string
	words []string
	line  int
}

// namesIn finds the names in a file, each once.
func namesIn(file, text string) ([]name, error) {
	var found []name
	switch path.Ext(file) {
	case ".go":
		var err error
		if found, err = namesInGo(text); err != nil {
			return nil, err
		}
	case ".ts", ".mjs":
		found = namesInScript(code(text))
	case ".svelte":
		found = namesInScript(svelteCode(text))
	case ".sh", ".mk", "":
		found = namesInShell(text)
	}
	seen := map[string]bool{}
	found = slices.DeleteFunc(found, func(n name) bool {
		double := seen[n.text]
		seen[n.text] = true
		return double
	})
	for i := range found {
		found[i].words = splitName(found[i].text)
	}
	return found, nil
}

// namesInGo returns the names that a file declares. Those it uses are declared
// in another file of ours or are not ours.
func namesInGo(text string) ([]name, error) {
	files := token.NewFileSet()
	file, err := parser.ParseFile(files, "", text, parser.SkipObjectResolution)
	if err != nil {
		return nil, err
	}
	var found []name
	declare := func(expr ast.Expr) {
		if ident, ok := expr.(*ast.Ident); ok && ident != nil {
			found = append(found, name{text: ident.Name, line: files.Position(ident.Pos()).Line})
		}
	}
	declareAll := func(idents []*ast.Ident) {
		for _, ident := range idents {
			declare(ident)
		}
	}
	ast.Inspect(file, func(node ast.Node) bool {
		switch node := node.(type) {
		case *ast.File:
			declare(node.Name)
		case *ast.ImportSpec:
			declare(node.Name)
		case *ast.FuncDecl:
			declare(node.Name)
		case *ast.TypeSpec:
			declare(node.Name)
		case *ast.ValueSpec:
			declareAll(node.Names)
		case *ast.Field:
			declareAll(node.Names)
		case *ast.LabeledStmt:
			declare(node.Label)
		case *ast.AssignStmt:
			if node.Tok == token.DEFINE {
				for _, left := range node.Lhs {
					declare(left)
				}
			}
		case *ast.RangeStmt:
			if node.Tok == token.DEFINE {
				declare(node.Key)
				declare(node.Value)
			}
		}
		return true
	})
	return found, nil
}

var (
	scriptName = regexp.MustCompile(`[A-Za-z_$][\w$]*`)
	shellName  = regexp.MustCompile(`^\s*(?:export\s+)?([A-Za-z_][\w-]*)\s*(?:\(\)|[:?+]?[:=])`)
)

func namesInScript(code string) []name {
	var found []name
	for i, line := range strings.Split(code, "\n") {
		for _, text := range scriptName.FindAllString(line, -1) {
			found = append(found, name{text: text, line: i + 1})
		}
	}
	return found
}

// namesInShell returns the variables, functions and, in a makefile, targets.
func namesInShell(text string) []name {
	var found []name
	for i, line := range strings.Split(text, "\n") {
		if match := shellName.FindStringSubmatch(line); match != nil {
			found = append(found, name{text: match[1], line: i + 1})
		}
	}
	return found
}
