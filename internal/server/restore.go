package server

import (
	"context"
	"encoding/hex"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"time"

	"plateau/internal/play"
	"plateau/internal/store/removals"
	"plateau/internal/store/sqlite"
)

// Restored is what restoring a backup did.
type Restored struct {
	sqlite.Backed
	// Replaced is the folder with what was there before; empty if there was
	// nothing.
	Replaced string
	// Removed counts what was removed once more because it had been removed after
	// the backup was made.
	Removed map[removals.Kind]int
	// Unlisted means that not everything is known that was removed since, so that
	// all sessions, API tokens and sign-in links were ended: Ended of them.
	Unlisted bool
	Ended    int
}

// restoringName is the folder in which a backup becomes the database.
const restoringName = ".restoring"

// Restore puts a backup in the place of the database in the data folder. The backup
// is checked first, and what was deleted or revoked since it was made is removed
// from it. Until all of that is done, the old database stays where it is. The
// function begun learns what will be restored, before anything is done.
func Restore(ctx context.Context, c Config, backup string, begun func(sqlite.Backed)) (r Restored, err error) {
	if r.Backed, err = sqlite.Inspect(ctx, backup); err != nil {
		return r, fmt.Errorf("%s cannot be restored: %w", backup, err)
	}
	unlock, err := lockFolder(c.Data)
	if err != nil {
		return r, err
	}
	defer func() { err = errors.Join(err, unlock()) }()
	database := filepath.Join(c.Data, DatabaseName)
	if same(backup, database) {
		return r, fmt.Errorf("%s is the database itself; name a backup of it", backup)
	}
	begun(r.Backed)
	folder := filepath.Join(c.Data, restoringName)
	if err := errors.Join(os.RemoveAll(folder), os.Mkdir(folder, 0o700)); err != nil {
		return r, err
	}
	defer func() { err = errors.Join(err, os.RemoveAll(folder)) }()
	restored := filepath.Join(folder, DatabaseName)
	if err := copyFile(backup, restored); err != nil {
		return r, fmt.Errorf("cannot copy %s: %w", backup, err)
	}
	if _, err := sqlite.Check(ctx, restored); err != nil {
		return r, fmt.Errorf("%s cannot be restored: %w", backup, err)
	}
	list, foreign, err := readRemovals(sqlite.RemovalsOf(database), r.Database)
	if err != nil {
		return r, err
	}
	c.Data = folder
	if err := r.removeAgain(ctx, c, list); err != nil {
		return r, fmt.Errorf("%s cannot be restored: %w", backup, err)
	}
	r.Replaced, err = swap(restored, database, foreign)
	return r, err
}

// RemoveAgain removes from a PostgreSQL database what a server's list says was removed.
// PostgreSQL's own tools have restored the database from a backup.
func RemoveAgain(ctx context.Context, c Config, listFile string) (r Restored, err error) {
	list, err := removals.Read(listFile)
	if err != nil {
		return r, fmt.Errorf("%s: %w", listFile, err)
	}
	unlock, err := lockFolder(c.Data)
	if err != nil {
		return r, err
	}
	defer func() { err = errors.Join(err, unlock()) }()
	if err := r.inspect(ctx, c); err != nil {
		return r, err
	}
	if list.Database != r.Database {
		return r, fmt.Errorf("%s is the list of another database", listFile)
	}
	return r, r.removeAgain(ctx, c, list)
}

// inspect finds out how old the restored database is.
func (r *Restored) inspect(ctx context.Context, c Config) (err error) {
	s, _, err := c.openStore(ctx)
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, s.Close()) }()
	if r.AsOf, err = s.LastHeartbeat(ctx); err != nil {
		return err
	}
	// Every database has this secret, so no other is stored.
	id, err := s.Secret(ctx, "database", make([]byte, databaseIDBytes))
	r.Database = hex.EncodeToString(id)
	return err
}

const databaseIDBytes = 16

