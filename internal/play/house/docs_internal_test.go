package house

import (
	"testing"
	"time"
)

// The figure in docs/online.md is that of the program.
func TestDocumentedFigures(t *testing.T) {
	if heartbeatEvery != time.Second {
		t.Error("docs/online-design.md has another figure for heartbeats")
	}
}
