package sqlstore

import (
	"cmp"
	"context"
	"database/sql"
	"slices"
	"strings"

	"plateau/internal/play"
)

// Append adds batches within a transaction. Where several transactions run at the
// same time, they have to lock rows in the same order: tables, then events and
// ratings, then shared values, each of them sorted.
func (w *Tx) Append(ctx context.Context, batches []Prepared) error {
	if len(batches) > 1 {
		batches = slices.Clone(batches)
		slices.SortStableFunc(batches, func(a, b Prepared) int { return cmp.Compare(a.Summary.ID, b.Summary.ID) })
	}
	for i := range batches {
		if err := w.claim(ctx, &batches[i]); err != nil {
			return err
		}
	}
	for i := range batches {
		p := &batches[i]
		for e := range p.Events {
			if err := w.insert(ctx, &p.Events[e], p.Bodies[e]); err != nil {
				return err
			}
		}
	}
	if err := w.rateAll(ctx, batches); err != nil {
		return err
	}
	for i := range batches {
		if err := w.share(ctx, batches[i].Events[0].At, batches[i].Shared); err != nil {
			return err
		}
	}
	return nil
}

func (w *Tx) rateAll(ctx context.Context, batches []Prepared) error {
	type rating struct {
		game string
		play.RatingChange
	}
	var all []rating
	for i := range batches {
		for _, c := range batches[i].Ratings() {
			all = append(all, rating{batches[i].Summary.Terms.Game, c})
		}
	}
	slices.SortStableFunc(all, func(a, b rating) int {
		return cmp.Or(strings.Compare(a.game, b.game), cmp.Compare(a.Player, b.Player))
	})
	for _, r := range all {
		if err := w.rate(ctx, r.game, r.RatingChange); err != nil {
			return err
		}
	}
	return nil
}

// claim advances a table from the sequence number that the batch was decided on.
// It is a conflict if the table is at another one.
func (w *Tx) claim(ctx context.Context, p *Prepared) error {
	const create = `INSERT INTO progress (seq, plies, to_move, due, table_id) VALUES (?, ?, ?, ?, ?) ON CONFLICT DO NOTHING`
	sum := &p.Summary
	var changed int64
	var err error
	before := p.Before()
	if before == 0 {
		changed, err = w.Exec(ctx, create, sum.Seq, sum.Plies, sum.ToMove, DueAt(p.Due), sum.ID)
	} else {
		changed, err = w.advance(ctx, p, before)
	}
	if err == nil && changed == 0 {
		err = play.ErrConflict
	}
	if err != nil || p.Listing == "" {
		return err
	}
	// Who sits there comes first: when a table is over, a trigger notes that for them.
	if err := w.seat(ctx, p); err != nil {
		return err
	}
	return w.list(ctx, p, before == 0)
}

// advance changes the progress of a table with a sequence number, and returns how
// many there were. A due time that is too early, but not past, is left as it is,
// because setting it would write its index.
func (w *Tx) advance(ctx context.Context, p *Prepared, before uint64) (changed int64, err error) {
	const same = `UPDATE progress SET seq = ?1, plies = ?2, to_move = ?3 WHERE table_id = ?4 AND seq = ?5
		AND CASE WHEN CAST(?6 AS BIGINT) IS NULL THEN due IS NULL ELSE due > ?7 AND due <= ?6 END`
	const other = `UPDATE progress SET seq = ?, plies = ?, to_move = ?, due = ? WHERE table_id = ? AND seq = ?`
	sum, due := &p.Summary, DueAt(p.Due)
	changed, err = w.Exec(ctx, same, sum.Seq, sum.Plies, sum.ToMove, sum.ID, before, due, p.Events[0].At.UnixMilli())
	if err != nil || changed > 0 {
		return changed, err
	}
	return w.Exec(ctx, other, sum.Seq, sum.Plies, sum.ToMove, due, sum.ID, before)
}

// list writes the row by which a table is listed.
func (w *Tx) list(ctx context.Context, p *Prepared, first bool) error {
	const create = `INSERT INTO tables (phase, played, entered, summary, id, host, public, game, listed) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?)`
	const update = `UPDATE tables SET phase = ?, played = ?, entered = ?, summary = ? WHERE id = ?`
	sum := &p.Summary
	query, args := update, []any{sum.Phase, sum.Result.Played(), sum.Entered.UnixMilli(), p.Listing, sum.ID}
	if first {
		query, args = create, append(args, sum.Host, sum.Terms.Public(), sum.Terms.Game, sum.Terms.Listed)
	}
	return w.run(ctx, query, args...)
}

// seat updates who sits at a table, when that may have changed.
func (w *Tx) seat(ctx context.Context, p *Prepared) error {
	if !p.Seated {
		return nil
	}
	if err := w.run(ctx, `DELETE FROM sitters WHERE table_id = ?`, p.Summary.ID); err != nil {
		return err
	}
	for _, sitter := range p.Summary.Sitters {
		if sitter.Player == "" {
			continue
		}
		if err := w.run(ctx, `INSERT INTO sitters (player, table_id) VALUES (?, ?)`, sitter.Player, p.Summary.ID); err != nil {
			return err
		}
	}
	return nil
}

func (w *Tx) insert(ctx context.Context, e *play.Event, body string) error {
	const add = `INSERT INTO events (table_id, seq, at, kind, player, request, body)
		VALUES (?, ?, ?, ?, ?, ?, ?) ON CONFLICT (player, request) WHERE request IS NOT NULL DO NOTHING`
	request := sql.NullString{String: e.Request, Valid: e.Request != ""}
	changed, err := w.Exec(ctx, add, e.Table, e.Seq, e.At.UnixMilli(), e.Kind(), e.By, request, body)
	if err != nil || changed > 0 {
		return err
	}
	var repeated play.Repeated
	if err := w.QueryRowContext(ctx, answered, e.By, e.Request).Scan(&repeated.Table, &repeated.Seq); err != nil {
		return err
	}
	return &repeated
}

// rate changes a rating, which must be based on one game less.
func (w *Tx) rate(ctx context.Context, game string, c play.RatingChange) error {
	const create = `INSERT INTO ratings (value, deviation, volatility, since, games, game, player)
		VALUES (?, ?, ?, ?, ?, ?, ?) ON CONFLICT DO NOTHING`
	const update = `UPDATE ratings SET value = ?, deviation = ?, volatility = ?, since = ?, games = ?
		WHERE game = ? AND player = ? AND games = ?`
	args := []any{c.After.Value, c.After.Deviation, c.After.Volatility, c.After.Since.UnixMilli(), c.Games, game, c.Player}
	query := create
	if c.Games > 1 {
		query, args = update, append(args, c.Games-1)
	}
	return w.changeOr(ctx, play.ErrConflict, query, args...)
}
