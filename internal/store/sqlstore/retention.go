package sqlstore

import (
	"context"
	"strconv"
	"time"

	"plateau/internal/play"
)

// IdleGuests are guests who came, and used their sessions, before a time, and
// whom no sign-in link can bring back, the first to come first.
func (s *Store) IdleGuests(ctx context.Context, before time.Time, limit int) ([]play.PlayerID, error) {
	return list(ctx, s, value[play.PlayerID], `SELECT id FROM players WHERE name <> '' AND registered = 0 AND since < ?1
		AND NOT EXISTS (SELECT 1 FROM tokens WHERE player = players.id AND (used >= ?1 OR tokens.since >= ?1))
		AND NOT EXISTS (SELECT 1 FROM ssh_keys WHERE player = players.id AND (used >= ?1 OR ssh_keys.since >= ?1))
		AND NOT EXISTS (SELECT 1 FROM signin_links WHERE player = players.id AND ends >= ?1)
		ORDER BY since, id LIMIT ?2`, before.UnixMilli(), limit)
}

// RemoveGuestGames removes finished tables at which no registered player sat,
// and which ended before a time, and returns how many there were: at most as
// many as the limit.
func (s *Store) RemoveGuestGames(ctx context.Context, before time.Time, limit int) (int, error) {
	return s.removeTables(ctx, guestsOnly, before, limit)
}

// RemoveUnplayed removes tables that ended before a time without a move, and
// returns how many there were: at most as many as the limit. Those that still
// mean something stay: results of registered players, tables of tournaments,
// and what was reported.
func (s *Store) RemoveUnplayed(ctx context.Context, before time.Time, limit int) (int, error) {
	return s.removeTables(ctx, `EXISTS (SELECT 1 FROM progress WHERE table_id = tables.id AND plies = 0)
		AND NOT EXISTS (SELECT 1 FROM tournament_tables WHERE table_id = tables.id)
		AND NOT EXISTS (SELECT 1 FROM reports WHERE table_id = tables.id)
		AND (played = 0 OR `+guestsOnly+`)`, before, limit)
}

// guestsOnly selects tables at which no registered player sat.
const guestsOnly = `NOT EXISTS (SELECT 1 FROM sitters JOIN players ON players.id = sitters.player WHERE table_id = tables.id AND registered = 1)`

// removeTables removes tables that ended before a time and meet a condition.
func (s *Store) removeTables(ctx context.Context, condition string, before time.Time, limit int) (int, error) {
	// The phase is no parameter, so that the planner knows which indexes fit.
	query := `SELECT id FROM tables WHERE phase = ` + strconv.Itoa(int(play.Over)) + ` AND entered < ? AND ` + condition + ` LIMIT ?`
	tables, err := list(ctx, s, value[play.TableID], query, before.UnixMilli(), limit)
	if err != nil || len(tables) == 0 {
		return 0, err
	}
	return len(tables), s.db.Write(ctx, func(ctx context.Context, w *Tx) error {
		for _, table := range tables {
			if err := w.runAll(ctx, []string{
				`DELETE FROM events WHERE table_id = ?`,
				`DELETE FROM sitters WHERE table_id = ?`,
				`DELETE FROM progress WHERE table_id = ?`,
				`DELETE FROM tournament_tables WHERE table_id = ?`,
				`DELETE FROM tables WHERE id = ?`,
			}, table); err != nil {
				return err
			}
		}
		return nil
	})
}

// RemoveEndedLinks removes sign-in links that have ended.
func (s *Store) RemoveEndedLinks(ctx context.Context, now time.Time) error {
	return s.run(ctx, `DELETE FROM signin_links WHERE ends <= ?`, now.UnixMilli())
}
