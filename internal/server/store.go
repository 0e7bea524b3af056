package server

import (
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"

	"plateau/internal/durable"
	"plateau/internal/store/postgres"
	"plateau/internal/store/sqlite"
	"plateau/internal/store/sqlstore"
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

// openStore opens the database, and says where it is. The list of what was removed is
// in the data folder in any case, away from backups of the database.
func (c *Config) openStore(ctx context.Context) (s *sqlstore.Store, where string, err error) {
	where = filepath.Join(c.Data, DatabaseName)
	if c.Database == "" {
		s, err = openFile(ctx, where)
	} else {
		s, err = openPostgres(ctx, c.Database, sqlite.RemovalsOf(where))
		where = postgres.Where(c.Database)
	}
	if err != nil {
		return nil, "", err
	}
	unfinished, err := s.UnfinishedCopy(ctx)
	if err == nil && unfinished {
		err = fmt.Errorf("%s is an unfinished copy; run the same 'plateau migrate' again to complete it", where)
	}
	if err != nil {
		return nil, "", errors.Join(err, s.Close())
	}
	return s, where, nil
}

func openPostgres(ctx context.Context, address, list string) (*sqlstore.Store, error) {
	s, err := postgres.Open(ctx, address, list)
	if err != nil {
		return nil, fmt.Errorf("online games cannot be stored: %w", err)
	}
	return s.Store, nil
}

// makePrivate makes sure that there is a file that only its owner may read.
func makePrivate(path string) error {
	f, err := os.OpenFile(path, os.O_RDWR|os.O_CREATE, ownerOnly)
	if err != nil {
		return err
	}
	return errors.Join(f.Close(), tighten(path))
}

// refuseEmptied refuses a file without content that had some: beside it there is a list
// of what was removed from it.
func refuseEmptied(path string) error {
	list := sqlite.RemovalsOf(path)
	if sizeOf(path) != 0 || sizeOf(path+"-wal") > 0 || sizeOf(list) <= 0 {
		return nil
	}
	return fmt.Errorf("%s is empty, and was not before: beside it is %s; put a backup in its place with 'plateau restore', "+
		"or delete both to begin anew", path, filepath.Base(list))
}

// sizeOf is the size of a file; negative if it cannot be found.
func sizeOf(path string) int64 {
	info, err := os.Stat(path)
	if err != nil {
		return -1
	}
	return info.Size()
}

// openFile opens a file. Only its owner may read it, whatever the user's mask
// allows.
func openFile(ctx context.Context, path string) (*sqlstore.Store, error) {
	err := refuseEmptied(path)
	if err == nil {
		err = makePrivate(path)
	}
	if err == nil {
		var s *sqlite.Store
		if s, err = sqlite.Open(ctx, path); err == nil {
			return s.Store, nil
		}
	}
	return nil, fmt.Errorf("online games cannot be stored: %w", err)
}
