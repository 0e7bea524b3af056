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
	text string
	line int
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
	case ".sh", "":
		found = namesInShell(text)
	}
	seen := map[string]bool{}
	return slices.DeleteFunc(found, func(n name) bool {
		double := seen[n.text]
		seen[n.text] = true
		return double
	}), nil
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
			found = append(found, name{ident.Name, files.Position(ident.Pos()).Line})
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
	shellName  = regexp.MustCompile(`(?m)^\s*(?:export\s+)?([A-Za-z_][\w-]*)\s*(?:\(\)|[:?+]?[:=])`)
)

func namesInScript(code string) []name {
	var found []name
	for _, at := range scriptName.FindAllStringIndex(code, -1) {
		found = append(found, name{code[at[0]:at[1]], lineAt(code, at[0])})
	}
	return found
}

// namesInShell returns the variables, functions and, in a makefile, targets.
func namesInShell(text string) []name {
	var found []name
	for _, at := range shellName.FindAllStringSubmatchIndex(text, -1) {
		found = append(found, name{text[at[2]:at[3]], lineAt(text, at[2])})
	}
	return found
}

func lineAt(text string, offset int) int {
	return 1 + strings.Count(text[:offset], "\n")
}
