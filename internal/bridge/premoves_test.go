package bridge

import (
	"slices"
	"testing"

	"plateau/game"
	"plateau/games"
)

func premoveTexts(t *testing.T, id, position string, seat int) []string {
	t.Helper()
	texts := []string{}
	for _, m := range must[[]Premove](t, "premoves", params{"game": id, "position": position, "seat": seat}) {
		texts = append(texts, m.Text)
	}
	slices.Sort(texts)
	return texts
}

func TestPremoves(t *testing.T) {
	// It is dark's turn, and nobody knows yet what dark will do.
	light := premoveTexts(t, "quantik", "4/4/S3/4 2", 0)
	if !slices.Contains(light, "S@d4") || !slices.Contains(light, "Y@a1") {
		t.Errorf("light may choose %v", light)
	}
	if slices.Contains(light, "Y@a2") {
		t.Error("light may choose a cell that is occupied")
	}
	// A sphere is forbidden where the other side has one already.
	if got := premoveTexts(t, "quantik", "4/2s1/S3/4 1", 1); slices.Contains(got, "S@b1") || slices.Contains(got, "S@b2") || !slices.Contains(got, "S@b3") {
		t.Errorf("dark may choose %v", got)
	}
	// Crosses may take neutral cubes and their own ones.
	quixo := premoveTexts(t, "quixo", "O4/5/5/5/X4 O", 0)
	if slices.Contains(quixo, "a5-a1") || !slices.Contains(quixo, "a1-e1") || !slices.Contains(quixo, "c1-c5") {
		t.Errorf("crosses may choose %v", quixo)
	}
	// The only card will have pivoted away.
	if got := premoveTexts(t, "pivot", "4/1C2/4/4 2", 0); len(got) > 0 {
		t.Errorf("circles may choose %v", got)
	}
	if got := premoveTexts(t, "pivot", "4/1Cs1/4/C3 2", 0); !slices.Contains(got, "c3-c4+C@d1") || slices.Contains(got, "d4-d3+C@a2") {
		t.Errorf("circles may choose %v", got)
	}
}

// With four players there are up to three turns in between.
func TestPremovesForFour(t *testing.T) {
	for seat := 1; seat < 4; seat++ {
		got := premoveTexts(t, "quixo4p", "5/5/5/5/5 X1", seat)
		if len(got) != 88 {
			t.Errorf("seat %d may choose %d moves, want those of every cube with every dot", seat, len(got))
		}
	}
}

func TestPremovesShowOnlyOwnPieces(t *testing.T) {
	for _, m := range must[[]Premove](t, "premoves", params{"game": "quixo", "position": "", "seat": 1}) {
		if len(m.Motions) != 1 || m.Motions[0].Kind == game.Slides || m.Motions[0].Letter != "O" {
			t.Errorf("%s shows %+v", m.Text, m.Motions)
		}
	}
}

func TestNoPremoves(t *testing.T) {
	for _, e := range games.All() {
		if got := premoveTexts(t, e.Game.ID(), "", 0); len(got) > 0 {
			t.Errorf("%s: the seat to move may choose %v in advance", e.Game.ID(), got)
		}
	}
	if got := premoveTexts(t, "quixo", "XXXXX/5/5/5/5 O", 0); len(got) > 0 {
		t.Errorf("the game is over, but crosses may choose %v", got)
	}
	if _, refused := ask[any](t, "premoves", params{"game": "quixo", "position": "", "seat": 2}); refused == nil {
		t.Error("there is no third seat")
	}
}
