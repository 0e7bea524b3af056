package httpapi

import "testing"

func TestRecentForgetsWhatWasNotUsed(t *testing.T) {
	r := newRecent[string, int](2)
	r.add("a", 1)
	r.add("b", 2)
	if got := r.add("a", 9); got != 1 {
		t.Errorf("a is %d", got)
	}
	if _, ok := r.get("a"); !ok {
		t.Error("a is lost")
	}
	r.add("c", 3)
	for key, want := range map[string]bool{"a": true, "b": false, "c": true} {
		if _, ok := r.get(key); ok != want {
			t.Errorf("%s is kept: %t", key, ok)
		}
	}
	if len(r.entries) != 2 || r.order.Len() != 2 {
		t.Errorf("%d entries in a list of %d", len(r.entries), r.order.Len())
	}
}
