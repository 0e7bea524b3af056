package storetest

import (
	"plateau/internal/play"
	"plateau/internal/progress"
)

// testStars merges what a player has learnt on two devices.
func testStars(s *store) {
	s.people("ann", "ben")
	merge := func(item string, stars, most int) (progress.Stars, error) {
		return s.MergeStars(s.Context(), "ann", progress.Stars{"lessons": {"quixo": {item: stars}}}, most)
	}
	for _, step := range []struct {
		item  string
		stars int
	}{{"push", 2}, {"push", 1}, {"row", 3}} {
		_, err := merge(step.item, step.stars, 2)
		must(s, err)
	}
	_, err := merge("slide", 1, 2)
	s.wantError("a third item", err, play.ErrTooMany)
	s.reopen()
	want := progress.Stars{"lessons": {"quixo": {"push": 2, "row": 3}}}
	answer(s.Stars(s.Context(), "ann")).is(s, want, "the stars")
	answer(s.MergeStars(s.Context(), "ben", nil, 2)).meets(s, func(got progress.Stars) bool { return got.Count() == 0 }, "the stars of somebody else")
}
