package main

import (
	"slices"
	"strings"
	"testing"
)

const testList = `
# A comment.
[names]
kept = stored
way on = next

[everywhere]
whoever = who
gone on with = resumed
--tables DIR = --tablebases DIR
`

func listOf(t *testing.T, text string) words {
	t.Helper()
	list, err := parseWords(text)
	if err != nil {
		t.Fatal(err)
	}
	return list
}

func TestPlantedWordsAreFound(t *testing.T) {
	list := listOf(t, testList)
	for _, c := range []struct {
		file, text string
		want       []string
	}{
		{"a.go", "package a\n\n// What is kept stays.\nfunc KeptGames() {}", []string{"a.go:4: KeptGames: say stored"}},
		{"a.go", "package a\n\nfunc f(nKept int) {\n\tfor kept := range 3 {\n\t}\n}", []string{"a.go:3: nKept: say stored", "a.go:4: kept: say stored"}},
		{"a.go", "package a\n\ntype T struct{ WayOn, keptness int }", []string{"a.go:3: WayOn: say next"}},
		{"a.go", "package a\n\nvar a = x.Kept + \"kept\" + `kept \\` // kept", []string{"a.go:3: Kept: say stored"}},
		{"a.go", "package a\n\n// A game is gone on\n// with by whoever.\n", []string{`a.go:4: "whoever": say who`, "a.go:3: \"gone on\\n// with\": say resumed"}},
		{"a.go", "package a\n\nvar whoeverPlays = \"whoever\"", []string{"a.go:3: whoeverPlays: say who"}},
		{"kept-games.md", "It is kept. Whoever!", []string{"kept-games.md:1: file name: say stored", `kept-games.md:1: "Whoever": say who`}},
		{"a.md", "`plateau serve --tables DIR` and `bench --tables 5`", []string{`a.md:1: "--tables DIR": say --tablebases DIR`}},
		{"Makefile", "KEPT := 1\nall-kept: x ## kept", []string{"Makefile:1: KEPT: say stored", "Makefile:2: all-kept: say stored"}},
		{"a.ts", "const a = 'kept'; // kept\nconst b = /kept[/]kept/.test(`kept ${keptOnes} \\` kept`);", []string{"a.ts:2: kept: say stored"}},
		{"a.ts", "const half = a / kept; /* kept\n and kept */ f(\"\\\"kept\", keptToo);", []string{"a.ts:1: kept: say stored", "a.ts:2: keptToo: say stored"}},
		{
			"a.svelte",
			"<script lang=\"ts\">\nlet keptOne = 'kept';\n</script>\n\n<!-- kept -->\n<p class=\"kept {keptTwo}\" {keptThree}>It is kept: {#if keptFour}</p>\n<style>.kept-five { }</style>",
			[]string{
				"a.svelte:2: keptOne: say stored", "a.svelte:6: keptThree: say stored", "a.svelte:6: kept: say stored",
				"a.svelte:6: keptFour: say stored",
			},
		},
	} {
		if got := list.check(c.file, c.text); !slices.Equal(got, c.want) {
			t.Errorf("%s: %q\n got %q\nwant %q", c.file, c.text, got, c.want)
		}
	}
}

func TestSplitName(t *testing.T) {
	for name, want := range map[string]string{
		"HTTPServer": "http server", "kept_games-2b": "kept games b", "X": "x", "goneOnWith": "gone on with", "web/a.test.ts": "web a test ts",
	} {
		if got := strings.Join(splitName(name), " "); got != want {
			t.Errorf("splitName(%q) = %q, want %q", name, got, want)
		}
	}
}

func TestListIsRefused(t *testing.T) {
	for _, text := range []string{"kept = stored", "[names]\nkept", "[other]\nkept = stored"} {
		if _, err := parseWords(text); err == nil {
			t.Errorf("no error for %q", text)
		}
	}
}

func TestCheckedFiles(t *testing.T) {
	for file, want := range map[string]bool{
		"rulebook/words/en/x.md": false, "docs/glossary.md": false, "internal/store/testdata/a.go": false,
		"rulebook/words.go": true, "docs/cli.md": true, "game/testdata/playthroughs/a.txt": true,
	} {
		if got := isChecked(file); got != want {
			t.Errorf("isChecked(%s) = %v", file, got)
		}
	}
}
