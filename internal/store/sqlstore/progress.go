package sqlstore

import (
	"context"

	"plateau/internal/play"
	"plateau/internal/progress"
)

const starsOf = `SELECT area, game, item, stars FROM stars WHERE player = ?`

// MergeStars implements [progress.StarStore].
func (s *Store) MergeStars(ctx context.Context, player play.PlayerID, more progress.Stars, most int) (progress.Stars, error) {
	var all progress.Stars
	err := s.db.Write(ctx, func(ctx context.Context, w *Tx) error {
		for area, games := range more {
			for game, items := range games {
				for item, stars := range items {
					_, err := w.Exec(ctx, `INSERT INTO stars (player, area, game, item, stars) VALUES (?, ?, ?, ?, ?)
						ON CONFLICT (player, area, game, item) DO UPDATE SET stars = excluded.stars
						WHERE excluded.stars > stars.stars`, player, area, game, item, stars)
					if err != nil {
						return err
					}
				}
			}
		}
		rows, err := w.Query(ctx, starsOf, player)
		if err != nil {
			return err
		}
		if all, err = scanStars(rows); err == nil && all.Count() > most {
			err = play.ErrTooMany
		}
		return err
	})
	return all, err
}

// Stars implements [progress.StarStore].
func (s *Store) Stars(ctx context.Context, player play.PlayerID) (progress.Stars, error) {
	rows, err := s.db.QueryContext(ctx, starsOf, player)
	if err != nil {
		return nil, err
	}
	return scanStars(rows)
}

func scanStars(rows scanners) (progress.Stars, error) {
	defer rows.Close()
	all := progress.Stars{}
	for rows.Next() {
		var area, game, item string
		var stars int
		if err := rows.Scan(&area, &game, &item, &stars); err != nil {
			return nil, err
		}
		all.Add(area, game, item, stars)
	}
	return all, rows.Err()
}
