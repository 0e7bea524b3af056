package server

import (
	"bytes"
	"errors"
	"fmt"
	"log/slog"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"plateau/internal/play"
)

// A full disk fills no log, and other errors are all there.
func TestSparseLog(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		var text bytes.Buffer
		log := NewLog(&text, slog.LevelInfo, false)
		full := fmt.Errorf("writing: %w", play.ErrUnavailable)
		for range 90 {
			for range 100 {
				log.Error("cannot store the heartbeat", "error", full)
				log.With("table", "abc").Error("cannot handle a table", "error", full)
			}
			time.Sleep(time.Second) // of the test's own time
		}
		if n := strings.Count(text.String(), "cannot store the heartbeat"); n != 2 {
			t.Errorf("%d lines in a minute and a half, want 2", n)
		}
		if n := strings.Count(text.String(), "repeated=5999"); n != 2 {
			t.Errorf("%d lines say how many were left out, want 2:\n%s", n, &text)
		}
		text.Reset()
		for range 3 {
			log.Error("request failed", "error", errors.New("another"))
		}
		if n := strings.Count(text.String(), "request failed"); n != 3 {
			t.Errorf("%d lines, want 3", n)
		}
	})
}
