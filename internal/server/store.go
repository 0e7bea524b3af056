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

// ErrDataFolder is for data folders that cannot be used at all; one that
// another server uses is [durable.ErrLocked].
var ErrDataFolder = errors.New("online games cannot be stored")

// lockFolder creates the data folder and locks it: two servers would not know
// of each other's moves.
func lockFolder(dir string) (unlock func() error, err error) {
	if err = os.MkdirAll(dir, 0o700); err == nil {
		unlock, err = durable.Lock(filepath.Join(dir, lockName))
	}
	switch {
	case errors.Is(err, durable.ErrLocked):
		return nil, fmt.Errorf("the data folder %s is in use: %w", dir, err)
	case err != nil:
		return nil, fmt.Errorf("%w: %w", ErrDataFolder, err)
	}
	return unlock, nil
}

// openStore opens the database. Only its owner may read it, whatever the
// user's mask allows.
func openStore(ctx context.Context, path string) (*sqlite.Store, error) {
	f, err := os.OpenFile(path, os.O_RDWR|os.O_CREATE, 0o600)
	if err == nil {
		err = f.Close()
	}
	if err != nil {
		return nil, fmt.Errorf("%w: %w", ErrDataFolder, err)
	}
	store, err := sqlite.Open(ctx, path)
	if err != nil {
		return nil, fmt.Errorf("%w: %w", ErrDataFolder, err)
	}
	return store, nil
}
