package live

import (
	"fmt"
	"testing"
	"time"

	"plateau/internal/doctest"
)

// The figures in docs/online.md are those of the program.
func TestDocumentedFigures(t *testing.T) {
	doctest.Says(t, "online.md",
		fmt.Sprintf("takes more than %d seconds is answered as a failure", commitTime/time.Second),
	)
}
