package sqlstore

import (
	"context"
	"encoding/json"

	"plateau/internal/play"
	"plateau/internal/progress"
)

const puzzlesOf = `SELECT progress FROM puzzles WHERE player = ?`

// MergePuzzles implements [progress.PuzzleStore].
func (s *Store) MergePuzzles(ctx context.Context, player play.PlayerID, more progress.PuzzleProgress, most int) (progress.PuzzleProgress, error) {
	var all progress.PuzzleProgress
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

// Puzzles implements [progress.PuzzleStore].
func (s *Store) Puzzles(ctx context.Context, player play.PlayerID) (progress.PuzzleProgress, error) {
	rows, err := s.db.QueryContext(ctx, puzzlesOf, player)
	if err != nil {
		return progress.PuzzleProgress{}, err
	}
	return scanPuzzles(rows)
}

// scanPuzzles reads the progress of one player, who may have none.
func scanPuzzles(rows scanners) (progress.PuzzleProgress, error) {
	defer rows.Close()
	p := progress.PuzzleProgress{Solved: make(map[string][]string)}
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
