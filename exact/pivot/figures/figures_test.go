package figures

import (
	"strings"
	"testing"

	"plateau/exact/data"
	"plateau/exact/figures/figurestest"
	exactpivot "plateau/exact/pivot"
	"plateau/game"
	"plateau/game/pivot"
)

// The files of docs/data are compared with exact play, which knows some losses and
// searches the rest.

func exactPlay(tb testing.TB) *exactpivot.Exact {
	tb.Helper()
	losses, err := exactpivot.ReadLosses(data.PivotLosses)
	if err != nil {
		tb.Fatal(err)
	}
	return exactpivot.New(losses)
}

// All arrangements of the cards are counted: those of the circles, of the squares
// on the other cells, and of their faces.
func TestLayers(t *testing.T) {
	rows := figurestest.Read(t, "pivot-layers.csv")
	byValue := figurestest.Read(t, "pivot-distances.csv")
	for cards, r := range rows {
		circles, squares := (cards+1)/2, cards/2
		want := choose(16, circles) * choose(16-circles, squares) << cards
		if got := r.Int("positions"); got != want || got != r.Int("won")+r.Int("lost")+r.Int("drawn") {
			t.Errorf("%d positions with %d cards, want %d", got, cards, want)
		}
		for _, columns := range [][2]string{{"won", "positions"}, {"classes_won", "classes"}} {
			won := func(v figurestest.Row) bool {
				return v.Int("cards") == cards && strings.HasPrefix(v.Text("value"), "win")
			}
			if got := figurestest.Sum(byValue, columns[1], won); got != r.Int(columns[0]) {
				t.Errorf("%d cards: %d %s are won by value, %d in all", cards, got, columns[1], r.Int(columns[0]))
			}
		}
	}
	// Known answers, made with a program that shares no code with this one.
	for cards, want := range map[int][3]int{
		16: {13_895_966, 13_895_966, 27_061_700}, 12: {205_663_800, 8_209_596, 217_783_564},
		9: {9_155_852, 132_948, 36_921_760}, 6: {21_350, 130, 622_424}, 5: {1_750, 0, 86_474},
	} {
		r := rows[cards]
		if got := [3]int{r.Int("classes_won"), r.Int("classes_lost"), r.Int("classes_drawn")}; got != want {
			t.Errorf("%d cards: %v, want %v", cards, got, want)
		}
	}
}

func choose(n, k int) int {
	if k == 0 {
		return 1
	}
	return choose(n-1, k-1) * n / k
}

func TestLongest(t *testing.T) {
	spec, e := pivot.Spec(), exactPlay(t)
	for _, r := range figurestest.Read(t, "pivot-longest.csv") {
		figurestest.CheckLine(t, &spec, r, strings.Fields(r.Text("line")), func(s *pivot.State) game.Value { return e.Value(s) })
	}
}

func TestOpenings(t *testing.T) {
	spec, e := pivot.Spec(), exactPlay(t)
	sequences := map[int]int{}
	for _, r := range figurestest.Read(t, "pivot-openings.csv") {
		s, err := spec.Parse(r.Text("position"))
		if err != nil {
			t.Fatal(err)
		}
		good := 0
		moves := s.AppendMoves(nil)
		for _, m := range moves {
			next := s
			next.Play(m)
			if e.Value(&next) == game.Draw {
				good++
			}
		}
		if value := e.Value(&s); value != game.Draw || value.String() != r.Text("value") || len(moves) != r.Int("moves") || good != r.Int("keeping") {
			t.Errorf("%s: %v, %d moves, %d keep it", r.Text("position"), value, len(moves), good)
		}
		if r.Int("circles")+r.Int("squares")+r.Int("draws") != r.Int("games") {
			t.Errorf("%s: the games do not add up", r.Text("position"))
		}
		sequences[r.Int("cards")] += r.Int("sequences")
	}
	start := pivot.Start()
	for cards := range openingCards + 1 {
		if want := game.Perft[pivot.State, *pivot.State](&start, cards); sequences[cards] != int(want) {
			t.Errorf("%d sequences of %d turns, want %d", sequences[cards], cards, want)
		}
	}
}

// All games end, those of best players in a draw.
func TestChance(t *testing.T) {
	games, ended, drawn := map[string]int{}, map[string]int{}, map[string]int{}
	for _, r := range figurestest.Read(t, "pivot-chance.csv") {
		players := r.Text("players")
		if r.Int("turns") == 0 {
			games[players] = r.Int("running")
		}
		for _, ending := range endings {
			ended[players] += r.Int(ending)
		}
		drawn[players] += r.Int(pivot.FullBoth.Code) + r.Int(pivot.FullBoard.Code)
	}
	for _, players := range []string{"random", "best"} {
		if games[players] == 0 || ended[players] != games[players] {
			t.Errorf("%d of %d games of %s players end", ended[players], games[players], players)
		}
	}
	if drawn["best"] != games["best"] {
		t.Errorf("%d of %d games of best players are drawn", drawn["best"], games["best"])
	}
}
