//go:build darwin || dragonfly || freebsd || linux || netbsd || openbsd || windows

package durable_test

import (
	"errors"
	"path/filepath"
	"testing"

	"plateau/internal/durable"
)

func TestLock(t *testing.T) {
	path := filepath.Join(t.TempDir(), "lock")
	release, err := durable.Lock(path)
	if err != nil {
		t.Fatal(err)
	}
	if _, err := durable.Lock(path); !errors.Is(err, durable.ErrLocked) {
		t.Errorf("the second lock: %v", err)
	}
	if err := release(); err != nil {
		t.Error(err)
	}
	release, err = durable.Lock(path)
	if err != nil {
		t.Fatalf("after it was released: %v", err)
	}
	if err := release(); err != nil {
		t.Error(err)
	}
}
