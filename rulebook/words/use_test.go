package words

import (
	"go/ast"
	"go/parser"
	"go/token"
	"io/fs"
	"maps"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"testing"
)

// use is a place in the program that asks for a message.
type use struct {
	where, key string
	// params are the names of the parameters that are passed.
	params []string
	// literal is whether all of them are known from the source.
	literal bool
}

// textFunctions are the methods that take a key and alternating names and
// values.
var textFunctions = []string{"Text", "text", "tell", "tellPath"}

// TestProgramAndMessagesAgree finds messages that the program asks for and that
// are missing or have other parameters, and those of the terminal that nobody
// asks for.
func TestProgramAndMessagesAgree(t *testing.T) {
	uses, mentioned := findUses(t, filepath.Join("..", ".."))
	if len(uses) < 100 {
		t.Errorf("only %d uses were found", len(uses))
	}
	messages := In(english).messages
	for _, u := range uses {
		m, ok := messages[u.key]
		if !ok {
			t.Errorf("%s: there is no message %s", u.where, u.key)
			continue
		}
		if want := m.params(); u.literal && !slices.Equal(u.params, want) {
			t.Errorf("%s: %s is asked for with %v and has %v", u.where, u.key, u.params, want)
		}
	}
	for key := range messages {
		if strings.HasPrefix(key, "terminal.") && !strings.HasPrefix(key, "terminal.colour.") && !mentioned[key] {
			t.Errorf("nobody asks for %s", key)
		}
	}
}

// params are the names of a message's parameters, sorted; n selects the plural
// form.
func (m message) params() []string {
	names := map[string]bool{}
	if _, plain := m[""]; !plain {
		names["n"] = true
	}
	for _, text := range m {
		for _, match := range placeholder.FindAllStringSubmatch(text, -1) {
			names[match[1]] = true
		}
	}
	return slices.Sorted(maps.Keys(names))
}

// findUses returns the calls for messages in the program, and all strings in it.
func findUses(t *testing.T, root string) (uses []use, mentioned map[string]bool) {
	t.Helper()
	mentioned = map[string]bool{}
	for _, folder := range []string{"internal", "games", "rulebook"} {
		err := filepath.WalkDir(filepath.Join(root, folder), func(path string, _ fs.DirEntry, err error) error {
			if err != nil || !strings.HasSuffix(path, ".go") || strings.HasSuffix(path, "_test.go") {
				return err
			}
			files := token.NewFileSet()
			file, err := parser.ParseFile(files, path, nil, parser.SkipObjectResolution)
			if err != nil {
				return err
			}
			ast.Inspect(file, func(n ast.Node) bool {
				if text, ok := stringOf(n); ok {
					mentioned[text] = true
				}
				if call, ok := n.(*ast.CallExpr); ok {
					if u, ok := useOf(call); ok {
						u.where = files.Position(call.Pos()).String()
						uses = append(uses, u)
					}
				}
				return true
			})
			return nil
		})
		if err != nil {
			t.Fatal(err)
		}
	}
	return uses, mentioned
}

// useOf reads a call for a message with a known key.
func useOf(call *ast.CallExpr) (use, bool) {
	function, ok := call.Fun.(*ast.SelectorExpr)
	if !ok || !slices.Contains(textFunctions, function.Sel.Name) || len(call.Args) == 0 || call.Ellipsis.IsValid() {
		return use{}, false
	}
	key, ok := stringOf(call.Args[0])
	if !ok || !strings.Contains(key, ".") {
		return use{}, false
	}
	u := use{key: key, params: []string{}, literal: true}
	for i := 1; i < len(call.Args); i += 2 {
		name, ok := stringOf(call.Args[i])
		u.params, u.literal = append(u.params, name), u.literal && ok
	}
	slices.Sort(u.params)
	return u, true
}

func stringOf(n ast.Node) (string, bool) {
	literal, ok := n.(*ast.BasicLit)
	if !ok || literal.Kind != token.STRING {
		return "", false
	}
	text, err := strconv.Unquote(literal.Value)
	return text, err == nil
}
