package sqlite

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
	"time"

	"plateau/internal/store/sqlstore"
)

// job is one write. It may be run twice, if the first attempt was rolled back.
type job = func(ctx context.Context, w *writer) error

// do lets the writer run a job, and returns when it is durable or has failed. If
// the context ends first, it may still happen.
func (s *Store) do(ctx context.Context, run job) error { return unavailable(s.queue.Do(ctx, run)) }

// Queued is how many writes wait for their turn.
func (s *Store) Queued() int { return s.queue.Queued() }

// write runs jobs in groups until the store is closed.
func (s *Store) write(w *writer) {
	s.queue.Run(func(group []*sqlstore.Job[job]) {
		began := time.Now()
		err := w.commit(group)
		s.Add(len(group), time.Since(began), err)
		s.checkpointer.wrote(len(group))
		s.checkpointer.help(w)
	}, w.close)
}

// writer is the only connection that writes.
type writer struct {
	statements
	conn    *sql.Conn
	removed removed
}

func newWriter(ctx context.Context, db *sql.DB) (*writer, error) {
	conn, err := db.Conn(ctx)
	return &writer{statements: statements{on: conn}, conn: conn}, err
}

// close returns the connection to the pool, which closes it. With open statements
// it would stay open, and the data would stay in the journal.
func (w *writer) close() {
	w.statements.close()
	w.conn.Close()
	w.removed.close()
}

// Exec implements [sqlstore.Conn].
func (w *writer) Exec(ctx context.Context, query string, args ...any) (int64, error) {
	prepared, err := w.statement(ctx, query)
	if err != nil {
		return 0, err
	}
	result, err := prepared.ExecContext(ctx, args...)
	if err != nil {
		return 0, err
	}
	return result.RowsAffected()
}

// run executes statements that change no rows.
func (w *writer) run(ctx context.Context, query string) error {
	_, err := w.Exec(ctx, query)
	return err
}

// commit runs a group of jobs in one transaction, and answers them when it is
// durable or has failed. Callers may have gone, so their contexts do not count.
//
// Nearly always all jobs succeed, so they are run as they are first. If one fails,
// that attempt is rolled back, and all are run again, each in its own savepoint.
//
// What they removed is in the list beside the database before they are answered. If
// that fails, the next commit tries again.
func (w *writer) commit(group []*sqlstore.Job[job]) error {
	ctx := context.Background()
	answers := make([]error, len(group))
	refused := false
	err := w.transact(ctx, func() error {
		for i, j := range group {
			if answers[i] = j.Do(ctx, w); answers[i] != nil {
				refused = true
				return answers[i]
			}
		}
		return w.collectRemoved(ctx)
	})
	if refused {
		err = w.transact(ctx, func() error {
			if err := w.attemptAll(ctx, group, answers); err != nil {
				return err
			}
			return w.collectRemoved(ctx)
		})
	}
	var unlisted error
	if err == nil {
		unlisted = w.removed.list()
	}
	for i, j := range group {
		if err != nil {
			answers[i] = fmt.Errorf("writing: %w", err)
		}
		j.Answer(answers[i])
	}
	return errors.Join(err, unlisted)
}

// transact runs something in a transaction, which is rolled back if it fails.
func (w *writer) transact(ctx context.Context, do func() error) error {
	if err := w.run(ctx, "BEGIN IMMEDIATE"); err != nil {
		return err
	}
	err := do()
	if err == nil {
		err = w.run(ctx, "COMMIT")
	}
	if err != nil {
		err = errors.Join(err, w.run(ctx, "ROLLBACK"))
	}
	return err
}

// attemptAll runs jobs so that those which fail change nothing and do not affect
// the others. It fails if the transaction does.
func (w *writer) attemptAll(ctx context.Context, group []*sqlstore.Job[job], answers []error) (err error) {
	for i, j := range group {
		if answers[i], err = w.attempt(ctx, j); err != nil {
			return err
		}
	}
	return nil
}

// attempt runs one job. Its second result is a failure of the transaction itself,
// which affects the whole group.
func (w *writer) attempt(ctx context.Context, j *sqlstore.Job[job]) (answer, failure error) {
	if err := w.run(ctx, "SAVEPOINT job"); err != nil {
		return nil, err
	}
	if answer = j.Do(ctx, w); answer != nil {
		// After some errors, such as a full disk, there is nothing left to roll back.
		if err := w.run(ctx, "ROLLBACK TO job"); err != nil {
			return answer, errors.Join(answer, err)
		}
	}
	return answer, w.run(ctx, "RELEASE job")
}
