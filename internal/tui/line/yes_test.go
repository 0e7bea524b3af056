package line_test

import (
	"testing"

	"plateau/internal/tui/line"
)

// Yes is yes in English and in the reader's language, also abbreviated, in capitals or
// without its accent; everything else is no.
func TestIsYes(t *testing.T) {
	for answer, want := range map[string]bool{
		"sí": true, "si": true, "SÍ": true, "s": true, "yes": true, "Y": true,
		"": false, "no": false, "sin": false, "ja": false, "oui": false,
	} {
		if got := line.IsYes(answer, "sí"); got != want {
			t.Errorf("%q is yes: %t", answer, got)
		}
	}
}
