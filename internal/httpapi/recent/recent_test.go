package recent

import "testing"

func TestForgetsWhatWasNotUsed(t *testing.T) {
	r := New[string, int](2)
	r.Add("a", 1)
	r.Add("b", 2)
	if got := r.Add("a", 9); got != 1 {
		t.Errorf("a is %d", got)
	}
	if _, ok := r.Get("a"); !ok {
		t.Error("a is lost")
	}
	r.Add("c", 3)
	for key, want := range map[string]bool{"a": true, "b": false, "c": true} {
		if _, ok := r.Get(key); ok != want {
			t.Errorf("%s is kept: %t", key, ok)
		}
	}
	if len(r.entries) != 2 || r.order.Len() != 2 {
		t.Errorf("%d entries in a list of %d", len(r.entries), r.order.Len())
	}
}
