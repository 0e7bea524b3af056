package caption_test

import (
	"testing"
	"time"

	"plateau/internal/tui/caption"
)

func TestDuration(t *testing.T) {
	for d, want := range map[time.Duration]string{
		1500 * time.Millisecond: "1.5 s", 75 * time.Second: "75 s", 5 * time.Minute: "5 min", 3 * time.Hour: "3.0 h",
	} {
		if got := caption.Duration(d); got != want {
			t.Errorf("%v: %q", d, got)
		}
	}
}

func TestBytes(t *testing.T) {
	for n, want := range map[int64]string{900: "900 bytes", 1500: "1.5 kB", 3e6: "3.0 MB", 27_100_000_000: "27.1 GB"} {
		if got := caption.Bytes(n); got != want {
			t.Errorf("%d: %q", n, got)
		}
	}
}
