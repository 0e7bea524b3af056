package lru

import "testing"

func TestCacheForgetsTheLeastRecentlyUsed(t *testing.T) {
	c := New[string, int](2)
	c.Add("a", 1)
	c.Add("b", 2)
	if got := c.Add("a", 9); got != 1 {
		t.Errorf("a is %d", got)
	}
	if _, ok := c.Get("a"); !ok {
		t.Error("a is lost")
	}
	c.Add("c", 3)
	for key, want := range map[string]bool{"a": true, "b": false, "c": true} {
		if _, ok := c.Get(key); ok != want {
			t.Errorf("%s is in the cache: %t", key, ok)
		}
	}
	c.Remove("a")
	c.Remove("b")
	if _, ok := c.Get("a"); ok {
		t.Error("a is still in the cache")
	}
	c.Add("a", 4)
	if len(c.entries) != 2 || c.order.Len() != 2 {
		t.Errorf("%d entries in a list of %d", len(c.entries), c.order.Len())
	}
}
