package doctest

import (
	"go/ast"
	"go/parser"
	"go/token"
	"io/fs"
	"path"
	"strconv"
	"strings"
	"testing"

	"plateau/game"
)

// Phrase is a phrase that the source declares.
type Phrase struct {
	game.Phrase
	// Folder is that of its package: "internal/play".
	Folder string
}

// Phrases reads from the source every phrase that the program declares, and the
// sentences of the API's own problems: no list of them could be as complete.
func Phrases(tb testing.TB) (found []Phrase) {
	tb.Helper()
	source := Source(tb)
	for _, name := range Files(tb, ".go") {
		if strings.HasSuffix(name, "_test.go") {
			continue
		}
		text, err := fs.ReadFile(source, name)
		if err != nil {
			tb.Fatal(err)
		}
		file, err := parser.ParseFile(token.NewFileSet(), name, text, parser.SkipObjectResolution)
		if err != nil {
			tb.Fatal(err)
		}
		ast.Inspect(file, func(n ast.Node) bool {
			if p, ok := declared(file, n); ok {
				found = append(found, Phrase{p, path.Dir(name)})
			}
			return true
		})
	}
	return found
}

// declared is the phrase that a part of a file declares. One that is made of
// variables repeats what somebody else has declared.
func declared(file *ast.File, n ast.Node) (p game.Phrase, ok bool) {
	var words []string
	switch n := n.(type) {
	case *ast.CompositeLit:
		if nameOf(file, n.Type) == "game.Phrase" {
			words = texts(n.Elts)
		}
	case *ast.CallExpr:
		if nameOf(file, n.Fun) == "problem.New" {
			words = texts(n.Args[1:])
		}
	}
	if len(words) != 2 {
		return p, false
	}
	return game.Phrase{Code: words[0], English: words[1]}, true
}

// nameOf is the name of a type or a function with its package: "game.Phrase".
func nameOf(file *ast.File, e ast.Expr) string {
	switch e := e.(type) {
	case *ast.Ident:
		return file.Name.Name + "." + e.Name
	case *ast.SelectorExpr:
		if of, ok := e.X.(*ast.Ident); ok {
			return of.Name + "." + e.Sel.Name
		}
	}
	return ""
}

// texts are the values of strings, with or without the names of fields; none if
// one of them is no plain string.
func texts(list []ast.Expr) (values []string) {
	for _, e := range list {
		if field, named := e.(*ast.KeyValueExpr); named {
			e = field.Value
		}
		literal, ok := e.(*ast.BasicLit)
		if !ok || literal.Kind != token.STRING {
			return nil
		}
		value, err := strconv.Unquote(literal.Value)
		if err != nil {
			return nil
		}
		values = append(values, value)
	}
	return values
}
