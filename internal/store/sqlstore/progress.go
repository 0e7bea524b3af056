package sqlstore

import (
	"context"

	"plateau/internal/play"
	"plateau/internal/progress"
)

// MergeStars implements [progress.StarStore].
func (s *Store) MergeStars(ctx context.Context, player play.PlayerID, more progress.Stars, most int) (progress.Stars, error) {
	return transact(ctx, s.db.Write, func(ctx context.Context, w *Tx) (progress.Stars, error) {
		for area, games := range more {
			for game, items := range games {
				for item, stars := range items {
					if err := w.run(ctx, `INSERT INTO stars (player, area, game, item, stars) VALUES (?, ?, ?, ?, ?)
						ON CONFLICT (player, area, game, item) DO UPDATE SET stars = excluded.stars
						WHERE excluded.stars > stars.stars`, player, area, game, item, stars); err != nil {
						return nil, err
					}
				}
			}
		}
		all, err := starsOf(ctx, w, player)
		if err == nil && all.Count() > most {
			err = play.ErrTooMany
		}
		return all, err
	})
}

// Stars implements [progress.StarStore].
func (s *Store) Stars(ctx context.Context, player play.PlayerID) (progress.Stars, error) {
	return starsOf(ctx, s, player)
}

func starsOf(ctx context.Context, q querier, player play.PlayerID) (progress.Stars, error) {
	all := progress.Stars{}
	err := each(ctx, q, func(row scanner) error {
		var area, game, item string
		var stars int
		err := row.Scan(&area, &game, &item, &stars)
		all.Add(area, game, item, stars)
		return err
	}, `SELECT area, game, item, stars FROM stars WHERE player = ?`, player)
	return all, err
}
