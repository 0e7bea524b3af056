package ask

import (
	"slices"
	"strings"
	"testing"

	"plateau/games/full"
)

func TestSplitPositions(t *testing.T) {
	g, err := full.All().Games().Find("quixo3")
	if err != nil {
		t.Fatal(err)
	}
	for words, want := range map[string]string{
		"":                      "start",
		"3/3/3 X|3/3/3|o|start": "3/3/3 X|3/3/3 o|start",
		"start|O|3/3/3|3/3/3 X": "start O|3/3/3|3/3/3 X",
	} {
		got := splitPositions(g, slices.DeleteFunc(strings.Split(words, "|"), func(w string) bool { return w == "" }))
		if strings.Join(got, "|") != want {
			t.Errorf("%q: %q", words, got)
		}
	}
}

func TestColumns(t *testing.T) {
	cells := []string{"a  1", "bb  2", "c  3", "d  4", "e  5"}
	tests := []struct {
		width, rows int
		want        string
	}{
		{80, 9, "  a  1\n  bb  2\n  c  3\n  d  4\n  e  5"},
		{20, 3, "  a  1   d  4\n  bb  2  e  5\n  c  3"},
		{20, 2, "  a  1   bb  2\nand 3 more"},
		{5, 3, "  a  1\n  bb  2\nand 3 more"},
	}
	for _, test := range tests {
		got := strings.Join(columns(cells, test.width, test.rows), "\n")
		if got != test.want {
			t.Errorf("%d × %d:\n%s\nwant\n%s", test.width, test.rows, got, test.want)
		}
	}
	if got := columns(nil, 80, 5); len(got) > 0 {
		t.Errorf("of nothing: %q", got)
	}
}
