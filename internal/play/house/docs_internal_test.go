package house

import (
	"fmt"
	"testing"
	"time"

	"plateau/internal/doctest"
)

// The figures in docs/online.md and docs/online-design.md are those of the program.
func TestDocumentedFigures(t *testing.T) {
	if heartbeatEvery != time.Second {
		t.Error("docs/online-design.md has another figure for heartbeats")
	}
	doctest.Says(t, "online-design.md", fmt.Sprintf("for %d seconds a shared value", blockKnownFor/time.Second))
}
