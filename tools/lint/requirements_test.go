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
	imported := []string{"fmt", "example.com/direct/sub", "example.com/imported", "example.com/misplaced/x", "example.com/deep"}
	got, err := wrongMarks("go.mod", []byte(mod), imported)
	if err != nil {
		t.Fatal(err)
	}
	want := []string{
		"go.mod:7: example.com/unmarked is not imported, but not marked // indirect",
		"go.mod:12: example.com/imported is imported, but marked // indirect",
		"go.mod:13: example.com/misplaced is in the wrong block: the first is for direct requirements",
	}
	if !slices.Equal(got, want) {
		t.Errorf("got %q\nwant %q", got, want)
	}
}
