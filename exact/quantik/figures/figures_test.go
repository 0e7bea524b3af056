package figures

import (
	"math"
	"math/bits"
	"strings"
	"testing"

	"plateau/exact/figures/figurestest"
	exactquantik "plateau/exact/quantik"
	"plateau/game"
	"plateau/game/quantik"
)

// The files of docs/data are compared with the search, which shares no code with
// the tablebase that they were made from.

// searched is the value and the numbers of all and of winning moves, by search.
func searched(e *exactquantik.Exact, s *quantik.State) (value game.Value, moves, winning int) {
	for legal := s.Legal(); legal != 0; legal &= legal - 1 {
		if next := after(s, legal); e.Value(&next).IsLoss() {
			winning++
		}
	}
	return e.Value(s), bits.OnesCount64(s.Legal()), winning
}

// compare compares a row with what the search finds.
func compare(e *exactquantik.Exact, r figurestest.Row, column string) {
	r.Helper()
	s, err := quantik.Spec().Parse(r.Text(column))
	if err != nil {
		r.Fatal(err)
	}
	value, moves, winning := searched(e, &s)
	if value.String() != r.Text("value") || moves != r.Int("moves") || winning != r.Int("winning") {
		r.Errorf("%s: %v, %d moves, %d winning; the file has %s, %s and %s", r.Text(column), value, moves, winning,
			r.Text("value"), r.Text("moves"), r.Text("winning"))
	}
}

func all(figurestest.Row) bool { return true }

// All positions with 4 pieces, as quantik-core lists them, are in the file, and
// samples of their values are right.
func TestDepth4(t *testing.T) {
	rows := figurestest.Read(t, "quantik-depth4.csv")
	states := smallStates(depth4Pieces)
	if len(rows) != len(states) {
		t.Fatalf("%d rows for %d positions", len(rows), len(states))
	}
	e := exactquantik.New()
	step := 199
	if figurestest.Full() {
		step = 1
	}
	for i, r := range rows {
		s := states[i].form.state()
		if r.Text("qfen") != s.QFEN() || r.Int("boards") != states[i].boards || r.Int("sequences") != int(states[i].sequences) {
			t.Fatalf("row %d is not that of %s", i, s.QFEN())
		}
		if i%step == 0 {
			compare(e, r, "qfen")
		}
	}
}

// What quantik-core published (docs/benchmarks of quantik-core-rust): how many
// positions there are with 1 to 4 pieces, how many have which number of images,
// and how many sequences of moves lead there.
func TestDepth4AsPublished(t *testing.T) {
	counts := []int{1, 3, 51, 726}
	if figurestest.Full() {
		counts = append(counts, 10_946, 105_632)
	}
	for pieces, want := range counts {
		if got := len(smallStates(pieces)); got != want {
			t.Errorf("%d positions with %d pieces, want %d", got, pieces, want)
		}
	}
	rows := figurestest.Read(t, "quantik-depth4.csv")
	if len(rows) != 10_946 {
		t.Errorf("%d positions", len(rows))
	}
	sizes := map[int]int{}
	for _, r := range rows {
		sizes[r.Int("boards")]++
	}
	for size, want := range map[int]int{8: 2, 16: 15, 24: 8, 32: 80, 48: 208, 96: 3771, 192: 6862} {
		if sizes[size] != want {
			t.Errorf("%d positions have %d images, want %d", sizes[size], size, want)
		}
	}
	if boards, sequences := figurestest.Sum(rows, "boards", all), figurestest.Sum(rows, "sequences", all); boards != 1_692_512 || sequences != 6_770_048 {
		t.Errorf("%d boards and %d sequences", boards, sequences)
	}
}

// The smallest forms are those of fixtures/symmetry/symmetry-v1.json of
// quantik-core-contracts.
func TestSmallestForm(t *testing.T) {
	for _, test := range []struct {
		qfen, smallest string
		images         int
	}{
		{"..../..../..../....", "..../..../..../....", 1},
		{"A.../..../..../....", "..../..../..../D...", 16},
		{"Ab../..c./...D/....", "..aD/.b../C.../....", 192},
	} {
		s, err := quantik.Spec().Parse(test.qfen)
		if err != nil {
			t.Fatal(err)
		}
		smallest, images := smallestForm(&s)
		if found := smallest.state(); found.QFEN() != test.smallest || images != test.images {
			t.Errorf("%s: %s and %d images, want %s and %d", test.qfen, found.QFEN(), images, test.smallest, test.images)
		}
	}
}

