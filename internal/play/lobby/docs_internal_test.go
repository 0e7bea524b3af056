package lobby

import (
	"fmt"
	"testing"
	"time"

	"plateau/internal/cluster"
	"plateau/internal/doctest"
)

// The figures in docs/online.md are those of the program.
func TestDocumentedFigures(t *testing.T) {
	listing := StandardListing
	doctest.Says(t, "online-design.md", fmt.Sprintf("the whole list (%d tables at most)", mostListed))
	doctest.Says(t, "online.md",
		fmt.Sprintf("A guest may list %d tables, a registered player %d (`lobby.player`), and all players at an address %d", listing.Guest, listing.Registered, listing.Address),
		fmt.Sprintf("present, or gone for less than %d minutes", cluster.Patience/time.Minute),
		fmt.Sprintf("how many players were online in the last %d minutes", cluster.Patience/time.Minute),
		fmt.Sprintf("at most %d of them", mostLive),
		fmt.Sprintf("looked up at most every %d seconds", liveTime/time.Second),
	)
}
