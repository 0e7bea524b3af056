package blocks

import (
	"fmt"
	"testing"
	"time"

	"plateau/internal/doctest"
)

// The figures in docs/online.md and docs/online-design.md are those of the program.
func TestDocumentedFigures(t *testing.T) {
	doctest.Says(t, "online.md", fmt.Sprintf("block or mute up to %d others", MaxBlocks))
	doctest.Says(t, "online-design.md", "A server remembers lists of blocks for a minute")
	if aloneTime != time.Minute {
		t.Error("docs/online-design.md has another figure for blocks")
	}
}
