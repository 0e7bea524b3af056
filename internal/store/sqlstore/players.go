package sqlstore

import (
	"context"
	"encoding/json"
	"time"

	"plateau/internal/play"
	"plateau/internal/play/glicko"
)

// Player implements [play.PlayerStore].
func (s *Store) Player(ctx context.Context, id play.PlayerID) (play.Player, error) {
	p, err := scanPlayer(s.row(ctx, `SELECT `+playerColumns+` FROM players WHERE id = ?`, id))
	return p, missing(err, play.ErrNoPlayer)
}

const standing = `SELECT player, value, deviation, volatility, since, games FROM ratings WHERE game = ?`

// scanStanding reads a standing, and what is selected before it.
func scanStanding(row scanner, before ...any) (play.Standing, error) {
	var st play.Standing
	r := &st.Rating
	err := row.Scan(append(before, &st.Player, &r.Value, &r.Deviation, &r.Volatility, at(&r.Since), &st.Games)...)
	return st, err
}

// Standings implements [play.PlayerStore].
func (s *Store) Standings(ctx context.Context, of ...play.Rank) ([]play.Standing, error) {
	all := make([]play.Standing, len(of))
	pairs := make([][2]string, len(of))
	for i, rank := range of {
		all[i] = play.Standing{Player: rank.Player, Rating: glicko.New()}
		pairs[i] = [2]string{rank.Game, string(rank.Player)}
	}
	asked, err := json.Marshal(pairs)
	if err != nil {
		return nil, err
	}
	// The cross join looks up each rank instead of scanning the table.
	err = each(ctx, s, func(row scanner) error {
		var i int
		st, err := scanStanding(row, &i)
		if err == nil {
			all[i] = st
		}
		return err
	}, `SELECT rank.key, player, ratings.value, deviation, volatility, since, games
		FROM `+s.db.Elements("?1")+` AS rank CROSS JOIN ratings WHERE game = rank.value ->> 0 AND player = rank.value ->> 1`, string(asked))
	return all, err
}

// Bots implements [play.PlayerStore].
func (s *Store) Bots(ctx context.Context, now time.Time, most int) ([]play.Player, error) {
	// The condition on both columns is that of an index.
	return s.listPlayers(ctx, `SELECT `+playerColumns+` FROM players
		WHERE (bot = 1 OR barred = 1) AND bot = 1 AND suspended_until <= ? ORDER BY name, id LIMIT ?`, now.UnixMilli(), most)
}

// listPlayers reads all players of a query for playerColumns.
func (s *Store) listPlayers(ctx context.Context, query string, args ...any) ([]play.Player, error) {
	return list(ctx, s, func(row scanner) (play.Player, error) { return scanPlayer(row) }, query, args...)
}

// Best implements [play.PlayerStore].
func (s *Store) Best(ctx context.Context, q play.BestQuery) ([]play.Standing, error) {
	// The deviation has grown since the last game.
	return list(ctx, s, func(row scanner) (play.Standing, error) { return scanStanding(row) }, standing+`
		AND CASE WHEN player IN (SELECT id FROM players WHERE bot = 1) THEN 1 ELSE 0 END = ?
		AND player NOT IN (SELECT id FROM players WHERE barred = 1)
		AND deviation * deviation + volatility * volatility * CASE WHEN since < ? THEN ? - since ELSE 0 END * ? <= ?
		ORDER BY value DESC, player LIMIT ? OFFSET ?`,
		q.Game, q.Bots, q.Now.UnixMilli(), q.Now.UnixMilli(), glicko.GrowthPerMilli, glicko.Settled*glicko.Settled, q.Limit, q.Skip)
}
