package sqlstore

import (
	"context"
	"database/sql"
	"encoding/json"
	"errors"
	"time"

	"plateau/internal/play"
)

// SetPreferences implements [play.FriendStore].
func (s *Store) SetPreferences(ctx context.Context, player play.PlayerID, p play.Preferences) error {
	return s.changePlayer(ctx, `UPDATE players SET challenges = ?, friend_requests = ? WHERE id = ? AND name <> ''`, p.Challenges, p.Friends, player)
}

// Preferences implements [play.FriendStore].
func (s *Store) Preferences(ctx context.Context, player play.PlayerID) (p play.Preferences, err error) {
	err = s.db.QueryRowContext(ctx, `SELECT challenges, friend_requests FROM players WHERE id = ? AND name <> ''`, player).Scan(&p.Challenges, &p.Friends)
	if errors.Is(err, sql.ErrNoRows) {
		err = play.ErrNoPlayer
	}
	return p, err
}

// WhoLets implements [play.FriendStore].
func (s *Store) WhoLets(ctx context.Context, challenger play.PlayerID, players ...play.PlayerID) ([]play.PlayerID, error) {
	return list(ctx, s, func(row scanner) (id play.PlayerID, err error) { return id, row.Scan(&id) },
		`SELECT id FROM players WHERE id IN (SELECT value ->> 0 FROM `+s.db.Elements("?1")+` AS asked) AND name <> ''
			AND (challenges = ?2 OR challenges = ?3 AND EXISTS (SELECT 1 FROM friends WHERE agreed = 1
				AND (friends.player = players.id AND other = ?4 OR friends.player = ?4 AND other = players.id)))`,
		elements(players), play.FromEverybody, play.FromFriends, challenger)
}

// AskedByNew implements [play.FriendStore].
func (s *Store) AskedByNew(ctx context.Context, player play.PlayerID, since, now time.Time) (n int, err error) {
	err = s.db.QueryRowContext(ctx, `SELECT count(*) FROM (
			SELECT player FROM friends WHERE other = ?1 AND agreed = 0
			UNION ALL SELECT player FROM challenges WHERE other = ?1 AND state = 'pending' AND until > ?3
		) AS asks JOIN players ON players.id = asks.player
		WHERE players.since >= ?2 AND players.manager = ''
		AND NOT EXISTS (SELECT 1 FROM blocks WHERE blocks.player = ?1 AND blocks.other = asks.player AND kind = 'block')`,
		player, since.UnixMilli(), now.UnixMilli()).Scan(&n)
	return n, err
}

// AddChallenge implements [play.ChallengeStore].
func (s *Store) AddChallenge(ctx context.Context, c play.Challenge, most int) error {
	terms, err := json.Marshal(c.Terms)
	if err != nil {
		return err
	}
	now := c.Sent.UnixMilli()
	return s.db.Write(ctx, func(ctx context.Context, w *Tx) error {
		const pending = ` AND state = 'pending' AND until > ?`
		between, err := w.count(ctx, `SELECT count(*) FROM challenges
			WHERE (player = ?1 AND other = ?2 OR player = ?2 AND other = ?1) AND state = 'pending' AND until > ?3`, c.By, c.To, now)
		if err != nil {
			return err
		}
		if between > 0 {
			return play.ErrConflict
		}
		own, err := w.count(ctx, `SELECT count(*) FROM challenges WHERE player = ?`+pending, c.By, now)
		if err != nil {
			return err
		}
		if own >= most {
			return play.ErrTooMany
		}
		added, err := w.Exec(ctx, `INSERT INTO challenges (id, player, other, terms, sent, until, state)
			SELECT ?, a.id, b.id, ?, ?, ?, 'pending' FROM players a, players b WHERE a.id = ? AND a.registered = 1 AND b.id = ? AND b.registered = 1`,
			c.ID, string(terms), now, c.Until.UnixMilli(), c.By, c.To)
		if err == nil && added == 0 {
			err = play.ErrNoPlayer
		}
		return err
	})
}

const challengeColumns = `SELECT c.id, c.player, c.other, a.name, b.name, c.terms, c.sent, c.until, c.state, c.game
	FROM challenges c JOIN players a ON a.id = c.player JOIN players b ON b.id = c.other `

func scanChallenge(row scanner) (play.Challenge, error) {
	var c play.Challenge
	var terms string
	var sent, until int64
	if err := row.Scan(&c.ID, &c.By, &c.To, &c.ByName, &c.ToName, &terms, &sent, &until, &c.State, &c.Table); err != nil {
		return c, err
	}
	c.Sent, c.Until = time.UnixMilli(sent).UTC(), time.UnixMilli(until).UTC()
	return c, json.Unmarshal([]byte(terms), &c.Terms)
}

// Challenge implements [play.ChallengeStore].
func (s *Store) Challenge(ctx context.Context, id play.ChallengeID) (play.Challenge, error) {
	c, err := scanChallenge(s.db.QueryRowContext(ctx, challengeColumns+`WHERE c.id = ?`, id))
	if errors.Is(err, sql.ErrNoRows) {
		err = play.ErrNoChallenge
	}
	return c, err
}

// ChallengesOf implements [play.ChallengeStore].
func (s *Store) ChallengesOf(ctx context.Context, player play.PlayerID, now time.Time) ([]play.Challenge, error) {
	return list(ctx, s, scanChallenge, challengeColumns+`WHERE (c.player = ?1 OR c.other = ?1) AND c.until > ?2
		AND NOT EXISTS (SELECT 1 FROM blocks WHERE blocks.player = ?1 AND blocks.other = c.player AND kind = 'block')
		ORDER BY c.sent DESC, c.id`, player, now.UnixMilli())
}

// AnswerChallenge implements [play.ChallengeStore].
func (s *Store) AnswerChallenge(ctx context.Context, id play.ChallengeID, before, after play.ChallengeState, table play.TableID) (bool, error) {
	changed, err := s.change(ctx, `UPDATE challenges SET state = ?, game = ? WHERE id = ? AND state = ?`, after, table, id, before)
	return changed > 0, err
}

// RemoveChallenge implements [play.ChallengeStore].
func (s *Store) RemoveChallenge(ctx context.Context, id play.ChallengeID) error {
	_, err := s.change(ctx, `DELETE FROM challenges WHERE id = ?`, id)
	return err
}

// ExpireChallenges implements [play.ChallengeStore].
func (s *Store) ExpireChallenges(ctx context.Context, now time.Time) error {
	_, err := s.change(ctx, `DELETE FROM challenges WHERE until <= ?`, now.UnixMilli())
	return err
}
