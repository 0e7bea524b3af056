// Package sqlite stores online play in one SQLite file.
//
// # Writing
//
// SQLite has one writer at a time, and what costs is not writing but making
// sure that it lasts: a flush a transaction. So there is one goroutine that
// writes. It puts whatever is waiting for it into one transaction, and
// answers all of them after one flush:
//
//	callers ──► queue ──► BEGIN · job · job · job · … · COMMIT ──► answers
//
// While it flushes, the next jobs gather, so that the groups grow with the
// load. When a job conflicts, all are run again, each in a savepoint of its
// own: it is undone without harm to the others. Readers have connections of
// their own and, in WAL mode, neither wait for the writer nor hold it up.
package sqlite

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
	"net/url"
	"sync"
	"sync/atomic"
	"time"

	"plateau/internal/play"

	_ "modernc.org/sqlite" // the driver
)

// Store implements [play.Store] in a file.
type Store struct {
	path         string
	readers      *reader
	writing      *sql.DB
	jobs         chan *job
	checkpointer *checkpointer
	// closing is closed to end the writer, and written when it has ended.
	closing, written chan struct{}
	close            sync.Once
	stats            stats
	// unwiped tells that the journal has something that was to be forgotten.
	unwiped atomic.Bool
}

var _ play.Store = (*Store)(nil)

// ErrClosed is what a closed store answers.
var ErrClosed = errors.New("the store is closed")

// maxQueued is how many writes may wait before callers do. It is more than a
// group, so that a group is complete while the one before is flushed.
const (
	maxQueued = 1024
	maxGroup  = 512
	readConns = 4
)

// groupInterval is how long after a group the next one is taken at the earliest, as
// long as groups have more than one job.
const groupInterval = 3 * time.Millisecond

// Open opens the file, makes it if there is none, and brings an older one up
// to date.
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
		path: path, readers: readers, writing: writing,
		jobs: make(chan *job, maxQueued), closing: make(chan struct{}), written: make(chan struct{}),
	}
	if s.checkpointer, err = newCheckpointer(path, j); err != nil {
		return nil, errors.Join(err, readers.close(), writing.Close())
	}
	w, err := newWriter(ctx, writing)
	if err != nil {
		return nil, errors.Join(err, s.checkpointer.db.Close(), readers.close(), writing.Close())
	}
	go s.write(w)
	go s.checkpointer.run(s.closing)
	return s, nil
}

// writerCache is how much of the file the writer keeps in memory, in units of
// -1024 bytes: the ends of all tables that are being played at.
const writerCache = "-32768"

// address is the driver's name for the file. Settings have to be part of it,
// because connections that the pool opens later do not inherit others.
func address(path, option string) string {
	return "file:" + (&url.URL{Path: path}).EscapedPath() +
		"?_pragma=busy_timeout(5000)&_pragma=journal_mode(WAL)&_pragma=synchronous(FULL)&_pragma=foreign_keys(1)" +
		"&_pragma=wal_autocheckpoint(0)&" + option
}

// Close ends the writer, after what is being written, and closes the file.
func (s *Store) Close() error {
	var err error
	s.close.Do(func() {
		close(s.closing)
		<-s.written
		<-s.checkpointer.ended
		err = errors.Join(s.checkpointer.db.Close(), s.readers.close(), s.writing.Close())
	})
	return err
}
