//go:build darwin || dragonfly || freebsd || linux || netbsd || openbsd || windows

package durable_test

import (
	"errors"
	"io/fs"
	"os"
	"path/filepath"
	"runtime"
	"sync"
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

// A brief lock leaves no file, and never lets two in, also while files come and go.
func TestLockBriefly(t *testing.T) {
	path := filepath.Join(t.TempDir(), "lock")
	var wait sync.WaitGroup
	var inside sync.Mutex
	for range 8 {
		wait.Go(func() {
			for entered := 0; entered < 200; {
				release, err := durable.LockBriefly(path)
				if errors.Is(err, durable.ErrLocked) {
					continue
				}
				if err != nil {
					t.Error(err)
					return
				}
				entered++
				if !inside.TryLock() {
					t.Error("two have the lock")
					return
				}
				runtime.Gosched()
				inside.Unlock()
				if err := release(); err != nil {
					t.Error(err)
				}
			}
		})
	}
	wait.Wait()
	if _, err := os.Stat(path); !errors.Is(err, fs.ErrNotExist) {
		t.Errorf("the file is still there: %v", err)
	}
}
