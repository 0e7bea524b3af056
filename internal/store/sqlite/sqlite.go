// Package sqlite stores online play in one SQLite file.
//
// # Writing
//
// SQLite allows one writer at a time, and the expensive part of a transaction is
// the flush that makes it durable. So one goroutine writes. It puts all waiting
// jobs into one transaction, and answers them after a single flush:
//
//	callers ──► queue ──► BEGIN · job · job · job · … · COMMIT ──► answers
//
// During a flush the next jobs gather, so groups grow with the load. If a job
// conflicts, all are run again, each in its own savepoint: it is undone without
// affecting the others. Readers have their own connections and, in WAL mode,
// neither wait for the writer nor block it.
package sqlite

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
	"net/url"
	"os"
	"sync"
	"sync/atomic"

	"plateau/internal/store/sqlstore"
)

// Store is a store in a file.
type Store struct {
	*sqlstore.Store
	path         string
	readers      *reader
	writing      *sql.DB
	queue        *sqlstore.Queue[job]
	checkpointer *checkpointer
	close        sync.Once
	sqlstore.Counts
	// unwiped is set while the journal may still have erased data.
	unwiped atomic.Bool
}

// readConns is how many may read at the same time.
const readConns = 4

// Open opens the file, creates it if necessary, and migrates an older one.
func Open(ctx context.Context, path string) (*Store, error) { return open(ctx, path, standardJournal) }

func open(ctx context.Context, path string, j journal) (*Store, error) {
	writing, err := sql.Open("sqlite", address(path, "_txlock=immediate&_pragma=cache_size("+writerCache+")"))
	if err != nil {
		return nil, err
	}
	writing.SetMaxOpenConns(1)
	if err := migrate(ctx, writing); err != nil {
		return nil, errors.Join(fmt.Errorf("%s: %w", path, err), writing.Close())
	}
	readers, err := newReader(path)
	if err != nil {
		return nil, errors.Join(err, writing.Close())
	}
	s := &Store{
		path: path, readers: readers, writing: writing, queue: sqlstore.NewQueue[job](),
	}
	s.Store = sqlstore.New(engine{readers, s}, s)
	if s.checkpointer, err = newCheckpointer(path, j); err != nil {
		return nil, errors.Join(err, readers.close(), writing.Close())
	}
	w, err := newWriter(ctx, writing)
	if err != nil {
		return nil, errors.Join(err, s.checkpointer.db.Close(), readers.close(), writing.Close())
	}
	if err := w.openRemoved(ctx, path); err != nil {
		w.close()
		return nil, errors.Join(err, s.checkpointer.db.Close(), readers.close(), writing.Close())
	}
	go s.write(w)
	go s.checkpointer.run(s.queue.Closing())
	return s, nil
}

// writerCache is the page cache of the writer, in units of -1024 bytes: it holds
// the last pages of all tables in use.
const writerCache = "-32768"

// address is the data source name of the file. It includes the settings, because
// connections that the pool opens later would not have them otherwise.
func address(path, option string) string {
	return "file:" + (&url.URL{Path: path}).EscapedPath() +
		"?_pragma=busy_timeout(5000)&_pragma=journal_mode(WAL)&_pragma=synchronous(FULL)&_pragma=foreign_keys(1)" +
		"&_pragma=wal_autocheckpoint(0)&" + option
}

// Close stops the writer, after the current group, and closes the file.
func (s *Store) Close() error {
	var err error
	s.close.Do(func() {
		s.queue.Close()
		<-s.checkpointer.ended
		err = errors.Join(s.checkpointer.db.Close(), s.readers.close(), s.writing.Close())
	})
	return err
}

// Size is how many bytes the database has, with its journal.
func (s *Store) Size(context.Context) (bytes int64, err error) {
	database, err := os.Stat(s.path)
	if err != nil {
		return 0, err
	}
	bytes = database.Size()
	if journal, err := os.Stat(s.path + "-wal"); err == nil {
		bytes += journal.Size()
	}
	return bytes, nil
}
