package sqlstore

import (
	"context"
	"encoding/json"
	"time"

	"plateau/internal/play"
)

// traces are the events that may have a player's name or messages: those of the
// player, and the openings of rematches, which others may have caused.
const traces = `SELECT table_id, seq, kind, player, body FROM events
	WHERE player = ?1 AND kind IN ('opened', 'sat', 'said')
	UNION SELECT events.table_id, seq, kind, events.player, body FROM sitters JOIN events ON events.table_id = sitters.table_id
	WHERE sitters.player = ?1 AND seq = 1`

// Visited implements [accounts.StatusStore].
func (s *Store) Visited(ctx context.Context, player play.PlayerID) ([]play.TableID, error) {
	return list(ctx, s, value[play.TableID], `SELECT table_id FROM sitters WHERE player = ?1
		UNION SELECT table_id FROM events WHERE player = ?1 AND kind IN ('opened', 'sat', 'said')`, player)
}

// Forget implements [accounts.StatusStore].
func (s *Store) Forget(ctx context.Context, player play.PlayerID) error {
	return s.db.Erase(ctx, func(ctx context.Context, w *Tx) error { return w.forget(ctx, player) })
}

// forgottenFor is for how long servers learn that a player was erased. One that
// cannot reach the database for that long is out of service anyway.
const forgottenFor = time.Hour

func (w *Tx) forget(ctx context.Context, player play.PlayerID) error {
	// The time is that of the last heartbeat; without one, no server has to know.
	if err := w.run(ctx, `INSERT INTO shared (key, value, until) SELECT ?, ?, at + ? FROM heartbeat WHERE true
		ON CONFLICT (key) DO UPDATE SET until = excluded.until`, play.ForgottenPrefix+string(player), []byte{}, forgottenFor.Milliseconds()); err != nil {
		return err
	}
	if err := w.forgetEvents(ctx, player); err != nil {
		return err
	}
	if err := w.forgetSummaries(ctx, player); err != nil {
		return err
	}
	if err := w.forgetTournaments(ctx, player); err != nil {
		return err
	}
	return w.runAll(ctx, []string{
		`DELETE FROM accounts WHERE player = ?`,
		`DELETE FROM passkeys WHERE player = ?`,
		`DELETE FROM ssh_keys WHERE player = ?`,
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
		`UPDATE invitations SET maker = '' WHERE maker = ? AND maker <> ''`,
		`DELETE FROM reports WHERE player = ?`,
		`UPDATE reports SET reporter = '', text = '' WHERE reporter = ?`,
		`UPDATE reports SET closed_by = '' WHERE closed_by = ? AND closed_by <> ''`,
		`UPDATE audit SET detail = '' WHERE player = ? AND player <> '' AND detail <> ''`,
		// Deleted players cannot repeat a request.
		`UPDATE events SET request = NULL WHERE player = ? AND request IS NOT NULL`,
		`UPDATE players SET name = '', registered = 0, since = 0, administrator = 0, suspended_until = 0, bot = 0, barred = 0, challenges = 'everybody', manager = '' WHERE id = ?`,
	}, player)
}

func (w *Tx) forgetEvents(ctx context.Context, player play.PlayerID) error {
	// All of them are read before any is changed.
	events, err := list(ctx, w, scanTrace, traces, player)
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
		if err := w.run(ctx, `UPDATE events SET body = ? WHERE table_id = ? AND seq = ?`, string(body), e.Table, e.Seq); err != nil {
			return err
		}
	}
	return nil
}

func scanTrace(row scanner) (e play.Event, err error) {
	var kind string
	var body []byte
	if err = row.Scan(&e.Table, &e.Seq, &kind, &e.By, &body); err == nil {
		e.Body, err = play.ReadBody(kind, body)
	}
	return e, err
}

func (w *Tx) forgetSummaries(ctx context.Context, player play.PlayerID) error {
	// Hosts need not sit at their tables. What they opened they have events of, by
	// which the index finds them only if the query names all kinds that it has.
	affected, err := list(ctx, w, scanSummary, `SELECT `+summaryColumns+` FROM (SELECT table_id FROM sitters WHERE player = ?1
			UNION SELECT table_id FROM events WHERE player = ?1 AND kind IN ('opened', 'sat', 'said') AND kind = 'opened') AS theirs
		CROSS JOIN tables CROSS JOIN progress WHERE tables.id = theirs.table_id AND progress.table_id = tables.id`, player)
	if err != nil {
		return err
	}
	for _, sum := range affected {
		forgotten, changed := sum.Forget(player)
		if !changed {
			continue
		}
		text, err := json.Marshal(forgotten)
		if err != nil {
			return err
		}
		if err := w.run(ctx, `UPDATE tables SET summary = ? WHERE id = ?`, string(text), sum.ID); err != nil {
			return err
		}
	}
	return nil
}
