package guide

import "testing"

func TestDamagedConditions(t *testing.T) {
	for _, text := range []string{"", "any,", "conquer", "line X", "line X many", "not", "any or conquer", "win a b"} {
		if all, err := parseCondition(text); err == nil {
			t.Errorf("%q is read as %d alternatives", text, len(all))
		}
	}
}
