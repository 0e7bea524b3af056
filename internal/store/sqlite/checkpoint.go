package sqlite

import (
	"context"
	"database/sql"
	"sync/atomic"
)

// What is committed lies in the journal first, and its pages have to be moved
// into the file before the journal can begin anew. SQLite would have the writer
// do that within a commit, while all others wait for two more flushes. Here
// another connection does it meanwhile, which holds up nobody:
//
//	writer   commit · commit · commit · commit · commit · rest · commit …
//	              └─ enough ─┐                       ▲
//	checkpointer                    └─ pages ─► file ─ long ┘
//
// While commits keep coming, the checkpointer never gets to the journal's end, and
// the journal only grows. When it has become long, the writer moves the rest
// itself, between two groups: that is no more than what has been committed
// since the checkpointer began.

// journal says when pages are moved from the journal to the file.
type journal struct {
	// enough is after how many writes, each of which changes some pages.
	enough int
	// long is how many pages the journal may have before the writer helps.
	long int
}

var standardJournal = journal{enough: 1000, long: 8000}

// checkpointer moves pages from the journal to the file.
type checkpointer struct {
	journal
	db *sql.DB
	// written counts what the writer has done since it rang the bell.
	written int
	bell    chan struct{}
	// wanted tells that the writer is to move the rest.
	wanted atomic.Bool
	ended  chan struct{}
}

func newCheckpointer(path string, j journal) (*checkpointer, error) {
	db, err := sql.Open("sqlite", address(path, ""))
	if err != nil {
		return nil, err
	}
	db.SetMaxOpenConns(1)
	return &checkpointer{journal: j, db: db, bell: make(chan struct{}, 1), ended: make(chan struct{})}, nil
}

// run moves pages whenever there are enough, until closing is closed. What
// fails is tried again with the next ones.
func (m *checkpointer) run(closing <-chan struct{}) {
	defer close(m.ended)
	for {
		select {
		case <-closing:
			return
		case <-m.bell:
			pages, err := checkpoint(m.db)
			if err == nil && pages > m.long {
				m.wanted.Store(true)
			}
		}
	}
}

// wrote tells of writes that are on the disk. Only the writer calls it.
func (m *checkpointer) wrote(n int) {
	if m.written += n; m.written < m.enough {
		return
	}
	m.written = 0
	select {
	case m.bell <- struct{}{}:
	default:
	}
}

// help moves the rest, if that is wanted. Only the writer calls it, and not
// within a transaction.
func (m *checkpointer) help(w *writer) {
	if m.wanted.Swap(false) {
		// If it fails, or somebody reads what would be overwritten, the
		// journal stays long and it is wanted again.
		_, _ = checkpoint(w.conn)
	}
}

// checkpoint moves what can be moved without waiting for anybody, and tells how
// many pages the journal has.
func checkpoint(db interface {
	QueryRowContext(ctx context.Context, query string, args ...any) *sql.Row
},
) (pages int, err error) {
	var busy, moved int
	err = db.QueryRowContext(context.Background(), "PRAGMA wal_checkpoint(PASSIVE)").Scan(&busy, &pages, &moved)
	return pages, err
}
