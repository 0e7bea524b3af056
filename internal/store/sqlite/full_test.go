package sqlite_test

import (
	"bytes"
	"errors"
	"os"
	"path/filepath"
	"sync"
	"testing"
	"time"

	"plateau/internal/play"
	"plateau/internal/store/sqlite"
	"plateau/internal/store/storetest"
)

// A full disk is no fault of what is written, and when there is room again, everything is
// as before.
func TestFullDisk(t *testing.T) {
	s := open(t, filepath.Join(t.TempDir(), "play.db"))
	defer s.Close()
	share := func(s *sqlite.Store, key string) error {
		now := time.Now()
		return s.Share(t.Context(), now, play.SharedChange{SharedValue: play.SharedValue{
			Key: key, Value: bytes.Repeat([]byte(key), 1<<20), Until: now.Add(time.Hour),
		}})
	}
	s.Limit(t, 1)
	var all sync.WaitGroup
	for _, key := range []string{"a", "b", "c", "d", "e", "f", "g", "h"} {
		all.Go(func() {
			if err := share(s, key); !errors.Is(err, play.ErrUnavailable) {
				t.Errorf("without room: %v", err)
			}
		})
	}
	all.Wait()
	s.Limit(t, 1<<30)
	if err := share(s, "i"); err != nil {
		t.Error(err)
	}
	if list, err := s.Shared(t.Context(), time.Now(), ""); err != nil || len(list) != 1 {
		t.Errorf("%d values are stored, %v, want 1", len(list), err)
	}
}

// A file that cannot be opened any more is no fault of what is read, be it one row or many.
func TestReadingWithoutAFile(t *testing.T) {
	folder := filepath.Join(t.TempDir(), "data")
	if err := os.Mkdir(folder, 0o700); err != nil {
		t.Fatal(err)
	}
	s := open(t, filepath.Join(folder, "play.db"))
	defer s.Close()
	if n, err := s.Size(t.Context()); err != nil || n < 1 {
		t.Errorf("the database has %d bytes, %v", n, err)
	}
	s.DropReaders()
	if err := os.Rename(folder, folder+" elsewhere"); err != nil {
		t.Fatal(err)
	}
	storetest.Unavailable(t, s.Store)
	if n, err := s.Size(t.Context()); err == nil {
		t.Errorf("a database that is away has %d bytes", n)
	}
}
