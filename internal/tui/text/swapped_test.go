package text_test

import (
	"strings"
	"testing"
)

// Where the colours are swapped, the side that begins has the dark pieces.
func TestSwappedColours(t *testing.T) {
	p, err := find(t, "quantik").Swapped().Parse("4/4/1S2/4 2")
	if err != nil {
		t.Fatal(err)
	}
	got := strings.Join(english.Position(p, nil), "\n")
	for _, want := range []string{"b2 dark sphere", "Player 1 (dark), left to place: dark", "Player 2 (light), left to place: light"} {
		if !strings.Contains(got, want) {
			t.Errorf("no %q in\n%s", want, got)
		}
	}
}
