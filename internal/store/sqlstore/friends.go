package sqlstore

import (
	"context"
	"time"

	"plateau/internal/meeting"

	"plateau/internal/play"
)

// AskFriend implements [meeting.FriendStore].
func (s *Store) AskFriend(ctx context.Context, by, player play.PlayerID, now time.Time, most int) (meeting.FriendState, error) {
	return transact(ctx, s.db.Write, func(ctx context.Context, w *Tx) (meeting.FriendState, error) {
		return w.askFriend(ctx, by, player, now, most)
	})
}

func (w *Tx) askFriend(ctx context.Context, by, player play.PlayerID, now time.Time, most int) (meeting.FriendState, error) {
	// The other one has asked, or both are friends.
	agreed, err := w.Exec(ctx, `UPDATE friends SET agreed = 1, since = CASE WHEN agreed = 1 THEN since ELSE ? END WHERE player = ? AND other = ?`,
		now.UnixMilli(), player, by)
	if err != nil || agreed > 0 {
		return meeting.Friends, err
	}
	known, err := w.count(ctx, `SELECT coalesce(sum(1 + agreed), 0) FROM friends WHERE player = ? AND other = ?`, by, player)
	switch {
	case err != nil:
		return "", err
	case known == 2:
		return meeting.Friends, nil
	case known == 1:
		return meeting.FriendAsked, nil
	}
	for _, one := range []play.PlayerID{by, player} {
		const all = `SELECT (SELECT count(*) FROM friends WHERE player = ?1) + (SELECT count(*) FROM friends WHERE other = ?1)`
		if err := w.fewer(ctx, most, play.ErrTooMany, all, one); err != nil {
			return "", err
		}
	}
	return meeting.FriendAsked, w.changeOr(ctx, play.ErrNoPlayer, `INSERT INTO friends (player, other, since)
		SELECT a.id, b.id, ? FROM players a, players b WHERE a.id = ? AND a.registered = 1 AND b.id = ? AND b.registered = 1`,
		now.UnixMilli(), by, player)
}

// RemoveFriend implements [meeting.FriendStore].
func (s *Store) RemoveFriend(ctx context.Context, by, player play.PlayerID) error {
	return s.run(ctx, `DELETE FROM friends WHERE player = ?1 AND other = ?2 OR player = ?2 AND other = ?1`, by, player)
}

// FriendsOf implements [meeting.FriendStore].
func (s *Store) FriendsOf(ctx context.Context, player play.PlayerID) ([]meeting.Friend, error) {
	return list(ctx, s, func(row scanner) (f meeting.Friend, err error) {
		err = row.Scan(&f.Player, &f.Name, at(&f.Since), &f.State)
		return f, err
	}, `SELECT players.id, players.name, friends.since,
			CASE WHEN agreed = 1 THEN 'friends' WHEN friends.player = ?1 THEN 'asked' ELSE 'asks' END
		FROM friends JOIN players ON players.id = CASE WHEN friends.player = ?1 THEN friends.other ELSE friends.player END
		WHERE friends.player = ?1 OR friends.other = ?1
			AND NOT EXISTS (SELECT 1 FROM blocks WHERE blocks.player = ?1 AND blocks.other = friends.player AND kind = 'block') ORDER BY lower(players.name), players.id`, player)
}

// AreFriends implements [meeting.FriendStore].
func (s *Store) AreFriends(ctx context.Context, a, b play.PlayerID) (bool, error) {
	return value[bool](s.row(ctx, `SELECT EXISTS (SELECT 1 FROM friends
		WHERE agreed = 1 AND (player = ?1 AND other = ?2 OR player = ?2 AND other = ?1))`, a, b))
}

// part ends what is between two players of whom one has blocked the other. What the other
// one has asked stays, and the blocker does not see it.
func (w *Tx) part(ctx context.Context, by, other play.PlayerID) error {
	return w.runAll(ctx, []string{
		`DELETE FROM friends WHERE player = ?1 AND other = ?2 OR player = ?2 AND other = ?1 AND agreed = 1`,
		`DELETE FROM challenges WHERE player = ?1 AND other = ?2`,
	}, by, other)
}
