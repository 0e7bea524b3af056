package server

import (
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"

	"plateau/internal/store/postgres"
	"plateau/internal/store/sqlite"
	"plateau/internal/store/sqlstore"
	"plateau/internal/store/transfer"
)

// Place is one side of a copy: the address of a PostgreSQL database, or a data folder
// with a file.
type Place struct{ Database, Folder string }

// Migrate copies everything that is stored from one place to another.
func Migrate(ctx context.Context, from, to Place, replace bool, o transfer.Observer) (copied []transfer.Copied, err error) {
	if from.Database == "" {
		if _, err := os.Stat(filepath.Join(from.Folder, DatabaseName)); err != nil {
			return nil, fmt.Errorf("there is nothing to copy: %w", err)
		}
	}
	source, err := from.open(ctx)
	if err != nil {
		return nil, err
	}
	defer func() { err = errors.Join(err, source.Close()) }()
	if from == to {
		return nil, errors.New("both are the same database")
	}
	target, err := to.open(ctx)
	if err != nil {
		return nil, err
	}
	defer func() { err = errors.Join(err, target.Close()) }()
	return transfer.Copy(ctx, source, target, replace, o)
}

// open opens one side. While it is open, no server can use it.
func (p Place) open(ctx context.Context) (*sqlstore.Raw, error) {
	if p.Database != "" {
		return postgres.OpenRaw(ctx, p.Database)
	}
	unlock, err := lockFolder(p.Folder)
	if err != nil {
		return nil, err
	}
	path := filepath.Join(p.Folder, DatabaseName)
	err = makePrivate(path)
	var raw *sqlstore.Raw
	if err == nil {
		raw, err = sqlite.OpenRaw(ctx, path)
	}
	if err != nil {
		return nil, errors.Join(err, unlock())
	}
	closed := raw.Close
	raw.Close = func() error { return errors.Join(closed(), unlock()) }
	return raw, nil
}
