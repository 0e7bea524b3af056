package cli

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
	onlineFile = "online.db"
	onlineLock = "online.lock"
)

// dataFolder is where online games are kept.
func dataFolder(chosen string) (string, error) {
	if chosen != "" {
		return chosen, nil
	}
	if dir := dataDir(); dir != "" {
		return dir, nil
	}
	return "", fmt.Errorf("there is no data folder for online games; name one by --%s", dataFlag)
}

// lockFolder makes the data folder, and takes it for one server alone: two
// would not know of each other's moves.
func lockFolder(dir string) (unlock func() error, err error) {
	if err = os.MkdirAll(dir, 0o700); err == nil {
		unlock, err = durable.Lock(filepath.Join(dir, onlineLock))
	}
	switch {
	case errors.Is(err, durable.ErrLocked):
		return nil, fmt.Errorf("another server keeps its games in %s; stop that one, or choose another folder by --%s", dir, dataFlag)
	case err != nil:
		return nil, fmt.Errorf("online games cannot be kept: %w; choose another folder by --%s, or serve the pages only by --%s",
			err, dataFlag, offFlag(onlineFlag))
	}
	return unlock, nil
}

// openStore opens the file of online games. Only its owner may read it: SQLite
// would leave that to the user's mask.
func openStore(ctx context.Context, path string) (*sqlite.Store, error) {
	f, err := os.OpenFile(path, os.O_RDWR|os.O_CREATE, 0o600)
	if err == nil {
		err = f.Close()
	}
	if err != nil {
		return nil, fmt.Errorf("online games cannot be kept: %w", err)
	}
	store, err := sqlite.Open(ctx, path)
	if err != nil {
		return nil, fmt.Errorf("online games cannot be kept: %w", err)
	}
	return store, nil
}
