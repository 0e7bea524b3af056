package full_test

import (
	"go/ast"
	"go/parser"
	"go/token"
	"io/fs"
	"path/filepath"
	"strconv"
	"strings"
	"testing"

	"plateau/catalogue"
	"plateau/engine"
	"plateau/games"
	"plateau/games/full"
)

func TestEntriesAreComplete(t *testing.T) {
	if err := games.All().Check(); err != nil {
		t.Error(err)
	}
	if err := full.All().Check(); err != nil {
		t.Error(err)
	}
	for i, e := range full.All() {
		if e.Look == nil {
			t.Errorf("%s has no look for the terminal", e.Game.ID())
		}
		if core := games.All()[i]; core.Game.ID() != e.Game.ID() {
			t.Errorf("%s is listed where %s is without solvers", e.Game.ID(), core.Game.ID())
		}
		newEngine, err := e.Open(catalogue.Sources{Data: full.Data})
		if err != nil {
			t.Fatal(err)
		}
		if exact := newEngine(engine.Options{TranspositionBytes: 1}).Exact(); exact != e.Exact {
			t.Errorf("%s is exact: %v, and its entry says %v", e.Game.ID(), exact, e.Exact)
		}
	}
}

// TestOnlyEntriesKnowTheGames finds code that decides by the id of a game.
// Differences between games belong in their entries.
func TestOnlyEntriesKnowTheGames(t *testing.T) {
	ids := map[string]bool{}
	for _, e := range full.All() {
		ids[e.Game.ID()] = true
	}
	root := filepath.Join("..", "..")
	err := filepath.WalkDir(root, func(path string, entry fs.DirEntry, err error) error {
		if err != nil {
			return err
		}
		name, err := filepath.Rel(root, path)
		if err != nil {
			return err
		}
		if entry.IsDir() {
			if knowsGames[filepath.ToSlash(name)] || entry.Name() == "node_modules" {
				return filepath.SkipDir
			}
			return nil
		}
		if !strings.HasSuffix(path, ".go") || strings.HasSuffix(path, "_test.go") {
			return nil
		}
		return findIDs(t, path, name, ids)
	})
	if err != nil {
		t.Fatal(err)
	}
}

// knowsGames are the folders of the games themselves, and of test helpers.
var knowsGames = map[string]bool{
	"game/quantik": true, "game/pivot": true, "game/quixo": true, "game/gametest": true,
	"exact": true, "games": true, "examples": true, "tools": true, "web": true, "internal/store/storetest": true,
}

func findIDs(t *testing.T, path, name string, ids map[string]bool) error {
	t.Helper()
	files := token.NewFileSet()
	file, err := parser.ParseFile(files, path, nil, 0)
	if err != nil {
		return err
	}
	ast.Inspect(file, func(node ast.Node) bool {
		literal, ok := node.(*ast.BasicLit)
		if !ok || literal.Kind != token.STRING {
			return true
		}
		if text, err := strconv.Unquote(literal.Value); err == nil && ids[text] {
			t.Errorf("%s:%d: the id %q decides something; ask the game's entry instead",
				name, files.Position(literal.Pos()).Line, text)
		}
		return true
	})
	return nil
}
