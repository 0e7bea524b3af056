package sqlite

import (
	"context"
	"database/sql"
	"sync/atomic"
)

// Commits go to the journal first. Its pages have to be copied to the file (a
// checkpoint) before the journal can start over. SQLite would let the writer do
// that within a commit, while everybody waits for two more flushes. Here another
// connection does it at the same time:
//
// 	writer         commit · commit · commit · commit · commit · rest · commit …
// 	                    └─ enough ─┐                       ▲
// 	checkpointer                   └─ pages ─► file ─ long ┘
//
// While commits continue, the checkpointer never reaches the end of the journal,
// which only grows. When it has become long, the writer copies the rest itself
// between two groups: what was committed since the checkpointer began.

// journal says when to checkpoint.
type journal struct {
	// enough is the number of writes, each of which changes some pages.
	enough int
	// long is the number of pages after which the writer helps.
	long int
}

var standardJournal = journal{enough: 1000, long: 8000}

// checkpointer copies pages from the journal to the file.
type checkpointer struct {
	journal
	db *sql.DB
	// written counts the writes since the bell was rung.
	written int
	bell    chan struct{}
	// wanted is set if the writer has to copy the rest.
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

// run checkpoints after enough writes, until closing is closed. What fails is
// retried with the next checkpoint.
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

// wrote counts durable writes. Only the writer calls it.
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

// help copies the rest, if that is wanted. Only the writer calls it, outside a
// transaction.
func (m *checkpointer) help(w *writer) {
	if m.wanted.Swap(false) {
		// If it fails, or a reader still needs the old pages, the journal stays
		// long and it is wanted again.
		_, _ = checkpoint(w.conn)
	}
}

// checkpoint copies what can be copied without waiting, and returns how many pages
// the journal has.
func checkpoint(db interface {
	QueryRowContext(ctx context.Context, query string, args ...any) *sql.Row
},
) (pages int, err error) {
	var busy, moved int
	err = db.QueryRowContext(context.Background(), "PRAGMA wal_checkpoint(PASSIVE)").Scan(&busy, &pages, &moved)
	return pages, err
}
