package sqlstore

import (
	"context"
	"encoding/json"
	"time"

	"plateau/internal/meeting"

	"plateau/internal/play"
)

// SetPreferences implements [meeting.FriendStore].
func (s *Store) SetPreferences(ctx context.Context, player play.PlayerID, p meeting.Preferences) error {
	return s.changeOr(ctx, play.ErrNoPlayer, `UPDATE players SET challenges = ?, friend_requests = ? WHERE id = ? AND name <> ''`,
		p.Challenges, p.Friends, player)
}

// Preferences implements [meeting.FriendStore].
func (s *Store) Preferences(ctx context.Context, player play.PlayerID) (p meeting.Preferences, err error) {
	err = s.row(ctx, `SELECT challenges, friend_requests FROM players WHERE id = ? AND name <> ''`, player).Scan(&p.Challenges, &p.Friends)
	return p, missing(err, play.ErrNoPlayer)
}

// WhoLets implements [meeting.FriendStore].
func (s *Store) WhoLets(ctx context.Context, challenger play.PlayerID, players ...play.PlayerID) ([]play.PlayerID, error) {
	return list(ctx, s, value[play.PlayerID],
		`SELECT id FROM players WHERE id IN (SELECT value ->> 0 FROM `+s.db.Elements("?1")+` AS asked) AND name <> ''
			AND (challenges = ?2 OR challenges = ?3 AND EXISTS (SELECT 1 FROM friends WHERE agreed = 1
				AND (friends.player = players.id AND other = ?4 OR friends.player = ?4 AND other = players.id)))`,
		elements(players), meeting.FromEverybody, meeting.FromFriends, challenger)
}

// AskedByNew implements [meeting.FriendStore].
func (s *Store) AskedByNew(ctx context.Context, player play.PlayerID, since, now time.Time) (int, error) {
	return value[int](s.row(ctx, `SELECT count(*) FROM (
			SELECT player FROM friends WHERE other = ?1 AND agreed = 0
			UNION ALL SELECT player FROM challenges WHERE other = ?1 AND state = 'pending' AND until > ?3
		) AS asks JOIN players ON players.id = asks.player
		WHERE players.since >= ?2 AND players.manager = ''
		AND NOT EXISTS (SELECT 1 FROM blocks WHERE blocks.player = ?1 AND blocks.other = asks.player AND kind = 'block')`,
		player, since.UnixMilli(), now.UnixMilli()))
}

// AddChallenge implements [meeting.ChallengeStore].
func (s *Store) AddChallenge(ctx context.Context, c meeting.Challenge, most int) error {
	terms, err := json.Marshal(c.Terms)
	if err != nil {
		return err
	}
	now := c.Sent.UnixMilli()
	return s.db.Write(ctx, func(ctx context.Context, w *Tx) error {
		const between = `SELECT count(*) FROM challenges
			WHERE (player = ?1 AND other = ?2 OR player = ?2 AND other = ?1) AND state = 'pending' AND until > ?3`
		if err := w.fewer(ctx, 1, play.ErrConflict, between, c.By, c.To, now); err != nil {
			return err
		}
		const own = `SELECT count(*) FROM challenges WHERE player = ? AND state = 'pending' AND until > ?`
		if err := w.fewer(ctx, most, play.ErrTooMany, own, c.By, now); err != nil {
			return err
		}
		return w.changeOr(ctx, play.ErrNoPlayer, `INSERT INTO challenges (id, player, other, terms, sent, until, state)
			SELECT ?, a.id, b.id, ?, ?, ?, 'pending' FROM players a, players b WHERE a.id = ? AND a.registered = 1 AND b.id = ? AND b.registered = 1`,
			c.ID, string(terms), now, c.Until.UnixMilli(), c.By, c.To)
	})
}

const challengeColumns = `SELECT c.id, c.player, c.other, a.name, b.name, c.terms, c.sent, c.until, c.state, c.game
	FROM challenges c JOIN players a ON a.id = c.player JOIN players b ON b.id = c.other `

func scanChallenge(row scanner) (meeting.Challenge, error) {
	var c meeting.Challenge
	err := row.Scan(&c.ID, &c.By, &c.To, &c.ByName, &c.ToName, fromJSON{&c.Terms}, at(&c.Sent), at(&c.Until), &c.State, &c.Table)
	return c, err
}

// Challenge implements [meeting.ChallengeStore].
func (s *Store) Challenge(ctx context.Context, id play.ChallengeID) (meeting.Challenge, error) {
	c, err := scanChallenge(s.row(ctx, challengeColumns+`WHERE c.id = ?`, id))
	return c, missing(err, meeting.ErrNoChallenge)
}

// ChallengesOf implements [meeting.ChallengeStore].
func (s *Store) ChallengesOf(ctx context.Context, player play.PlayerID, now time.Time) ([]meeting.Challenge, error) {
	return list(ctx, s, scanChallenge, challengeColumns+`WHERE (c.player = ?1 OR c.other = ?1) AND c.until > ?2
		AND NOT EXISTS (SELECT 1 FROM blocks WHERE blocks.player = ?1 AND blocks.other = c.player AND kind = 'block')
		ORDER BY c.sent DESC, c.id`, player, now.UnixMilli())
}

// AnswerChallenge implements [meeting.ChallengeStore].
func (s *Store) AnswerChallenge(ctx context.Context, id play.ChallengeID, before, after meeting.ChallengeState, table play.TableID) (bool, error) {
	changed, err := s.change(ctx, `UPDATE challenges SET state = ?, game = ? WHERE id = ? AND state = ?`, after, table, id, before)
	return changed > 0, err
}

// RemoveChallenge implements [meeting.ChallengeStore].
func (s *Store) RemoveChallenge(ctx context.Context, id play.ChallengeID) error {
	return s.run(ctx, `DELETE FROM challenges WHERE id = ?`, id)
}

// ExpireChallenges implements [meeting.ChallengeStore].
func (s *Store) ExpireChallenges(ctx context.Context, now time.Time) error {
	return s.run(ctx, `DELETE FROM challenges WHERE until <= ?`, now.UnixMilli())
}
