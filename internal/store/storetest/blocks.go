package storetest

import (
	"slices"
	"testing"
	"time"

	"plateau/internal/play"
	"plateau/internal/play/blocks"
)

func testBlocks(t *testing.T, s *store) {
	t.Helper()
	for _, name := range []string{"ann", "ben", "cleo", "dan"} {
		somebody(t, s.Store, name)
	}
	block := func(by, player play.PlayerID, kind blocks.Kind, after time.Duration) error {
		return s.SetBlock(t.Context(), blocks.Block{By: by, Player: player, Kind: kind, Since: now.Add(after)}, 2)
	}
	must(t, block("ann", "ben", blocks.Muted, 0))
	must(t, block("ann", "cleo", blocks.Blocked, time.Second))
	must(t, block("ann", "ben", blocks.Blocked, 2*time.Second))
	must(t, block("dan", "ann", blocks.Muted, 0))
	wantError(t, "a third one", block("ann", "dan", blocks.Muted, 0), play.ErrTooMany)
	wantError(t, "an unknown player", block("dan", "nobody", blocks.Muted, 0), play.ErrNoPlayer)
	s.reopen(t)
	list, err := s.Blocks(t.Context(), "ann")
	if err != nil || len(list) != 2 || list[0] != (blocks.Block{By: "ann", Player: "ben", Kind: blocks.Blocked, Since: now.Add(2 * time.Second), Name: "ben"}) || list[1].Player != "cleo" {
		t.Errorf("Ann's are %+v, %v", list, err)
	}
	apart := func(player play.PlayerID, want ...play.PlayerID) {
		t.Helper()
		list, err := s.Apart(t.Context(), player)
		slices.Sort(list)
		if err != nil || !slices.Equal(list, want) {
			t.Errorf("apart from %s are %v, %v, want %v", player, list, err, want)
		}
	}
	apart("ann", "ben", "cleo")
	apart("ben", "ann")
	apart("dan")
	among := func(want int, players ...play.PlayerID) {
		t.Helper()
		if list, err := s.BlocksAmong(t.Context(), players...); err != nil || len(list) != want {
			t.Errorf("among %v there are %+v, %v", players, list, err)
		}
	}
	among(1, "ann", "ben")
	among(1, "ben", "ann")
	among(0, "ann", "dan")
	among(0, "ben", "cleo", "")
	among(2, "dan", "cleo", "ben", "ann")
	must(t, s.RemoveBlock(t.Context(), "ann", "ben"))
	must(t, s.RemoveBlock(t.Context(), "ann", "ben"))
	among(1, "dan", "cleo", "ben", "ann")
	must(t, s.Forget(t.Context(), "cleo"))
	must(t, s.Forget(t.Context(), "dan"))
	if list, err := s.Blocks(t.Context(), "ann"); err != nil || len(list) != 0 {
		t.Errorf("after the deletion of Cleo Ann's are %+v, %v", list, err)
	}
	if list, err := s.Blocks(t.Context(), "dan"); err != nil || len(list) != 0 {
		t.Errorf("after the deletion of Dan his are %+v, %v", list, err)
	}
	wantError(t, "a deleted player", block("ann", "cleo", blocks.Blocked, 0), play.ErrNoPlayer)
}