func same(one, other string) bool {
	first, err := os.Stat(one)
	if err != nil {
		return false
	}
	second, err := os.Stat(other)
	return err == nil && os.SameFile(first, second)
}

// copyFile makes a copy that only its owner may read, and that is on the disk.
func copyFile(from, to string) error {
	source, err := os.Open(from)
	if err != nil {
		return err
	}
	defer source.Close()
	f, err := os.OpenFile(to, os.O_WRONLY|os.O_CREATE|os.O_EXCL, ownerOnly)
	if err != nil {
		return err
	}
	_, err = io.Copy(f, source)
	if err == nil {
		err = f.Sync()
	}
	return errors.Join(err, f.Close())
}

// readRemovals reads the list of a database. It is nil if there is none, and foreign
// if what is there belongs to another one.
func readRemovals(path, database string) (list *removals.List, foreign bool, err error) {
	list, err = removals.Read(path)
	switch {
	case errors.Is(err, fs.ErrNotExist):
		return nil, false, nil
	case errors.Is(err, removals.ErrForeign):
		return nil, true, nil
	case err != nil:
		return nil, false, err
	case list.Database != database:
		return nil, true, nil
	}
	return list, false, nil
}

// removeAgain brings the restored database up to date, and removes from it what was
// removed since.
func (r *Restored) removeAgain(ctx context.Context, c Config, list *removals.List) (err error) {
	o, err := openForOperator(ctx, &c)
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, o.close()) }()
	r.Removed = make(map[removals.Kind]int)
	if list != nil {
		if r.Removed, err = o.store.RemoveListed(ctx, list.Removals, r.AsOf); err != nil {
			return err
		}
		for _, one := range list.Removals {
			if one.Kind != removals.Player {
				continue
			}
			switch player, err := o.store.Player(ctx, play.PlayerID(one.Key)); {
			case errors.Is(err, play.ErrNoPlayer) || err == nil && player.Name == "":
				continue
			case err != nil:
				return err
			}
			if err := o.accounts.Erase(ctx, play.PlayerID(one.Key), o.house); err != nil {
				return err
			}
			r.Removed[removals.Player]++
		}
	}
	if !list.Complete(r.Database, r.AsOf) || r.Database == "" {
		r.Unlisted = true
		r.Ended, err = o.store.EndAllAccess(ctx)
	}
	return err
}

// newFolder makes a folder. If there is one of that name, for example of another
// restore in the same second, the new one gets a number.
func newFolder(name string) (made string, err error) {
	made = name
	for number := 2; ; number++ {
		if err := os.Mkdir(made, 0o700); !errors.Is(err, fs.ErrExist) {
			return made, err
		}
		made = fmt.Sprintf("%s-%d", name, number)
	}
}

// swap puts a new database in the place of the old one, which is moved to a folder
// with its journal. At every moment one of the two is there. A list of removals that
// belongs to another database goes with the old one.
func swap(restored, database string, foreignList bool) (replaced string, err error) {
	if _, err := os.Stat(database); err == nil {
		replaced, err = newFolder(filepath.Join(filepath.Dir(database), time.Now().UTC().Format("replaced-20060102-150405")))
		if err != nil {
			return "", err
		}
		aside := func(name string) string { return filepath.Join(replaced, filepath.Base(name)) }
		if err := os.Link(database, aside(database)); err != nil {
			// Not every file system has links.
			if err := copyFile(database, aside(database)); err != nil {
				return "", err
			}
		}
		// A journal would be taken for that of the new database.
		moved := []string{database + "-wal", database + "-shm"}
		if foreignList {
			moved = append(moved, sqlite.RemovalsOf(database))
		}
		for _, name := range moved {
			if err := os.Rename(name, aside(name)); err != nil && !errors.Is(err, fs.ErrNotExist) {
				return replaced, err
			}
		}
	}
	return replaced, os.Rename(restored, database)
}
