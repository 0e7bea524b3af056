package sqlstore

import (
	"context"
	"database/sql"
	"encoding/json"
	"errors"
	"strconv"
	"time"

	"plateau/internal/play"
)

// Prepared is a batch with its JSON.
type Prepared struct {
	play.Batch
	// Listing is the summary, or empty if nothing changes by which tables are
	// listed.
	Listing string
	// Seated means that somebody may have sat down or left.
	Seated bool
	Bodies []string
}

// Before is the sequence number that the batch was decided on; 0 for a new table.
func (p *Prepared) Before() uint64 { return p.Events[0].Seq - 1 }

// Prepare encodes batches, which is done before anybody has to wait for it.
func Prepare(batches []play.Batch) ([]Prepared, error) {
	all := make([]Prepared, len(batches))
	for i, b := range batches {
		var err error
		if all[i], err = prepare(b); err != nil {
			return nil, err
		}
	}
	return all, nil
}

func prepare(b play.Batch) (Prepared, error) {
	p := Prepared{Batch: b}
	for i := range b.Events {
		e := &b.Events[i]
		body, err := e.BodyJSON()
		if err != nil {
			return p, err
		}
		p.Bodies = append(p.Bodies, string(body))
		switch e.Body.(type) {
		case play.Opened, play.Sat, play.Left:
			p.Seated = true
		}
		switch e.Body.(type) {
		case play.Opened, play.Sat, play.Left, play.Started, play.Ended:
			summary, err := json.Marshal(b.Summary)
			if err != nil {
				return p, err
			}
			p.Listing = string(summary)
		}
	}
	return p, nil
}

const answered = `SELECT table_id, seq FROM events WHERE player = ? AND request = ?`

// Answered implements [play.TableStore].
func (s *Store) Answered(ctx context.Context, by play.PlayerID, request string) (*play.Repeated, error) {
	var repeated play.Repeated
	err := s.db.QueryRowContext(ctx, answered, by, request).Scan(&repeated.Table, &repeated.Seq)
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
	rows, err := s.db.QueryContext(ctx, `SELECT seq, at, kind, player, request, body FROM events
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
	query, args := s.selection("count(*)", q)
	err = s.db.QueryRowContext(ctx, query, args...).Scan(&n)
	return n, err
}

// Tables implements [play.TableStore].
func (s *Store) Tables(ctx context.Context, q play.TableQuery) ([]play.Summary, error) {
	query, args := s.selection(summaryColumns, q)
	query += " ORDER BY entered DESC, tables.id LIMIT ?"
	rows, err := s.db.QueryContext(ctx, query, append(args, q.Limit)...)
	if err != nil {
		return nil, err
	}
	return scanSummaries(rows)
}

// summaryColumns are what a summary is read from: the JSON may be that of an
// earlier move.
const summaryColumns = "summary, progress.seq, plies, to_move"

// scanSummaries reads and closes rows with summaryColumns.
func scanSummaries(rows scanners) ([]play.Summary, error) {
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
func (s *Store) selection(what string, q play.TableQuery) (query string, args []any) {
	query = "SELECT " + what + " FROM tables"
	if q.Player != "" {
		// The cross join begins with the few tables of the player, not with all
		// that are over.
		query = "SELECT " + what + " FROM sitters CROSS JOIN tables"
	}
	if what == summaryColumns {
		query += " CROSS JOIN progress"
	}
	query += " WHERE true"
	where := func(condition string, values ...any) {
		query += " AND " + condition
		args = append(args, values...)
	}
	if q.Player != "" {
		where("tables.id = sitters.table_id AND sitters.player = ?", q.Player)
	}
	if what == summaryColumns {
		where("progress.table_id = tables.id")
	}
	if q.Table != "" {
		where("tables.id = ?", q.Table)
	}
	if len(q.Tables) > 0 {
		where("tables.id IN (SELECT value ->> 0 FROM "+s.db.Elements("?")+" AS asked)", elements(q.Tables))
	}
	if q.Phase != play.Unopened {
		// Not as a parameter, so that the planner knows which indexes fit.
		where("phase = " + strconv.Itoa(int(q.Phase)))
	}
	if q.Unfinished {
		where("phase < " + strconv.Itoa(int(play.Over)))
	}
	if q.Player != "" && (q.Unfinished || q.Phase == play.Open || q.Phase == play.Running) {
		// A player has played at many tables, and sits at few. A server of an earlier
		// version may have left more of them.
		where("sitters.over = 0")
	}
	if q.Host != "" {
		where("host = ?", q.Host)
	}
	if q.HostIn != "" {
		where("host IN (SELECT player FROM group_members WHERE group_id = ?)", q.HostIn)
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
		where(`lower(tables.id) LIKE lower(?) ESCAPE '\'`, escapeLike.Replace(q.Prefix)+"%")
	}
	if q.After != nil {
		entered := q.After.Entered.UnixMilli()
		where("entered <= ? AND (entered < ? OR tables.id > ?)", entered, entered, q.After.ID)
	}
	return query, args
}
