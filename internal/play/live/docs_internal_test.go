package live

import (
	"fmt"
	"testing"
	"time"

	"plateau/internal/doctest"
)

// The figures in docs/online-design.md are those of the program.
func TestDocumentedFigures(t *testing.T) {
	doctest.Says(t, "online-design.md",
		fmt.Sprintf("takes more than %d seconds is answered as a failure", commitTime/time.Second),
	)
}
