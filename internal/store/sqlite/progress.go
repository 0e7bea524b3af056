package sqlite

import (
	"context"
	"database/sql"

	"plateau/internal/play"
)

const starsOf = `SELECT area, game, item, stars FROM stars WHERE player = ?`

// MergeStars implements [play.ProgressStore].
func (s *Store) MergeStars(ctx context.Context, player play.PlayerID, more play.Stars, most int) (play.Stars, error) {
	var all play.Stars
	err := s.do(ctx, func(ctx context.Context, w *writer) error {
		for area, games := range more {
			for game, items := range games {
				for item, stars := range items {
					_, err := w.exec(ctx, `INSERT INTO stars (player, area, game, item, stars) VALUES (?, ?, ?, ?, ?)
						ON CONFLICT DO UPDATE SET stars = max(stars, excluded.stars)`, player, area, game, item, stars)
					if err != nil {
						return err
					}
				}
			}
		}
		rows, err := w.query(ctx, starsOf, player)
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

// Stars implements [play.ProgressStore].
func (s *Store) Stars(ctx context.Context, player play.PlayerID) (play.Stars, error) {
	rows, err := s.readers.QueryContext(ctx, starsOf, player)
	if err != nil {
		return nil, err
	}
	return scanStars(rows)
}

func scanStars(rows *sql.Rows) (play.Stars, error) {
	defer rows.Close()
	all := play.Stars{}
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
