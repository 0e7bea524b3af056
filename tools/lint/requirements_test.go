package main

import (
	"slices"
	"testing"
)

func TestMarksOfRequirements(t *testing.T) {
	const mod = `module m

go 1.26.0

require (
	example.com/direct v1.0.0
	example.com/unmarked v1.0.0
)

require (
	example.com/deep/v2 v2.0.0 // indirect
	example.com/imported v1.0.0 // indirect
	example.com/misplaced v1.0.0
)

require example.com/alone v1.0.0 // indirect
`
	requirements := parseRequirements(mod)
	imported := map[string]bool{}
	for _, pkg := range []string{"fmt", "example.com/direct/sub", "example.com/imported", "example.com/misplaced/x", "example.com/deep"} {
		imported[moduleOf(pkg, requirements)] = true
	}
	got := judgeRequirements(requirements, imported)
	want := []string{
		":7: example.com/unmarked is not imported, but not marked // indirect",
		":12: example.com/imported is imported, but marked // indirect",
		":13: example.com/misplaced is in the wrong block: the first is for direct requirements",
	}
	if !slices.Equal(got, want) {
		t.Errorf("got %q\nwant %q", got, want)
	}
}
