package storetest

import (
	"reflect"
	"testing"

	"plateau/internal/play"
	"plateau/internal/progress"
)

// testStars merges what a player has learnt on two devices.
func testStars(t *testing.T, s *store) {
	t.Helper()
	somebody(t, s.Store, "ann")
	somebody(t, s.Store, "ben")
	merge := func(item string, stars, most int) (progress.Stars, error) {
		return s.MergeStars(t.Context(), "ann", progress.Stars{"lessons": {"quixo": {item: stars}}}, most)
	}
	for _, step := range []struct {
		item  string
		stars int
	}{{"push", 2}, {"push", 1}, {"row", 3}} {
		_, err := merge(step.item, step.stars, 2)
		must(t, err)
	}
	_, err := merge("slide", 1, 2)
	wantError(t, "a third item", err, play.ErrTooMany)
	s.reopen(t)
	want := progress.Stars{"lessons": {"quixo": {"push": 2, "row": 3}}}
	if got, err := s.Stars(t.Context(), "ann"); err != nil || !reflect.DeepEqual(got, want) {
		t.Errorf("the stars are %v, %v", got, err)
	}
	if got, err := s.MergeStars(t.Context(), "ben", nil, 2); err != nil || got.Count() != 0 {
		t.Errorf("the stars of somebody else are %v, %v", got, err)
	}
}
