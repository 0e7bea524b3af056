package cluster

import (
	"fmt"
	"testing"
	"time"

	"plateau/internal/doctest"
)

// The figures in docs/online-design.md are those of the program.
func TestDocumentedFigures(t *testing.T) {
	doctest.Says(t, "online-design.md",
		fmt.Sprintf("Every %d seconds, and after the bus was away", compareEvery/time.Second),
		fmt.Sprintf("every %d seconds its lobby", ListsEvery/time.Second),
		fmt.Sprintf("heartbeat is at most %d seconds old. After that nobody knows, for %d minutes", freshTime/time.Second, silentTime/time.Minute),
		fmt.Sprintf("ends %d seconds after the last renewal", sweeperTime/time.Second),
		fmt.Sprintf("heartbeat of any server, for more than %d seconds", longestGap/time.Second),
	)
}