func TestOpenings(t *testing.T) {
	rows := figurestest.Read(t, "quantik-openings.csv")
	e := exactquantik.New()
	for i, r := range rows {
		s, err := quantik.Spec().Parse(r.Text("position"))
		if err != nil {
			t.Fatal(err)
		}
		if got := orbit(&s); got != r.Int("positions") {
			t.Errorf("%s has %d images", r.Text("position"), got)
		}
		if r.Int("pieces") <= 2 || i%53 == 0 || figurestest.Full() {
			compare(e, r, "position")
		}
	}
	for pieces, want := range []struct{ classes, sequences int }{{1, 1}, {1, 64}, {7, 3392}, {70, 167_552}, {901, 6_770_048}} {
		in := func(r figurestest.Row) bool { return r.Int("pieces") == pieces }
		classes := 0
		for _, r := range rows {
			if in(r) {
				classes++
			}
		}
		if sequences := figurestest.Sum(rows, "sequences", in); classes != want.classes || sequences != want.sequences {
			t.Errorf("%d classes with %d pieces, %d sequences; want %+v", classes, pieces, sequences, want)
		}
	}
}

// The counts are those that quantik-core published for up to 8 pieces: sequences
// without a complete line, and those whose last move completes one.
func TestLayers(t *testing.T) {
	rows := figurestest.Read(t, "quantik-layers.csv")
	published := [][2]int{
		{1, 0},
		{64, 0},
		{3392, 0},
		{167_552, 0},
		{6_770_048, 6_912},
		{230_833_152, 1_050_624},
		{6_159_946_752, 81_653_760},
		{128_513_710_080, 3_886_838_784},
		{1_978_186_364_928, 118_862_401_536},
	}
	for pieces, want := range published {
		if got := [2]int{rows[pieces].Int("sequences"), rows[pieces].Int("lines")}; got != want {
			t.Errorf("%d pieces: %v sequences and lines, want %v", pieces, got, want)
		}
	}
	byValue := figurestest.Read(t, "quantik-distances.csv")
	sum := 0
	for pieces, r := range rows {
		for _, columns := range [][2]string{{"classes", "classes"}, {"positions", "positions"}} {
			in := func(v figurestest.Row) bool { return v.Int("pieces") == pieces }
			won := func(v figurestest.Row) bool { return in(v) && strings.HasPrefix(v.Text("value"), "win") }
			if got := figurestest.Sum(byValue, columns[1], in); got != r.Int(columns[0]) {
				t.Errorf("%d pieces: %d %s by value, %d in all", pieces, got, columns[1], r.Int(columns[0]))
			}
			if got := figurestest.Sum(byValue, columns[1], won); got != r.Int(columns[0]+"_won") {
				t.Errorf("%d pieces: %d %s are won by value, %d in all", pieces, got, columns[1], r.Int(columns[0]+"_won"))
			}
		}
		sum += r.Int("classes")
	}
	if sum != 11_084_231 {
		t.Errorf("%d classes", sum)
	}
}

func TestLongest(t *testing.T) {
	spec, e := quantik.Spec(), exactquantik.New()
	for _, r := range figurestest.Read(t, "quantik-longest.csv") {
		figurestest.CheckLine(t, &spec, r, strings.Fields(r.Text("line")), func(s *quantik.State) game.Value { return e.Value(s) })
	}
}

// Games are followed forwards for one file and backwards for the other: the first
// player wins those that end after an odd number of turns.
func TestChance(t *testing.T) {
	won := map[string]float64{}
	ended := map[string]float64{}
	for _, r := range figurestest.Read(t, "quantik-chance.csv") {
		now := r.Float("row_or_column") + r.Float("region") + r.Float("both") + r.Float("blocked")
		ended[r.Text("players")] += now
		if r.Int("turns")%2 == 1 {
			won[r.Text("players")] += now
		}
	}
	start := figurestest.Read(t, "quantik-openings.csv")[0]
	for players, want := range map[string]float64{"random": start.Float("random"), "best": 0} {
		const rounded = 1e-4
		if math.Abs(ended[players]-1) > rounded || math.Abs(won[players]-want) > rounded {
			t.Errorf("%s players: %f of the games end, the first player wins %f; want 1 and %f", players, ended[players], won[players], want)
		}
	}
}
