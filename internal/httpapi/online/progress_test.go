package online_test

import (
	"net/http"
	"strings"
	"testing"
)

func (c *client) progress(body string) reply {
	c.Helper()
	return c.call(http.MethodPut, "/me/progress", body)
}

func TestProgress(t *testing.T) {
	s := newSite(t, nil)
	ann := s.registered("Ann")
	type view struct {
		Progress map[string]map[string]map[string]int
	}
	read[view](ann.progress(`{"progress":{"lessons":{"quixo":{"push":1,"row":3},"pivot":{"first-game":3}}}}`), http.StatusOK)
	got := read[view](ann.progress(`{"progress":{"lessons":{"quixo":{"push":2,"row":1}}}}`), http.StatusOK).Progress["lessons"]
	if got["quixo"]["push"] != 2 || got["quixo"]["row"] != 3 || got["pivot"]["first-game"] != 3 {
		t.Errorf("the progress is %v", got)
	}
	if export := ann.get("/me/export"); !strings.Contains(string(export.body), `"first-game": 3`) {
		t.Errorf("the export is %s", export.body)
	}
}

func TestProgressIsRefused(t *testing.T) {
	s := newSite(t, nil)
	ann, guest := s.registered("Ann"), s.guest("Ben")
	item := func(area, game, item, stars string) string {
		return `{"progress":{"` + area + `":{"` + game + `":{"` + item + `":` + stars + `}}}}`
	}
	for _, test := range []struct {
		by         *client
		body, code string
	}{
		{guest, item("lessons", "quixo", "push", "1"), "progress.guest"},
		{ann, item("lessons", "chess", "push", "1"), "game.unknown"},
		{ann, item("wishes", "quixo", "push", "1"), "progress.stars"},
		{ann, item("lessons", "quixo", "Push it", "1"), "progress.stars"},
		{ann, item("lessons", "quixo", "push", "4"), "progress.stars"},
		{ann, item("lessons", "quixo", "push", "0"), "progress.stars"},
	} {
		answer := test.by.progress(test.body)
		if !strings.Contains(string(answer.body), `"`+test.code+`"`) {
			t.Errorf("%s: %s, want %s", test.body, answer.body, test.code)
		}
	}
}
