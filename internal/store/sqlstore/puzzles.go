package sqlstore

import (
	"context"
	"encoding/json"

	"plateau/internal/play"
)

const puzzlesOf = `SELECT progress FROM puzzles WHERE player = ?`

// MergePuzzles implements [play.PuzzleStore].
func (s *Store) MergePuzzles(ctx context.Context, player play.PlayerID, more play.PuzzleProgress, most int) (play.PuzzleProgress, error) {
	var all play.PuzzleProgress
	err := s.db.Write(ctx, func(ctx context.Context, w *Tx) error {
		rows, err := w.Query(ctx, puzzlesOf, player)
		if err != nil {
			return err
		}
		known, err := scanPuzzles(rows)
		if err != nil {
			return err
		}
		if all = known.Merge(more); all.Count() > most {
			return play.ErrTooMany
		}
		text, err := json.Marshal(all)
		if err != nil {
			return err
		}
		_, err = w.Exec(ctx, `INSERT INTO puzzles (player, progress) VALUES (?, ?)
			ON CONFLICT (player) DO UPDATE SET progress = excluded.progress`, player, string(text))
		return err
	})
	return all, err
}

// Puzzles implements [play.PuzzleStore].
func (s *Store) Puzzles(ctx context.Context, player play.PlayerID) (play.PuzzleProgress, error) {
	rows, err := s.db.QueryContext(ctx, puzzlesOf, player)
	if err != nil {
		return play.PuzzleProgress{}, err
	}
	return scanPuzzles(rows)
}

// scanPuzzles reads the progress of one player, who may have none.
func scanPuzzles(rows scanners) (play.PuzzleProgress, error) {
	defer rows.Close()
	p := play.PuzzleProgress{Solved: make(map[string][]string)}
	for rows.Next() {
		var text []byte
		if err := rows.Scan(&text); err != nil {
			return p, err
		}
		if err := json.Unmarshal(text, &p); err != nil {
			return p, err
		}
	}
	return p, rows.Err()
}
