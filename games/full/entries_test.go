package full_test

import (
	"go/ast"
	"go/parser"
	"go/token"
	"io/fs"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"testing"

	"plateau/catalogue"
	"plateau/engine"
	"plateau/game"
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

// A game that shares the book of another is a variant of it: what the book
// forbids is refused in both. Only the sentence about how moves are written may
// be another.
func TestVariantsHaveTheRefusalsOfTheirGame(t *testing.T) {
	for _, e := range full.All() {
		if e.Rulebook.Game == e.Game.ID() {
			continue
		}
		usual, err := full.All().Find(e.Rulebook.Game)
		if err != nil {
			t.Fatal(err)
		}
		for _, code := range lackingRefusals(e.Game.Refusals(), usual.Game.Refusals()) {
			t.Errorf("%s never refuses for %s, as %s does", e.Game.ID(), code, usual.Game.ID())
		}
	}
}

// lackingRefusals are the codes of the usual game's refusals that a variant does
// not have.
func lackingRefusals(variant, usual []game.Ground) (codes []string) {
	const syntax = ".syntax"
	for _, ground := range usual {
		same := func(other game.Ground) bool {
			return other == ground || strings.HasSuffix(ground.Code, syntax) && strings.HasSuffix(other.Code, syntax)
		}
		if !slices.ContainsFunc(variant, same) {
			codes = append(codes, ground.Code)
		}
	}
	return codes
}

func TestLackingRefusals(t *testing.T) {
	syntax, pass, other := game.Invalid("a.syntax", ""), game.Invalid("a.pass", ""), game.Invalid("b.syntax", "")
	for _, test := range []struct {
		variant []game.Ground
		want    []string
	}{
		{[]game.Ground{other, pass}, nil},
		{[]game.Ground{syntax}, []string{"a.pass"}},
		{[]game.Ground{pass}, []string{"a.syntax"}},
	} {
		if got := lackingRefusals(test.variant, []game.Ground{syntax, pass}); !slices.Equal(got, test.want) {
			t.Errorf("%v lacks %v, want %v", test.variant, got, test.want)
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
