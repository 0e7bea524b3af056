package online

import "testing"

func TestCacheForgetsTheLeastRecentlyUsed(t *testing.T) {
	c := newCache[string, int](2)
	c.add("a", 1)
	c.add("b", 2)
	if got := c.add("a", 9); got != 1 {
		t.Errorf("a is %d", got)
	}
	if _, ok := c.get("a"); !ok {
		t.Error("a is lost")
	}
	c.add("c", 3)
	for key, want := range map[string]bool{"a": true, "b": false, "c": true} {
		if _, ok := c.get(key); ok != want {
			t.Errorf("%s is in the cache: %t", key, ok)
		}
	}
	if len(c.entries) != 2 || c.order.Len() != 2 {
		t.Errorf("%d entries in a list of %d", len(c.entries), c.order.Len())
	}
}
