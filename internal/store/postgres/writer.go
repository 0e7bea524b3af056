package postgres

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"time"

	"github.com/jackc/pgx/v5"

	"plateau/internal/play"
	"plateau/internal/store/sqlstore"
)

// appending is a batch that waits for the writer.
type appending struct {
	sqlstore.Prepared
	// doubtful means that it may have been stored by a connection that broke.
	doubtful bool
}

type job = sqlstore.Job[*appending]

// writer has the connection that most is written on.
type writer struct {
	store  *Store
	config *pgx.ConnConfig
	schema schema
	// conn is nil after it broke.
	conn *pgx.Conn
}

// groupTime is how long a group may take before its connection counts as broken.
const groupTime = 10 * time.Second

func (w *writer) close() {
	if w.conn != nil {
		ctx, cancel := context.WithTimeout(context.Background(), time.Second)
		defer cancel()
		_ = closeFreed(ctx, w.conn) // Nothing waits for an answer.
	}
}

// write writes all jobs, at most one of a table at a time.
func (w *writer) write(all []*job) {
	for len(all) > 0 {
		group, later := apart(all)
		w.commit(group)
		all = later
	}
}

// apart divides jobs into those that can be written together, and those that come
// after them at their tables.
func apart(all []*job) (together, later []*job) {
	tables := make(map[play.TableID]bool, len(all))
	together = all[:0:0]
	for _, j := range all {
		if id := j.Do.Summary.ID; !tables[id] {
			tables[id] = true
			together = append(together, j)
		} else {
			later = append(later, j)
		}
	}
	return together, later
}

// commit writes a group, and answers its jobs.
func (w *writer) commit(group []*job) {
	var lost waiting
	for races := 1; ; {
		began := time.Now()
		answers, err := w.run(group)
		w.store.Add(len(group), time.Since(began), err)
		switch {
		case err == nil:
			for i, j := range group {
				w.answer(j, answers[i])
			}
			return
		case broken(err):
			for _, j := range group {
				j.Do.doubtful = true
			}
			if group = waitingStill(group); len(group) > 0 && lost.more(context.Background(), w.store.engine.closing) {
				continue
			}
		case len(group) > 1:
			// One of them cannot be written, or not now. The others can.
			for _, j := range group {
				w.commit([]*job{j})
			}
			return
		case raced(err) && races < maxRaces:
			races++
			continue
		}
		for _, j := range group {
			j.Answer(fmt.Errorf("writing: %w", unavailable(err)))
		}
		return
	}
}

// waitingStill are the jobs whose callers have not gone.
func waitingStill(group []*job) []*job {
	return slices.DeleteFunc(group, func(j *job) bool {
		err := j.Context.Err()
		if err != nil {
			j.Answer(err)
		}
		return err != nil
	})
}

// answer ends a job, after a look at what is stored if that is in doubt.
func (w *writer) answer(j *job, answer error) {
	if j.Do.doubtful && answers(answer) {
		ctx, cancel := context.WithTimeout(context.Background(), groupTime)
		defer cancel()
		answer = w.store.unlessStored(ctx, &j.Do.Prepared, answer)
	}
	j.Answer(answer)
}

// run writes a group by one statement, and returns its answers.
func (w *writer) run(group []*job) ([]error, error) {
	ctx, cancel := context.WithTimeout(context.Background(), groupTime)
	defer cancel()
	if err := w.connect(ctx); err != nil {
		return nil, err
	}
	answers, err := appendAll(ctx, w.conn, group)
	if err != nil && (broken(err) || w.conn.IsClosed()) {
		// A connection that broke is of no use, and one that did not answer in time
		// may still do something.
		err = errors.Join(errLost, err)
		_ = w.conn.Close(ctx)
		w.conn = nil
	}
	return answers, err
}

func (w *writer) connect(ctx context.Context) (err error) {
	if w.conn != nil && !w.conn.IsClosed() {
		return nil
	}
	if w.conn, err = connect(ctx, w.config); err == nil {
		if err = w.use(ctx); err != nil {
			_ = w.conn.Close(ctx)
		}
	}
	if err != nil {
		w.conn = nil
	}
	return err
}

// useLock is the advisory lock that servers share and that [OpenRaw] needs for
// itself. It belongs to the writer's connection.
const useLock = migrationLock + 1

// errCopied means that the database must not be used now.
var errCopied = errors.New("the database is being copied by 'plateau migrate'; wait until that has ended")

// use prepares the writer's connection.
func (w *writer) use(ctx context.Context) error {
	// The statement's plan does not depend on its arrays, and is large.
	if _, err := w.conn.Exec(ctx, "SET plan_cache_mode = force_generic_plan"); err != nil {
		return err
	}
	var locked bool
	if err := w.conn.QueryRow(ctx, "SELECT pg_try_advisory_lock_shared($1)", int64(useLock)).Scan(&locked); err != nil {
		return err
	}
	if !locked {
		return errCopied
	}
	// While there was no connection, a newer version may have migrated it.
	found, err := versionOf(ctx, w.conn)
	if err != nil {
		return err
	}
	return found.check(w.schema, false)
}
