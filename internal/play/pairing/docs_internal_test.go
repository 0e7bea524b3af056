package pairing

import (
	"fmt"
	"testing"
	"time"

	"plateau/internal/doctest"
)

// The figures in docs/online.md are those of the program.
func TestDocumentedFigures(t *testing.T) {
	doctest.Says(t, "online.md",
		fmt.Sprintf("may differ by %.0f points, and by %.0f more for every second", window, growth),
		fmt.Sprintf("nor, for %d minutes, the opponent of a game that was aborted", apartFor/time.Minute),
	)
}
