package local_test

import (
	"testing"

	"plateau/game"
	"plateau/games/full"
	"plateau/internal/tui/local"
	"plateau/internal/tui/text"
	"plateau/rulebook/words"
)

// Where colours are free, a lot decides who begins, so no side can promise it.
func TestSideSaysThatItBeginsOnlyIfItDoes(t *testing.T) {
	texts := text.Texts{Language: words.In("en"), NamedLike: full.All().NamedLike()}
	want := map[string]string{"quantik": "Light", "pivot": "Circles (you move first)"}
	for _, entry := range full.All() {
		g := entry.Game
		text, known := want[g.ID()]
		if !known {
			continue
		}
		if got := local.SideText(texts, g, game.FirstParty); got != text {
			t.Errorf("%s: %q, want %q", g.ID(), got, text)
		}
	}
}
