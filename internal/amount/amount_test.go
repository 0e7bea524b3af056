package amount_test

import (
	"testing"
	"time"

	"plateau/internal/amount"
)

func TestDuration(t *testing.T) {
	for d, want := range map[time.Duration]string{
		1500 * time.Millisecond: "1.5 s", 75 * time.Second: "75 s", 5 * time.Minute: "5 min", 3 * time.Hour: "3.0 h",
	} {
		if got := amount.Duration(d); got != want {
			t.Errorf("%v: %q", d, got)
		}
	}
}

func TestBytes(t *testing.T) {
	for n, want := range map[int64]string{900: "900 bytes", 1500: "1.5 kB", 3e6: "3.0 MB", 27_100_000_000: "27.1 GB"} {
		if got := amount.Bytes(n); got != want {
			t.Errorf("%d: %q", n, got)
		}
	}
}

func TestCount(t *testing.T) {
	for n, want := range []string{"no games", "1 game", "2 games"} {
		if got := amount.Count(n, "game"); got != want {
			t.Errorf("got %q, want %q", got, want)
		}
	}
}
