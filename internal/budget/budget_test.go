package budget_test

import (
	"strconv"
	"testing"
	"time"

	"plateau/internal/budget"
)

func TestBudgetsAreSeparate(t *testing.T) {
	now := time.Date(2026, 11, 16, 12, 0, 0, 0, time.UTC)
	b := budget.NewMemory(func() time.Time { return now })
	rate := budget.Rate{PerSecond: 2, AtOnce: 4}
	take := func(purpose, client string, cost int, want time.Duration) {
		t.Helper()
		if wait := b.Take(purpose, rate, client, cost); wait != want {
			t.Errorf("%s by %s: wait %v, want %v", purpose, client, wait, want)
		}
	}
	take("request", "ann", 3, 0)
	take("request", "ann", 3, time.Second)
	take("request", "ann", 1, 0) // What was refused took nothing.
	take("request", "ann", 1, time.Second/2)
	take("request", "ben", 4, 0)
	take("message", "ann", 4, 0)
	now = now.Add(time.Second)
	take("request", "ann", 2, 0)
	take("request", "cleo", 100, 0) // It takes all there is.
	take("request", "cleo", 1, time.Second/2)
	for i := range 1000 {
		if wait := b.Take("measuring", budget.Unlimited, "ann", i); wait != 0 {
			t.Fatal("there is a limit where there is none")
		}
	}
}

// TestManyClients are forgotten, the first ones first.
func TestManyClients(t *testing.T) {
	now := time.Date(2026, 11, 16, 12, 0, 0, 0, time.UTC)
	b := budget.NewMemory(func() time.Time { return now })
	once := budget.Rate{PerSecond: 1, AtOnce: 1}
	for i := range 100_001 {
		b.Take("request", once, strconv.Itoa(i), 1)
	}
	if b.Take("request", once, "100000", 1) == 0 {
		t.Error("the last client was forgotten")
	}
	if b.Take("request", once, "0", 1) != 0 {
		t.Error("the first client was not forgotten")
	}
}
