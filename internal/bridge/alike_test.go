package bridge

import (
	"slices"
	"testing"

	"plateau/games"
)

// Moves are alike if a rotation, reflection or renaming of the board makes their
// positions the same.
func TestAlike(t *testing.T) {
	b := New(games.All(), testEngine)
	for _, test := range []struct {
		game, position string
		sizes          []int
	}{
		{"quantik", "", []int{64}},
		{"pivot", "", []int{8, 16, 8}},
		{"quixo", "", []int{32, 8, 4}},
		{"quixo3", "XXX/3/3 O", nil},
	} {
		groups, refused := askOf[[][]string](t.Context(), t, b, "alike", params{"game": test.game, "text": test.position}, nil)
		if refused != nil || groups == nil {
			t.Fatalf("%s: %v, %+v", test.game, groups, refused)
		}
		var sizes []int
		for _, group := range groups {
			sizes = append(sizes, len(group))
		}
		if !slices.Equal(sizes, test.sizes) {
			t.Errorf("%s %q: groups of %v moves, want %v", test.game, test.position, sizes, test.sizes)
		}
		var moves []string
		for _, move := range must[PositionView](t, "position", params{"game": test.game, "text": test.position}).Moves {
			moves = append(moves, move.Text)
		}
		grouped := slices.Concat(groups...)
		slices.Sort(grouped)
		slices.Sort(moves)
		if !slices.Equal(grouped, moves) {
			t.Errorf("%s %q: the groups have %v, not %v", test.game, test.position, grouped, moves)
		}
	}
	if _, refused := askOf[[][]string](t.Context(), t, b, "alike", params{"game": "chess", "text": ""}, nil); refused == nil {
		t.Error("moves of a game that does not exist")
	}
}
