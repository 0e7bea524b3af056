package figures

import (
	"slices"
	"strings"
	"testing"

	exactquantik "plateau/exact/quantik"
	"plateau/game/quantik"
)

// What the program quantik-core 1.0.0 found by minimax: the positions with exact
// references in benchmarks/positions-v1.json of
// github.com/mberlanda/quantik-core-rust, all of them won, and the moves that win
// fastest, here in our notation.
var published = []struct{ qfen, fastest string }{
	{"A.B./..a./.B../cc.D", "N@a2"},
	{".d../..b./d.CB/.BD.", "S@b2 S@c4 S@d1"},
	{"...d/CAb./DbD./a..C", "N@d3"},
	{"c.b./c.../B..C/aC.D", "N@b2"},
	{".cAB/ba../C.B./b.Da", "C@c3 C@d2 N@a4"},
	{"A.DA/bD../dba./..Cd", "C@a1 C@b4 C@d2"},
	{".c../d.A./cd.B/B..C", "S@a4 S@b1 S@c2"},
	{".Cad/.B.C/..B./d.c.", "S@a2"},
	{"c..B/dAC./c.B./b.C.", "S@c4"},
	{"cBA./.acD/..../.dAC", "Y@a1"},
	{"cD.a/B.d./.Ad./AD..", "Y@c4"},
	{"cdA./.d../..CC/.bD.", "Y@c3 Y@d4"},
	{"DB../.C.d/c.bd/.A.C", "S@a3"},
	{".c.d/cB../DB../.AAb", "N@c3 S@a4 Y@c4"},
	{".b.C/dc.A/BaDD/daB.", "C@c4 C@d1 S@a4 S@c3 S@c4"},
	{"cac./D.AB/Badd/.CA.", "C@d1 N@a1 N@b3"},
	{"ABD./B.AC/ccbb/.aDa", "N@b3"},
	{"bdbC/cc.D/.B.C/Ad.A", "N@c3"},
	{"dd.B/ABc./.CDC/b.aa", "N@d3"},
	{"DcA./B.AC/.abb/ac.D", "Y@b3"},
	{"BCCd/BDA./abb./d.Ac", "C@d2"},
	{"Dc.B/aaDB/..CA/cbbA", "N@b2"},
}

func TestPublishedValues(t *testing.T) {
	spec, e := quantik.Spec(), exactquantik.New()
	for _, test := range published {
		s, err := spec.Parse(test.qfen)
		if err != nil {
			t.Fatal(err)
		}
		value := e.Value(&s)
		var fastest []string
		for _, m := range s.AppendMoves(nil) {
			next := s
			next.Play(m)
			if e.Value(&next).Before() == value {
				fastest = append(fastest, spec.FormatMove(&s, m))
			}
		}
		slices.Sort(fastest)
		if got := strings.Join(fastest, " "); !value.IsWin() || got != test.fastest {
			t.Errorf("%s is a %v by %s, want %s", test.qfen, value, got, test.fastest)
		}
	}
}
