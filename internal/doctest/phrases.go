package doctest

import (
	"errors"
	"fmt"
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
	// Kind is that of a refusal, and 0 for other phrases.
	Kind game.Kind
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
			p, err := declared(file, n)
			if err != nil {
				tb.Errorf("%s: %v", name, err)
			}
			if p.Code != "" || p.English != "" {
				p.Folder = path.Dir(name)
				found = append(found, p)
			}
			return true
		})
	}
	return found
}

// grounds are the functions that declare the grounds of refusals.
var grounds = map[string]func(code, english string) game.Ground{
	"game.Invalid": game.Invalid, "game.Conflict": game.Conflict, "game.Denied": game.Denied,
	"game.Missing": game.Missing, "game.Busy": game.Busy,
}

// declared is the phrase that a part of a file declares, or the zero Phrase. One that
// is made of variables repeats another; a ground may not be, so that none is overlooked.
func declared(file *ast.File, n ast.Node) (p Phrase, err error) {
	switch n := n.(type) {
	case *ast.CompositeLit:
		switch name := nameOf(file, n.Type); {
		case name == "game.Phrase":
			p.Phrase = phrase(n.Elts)
		case name == "game.Ground" && len(n.Elts) == 1:
			err = errors.New("a ground without a kind")
		}
	case *ast.FuncDecl:
		made, name := n.Type.Results, nameOf(file, n.Name)
		if n.Recv == nil && made != nil && nameOf(file, made.List[0].Type) == "game.Ground" && grounds[name] == nil {
			err = fmt.Errorf("%s makes grounds that are not found: it belongs here", name)
		}
	case *ast.CallExpr:
		name := nameOf(file, n.Fun)
		if name == "problem.New" {
			p.Phrase = phrase(n.Args[1:])
		}
		if ground := grounds[name]; ground != nil {
			p.Phrase = phrase(n.Args)
			p.Kind = ground("", "").Kind()
			if p.Code == "" || p.English == "" {
				err = errors.New("a ground whose code or sentence is no plain string, or empty")
			}
		}
	}
	return p, err
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

// phrase is made of a code and a sentence, with or without the names of fields, or the
// zero Phrase if they are not plain strings.
func phrase(parts []ast.Expr) game.Phrase {
	var words []string
	for _, e := range parts {
		if field, named := e.(*ast.KeyValueExpr); named {
			e = field.Value
		}
		literal, plain := e.(*ast.BasicLit)
		if !plain || literal.Kind != token.STRING {
			return game.Phrase{}
		}
		word, err := strconv.Unquote(literal.Value)
		if err != nil {
			return game.Phrase{}
		}
		words = append(words, word)
	}
	if len(words) != 2 {
		return game.Phrase{}
	}
	return game.Phrase{Code: words[0], English: words[1]}
}
