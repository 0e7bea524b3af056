package sqlite

import (
	"context"
	"database/sql"
	"encoding/json"
	"errors"
	"strconv"
	"time"

	"plateau/internal/play"
)

// Append implements [play.TableStore].
func (s *Store) Append(ctx context.Context, batches ...play.Batch) error {
	// Everybody waits for the writer, so as much as possible is done here.
	prepared := make([]prepared, len(batches))
	for i, b := range batches {
		var err error
		if prepared[i], err = prepare(b); err != nil {
			return err
		}
	}
	return s.do(ctx, func(ctx context.Context, w *writer) error {
		for i := range prepared {
			if err := w.append(ctx, &prepared[i]); err != nil {
				return err
			}
		}
		return nil
	})
}

// prepared is a batch with its JSON.
type prepared struct {
	play.Batch
	// summary is empty if nothing changes by which tables are listed.
	summary string
	bodies  []string
}

func prepare(b play.Batch) (prepared, error) {
	p := prepared{Batch: b}
	for i := range b.Events {
		e := &b.Events[i]
		body, err := e.BodyJSON()
		if err != nil {
			return p, err
		}
		p.bodies = append(p.bodies, string(body))
		switch e.Body.(type) {
		case play.Opened, play.Sat, play.Left, play.Started, play.Ended:
			summary, err := json.Marshal(b.Summary)
			if err != nil {
				return p, err
			}
			p.summary = string(summary)
		}
	}
	return p, nil
}

func (w *writer) append(ctx context.Context, p *prepared) error {
	if err := w.claim(ctx, p); err != nil {
		return err
	}
	for i := range p.Events {
		if err := w.insert(ctx, &p.Events[i], p.bodies[i]); err != nil {
			return err
		}
	}
	for _, change := range p.Ratings() {
		if err := w.rate(ctx, p.Summary.Terms.Game, change); err != nil {
			return err
		}
	}
	return w.share(ctx, p.Events[0].At, p.Shared)
}

// claim advances a table from the sequence number that the batch was decided on.
// It is a conflict if the table is at another one.
func (w *writer) claim(ctx context.Context, p *prepared) error {
	const create = `INSERT INTO progress (seq, plies, to_move, due, table_id) VALUES (?, ?, ?, ?, ?) ON CONFLICT DO NOTHING`
	sum := &p.Summary
	var changed int64
	var err error
	before := p.Events[0].Seq - 1
	if before == 0 {
		changed, err = w.exec(ctx, create, sum.Seq, sum.Plies, sum.ToMove, dueAt(p.Due), sum.ID)
	} else {
		changed, err = w.advance(ctx, p, before)
	}
	if err == nil && changed == 0 {
		err = play.ErrConflict
	}
	if err != nil || p.summary == "" {
		return err
	}
	if err := w.list(ctx, p, before == 0); err != nil {
		return err
	}
	return w.seat(ctx, p)
}

// advance changes the progress of a table with a sequence number, and returns how
// many there were. A due time that is too early, but not past, is left as it is,
// because setting it would write its index.
func (w *writer) advance(ctx context.Context, p *prepared, before uint64) (changed int64, err error) {
	const same = `UPDATE progress SET seq = ?1, plies = ?2, to_move = ?3 WHERE table_id = ?4 AND seq = ?5
		AND CASE WHEN ?6 IS NULL THEN due IS NULL ELSE due > ?7 AND due <= ?6 END`
	const other = `UPDATE progress SET seq = ?, plies = ?, to_move = ?, due = ? WHERE table_id = ? AND seq = ?`
	sum, due := &p.Summary, dueAt(p.Due)
	changed, err = w.exec(ctx, same, sum.Seq, sum.Plies, sum.ToMove, sum.ID, before, due, p.Events[0].At.UnixMilli())
	if err != nil || changed > 0 {
		return changed, err
	}
	return w.exec(ctx, other, sum.Seq, sum.Plies, sum.ToMove, due, sum.ID, before)
}

// list writes the row by which a table is listed.
func (w *writer) list(ctx context.Context, p *prepared, first bool) error {
	const create = `INSERT INTO tables (phase, played, entered, summary, id, host, public, game, listed) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?)`
	const update = `UPDATE tables SET phase = ?, played = ?, entered = ?, summary = ? WHERE id = ?`
	sum := &p.Summary
	query, args := update, []any{sum.Phase, sum.Result.Played(), sum.Entered.UnixMilli(), p.summary, sum.ID}
	if first {
		query, args = create, append(args, sum.Host, sum.Terms.Public(), sum.Terms.Game, sum.Terms.Listed)
	}
	_, err := w.exec(ctx, query, args...)
	return err
}

// seat updates who sits at a table, when that may have changed.
func (w *writer) seat(ctx context.Context, p *prepared) error {
	seated := false
	for _, e := range p.Events {
		switch e.Body.(type) {
		case play.Opened, play.Sat, play.Left:
			seated = true
		}
	}
	if !seated {
		return nil
	}
	if _, err := w.exec(ctx, `DELETE FROM sitters WHERE table_id = ?`, p.Summary.ID); err != nil {
		return err
	}
	for _, sitter := range p.Summary.Sitters {
		if sitter.Player == "" {
			continue
		}
		if _, err := w.exec(ctx, `INSERT INTO sitters (player, table_id) VALUES (?, ?)`, sitter.Player, p.Summary.ID); err != nil {
			return err
		}
	}
	return nil
}

