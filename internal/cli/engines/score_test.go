package engines

import "testing"

func TestEloText(t *testing.T) {
	difference, margin := 120.4, 33.3
	for _, test := range []struct {
		difference, margin *float64
		want               string
	}{
		{&difference, &margin, "+120, 95% sure within 33 either way"},
		{&difference, nil, "+120; there are too few games to bound it"},
		{nil, nil, "beyond measure: one side has all the points"},
	} {
		if got := eloText(test.difference, test.margin); got != test.want {
			t.Errorf("%q, want %q", got, test.want)
		}
	}
}
