package accounts

import (
	"context"
	"errors"
	"time"

	"plateau/game"
	"plateau/internal/play"
)

// What administrators do to accounts. Package admin checks who may, and keeps the
// log.

// LinkTime is how long a sign-in link that works once is valid.
const LinkTime = 7 * 24 * time.Hour

// NewLink makes a link that signs a player in once.
func (s *Service) NewLink(ctx context.Context, player play.PlayerID) (play.Token, error) {
	return s.newLink(ctx, SignInLink{Player: player}, LinkTime)
}

// newLink makes a link that works once.
func (s *Service) newLink(ctx context.Context, l SignInLink, lasts time.Duration) (play.Token, error) {
	token, now := play.NewToken(s.Random), s.now()
	l.Hash, l.Once, l.Since, l.Until = token.Hash(), true, now, now.Add(lasts)
	return token, s.Store.AddSignInLink(ctx, l)
}

// SignInByLink begins a session with the token of a link, or the code of a card.
func (s *Service) SignInByLink(ctx context.Context, token play.Token) (play.Player, play.Token, error) {
	access, session := s.newAccess("", Session, "")
	id, err := s.Store.UseSignInLink(ctx, token.Hash(), s.now(), access, maxSessions)
	if errors.Is(err, ErrNoLink) {
		// It may be the code of a card, which people type as they like.
		id, err = s.Store.UseSignInLink(ctx, play.TokenHash(hashCode(string(token))), s.now(), access, maxSessions)
	}
	if errors.Is(err, ErrNoLink) {
		if len(token) < play.TokenLength {
			return play.Player{}, "", CardUnknown.Refuse("")
		}
		return play.Player{}, "", LinkUnknown.Refuse("")
	}
	if err != nil {
		return play.Player{}, "", err
	}
	s.forget(id) // A session that had to go is gone.
	player, err := s.Store.Player(ctx, id)
	return player, session, err
}

// passwordBytes make a password that can be written down and not be guessed.
const passwordBytes = 10

// ResetPassword gives a player a new random password, which registers a guest. All
// sessions and links end; passkeys, SSH keys and API tokens stay.
func (s *Service) ResetPassword(ctx context.Context, player play.PlayerID) (password string, err error) {
	password = string(play.NewPlayerID(s.Random))[:passwordBytes*8/5]
	if err := s.setHash(ctx, s.ownGate, "", player, password); err != nil {
		return "", err
	}
	if err := s.Store.RemoveSignInLinks(ctx, player); err != nil {
		return "", err
	}
	return password, s.SignOutEverywhere(ctx, player)
}

// Suspend keeps a player from playing until a time; a zero time lifts that. Who does it,
// here and in [Service.SetAdministrator], is an administrator, or empty for the operator.
func (s *Service) Suspend(ctx context.Context, player play.PlayerID, until time.Time, by play.PlayerID) error {
	defer s.forget(player)
	return s.Store.Suspend(ctx, player, until, Authority{By: by, At: s.now()})
}

// RefuseSuspended refuses a player who may not play at a time.
func RefuseSuspended(p play.Player, now time.Time) *game.Refusal {
	switch {
	case !p.Suspended(now):
		return nil
	case p.SuspendedUntil.Before(Forever):
		return SuspendedUntil.Refuse("", "until", p.SuspendedUntil.Format("2006-01-02 15:04 MST"))
	}
	return Suspended.Refuse("")
}

// SetAdministrator makes a player an administrator, or an ordinary player again.
func (s *Service) SetAdministrator(ctx context.Context, player play.PlayerID, administrator bool, by play.PlayerID) error {
	defer s.forget(player)
	return s.Store.SetAdministrator(ctx, player, administrator, Authority{By: by, At: s.now()})
}

// SignOutAll ends all sessions of everybody, and the links that work once, and returns
// how many sessions there were.
func (s *Service) SignOutAll(ctx context.Context) (int, error) {
	defer s.cache.ForgetWhere(func(*entry) bool { return true })
	return s.Store.RemoveAllAccess(ctx, Session)
}
