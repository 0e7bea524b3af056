package thinking

import (
	"fmt"
	"testing"
	"time"

	"plateau/internal/doctest"
)

// The figures in docs/online.md are those of the program.
func TestDocumentedFigures(t *testing.T) {
	doctest.Says(t, "online.md",
		fmt.Sprintf("Levels 1 to %d take milliseconds", LastQuick),
		fmt.Sprintf("A move may take %d seconds and a thirtieth of the time left", most/time.Second),
		fmt.Sprintf("had %d minutes of thinking, and half a second more for each second since, gets %d ms per move", Rate.AtOnce/60_000, Least.Milliseconds()),
	)
	if Rate.PerSecond != 500 {
		t.Error("docs/online.md has another figure for thinking")
	}
}
