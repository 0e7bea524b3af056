package server

import (
	"context"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"time"

	"plateau/internal/store/sqlite"
)

// backupEvery is how often a backup is made.
const backupEvery = 24 * time.Hour

// backupName is the name of a backup by its time, so that names sort like times.
// Only files with such names are ever removed.
const backupName = "plateau-20060102-150405.db"

// backups makes backups of a database now and then, and keeps the last ones.
type backups struct {
	// dir is their folder; empty for none.
	dir  string
	most int
}

// due makes a backup if the last one is a day old, and removes the oldest beyond
// those that are kept. It returns the new one, if there is any.
func (b backups) due(ctx context.Context, database string, now time.Time) (made string, err error) {
	if b.dir == "" {
		return "", nil
	}
	if err := os.MkdirAll(b.dir, 0o700); err != nil {
		return "", err
	}
	if err := sqlite.RemoveUnfinished(b.dir); err != nil {
		return "", err
	}
	known, err := b.list()
	if err != nil {
		return "", err
	}
	if len(known) > 0 {
		last, err := time.Parse(backupName, known[len(known)-1])
		if err == nil && now.Sub(last) < backupEvery && !last.After(now) {
			return "", nil
		}
	}
	name := now.UTC().Format(backupName)
	made = filepath.Join(b.dir, name)
	if _, err := sqlite.Backup(ctx, database, made); err != nil {
		return "", err
	}
	known = append(known, name)
	// One that could not be made removes none.
	for _, old := range known[:max(0, len(known)-b.most)] {
		if old == name {
			continue
		}
		if err := os.Remove(filepath.Join(b.dir, old)); err != nil {
			return made, err
		}
	}
	return made, nil
}

// list has the names of the backups, the oldest first.
func (b backups) list() ([]string, error) {
	files, err := os.ReadDir(b.dir)
	if err != nil {
		return nil, err
	}
	var names []string
	for _, f := range files {
		if at, err := time.Parse(backupName, f.Name()); err == nil && at.Format(backupName) == f.Name() && f.Type().IsRegular() {
			names = append(names, f.Name())
		}
	}
	slices.Sort(names)
	return names, nil
}

// last is when the last backup was made, in seconds since 1970; zero if there is none.
func (b backups) last() float64 {
	known, err := b.list()
	if err != nil || len(known) == 0 {
		return 0
	}
	at, err := time.Parse(backupName, known[len(known)-1])
	if err != nil {
		return 0
	}
	return float64(at.Unix())
}

// backUp makes a backup if it is time.
func (o *onlinePlay) backUp(ctx context.Context, now time.Time) error {
	made, err := o.backups.due(ctx, o.path, now)
	if made != "" {
		o.log.Info("made a backup", "file", made)
	}
	if err != nil {
		return fmt.Errorf("%s: %w", o.backups.dir, err)
	}
	return nil
}
