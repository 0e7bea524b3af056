package level_test

import (
	"testing"

	"plateau/engine/level"
)

func TestParse(t *testing.T) {
	for l := level.Easiest; l <= level.Perfect; l++ {
		if got, err := level.Parse(l.String()); err != nil || got != l {
			t.Errorf("%s is read as %s, %v", l, got, err)
		}
	}
	for _, text := range []string{"", "0", "7", "best"} {
		if l, err := level.Parse(text); err == nil {
			t.Errorf("%q was read as %s", text, l)
		}
	}
}
