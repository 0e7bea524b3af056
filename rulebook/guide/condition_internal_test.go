package guide

import "testing"

func TestDamagedConditions(t *testing.T) {
	for _, text := range []string{"", "any,", "conquer", "line X", "line X many", "not", "any or conquer", "win a b"} {
		if all, err := parseCondition(text); err == nil {
			t.Errorf("%q is read as %d alternatives", text, len(all))
		}
	}
}

func FuzzCondition(f *testing.F) {
	f.Add("not ends or any")
	f.Add("win own-line, line X 3")
	f.Fuzz(func(t *testing.T, text string) {
		all, err := parseCondition(text)
		if err == nil && len(all) == 0 {
			t.Errorf("%q has no alternatives", text)
		}
	})
}
