package engine_test

import (
	"testing"

	"plateau/engine"
)

func TestParseLevel(t *testing.T) {
	for l := engine.Easiest; l <= engine.Perfect; l++ {
		if got, err := engine.ParseLevel(l.String()); err != nil || got != l {
			t.Errorf("%s is read as %s, %v", l, got, err)
		}
	}
	for _, text := range []string{"", "0", "7", "best"} {
		if l, err := engine.ParseLevel(text); err == nil {
			t.Errorf("%q was read as %s", text, l)
		}
	}
}
