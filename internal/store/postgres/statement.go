package postgres

import (
	"context"

	"github.com/jackc/pgx/v5"

	"plateau/internal/play"
	"plateau/internal/store/sqlstore"
)

// The statement that appends to many tables has one array per column. It locks the
// tables in the order of their ids, as every server does, so that no two wait for
// each other. What a request has already answered is not written again.
const (
	appendMoves = `WITH
input AS (
	SELECT * FROM unnest($1::text[], $2::bigint[], $3::bigint[], $4::int[], $5::int[], $6::bigint[], $7::bigint[])
		AS i (table_id, before, seq, plies, to_move, due, at)
), event AS (
	SELECT * FROM unnest($8::text[], $9::bigint[], $10::bigint[], $11::text[], $12::text[], $13::text[], $14::text[])
		AS e (table_id, seq, at, kind, player, request, body)
), repeated AS (
	SELECT event.table_id, known.table_id AS known_table, known.seq AS known_seq
	FROM event JOIN events known ON known.player = event.player AND known.request = event.request
), locked AS (
	SELECT table_id, seq FROM progress WHERE table_id = ANY($1) ORDER BY table_id FOR UPDATE
), moved AS (
	-- A due time that is too early, but not past, is left as it is: setting it would
	-- write its index.
	UPDATE progress SET seq = input.seq, plies = input.plies, to_move = input.to_move,
		due = CASE WHEN progress.due > input.at AND progress.due <= input.due THEN progress.due ELSE input.due END
	FROM input JOIN locked ON locked.table_id = input.table_id AND locked.seq = input.before
	WHERE progress.table_id = input.table_id AND input.before > 0
		AND NOT EXISTS (SELECT 1 FROM repeated WHERE repeated.table_id = input.table_id)
	RETURNING progress.table_id
), opened AS (
	INSERT INTO progress (table_id, seq, plies, to_move, due)
	SELECT table_id, seq, plies, to_move, due FROM input
	WHERE before = 0 AND NOT EXISTS (SELECT 1 FROM repeated WHERE repeated.table_id = input.table_id)
	ORDER BY table_id ON CONFLICT DO NOTHING
	RETURNING table_id
), done AS (
	SELECT table_id FROM moved UNION ALL SELECT table_id FROM opened
), added AS (
	INSERT INTO events (table_id, seq, at, kind, player, request, body)
	SELECT event.* FROM event JOIN done ON done.table_id = event.table_id
)`
	// appendLists also writes by what tables are listed, and who sits there.
	appendLists = `, listing AS (
	SELECT * FROM unnest($15::text[], $16::int[], $17::int[], $18::bigint[], $19::text[], $20::text[], $21::int[], $22::text[], $23::int[])
		AS l (id, phase, played, entered, summary, host, public, game, listed)
), listed AS (
	INSERT INTO tables (id, phase, played, entered, summary, host, public, game, listed)
	SELECT listing.* FROM listing JOIN done ON done.table_id = listing.id
	ON CONFLICT (id) DO UPDATE SET phase = excluded.phase, played = excluded.played, entered = excluded.entered, summary = excluded.summary
), seat AS (
	SELECT * FROM unnest($25::text[], $26::text[]) AS s (player, table_id)
), left_seats AS (
	DELETE FROM sitters USING done WHERE done.table_id = sitters.table_id AND sitters.table_id = ANY($24::text[])
		AND NOT EXISTS (SELECT 1 FROM seat WHERE seat.table_id = sitters.table_id AND seat.player = sitters.player)
), sat AS (
	INSERT INTO sitters (player, table_id)
	SELECT seat.player, seat.table_id FROM seat JOIN done ON done.table_id = seat.table_id ON CONFLICT DO NOTHING
)`
	appendAnswers = `
SELECT input.table_id, done.table_id IS NOT NULL, repeated.known_table, repeated.known_seq
FROM input LEFT JOIN done ON done.table_id = input.table_id LEFT JOIN repeated ON repeated.table_id = input.table_id`
)

// columns are the arrays of the statement.
type columns struct {
	moves  []move
	events []event
	lists  []listing
	// seated are the tables whose seats may have changed, seats who sits there.
	seated []string
	seats  []seat
}

type move struct {
	table                     string
	before, seq, plies, event int64
	toMove, due               *int64
}

type event struct {
	*play.Event
	body string
}

type listing struct {
	*play.Summary
	text string
}

