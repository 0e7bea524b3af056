package blocks

import (
	"testing"
	"time"

	"plateau/internal/doctest"
)

// The figure in docs/online-design.md is that of the program.
func TestDocumentedFigures(t *testing.T) {
	doctest.Says(t, "online-design.md", "A server remembers lists of blocks for a minute")
	if aloneTime != time.Minute {
		t.Error("docs/online-design.md has another figure for blocks")
	}
}
