// Package meeting brings players together who know each other: friends, and
// challenges. It asks the blocks of both before anything else.
package meeting

import (
	"context"
	"errors"
	"io"
	"slices"
	"time"

	"plateau/internal/play"
	"plateau/internal/play/blocks"
	"plateau/internal/play/live"
	"plateau/internal/play/presence"
)

// Store is what meeting needs of a store.
type Store interface {
	play.PlayerStore
	FriendStore
	ChallengeStore
	blocks.AmongReader
	play.ContactStore
	play.SharedStore
}

// Service does what players ask for.
type Service struct {
	Store    Store
	Tables   *live.Tables
	Presence *presence.Presence
	Now      func() time.Time
	// Random must be cryptographically secure.
	Random io.Reader
	// Notify tells a player of a challenge who is not there; it may be nil.
	Notify func(turn play.Turn)
}

// Limits.
const (
	// MaxFriends is how many friends a player may have, with requests.
	MaxFriends = 200
	// MaxChallenges is how many challenges of a player may wait.
	MaxChallenges = 10
	// soon is how long a challenge waits to a game that is played at once, and
	// later one with days per move.
	soon  = 10 * time.Minute
	later = 3 * 24 * time.Hour
	// MaxAskedByNew is how many players with a new account may wait for an answer of
	// one player, and NewFor how long an account is new: nobody buries others
	// in requests by making many accounts.
	MaxAskedByNew = 10
	NewFor        = 3 * 24 * time.Hour
)

// AskFriend asks a player to become a friend, or agrees to it.
func (s *Service) AskFriend(ctx context.Context, by play.Player, player play.PlayerID) (FriendState, error) {
	switch {
	case !by.Registered:
		return "", FriendGuest.Refuse("")
	case by.ID == player:
		return "", FriendSelf.Refuse("")
	}
	other, err := s.Store.Player(ctx, player)
	switch {
	case err != nil:
		return "", err
	case other.Name == "":
		return "", play.ErrNoPlayer
	case !other.Registered:
		return "", FriendGuest.Refuse("")
	}
	if err := s.refuseRequest(ctx, by, player); err != nil {
		return "", err
	}
	state, err := s.Store.AskFriend(ctx, by.ID, player, s.Now(), MaxFriends)
	return state, play.RefuseTooMany(err, TooManyFriends, MaxFriends)
}

// refuseRequest refuses to ask somebody to become friends who does not want it. Who has
// been asked by the other one already only agrees.
func (s *Service) refuseRequest(ctx context.Context, by play.Player, player play.PlayerID) error {
	if _, err := blocks.RefuseOwn(ctx, s.Store, by.ID, player); err != nil {
		return err
	}
	if strangers, err := s.strangers(ctx, by.ID, player); err != nil {
		return err
	} else if strangers {
		return FriendNobody.Refuse("")
	}
	known, err := s.between(ctx, by.ID, player)
	if err != nil || known {
		return err
	}
	preferences, err := s.Store.Preferences(ctx, player)
	if err == nil && preferences.Friends == FromNobody {
		err = FriendNobody.Refuse("")
	}
	if err != nil {
		return err
	}
	return s.refuseNew(ctx, by, player)
}

// between reports whether two players are friends, or one has asked the other.
func (s *Service) between(ctx context.Context, by, player play.PlayerID) (bool, error) {
	list, err := s.Store.FriendsOf(ctx, by)
	return slices.ContainsFunc(list, func(f Friend) bool { return f.Player == player }), err
}

// strangers reports whether a player may not reach another one, and refuses what the player
// asks if it is the player who is limited. To strangers, a member of a class looks like
// anybody who wants to be left alone.
func (s *Service) strangers(ctx context.Context, by, player play.PlayerID) (bool, error) {
	strangers, err := s.Store.StrangersAmong(ctx, by, player)
	for _, pair := range strangers {
		if pair.Member == by {
			return true, play.OnlyOwnGroup.Refuse("")
		}
	}
	return len(strangers) > 0, err
}

// refuseNew refuses what a player with a new account asks of somebody of whom many of
// them wait for an answer.
func (s *Service) refuseNew(ctx context.Context, by play.Player, player play.PlayerID) error {
	now := s.Now()
	since := now.Add(-NewFor)
	if by.Managed() || by.Since.Before(since) {
		return nil
	}
	asked, err := s.Store.AskedByNew(ctx, player, since, now)
	if err == nil && asked >= MaxAskedByNew {
		err = AskedByMany.Refuse("")
	}
	return err
}

// Challenge asks a player for a game.
func (s *Service) Challenge(ctx context.Context, by play.Player, player play.PlayerID, terms play.Terms) (Challenge, error) {
	switch {
	case !by.Registered:
		return Challenge{}, ChallengeGuest.Refuse("")
	case by.ID == player:
		return Challenge{}, ChallengeSelf.Refuse("")
	}
	other, err := s.Store.Player(ctx, player)
	if err != nil {
		return Challenge{}, err
	}
	// It is for these two, unless one is a bot, whom others may want to watch. It
	// has no name that strangers would read.
	terms.Listed = terms.Listed && other.Bot
	terms.Name, terms.Tournament, terms.Grace = "", false, 0
	g, err := s.Tables.Games.Find(terms.Game)
	if err != nil {
		return Challenge{}, err
	}
	if err := terms.CheckChallenge(g, by); err != nil {
		return Challenge{}, err
	}
	unseen, err := s.refuseChallenge(ctx, by, other)
	if err != nil {
		return Challenge{}, err
	}
	now := s.Now()
	c := Challenge{
		ID: play.ChallengeID(play.NewPlayerID(s.Random)), By: by.ID, To: player, Terms: terms, Sent: now, Until: now.Add(waiting(terms)),
		State: ChallengePending,
	}
	switch err := s.Store.AddChallenge(ctx, c, MaxChallenges); {
	case errors.Is(err, play.ErrConflict):
		return c, ChallengeTwice.Refuse("")
	case err != nil:
		return c, play.RefuseTooMany(err, TooManyChallenges, MaxChallenges)
	}
	if s.Notify != nil && !unseen && !s.Presence.Present(player) {
		s.Notify(play.Turn{
			Player: player, Challenge: c.ID, Game: terms.Game, Opponents: []play.Sitter{{Name: by.Name}}, Within: waiting(terms),
		})
	}
	return s.Store.Challenge(ctx, c.ID)
}

