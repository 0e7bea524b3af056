package recent_test

import (
	"testing"
	"time"

	"plateau/internal/recent"
)

// asked counts how often an answer is read.
type asked struct {
	*recent.Memory[string, int]
	times int
}

func (a *asked) get(t *testing.T, key string, now time.Time, meanwhile func()) int {
	t.Helper()
	value, err := a.Get(key, now, func() (int, error) {
		a.times++
		meanwhile()
		return a.times, nil
	})
	if err != nil {
		t.Fatal(err)
	}
	return value
}

func nothing() {}

// TestMemory reads an answer again when it is too old, was forgotten, or has no room.
func TestMemory(t *testing.T) {
	now := time.Date(2026, 11, 15, 12, 0, 0, 0, time.UTC)
	a := &asked{Memory: recent.New[string, int](2, time.Minute)}
	want := func(value int, key string) {
		t.Helper()
		if got := a.get(t, key, now, nothing); got != value {
			t.Errorf("%s is %d, want %d", key, got, value)
		}
	}
	want(1, "a")
	want(1, "a")
	now = now.Add(time.Minute)
	want(2, "a")
	want(3, "b")
	a.Forget("a")
	want(3, "b")
	want(4, "a")
	a.ForgetWhere(func(value int) bool { return value == 3 })
	want(4, "a")
	want(5, "b")
	want(6, "c") // There is room for two.
	want(7, "a")
}

// TestForgottenMeanwhile is not remembered: it may be what was forgotten.
func TestForgottenMeanwhile(t *testing.T) {
	now := time.Date(2026, 11, 15, 12, 0, 0, 0, time.UTC)
	a := &asked{Memory: recent.New[string, int](2, time.Minute)}
	for want := range 3 {
		if got := a.get(t, "a", now, func() { a.Forget("b") }); got != want+1 {
			t.Errorf("it is %d, want %d", got, want+1)
		}
	}
}
