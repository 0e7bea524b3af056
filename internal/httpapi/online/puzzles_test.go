package online_test

import (
	"net/http"
	"reflect"
	"strings"
	"testing"

	"plateau/internal/progress"
)

func TestPuzzlesOfSeveralDevices(t *testing.T) {
	s := newSite(t, nil)
	ann := s.guest("Ann")
	const phone = `{"solved":{"quixo":["aaaaaa"]},"streak":{"day":"2026-11-15","length":3,"best":5},"row":{"at":7,"length":2,"best":4}}`
	const laptop = `{"solved":{"quixo":["bbbbbb"],"pivot":["cccccc"]},"streak":{"day":"2026-11-14","length":9,"best":9},"row":{"at":8,"length":0,"best":1}}`
	put := func(body string) reply { return ann.call(http.MethodPut, "/me/puzzles", body) }
	put(phone).refused(http.StatusForbidden, "progress.guest")
	ann.setPassword("correct horse")
	put(phone)
	all := read[progress.PuzzleProgress](put(laptop), http.StatusOK)
	want := progress.PuzzleProgress{
		Solved: map[string][]string{"quixo": {"aaaaaa", "bbbbbb"}, "pivot": {"cccccc"}},
		Streak: progress.PuzzleStreak{Day: "2026-11-15", Length: 3, Best: 9},
		Row:    progress.PuzzleRow{At: 8, Length: 0, Best: 4},
	}
	if !reflect.DeepEqual(all, want) {
		t.Errorf("%+v, wanted is %+v", all, want)
	}
	if again := read[progress.PuzzleProgress](put(phone), http.StatusOK); !reflect.DeepEqual(again, want) {
		t.Errorf("after a repetition %+v", again)
	}
	if export := ann.get("/me/export"); !strings.Contains(string(export.body), "cccccc") {
		t.Errorf("the export is %s", export.body)
	}
	ben := s.guest("Ben")
	ben.setPassword("battery staple")
	if export := ben.get("/me/export"); strings.Contains(string(export.body), "cccccc") {
		t.Errorf("the export of another player is %s", export.body)
	}
	for body, code := range map[string]string{
		strings.Replace(phone, "quixo", "chess", 1):      "game.unknown",
		strings.Replace(phone, "aaaaaa", "<b>", 1):       "progress.puzzle",
		strings.Replace(phone, "2026-11-15", "today", 1): "progress.puzzle",
	} {
		if got := put(body); got.status < 400 || !strings.Contains(string(got.body), code) {
			t.Errorf("%s gives %d %s", body, got.status, got.body)
		}
	}
}