type seat struct{ player, table string }

// add adds a batch.
func (c *columns) add(p *sqlstore.Prepared) {
	sum := &p.Summary
	m := move{
		table: string(sum.ID), before: int64(p.Before()), seq: int64(sum.Seq), plies: int64(sum.Plies), event: p.Events[0].At.UnixMilli(),
	}
	if sum.ToMove != nil {
		m.toMove = new(int64(*sum.ToMove))
	}
	if !p.Due.IsZero() {
		m.due = new(p.Due.UnixMilli())
	}
	c.moves = append(c.moves, m)
	for i := range p.Events {
		c.events = append(c.events, event{&p.Events[i], p.Bodies[i]})
	}
	if p.Listing == "" {
		return
	}
	c.lists = append(c.lists, listing{sum, p.Listing})
	if !p.Seated {
		return
	}
	c.seated = append(c.seated, string(sum.ID))
	for _, s := range sum.Sitters {
		if s.Player != "" {
			c.seats = append(c.seats, seat{storable(string(s.Player)), string(sum.ID)})
		}
	}
}

// column is one column of rows, as an array.
func column[R, V any](rows []R, value func(*R) V) []V {
	values := make([]V, len(rows))
	for i := range rows {
		values[i] = value(&rows[i])
	}
	return values
}

// statement is the query with its arguments.
func (c *columns) statement() (query string, args []any) {
	args = []any{
		column(c.moves, func(m *move) string { return m.table }),
		column(c.moves, func(m *move) int64 { return m.before }),
		column(c.moves, func(m *move) int64 { return m.seq }),
		column(c.moves, func(m *move) int64 { return m.plies }),
		column(c.moves, func(m *move) *int64 { return m.toMove }),
		column(c.moves, func(m *move) *int64 { return m.due }),
		column(c.moves, func(m *move) int64 { return m.event }),
		column(c.events, func(e *event) string { return string(e.Table) }),
		column(c.events, func(e *event) int64 { return int64(e.Seq) }),
		column(c.events, func(e *event) int64 { return e.At.UnixMilli() }),
		column(c.events, func(e *event) string { return e.Kind() }),
		column(c.events, func(e *event) string { return storable(string(e.By)) }),
		column(c.events, func(e *event) *string {
			if e.Request == "" {
				return nil
			}
			return new(storable(e.Request))
		}),
		column(c.events, func(e *event) string { return storable(e.body) }),
	}
	if len(c.lists) == 0 {
		return appendMoves + appendAnswers, args
	}
	return appendMoves + appendLists + appendAnswers, append(args,
		column(c.lists, func(l *listing) string { return string(l.ID) }),
		column(c.lists, func(l *listing) int64 { return int64(l.Phase) }),
		column(c.lists, func(l *listing) int64 { return truth(l.Result.Played()) }),
		column(c.lists, func(l *listing) int64 { return l.Entered.UnixMilli() }),
		column(c.lists, func(l *listing) string { return storable(l.text) }),
		column(c.lists, func(l *listing) string { return storable(string(l.Host)) }),
		column(c.lists, func(l *listing) int64 { return truth(l.Terms.Public()) }),
		column(c.lists, func(l *listing) string { return l.Terms.Game }),
		column(c.lists, func(l *listing) int64 { return truth(l.Terms.Listed) }),
		c.seated,
		column(c.seats, func(s *seat) string { return s.player }),
		column(c.seats, func(s *seat) string { return s.table }),
	)
}

// appendAll writes batches of different tables, and returns an answer for each.
func appendAll(ctx context.Context, conn *pgx.Conn, group []*job) ([]error, error) {
	var c columns
	index := make(map[string]int, len(group))
	for i, j := range group {
		c.add(&j.Do.Prepared)
		index[string(j.Do.Summary.ID)] = i
	}
	query, args := c.statement()
	rows, err := conn.Query(ctx, query, args...)
	if err != nil {
		return nil, err
	}
	defer rows.Close()
	answers := make([]error, len(group))
	for rows.Next() {
		var table string
		var done bool
		var known *string
		var seq *int64
		if err := rows.Scan(&table, &done, &known, &seq); err != nil {
			return nil, err
		}
		switch i := index[table]; {
		case known != nil:
			answers[i] = &play.Repeated{Table: play.TableID(*known), Seq: uint64(*seq)}
		case !done:
			answers[i] = play.ErrConflict
		}
	}
	return answers, rows.Err()
}
