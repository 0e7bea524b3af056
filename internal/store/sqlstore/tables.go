package sqlstore

import (
	"context"
	"database/sql"
	"encoding/json"
	"strconv"

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
	if err := s.row(ctx, answered, by, request).Scan(&repeated.Table, &repeated.Seq); err != nil {
		return nil, missing(err, nil) // No answer and no error: there was no such request.
	}
	return &repeated, nil
}

// Events implements [play.TableStore].
func (s *Store) Events(ctx context.Context, table play.TableID, after uint64, limit int) ([]play.Event, error) {
	return list(ctx, s, func(row scanner) (play.Event, error) {
		e := play.Event{Table: table}
		var kind string
		var request sql.NullString
		var body []byte
		err := row.Scan(&e.Seq, at(&e.At), &kind, &e.By, &request, &body)
		if err == nil {
			e.Request = request.String
			e.Body, err = play.ReadBody(kind, body)
		}
		return e, err
	}, `SELECT seq, at, kind, player, request, body FROM events
		WHERE table_id = ? AND seq > ? ORDER BY seq LIMIT ?`, table, after, limit)
}

// CountTables implements [play.TableStore].
func (s *Store) CountTables(ctx context.Context, q play.TableQuery) (n int, err error) {
	query, args := s.selection("count(*)", q)
	return value[int](s.row(ctx, query, args...))
}

// Tables implements [play.TableStore].
func (s *Store) Tables(ctx context.Context, q play.TableQuery) ([]play.Summary, error) {
	query, args := s.selection(summaryColumns, q)
	return list(ctx, s, scanSummary, query+" ORDER BY entered DESC, tables.id LIMIT ?", append(args, q.Limit)...)
}

// summaryColumns are what a summary is read from: the JSON may be that of an
// earlier move.
const summaryColumns = "summary, progress.seq, plies, to_move"

// scanSummary reads summaryColumns.
func scanSummary(row scanner) (sum play.Summary, err error) {
	var now play.Summary
	err = row.Scan(fromJSON{&sum}, &now.Seq, &now.Plies, &now.ToMove)
	sum.Seq, sum.Plies, sum.ToMove = now.Seq, now.Plies, now.ToMove
	return sum, err
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
	where := conditions{text: " WHERE true"}
	where.add(q.Player != "", "tables.id = sitters.table_id AND sitters.player = ?", q.Player)
	where.add(what == summaryColumns, "progress.table_id = tables.id")
	where.add(q.Table != "", "tables.id = ?", q.Table)
	if len(q.Tables) > 0 {
		where.add(true, "tables.id IN (SELECT value ->> 0 FROM "+s.db.Elements("?")+" AS asked)", elements(q.Tables))
	}
	// Phases are no parameters, so that the planner knows which indexes fit.
	where.add(q.Phase != play.Unopened, "phase = "+strconv.Itoa(int(q.Phase)))
	where.add(q.Unfinished, "phase < "+strconv.Itoa(int(play.Over)))
	// A player has played at many tables, and sits at few. A server of an earlier
	// version may have left more of them.
	where.add(q.Player != "" && (q.Unfinished || q.Phase == play.Open || q.Phase == play.Running), "sitters.over = 0")
	where.add(q.Host != "", "host = ?", q.Host)
	where.add(q.HostIn != "", "host IN (SELECT player FROM group_members WHERE group_id = ?)", q.HostIn)
	where.add(q.Game != "", "game = ?", q.Game)
	where.add(q.Listed, "listed = 1")
	where.add(q.Public, "public = 1")
	where.add(q.Played, "played = 1")
	where.add(q.Prefix != "", `lower(tables.id) LIKE lower(?) ESCAPE '\'`, escapeLike.Replace(q.Prefix)+"%")
	if q.After != nil {
		entered := q.After.Entered.UnixMilli()
		where.add(true, "entered <= ? AND (entered < ? OR tables.id > ?)", entered, entered, q.After.ID)
	}
	return query + where.text, where.args
}
