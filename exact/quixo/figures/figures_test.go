package figures

import (
	"fmt"
	"math/bits"
	"os"
	"strings"
	"testing"

	"plateau/exact"
	"plateau/exact/figures"
	"plateau/exact/figures/figurestest"
	"plateau/exact/quixo/solver"
	"plateau/exact/tablebase"
	"plateau/game"
	"plateau/game/quixo"
)

// countsOf are the numbers of won, lost and drawn positions in a row.
func countsOf(r figurestest.Row) exact.Counts {
	return exact.Counts{Won: int64(r.Int("won")), Lost: int64(r.Int("lost")), Drawn: int64(r.Int("drawn"))}
}

// All sharings of all sets of cells are counted, both files agree, and so does what
// Tanaka, Bonnet, Tixeuil and Tamura published.
func TestCounts(t *testing.T) {
	byMarks := map[int]exact.Counts{}
	for _, r := range figurestest.Read(t, "quixo-counts.csv") {
		own, other, n := r.Int("own"), r.Int("other"), countsOf(r)
		if marks := own + other; marks != r.Int("marks") || n.Total() != choose(cells, marks)*choose(marks, other) {
			t.Errorf("%d positions with %d and %d marks", n.Total(), own, other)
		}
		byMarks[own+other] = byMarks[own+other].Add(n)
	}
	var sum exact.Counts
	for _, r := range figurestest.Read(t, "quixo-layers.csv") {
		if n := countsOf(r); n != byMarks[r.Int("marks")] {
			t.Errorf("%+v with %d marks, but %+v by player", n, r.Int("marks"), byMarks[r.Int("marks")])
		}
		sum = sum.Add(countsOf(r))
	}
	if want := (exact.Counts{Won: 441_815_157_309, Lost: 279_746_227_956, Drawn: 125_727_224_178}); sum != want {
		t.Errorf("%+v in all, want %+v", sum, want)
	}
}

// All random games end, and values of running games add up. Nothing is decided in
// the first three turns.
func TestChance(t *testing.T) {
	rows := figurestest.Read(t, "quixo-chance.csv")
	ended := 0
	for _, r := range rows {
		for _, ending := range endings {
			ended += r.Int(ending)
		}
		if countsOf(r).Total() != int64(r.Int("running")) || r.Int("turns") <= 3 && r.Int("drawn") != r.Int("running") {
			t.Errorf("after %d turns %+v of %d games", r.Int("turns"), countsOf(r), r.Int("running"))
		}
	}
	if games := rows[0].Int("running"); games == 0 || ended != games {
		t.Errorf("%d of %d games end", ended, games)
	}
}

func choose(n, k int) int64 {
	if k == 0 {
		return 1
	}
	return choose(n-1, k-1) * int64(n) / int64(k)
}

// Positions by distance add up to those of their layers, and the examples are won
// positions with the marks of their layer.
func TestDistances(t *testing.T) {
	want, got := map[int]exact.Counts{}, map[int]exact.Counts{}
	for _, r := range figurestest.Read(t, "quixo-layers.csv") {
		want[r.Int("marks")] = countsOf(r)
	}
	examples := map[int]string{}
	for _, r := range figurestest.Read(t, "quixo-distances.csv") {
		marks := r.Int("marks")
		got[marks] = got[marks].Add(exact.Counts{Won: int64(r.Int("won")), Lost: int64(r.Int("lost"))})
		if text := r.Text("longest_win"); text != "" {
			examples[marks] += text
		}
	}
	for marks, n := range got {
		if n.Won != want[marks].Won || n.Lost != want[marks].Lost {
			t.Errorf("%d marks: %+v, want %+v", marks, n, want[marks])
		}
		s, err := quixo.Spec(size).Parse(examples[marks])
		if err != nil {
			t.Fatal(err)
		}
		if found := bits.OnesCount32(s.Marks(quixo.Cross) | s.Marks(quixo.Circle)); found != marks {
			t.Errorf("%s has %d marks, not %d", examples[marks], found, marks)
		}
	}
	if len(got) < 4 {
		t.Errorf("there are %d layers", len(got))
	}
}

// The lines of the longest wins are legal, as long as their values say, and end with a
// win of the player who began. No position occurs twice.
func TestLongest(t *testing.T) {
	wins := map[string]string{}
	for _, r := range figurestest.Read(t, "quixo-distances.csv") {
		if text := r.Text("longest_win"); text != "" {
			wins[text] = "win " + r.Text("turns") + ", " + r.Text("won")
		}
	}
	spec := quixo.Spec(size)
	rows := figurestest.Read(t, "quixo-longest.csv")
	for _, r := range rows {
		s, err := spec.Parse(r.Text("position"))
		if err != nil {
			t.Fatal(err)
		}
		if got, want := r.Text("value")+", "+r.Text("positions"), wins[r.Text("position")]; got != want {
			t.Errorf("%s is %q, want %q", r.Text("position"), got, want)
		}
		winner, seen, moves := s.ToMove(), map[quixo.State]bool{}, strings.Fields(r.Text("line"))
		for _, text := range moves {
			m, err := spec.ParseMove(&s, text)
			if err != nil || seen[s] || s.Outcome().Over() {
				t.Fatalf("%d marks, %s: %v", r.Int("marks"), text, err)
			}
			seen[s] = true
			s.Play(m)
		}
		if got := fmt.Sprintf("win %d", len(moves)); got != r.Text("value") || s.Outcome() != game.Won(game.Team(winner)) {
			t.Errorf("%d marks: %d moves, and the outcome is %v", r.Int("marks"), len(moves), s.Outcome())
		}
	}
	if len(rows) != len(wins) || len(rows) < 4 {
		t.Errorf("there are %d lines for %d layers", len(rows), len(wins))
	}
}

// The layers of a tablebase have what the files say, as far as they are there.
func TestTablebase(t *testing.T) {
	folder := os.Getenv("PLATEAU_TABLEBASES")
	if folder == "" {
		t.Skip("NOT RUN: PLATEAU_TABLEBASES does not name the folder of Quixo's tablebase ('plateau solve quixo' makes it)")
	}
	want := map[int]string{}
	for name, of := range map[string]*figures.Sheet{"quixo-counts.csv": countsSheet(), "quixo-layers.csv": layersSheet()} {
		columns := strings.Split(strings.TrimSpace(string(of.Bytes())), ",")
		for _, r := range figurestest.Read(t, name) {
			for _, column := range columns {
				want[r.Int("marks")] += r.Text(column) + ","
			}
		}
	}
	compared := 0
	q := solver.NewSolver(size)
	stored := tablebase.In(folder, q.Game(), q.Layers())
	for _, layer := range stored.Present() {
		l, err := stored.Open(layer)
		if err != nil {
			t.Fatal(err)
		}
		summary, err := solver.Summarise(l)
		_ = l.Close()
		if err != nil {
			t.Fatal(err)
		}
		counts, layers := countsSheet(), layersSheet()
		addCounts(counts, cells-layer, &summary)
		addLayer(layers, cells-layer, &summary)
		for _, sheet := range []*figures.Sheet{counts, layers} {
			_, rows, _ := strings.Cut(string(sheet.Bytes()), "\n")
			if text := strings.ReplaceAll(rows, "\n", ","); !strings.Contains(want[cells-layer], text) {
				t.Errorf("layer %d has %s", layer, text)
			}
		}
		compared++
	}
	t.Logf("%d layers compared", compared)
}
