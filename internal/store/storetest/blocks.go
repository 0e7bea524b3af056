package storetest

import (
	"slices"
	"time"

	"plateau/internal/play"
	"plateau/internal/play/blocks"
)

func testBlocks(s *store) {
	s.people("ann", "ben", "cleo", "dan")
	block := func(by, player play.PlayerID, kind blocks.Kind, after time.Duration) error {
		return s.SetBlock(s.Context(), blocks.Block{By: by, Player: player, Kind: kind, Since: now.Add(after)}, 2)
	}
	must(s, block("ann", "ben", blocks.Muted, 0))
	must(s, block("ann", "cleo", blocks.Blocked, time.Second))
	must(s, block("ann", "ben", blocks.Blocked, 2*time.Second))
	must(s, block("dan", "ann", blocks.Muted, 0))
	s.wantError("a third one", block("ann", "dan", blocks.Muted, 0), play.ErrTooMany)
	s.wantError("an unknown player", block("dan", "nobody", blocks.Muted, 0), play.ErrNoPlayer)
	s.reopen()
	list, err := s.Blocks(s.Context(), "ann")
	if err != nil || len(list) != 2 || list[0] != (blocks.Block{By: "ann", Player: "ben", Kind: blocks.Blocked, Since: now.Add(2 * time.Second), Name: "ben"}) || list[1].Player != "cleo" {
		s.Errorf("Ann's are %+v, %v", list, err)
	}
	apart := func(player play.PlayerID, want ...play.PlayerID) {
		s.Helper()
		list, err := s.Apart(s.Context(), player)
		slices.Sort(list)
		if err != nil || !slices.Equal(list, want) {
			s.Errorf("apart from %s are %v, %v, want %v", player, list, err, want)
		}
	}
	apart("ann", "ben", "cleo")
	apart("ben", "ann")
	apart("dan")
	among := func(want int, players ...play.PlayerID) {
		s.Helper()
		answer(s.BlocksAmong(s.Context(), players...)).has(s, want, "the blocks among %v", players)
	}
	among(1, "ann", "ben")
	among(1, "ben", "ann")
	among(0, "ann", "dan")
	among(0, "ben", "cleo", "")
	among(2, "dan", "cleo", "ben", "ann")
	must(s, s.RemoveBlock(s.Context(), "ann", "ben"))
	must(s, s.RemoveBlock(s.Context(), "ann", "ben"))
	among(1, "dan", "cleo", "ben", "ann")
	must(s, s.Forget(s.Context(), "cleo"))
	must(s, s.Forget(s.Context(), "dan"))
	answer(s.Blocks(s.Context(), "ann")).has(s, 0, "after the deletion of Cleo Ann's")
	answer(s.Blocks(s.Context(), "dan")).has(s, 0, "after the deletion of Dan his")
	s.wantError("a deleted player", block("ann", "cleo", blocks.Blocked, 0), play.ErrNoPlayer)
}