func waiting(terms play.Terms) time.Duration {
	if terms.Time.Days > 0 {
		return later
	}
	return soon
}

// refuseChallenge refuses a challenge to somebody who does not want it. If they have
// blocked the challenger, it is not refused but unseen.
func (s *Service) refuseChallenge(ctx context.Context, by, other play.Player) (unseen bool, err error) {
	switch {
	case other.Name == "":
		return false, play.ErrNoPlayer
	case !other.Registered:
		return false, ChallengeGuest.Refuse("")
	}
	if unseen, err = blocks.RefuseOwn(ctx, s.Store, by.ID, other.ID); err != nil {
		return false, err
	}
	if strangers, err := s.strangers(ctx, by.ID, other.ID); err != nil {
		return false, err
	} else if strangers {
		return false, ChallengeNobody.Refuse("")
	}
	preferences, err := s.Store.Preferences(ctx, other.ID)
	switch {
	case err != nil:
		return false, err
	case preferences.Challenges == FromNobody:
		return false, ChallengeNobody.Refuse("")
	case preferences.Challenges == FromEverybody:
		return unseen, s.refuseNew(ctx, by, other.ID)
	}
	friends, err := s.Store.AreFriends(ctx, by.ID, other.ID)
	if err == nil && !friends {
		err = ChallengeFriends.Refuse("")
	}
	return unseen, err
}

// waitingFor is a challenge that can still be answered.
func (s *Service) waitingFor(ctx context.Context, id play.ChallengeID, who func(Challenge) play.PlayerID, player play.PlayerID) (Challenge, error) {
	c, err := s.Store.Challenge(ctx, id)
	if errors.Is(err, ErrNoChallenge) {
		return c, NoSuchChallenge.Refuse("")
	}
	if err == nil && (who(c) != player || c.State != ChallengePending || !s.Now().Before(c.Until)) {
		err = NoSuchChallenge.Refuse("")
	}
	return c, err
}

func challenged(c Challenge) play.PlayerID { return c.To }
func challenger(c Challenge) play.PlayerID { return c.By }

// Accept begins the game of a challenge. The challenge is claimed first, so that
// there is one table, however often it is accepted.
func (s *Service) Accept(ctx context.Context, player play.Player, id play.ChallengeID) (live.Answer, error) {
	c, err := s.waitingFor(ctx, id, challenged, player.ID)
	if err != nil {
		return live.Answer{}, err
	}
	unseen, err := blocks.RefuseOwn(ctx, s.Store, player.ID, c.By)
	if err == nil && !unseen {
		unseen, err = s.strangers(ctx, player.ID, c.By)
	}
	if err == nil && unseen {
		err = NoSuchChallenge.Refuse("") // They have blocked the player, or may not be reached any more.
	}
	if err != nil {
		return live.Answer{}, err
	}
	other, err := s.Store.Player(ctx, c.By)
	if err != nil {
		return live.Answer{}, err
	}
	table := play.NewTableID(s.Random)
	claimed, err := s.Store.AnswerChallenge(ctx, id, ChallengePending, ChallengeAccepted, table)
	if err != nil {
		return live.Answer{}, err
	}
	if !claimed {
		return live.Answer{}, NoSuchChallenge.Refuse("")
	}
	answer, err := s.Tables.OpenFor(ctx, table, c.Terms, other, player)
	if err != nil {
		// The challenge waits again; what is wrong may be put right.
		_, undone := s.Store.AnswerChallenge(context.WithoutCancel(ctx), id, ChallengeAccepted, ChallengePending, "")
		return live.Answer{}, errors.Join(err, undone)
	}
	return answer, nil
}

// Decline says no to a challenge.
func (s *Service) Decline(ctx context.Context, player play.PlayerID, id play.ChallengeID) error {
	if _, err := s.waitingFor(ctx, id, challenged, player); err != nil {
		return err
	}
	declined, err := s.Store.AnswerChallenge(ctx, id, ChallengePending, ChallengeDeclined, "")
	if err == nil && !declined {
		err = NoSuchChallenge.Refuse("")
	}
	return err
}

// Withdraw takes a challenge back.
func (s *Service) Withdraw(ctx context.Context, player play.PlayerID, id play.ChallengeID) error {
	if _, err := s.waitingFor(ctx, id, challenger, player); err != nil {
		return err
	}
	return s.Store.RemoveChallenge(ctx, id)
}

// Awaits reports whether a challenge still waits for an answer, for notifications.
func (s *Service) Awaits(ctx context.Context, id play.ChallengeID) bool {
	c, err := s.Store.Challenge(ctx, id)
	return err == nil && c.State == ChallengePending && s.Now().Before(c.Until)
}
