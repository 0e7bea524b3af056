package accounts

import (
	"context"
	"errors"
	"time"

	"plateau/internal/play"
)

// NameHeld is how long nobody else can take a name that an account had: others
// may still take who has it for its old owner.
const NameHeld = 365 * 24 * time.Hour

// holdName keeps the name of a player's account for an owner, who may be nobody,
// unless the new name has the same key. Guests have no name of their own, and the names
// of managed accounts are free again.
func (s *Service) holdName(ctx context.Context, player, owner play.PlayerID, newKey string) error {
	if p, err := s.Store.Player(ctx, player); err != nil || p.Managed() {
		return err // A teacher may use the names of last year's class again.
	}
	account, err := s.Store.Account(ctx, player)
	switch {
	case errors.Is(err, ErrNoAccount), err == nil && account.NameKey == newKey:
		return nil
	case err != nil:
		return err
	}
	return s.Store.HoldName(ctx, account.NameKey, owner, s.now().Add(NameHeld))
}

// nameKeyVersion counts the changes of [NameKey].
const nameKeyVersion = 2

// exactly is the key of an account whose name looks like that of an older one,
// from a time when that was not noticed. Nobody can take a name like that.
func exactly(name string) string { return "=" + name }

// RenewNameKeys makes the keys of all accounts again if a new version of the
// program makes other keys. Where two accounts look alike now, the older one gets
// the key, and the other signs in with its name exactly as it is.
func (s *Service) RenewNameKeys(ctx context.Context) error {
	return s.Store.RenewNameKeys(ctx, nameKeyVersion, NameKey, exactly)
}

// accountByName finds an account by what somebody types as its name.
func (s *Service) accountByName(ctx context.Context, name string) (Account, error) {
	if clean, err := play.CleanName(name); err == nil {
		account, err := s.Store.AccountByName(ctx, exactly(clean))
		if !errors.Is(err, ErrNoAccount) {
			return account, err
		}
	}
	return s.Store.AccountByName(ctx, NameKey(name))
}
