package sqlite

import (
	"bytes"
	"context"
	"database/sql"
	"encoding/binary"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"time"

	"plateau/internal/store/sqlstore"
)

// Backed is what a backup is, before it is restored.
type Backed struct {
	Contents
	Size int64
	// AsOf is the last moment at which a server is known to have used the
	// database; zero if none has.
	AsOf time.Time
	// Database identifies the database that it was made of; empty if it is older
	// than that.
	Database string
}

// headBytes is the head of every SQLite file: a magic word, the size of a page in
// byte 16, how many there are in byte 28, and our own version in byte 60.
const headBytes = 100

// Inspect says what a backup has, or why it cannot be restored. It does not read it
// through, which [Check] does.
func Inspect(ctx context.Context, path string) (b Backed, err error) {
	if b.Size, err = inspectHead(path); err != nil {
		return b, err
	}
	db, err := sql.Open("sqlite", plainAddress(path, "mode=ro&immutable=1"))
	if err != nil {
		return b, err
	}
	defer func() { err = errors.Join(err, db.Close()) }()
	known := 0
	err = db.QueryRowContext(ctx, `SELECT count(*) FROM sqlite_master WHERE type = 'table' AND name IN
		('events', 'tables', 'players', 'tokens')`).Scan(&known)
	if err != nil {
		return b, fmt.Errorf("it is damaged: %w", err)
	}
	if known < 4 {
		return b, errors.New("it is an SQLite database, but none of Plateau")
	}
	return b, b.read(ctx, db)
}

func inspectHead(path string) (size int64, err error) {
	f, err := os.Open(path)
	if err != nil {
		return 0, err
	}
	defer f.Close()
	info, err := f.Stat()
	if err != nil {
		return 0, err
	}
	head := make([]byte, headBytes)
	n, err := io.ReadFull(f, head)
	switch size = info.Size(); {
	case info.IsDir():
		return 0, errors.New("it is a folder; name the file of a backup")
	case size == 0:
		return 0, errors.New("it is empty")
	case !bytes.HasPrefix(head[:n], []byte("SQLite format 3\x00")):
		return 0, errors.New("it is not a backup: 'plateau backup' makes one")
	case err != nil:
		return 0, errors.New("it is cut off: not even its head is complete")
	}
	page := int64(binary.BigEndian.Uint16(head[16:]))
	if page == 1 {
		page = 1 << 16
	}
	if whole := page * int64(binary.BigEndian.Uint32(head[28:])); size < whole {
		return 0, fmt.Errorf("it is cut off: it has %d of %d bytes", size, whole)
	}
	steps, err := fs.Glob(migrations, "migrations/*.sql")
	if err != nil {
		return 0, err
	}
	if version := int(binary.BigEndian.Uint32(head[60:])); version > len(steps) {
		return 0, newerError(version, len(steps))
	}
	if _, err := os.Stat(path + "-wal"); err == nil {
		return 0, fmt.Errorf("it is a database with a journal (%s-wal), not a backup; 'plateau backup' makes one of it", path)
	}
	return size, nil
}

func newerError(version, ours int) error {
	return fmt.Errorf("the file was written by a newer version of the program (its version is %d, ours %d)", version, ours)
}

// read reads what older versions may not have yet.
func (b *Backed) read(ctx context.Context, db *sql.DB) error {
	counts := db.QueryRowContext(ctx, "SELECT (SELECT count(*) FROM tables), (SELECT count(*) FROM players)")
	if err := counts.Scan(&b.Tables, &b.Players); err != nil {
		return fmt.Errorf("it is damaged: %w", err)
	}
	var millis int64
	if db.QueryRowContext(ctx, `SELECT at FROM heartbeat`).Scan(&millis) == nil {
		b.AsOf = time.UnixMilli(millis).UTC()
	}
	// Without an id, nothing is known of what was removed.
	b.Database, _ = sqlstore.DatabaseID(ctx, db)
	return nil
}
