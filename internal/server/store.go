package server

import (
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"

	"plateau/internal/durable"
	"plateau/internal/store/sqlite"
)

// Names in the data folder.
const (
	DatabaseName = "online.db"
	lockName     = "online.lock"
)

// lockFolder creates the data folder and locks it: two servers would not know
// of each other's moves.
func lockFolder(dir string) (unlock func() error, err error) {
	if err = os.MkdirAll(dir, 0o700); err == nil {
		unlock, err = durable.Lock(filepath.Join(dir, lockName))
	}
	switch {
	case errors.Is(err, durable.ErrLocked):
		return nil, fmt.Errorf("another server uses the data folder %s; stop that one, or choose another folder", dir)
	case err != nil:
		return nil, fmt.Errorf("online games cannot be stored: %w; choose another data folder, or serve only the pages", err)
	}
	return unlock, nil
}

// ownerOnly lets nobody but its owner read and write a file.
const ownerOnly = 0o600

// tighten takes the rights of others from the database and its journal, which may
// have come from a backup or an older program. A file of another owner cannot be
// changed, and its owner decides.
func tighten(path string) error {
	for _, name := range []string{path, path + "-wal", path + "-shm"} {
		info, err := os.Stat(name)
		if err != nil || info.Mode().Perm()&^ownerOnly == 0 {
			continue
		}
		if err := os.Chmod(name, ownerOnly); err != nil && !errors.Is(err, os.ErrPermission) {
			return err
		}
	}
	return nil
}

// openStore opens the database. Only its owner may read it, whatever the
// user's mask allows.
func openStore(ctx context.Context, path string) (*sqlite.Store, error) {
	f, err := os.OpenFile(path, os.O_RDWR|os.O_CREATE, ownerOnly)
	if err == nil {
		err = errors.Join(f.Close(), tighten(path))
	}
	var store *sqlite.Store
	if err == nil {
		store, err = sqlite.Open(ctx, path)
	}
	if err != nil {
		return nil, fmt.Errorf("online games cannot be stored: %w", err)
	}
	return store, nil
}