func (w *writer) insert(ctx context.Context, e *play.Event, body string) error {
	const add = `INSERT INTO events (table_id, seq, at, kind, player, request, body)
		VALUES (?, ?, ?, ?, ?, ?, ?) ON CONFLICT (player, request) WHERE request IS NOT NULL DO NOTHING`
	request := sql.NullString{String: e.Request, Valid: e.Request != ""}
	changed, err := w.exec(ctx, add, e.Table, e.Seq, e.At.UnixMilli(), e.Kind(), e.By, request, body)
	if err != nil || changed > 0 {
		return err
	}
	prepared, err := w.statement(ctx, answered)
	if err != nil {
		return err
	}
	var repeated play.Repeated
	if err := prepared.QueryRowContext(ctx, e.By, e.Request).Scan(&repeated.Table, &repeated.Seq); err != nil {
		return err
	}
	return &repeated
}

const answered = `SELECT table_id, seq FROM events WHERE player = ? AND request = ?`

// Answered implements [play.TableStore].
func (s *Store) Answered(ctx context.Context, by play.PlayerID, request string) (*play.Repeated, error) {
	var repeated play.Repeated
	err := s.readers.QueryRowContext(ctx, answered, by, request).Scan(&repeated.Table, &repeated.Seq)
	if errors.Is(err, sql.ErrNoRows) {
		return nil, nil //nolint:nilnil // No answer and no error: there was no such request.
	}
	if err != nil {
		return nil, err
	}
	return &repeated, nil
}

// Events implements [play.TableStore].
func (s *Store) Events(ctx context.Context, table play.TableID, after uint64, limit int) ([]play.Event, error) {
	rows, err := s.readers.QueryContext(ctx, `SELECT seq, at, kind, player, request, body FROM events
		WHERE table_id = ? AND seq > ? ORDER BY seq LIMIT ?`, table, after, limit)
	if err != nil {
		return nil, err
	}
	defer rows.Close()
	var events []play.Event
	for rows.Next() {
		e := play.Event{Table: table}
		var at int64
		var kind string
		var request sql.NullString
		var body []byte
		if err := rows.Scan(&e.Seq, &at, &kind, &e.By, &request, &body); err != nil {
			return nil, err
		}
		e.At, e.Request = time.UnixMilli(at).UTC(), request.String
		if e.Body, err = play.ReadBody(kind, body); err != nil {
			return nil, err
		}
		events = append(events, e)
	}
	return events, rows.Err()
}

// CountTables implements [play.TableStore].
func (s *Store) CountTables(ctx context.Context, q play.TableQuery) (n int, err error) {
	query, args := selection("count(*)", q)
	err = s.readers.QueryRowContext(ctx, query, args...).Scan(&n)
	return n, err
}

// Tables implements [play.TableStore].
func (s *Store) Tables(ctx context.Context, q play.TableQuery) ([]play.Summary, error) {
	query, args := selection(summaryColumns, q)
	query += " ORDER BY entered DESC, tables.id LIMIT ?"
	rows, err := s.readers.QueryContext(ctx, query, append(args, q.Limit)...)
	if err != nil {
		return nil, err
	}
	return scanSummaries(rows)
}

// summaryColumns are what a summary is read from: the JSON may be that of an
// earlier move.
const summaryColumns = "summary, progress.seq, plies, to_move"

// scanSummaries reads and closes rows with summaryColumns.
func scanSummaries(rows *sql.Rows) ([]play.Summary, error) {
	defer rows.Close()
	var list []play.Summary
	for rows.Next() {
		var text []byte
		var sum, now play.Summary
		if err := rows.Scan(&text, &now.Seq, &now.Plies, &now.ToMove); err != nil {
			return nil, err
		}
		if err := json.Unmarshal(text, &sum); err != nil {
			return nil, err
		}
		sum.Seq, sum.Plies, sum.ToMove = now.Seq, now.Plies, now.ToMove
		list = append(list, sum)
	}
	return list, rows.Err()
}

// selection is a query for columns of the selected tables.
func selection(what string, q play.TableQuery) (query string, args []any) {
	query = "SELECT " + what + " FROM tables"
	if q.Player != "" {
		// The cross join begins with the few tables of the player, not with all
		// that are over.
		query = "SELECT " + what + " FROM sitters CROSS JOIN tables ON tables.id = sitters.table_id"
	}
	if what == summaryColumns {
		query += " CROSS JOIN progress ON progress.table_id = tables.id"
	}
	query += " WHERE true"
	where := func(condition string, values ...any) {
		query += " AND " + condition
		args = append(args, values...)
	}
	if q.Table != "" {
		where("tables.id = ?", q.Table)
	}
	if q.Player != "" {
		where("sitters.player = ?", q.Player)
	}
	if q.Phase != play.Unopened {
		// Not as a parameter, so that the planner knows which indexes fit.
		where("phase = " + strconv.Itoa(int(q.Phase)))
	}
	if q.Unfinished {
		where("phase < " + strconv.Itoa(int(play.Over)))
	}
	if q.Host != "" {
		where("host = ?", q.Host)
	}
	if q.Game != "" {
		where("game = ?", q.Game)
	}
	if q.Listed {
		where("listed = 1")
	}
	if q.Public {
		where("public = 1")
	}
	if q.Played {
		where("played = 1")
	}
	if q.Prefix != "" {
		where(`tables.id LIKE ? ESCAPE '\'`, escapeLike.Replace(q.Prefix)+"%")
	}
	if q.After != nil {
		entered := q.After.Entered.UnixMilli()
		where("entered <= ? AND (entered < ? OR tables.id > ?)", entered, entered, q.After.ID)
	}
	return query, args
}
