package sqlstore

import (
	"context"
	"encoding/json"

	"plateau/internal/play"
	"plateau/internal/progress"
)

// MergePuzzles implements [progress.PuzzleStore].
func (s *Store) MergePuzzles(ctx context.Context, player play.PlayerID, more progress.PuzzleProgress, most int) (progress.PuzzleProgress, error) {
	return transact(ctx, s.db.Write, func(ctx context.Context, w *Tx) (progress.PuzzleProgress, error) {
		known, err := puzzlesOf(ctx, w, player)
		if err != nil {
			return known, err
		}
		all := known.Merge(more)
		if all.Count() > most {
			return all, play.ErrTooMany
		}
		text, err := json.Marshal(all)
		if err != nil {
			return all, err
		}
		return all, w.run(ctx, `INSERT INTO puzzles (player, progress) VALUES (?, ?)
			ON CONFLICT (player) DO UPDATE SET progress = excluded.progress`, player, string(text))
	})
}

// Puzzles implements [progress.PuzzleStore].
func (s *Store) Puzzles(ctx context.Context, player play.PlayerID) (progress.PuzzleProgress, error) {
	return puzzlesOf(ctx, s, player)
}

// puzzlesOf reads the progress of one player, who may have none.
func puzzlesOf(ctx context.Context, q querier, player play.PlayerID) (progress.PuzzleProgress, error) {
	p := progress.PuzzleProgress{Solved: make(map[string][]string)}
	err := each(ctx, q, func(row scanner) error { return row.Scan(fromJSON{&p}) }, `SELECT progress FROM puzzles WHERE player = ?`, player)
	return p, err
}
