package play

import "testing"

func TestLightBackgrounds(t *testing.T) {
	for colours, want := range map[string]bool{
		"": false, "15;0": false, "0;15": true, "0;default;15": true, "7;8": false, "0;7": true, "15;default": false,
	} {
		if got := isLight(colours); got != want {
			t.Errorf("%q: %v", colours, got)
		}
	}
}
