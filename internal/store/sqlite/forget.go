package sqlite

import (
	"context"
	"database/sql"
	"encoding/json"
	"errors"

	"plateau/internal/play"
)

// traces are the events that may have a player's name or messages: those of the
// player, and the openings of rematches, which others may have caused.
const traces = `SELECT table_id, seq, kind, player, body FROM events
	WHERE player = ?1 AND kind IN ('opened', 'sat', 'said')
	UNION SELECT events.table_id, seq, kind, events.player, body FROM sitters JOIN events ON events.table_id = sitters.table_id
	WHERE sitters.player = ?1 AND seq = 1`

// Visited implements [play.AccountStore].
func (s *Store) Visited(ctx context.Context, player play.PlayerID) ([]play.TableID, error) {
	rows, err := s.readers.QueryContext(ctx, `SELECT table_id FROM sitters WHERE player = ?1
		UNION SELECT table_id FROM events WHERE player = ?1 AND kind IN ('opened', 'sat', 'said')`, player)
	if err != nil {
		return nil, err
	}
	defer rows.Close()
	var list []play.TableID
	for rows.Next() {
		var id play.TableID
		if err := rows.Scan(&id); err != nil {
			return nil, err
		}
		list = append(list, id)
	}
	return list, rows.Err()
}

// Forget implements [play.AccountStore]. What is overwritten and deleted is
// also wiped from the pages of the file and from the journal, where SQLite would
// leave it for a while.
func (s *Store) Forget(ctx context.Context, player play.PlayerID) error {
	return s.erasing(ctx, func(ctx context.Context, w *writer) error { return w.forget(ctx, player) })
}

// erasing does something that overwrites or deletes what must not be left in the
// file.
func (s *Store) erasing(ctx context.Context, erase func(ctx context.Context, w *writer) error) error {
	err := s.do(ctx, func(ctx context.Context, w *writer) error {
		if _, err := w.count(ctx, "PRAGMA secure_delete = 1"); err != nil {
			return err
		}
		err := erase(ctx, w)
		if _, failure := w.count(ctx, "PRAGMA secure_delete = 0"); err == nil {
			err = failure
		}
		return err
	})
	if err != nil {
		return err
	}
	s.unwiped.Store(true)
	return s.wipe(ctx)
}

// wipe empties the journal if it may have erased data. If a long read prevents
// that, it is retried with every heartbeat.
func (s *Store) wipe(ctx context.Context) error {
	if !s.unwiped.Swap(false) {
		return nil
	}
	emptied, err := s.emptyJournal(ctx)
	if !emptied {
		s.unwiped.Store(true)
	}
	return err
}

// emptyJournal writes the journal to the file. The writer could not do it: it is
// always in a transaction. Nobody else can write at the same time, so the wait
// for readers is short.
func (s *Store) emptyJournal(ctx context.Context) (emptied bool, err error) {
	db, err := sql.Open("sqlite", plainAddress(s.path, "mode=rw&_pragma=busy_timeout(100)"))
	if err != nil {
		return false, err
	}
	var busy, pages, moved int
	err = db.QueryRowContext(ctx, "PRAGMA wal_checkpoint(TRUNCATE)").Scan(&busy, &pages, &moved)
	return err == nil && busy == 0, errors.Join(err, db.Close())
}

func (w *writer) forget(ctx context.Context, player play.PlayerID) error {
	if err := w.forgetEvents(ctx, player); err != nil {
		return err
	}
	if err := w.forgetSummaries(ctx, player); err != nil {
		return err
	}
	for _, statement := range []string{
		`DELETE FROM accounts WHERE player = ?`,
		`DELETE FROM passkeys WHERE player = ?`,
		`DELETE FROM recovery_codes WHERE player = ?`,
		`DELETE FROM push_devices WHERE player = ?`,
		`DELETE FROM puzzles WHERE player = ?`,
		`DELETE FROM tokens WHERE player = ?`,
		`UPDATE held_names SET player = '' WHERE player = ?`,
		`DELETE FROM ratings WHERE player = ?`,
		`DELETE FROM stars WHERE player = ?`,
		`DELETE FROM signin_links WHERE player = ?`,
		`DELETE FROM blocks WHERE player = ?`,
		`DELETE FROM blocks WHERE other = ?`,
		`DELETE FROM friends WHERE player = ?`,
		`DELETE FROM friends WHERE other = ?`,
		`DELETE FROM challenges WHERE player = ?`,
		`DELETE FROM challenges WHERE other = ?`,
		`DELETE FROM group_members WHERE player = ?`,
		`UPDATE invitations SET maker = '' WHERE maker = ?`,
		`DELETE FROM reports WHERE player = ?`,
		`UPDATE reports SET reporter = '', text = '' WHERE reporter = ?`,
		`UPDATE reports SET closed_by = '' WHERE closed_by = ?`,
		`UPDATE audit SET detail = '' WHERE player = ? AND detail <> ''`,
		// Deleted players cannot repeat a request.
		`UPDATE events SET request = NULL WHERE player = ? AND request IS NOT NULL`,
		`UPDATE players SET name = '', registered = 0, since = 0, administrator = 0, suspended_until = 0, bot = 0, barred = 0, challenges = 'everybody', manager = '' WHERE id = ?`,
	} {
		if _, err := w.exec(ctx, statement, player); err != nil {
			return err
		}
	}
	return nil
}

func (w *writer) forgetEvents(ctx context.Context, player play.PlayerID) error {
	events, err := w.traces(ctx, player)
	if err != nil {
		return err
	}
	for _, e := range events {
		forgotten, changed := e.Forget(player)
		if !changed {
			continue
		}
		body, err := json.Marshal(forgotten.Body)
		if err != nil {
			return err
		}
		if _, err := w.exec(ctx, `UPDATE events SET body = ? WHERE table_id = ? AND seq = ?`, string(body), e.Table, e.Seq); err != nil {
			return err
		}
	}
	return nil
}

// traces reads all of them before any is changed.
func (w *writer) traces(ctx context.Context, player play.PlayerID) ([]play.Event, error) {
	rows, err := w.query(ctx, traces, player)
	if err != nil {
		return nil, err
	}
	defer rows.Close()
	var events []play.Event
	for rows.Next() {
		var e play.Event
		var kind string
		var body []byte
		if err := rows.Scan(&e.Table, &e.Seq, &kind, &e.By, &body); err != nil {
			return nil, err
		}
		if e.Body, err = play.ReadBody(kind, body); err != nil {
			return nil, err
		}
		events = append(events, e)
	}
	return events, rows.Err()
}

func (w *writer) forgetSummaries(ctx context.Context, player play.PlayerID) error {
	// Hosts need not sit at their tables. What they opened they have events of.
	rows, err := w.query(ctx, `SELECT `+summaryColumns+` FROM (SELECT table_id FROM sitters WHERE player = ?1
			UNION SELECT table_id FROM events WHERE player = ?1 AND kind = 'opened') AS theirs
		CROSS JOIN tables ON tables.id = theirs.table_id CROSS JOIN progress ON progress.table_id = tables.id`, player)
	if err != nil {
		return err
	}
	list, err := scanSummaries(rows)
	if err != nil {
		return err
	}
	for _, sum := range list {
		forgotten, changed := sum.Forget(player)
		if !changed {
			continue
		}
		text, err := json.Marshal(forgotten)
		if err != nil {
			return err
		}
		if _, err := w.exec(ctx, `UPDATE tables SET summary = ? WHERE id = ?`, string(text), sum.ID); err != nil {
			return err
		}
	}
	return nil
}
