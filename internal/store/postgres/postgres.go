// Package postgres stores online play in a PostgreSQL database, which several
// servers may share.
//
// # Writing
//
// Most writes are moves, and most of the cost of a move is its commit. So one
// goroutine writes them, as many in one statement as wait:
//
//	callers ──► queue ──► UPDATE progress WHERE seq = expected, INSERT events ──► answers
//
// The statement changes only tables that are where their batches expect them; the
// others are conflicts. What changes more than one table, ratings or shared values
// is written in a transaction of its own, and so is everything else, at the same
// time.
//
// The database is the only fence between servers. When a connection breaks during a
// commit, nobody knows whether it happened. Appending is then tried again, and what
// conflicts is compared with what is stored: see [Store.Append].
package postgres

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
	"strings"
	"sync"
	"time"

	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/stdlib"

	"plateau/internal/store/sqlstore"
)

// Store is a store in a PostgreSQL database.
type Store struct {
	*sqlstore.Store
	sqlstore.Counts
	engine *engine
	queue  *sqlstore.Queue[*appending]
	close  sync.Once
}

const (
	// maxConns is how many connections a server uses, besides that of the writer.
	maxConns = 8
	// connectTime is how long to wait for a connection, if the address has no
	// connect_timeout of its own.
	connectTime = 5 * time.Second
	// idleTime is how long an unused connection is kept.
	idleTime = 5 * time.Minute
)

// IsAddress reports whether a text is the address of a database of this kind.
func IsAddress(text string) bool {
	return strings.HasPrefix(text, "postgres://") || strings.HasPrefix(text, "postgresql://")
}

// Check says what is wrong with an address.
func Check(address string) error {
	_, err := configOf(address)
	return err
}

// configOf reads an address, such as postgres://user:password@host:5432/name. What
// it lacks comes from PostgreSQL's usual environment variables and files.
func configOf(address string) (*pgx.ConnConfig, error) {
	if !IsAddress(address) {
		return nil, errors.New("it is not the address of a PostgreSQL database; write postgres://USER:PASSWORD@HOST:5432/DATABASE")
	}
	c, err := pgx.ParseConfig(address)
	if err != nil {
		return nil, fmt.Errorf("it is not the address of a PostgreSQL database: %w; write postgres://USER:PASSWORD@HOST:5432/DATABASE", err)
	}
	if c.ConnectTimeout == 0 {
		c.ConnectTimeout = connectTime
	}
	if c.RuntimeParams["application_name"] == "" {
		c.RuntimeParams["application_name"] = "plateau"
	}
	return c, nil
}

// prepareConn makes sure that what is acknowledged is on a disk, and that the database
// soon notices when this server has gone: the locks of its transactions would keep
// others waiting.
func prepareConn(ctx context.Context, conn *pgx.Conn) error {
	_, err := conn.Exec(ctx, `SELECT CASE WHEN current_setting('synchronous_commit') = 'off' THEN set_config('synchronous_commit', 'on', false) END,
		set_config('idle_in_transaction_session_timeout', '30s', false), set_config('tcp_user_timeout', '20s', false),
		set_config('tcp_keepalives_idle', '10', false), set_config('tcp_keepalives_interval', '5', false), set_config('tcp_keepalives_count', '2', false)`)
	return err
}

// connect opens a connection of its own.
func connect(ctx context.Context, c *pgx.ConnConfig) (*pgx.Conn, error) {
	conn, err := pgx.ConnectConfig(ctx, c.Copy())
	if err != nil {
		return nil, err
	}
	if err := prepareConn(ctx, conn); err != nil {
		return nil, errors.Join(err, conn.Close(ctx))
	}
	return conn, nil
}

// closeFreed closes a connection and frees its advisory locks first. PostgreSQL would do
// that by itself, but only when it has noticed that the connection is closed, and until
// then others are refused.
func closeFreed(ctx context.Context, conn *pgx.Conn) error {
	_, _ = conn.Exec(ctx, "SELECT pg_advisory_unlock_all()") // A connection that broke holds none for long.
	return conn.Close(ctx)
}

// Open opens a database, and migrates an older one. What is removed is listed in a
// file, too: see package removals.
func Open(ctx context.Context, address, removalsFile string) (*Store, error) {
	config, err := configOf(address)
	if err != nil {
		return nil, err
	}
	ours, err := ourSchema()
	if err != nil {
		return nil, err
	}
	return open(ctx, config, ours, removalsFile)
}

// open opens a database with a schema.
func open(ctx context.Context, config *pgx.ConnConfig, ours schema, removalsFile string) (*Store, error) {
	conn, err := connect(ctx, config)
	if err != nil {
		return nil, explain(err, config)
	}
	if err := ours.migrate(ctx, conn, false); err != nil {
		return nil, errors.Join(explain(err, config), conn.Close(ctx))
	}
	s := &Store{engine: newEngine(config), queue: sqlstore.NewQueue[*appending]()}
	s.engine.counts = &s.Counts
	s.Store = sqlstore.New(s.engine, s)
	if s.engine.removed, err = openRemoved(ctx, s.engine.db, removalsFile); err != nil {
		return nil, errors.Join(err, s.engine.db.Close(), conn.Close(ctx))
	}
	w := &writer{store: s, config: config, schema: ours, conn: conn}
	if err := w.use(ctx); err != nil {
		return nil, errors.Join(explain(err, config), s.engine.removed.close(), s.engine.close(), closeFreed(ctx, conn))
	}
	go s.queue.Run(w.write, w.close)
	return s, nil
}

// openDB is a pool of connections.
func openDB(c *pgx.ConnConfig) *sql.DB {
	db := stdlib.OpenDB(*c.Copy(), stdlib.OptionAfterConnect(prepareConn))
	db.SetMaxOpenConns(maxConns)
	db.SetMaxIdleConns(maxConns)
	db.SetConnMaxIdleTime(idleTime)
	return db
}

// Queued is how many writes wait for their turn.
func (s *Store) Queued() int { return s.queue.Queued() }

// Size is how many bytes the database has.
func (s *Store) Size(ctx context.Context) (bytes int64, err error) {
	err = s.engine.QueryRowContext(ctx, `SELECT pg_database_size(current_database())`).Scan(&bytes)
	return bytes, err
}

// Close stops the writer, after the current group, and closes all connections.
func (s *Store) Close() error {
	var err error
	s.close.Do(func() {
		s.queue.Close()
		err = errors.Join(s.engine.close(), s.engine.removed.close())
	})
	return err
}

// Heartbeat implements [sqlstore.Engine].
func (s *Store) Heartbeat(ctx context.Context, now func() time.Time, gap time.Duration) (downtimes int, err error) {
	return s.Beat(ctx, now, gap)
}

// ClockAhead implements [play.ClusterStore]. Of a few answers the fastest counts.
func (s *Store) ClockAhead(ctx context.Context) (ahead, within time.Duration, err error) {
	const tries = 3
	for i := range tries {
		before := time.Now()
		var micros int64
		err := s.engine.QueryRowContext(ctx, `SELECT (extract(epoch FROM clock_timestamp()) * 1000000)::bigint`).Scan(&micros)
		if err != nil {
			return 0, 0, err
		}
		half := time.Since(before) / 2
		if i == 0 || half < within {
			ahead, within = time.UnixMicro(micros).Sub(before.Add(half)), half
		}
	}
	return ahead, within, nil
}
