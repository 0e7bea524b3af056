package accounts

import (
	"cmp"
	"context"
	"encoding/hex"
	"errors"
	"time"

	"plateau/internal/budget"
	"plateau/internal/play"
)

// Proof is what somebody presents to prove that they are a player.
type Proof struct {
	// Password may be empty if the account has none.
	Password string
	// Passkey is the answer to [Service.BeginProof], instead of a password.
	Passkey *Assertion
	// Address is the network address, in any form, Device what the device has
	// kept of earlier sign-ins (see [Service.SignedIn]), and Session identifies
	// the session of a player who is signed in, by the hash of its token. They say
	// whose wrong passwords are counted together.
	Address, Device, Session string
}

// SignIn begins a session with name and password.
func (s *Service) SignIn(ctx context.Context, name string, proof Proof) (play.Player, play.Token, error) {
	key := NameKey(name)
	account, err := s.accountByName(ctx, name)
	if err != nil && !errors.Is(err, ErrNoAccount) {
		return play.Player{}, "", err
	}
	by, err := s.guesserOf(ctx, key, account, proof)
	if err != nil {
		return play.Player{}, "", err
	}
	if err := s.try(ctx, by, account, proof); err != nil {
		return play.Player{}, "", err
	}
	return s.signInAs(ctx, account.Player)
}

// signInAs begins a session of a player.
func (s *Service) signInAs(ctx context.Context, id play.PlayerID) (play.Player, play.Token, error) {
	player, err := s.Store.Player(ctx, id)
	if err != nil {
		return play.Player{}, "", err
	}
	token, err := s.newSession(ctx, id)
	return player, token, err
}

// try checks the password of an account. For an unknown account it takes as long,
// and the password is wrong.
func (s *Service) try(ctx context.Context, by guesser, account Account, proof Proof) error {
	by, err := s.beginGuess(by)
	if err != nil {
		return err
	}
	through := s.gate
	if by.known() {
		through = s.ownGate
	}
	right, stale, err := s.verify(ctx, through, proof.Address, cmp.Or(account.Password, s.decoy), proof.Password)
	if err != nil {
		s.Guesses.Cancel(by.counted()...)
		return err
	}
	if !right || account.Password == "" {
		return PasswordWrong.Refuse("")
	}
	s.right(by)
	if stale {
		// If this fails, the next sign-in tries again.
		if renewed, err := s.hash(ctx, through, proof.Address, proof.Password); err == nil {
			_ = s.Store.RenewHash(ctx, account.Player, account.Password, renewed)
		}
	}
	return nil
}

// setHash stores the hash of a password, at the current cost.
func (s *Service) setHash(ctx context.Context, through *budget.Gate, from string, player play.PlayerID, password string) error {
	hash, err := s.hash(ctx, through, from, password)
	if err != nil {
		return err
	}
	return s.registering(ctx, player, func(p play.Player, nameKey string) error {
		return s.Store.SetPassword(ctx, p, nameKey, hash)
	})
}

// registering does what registers a player, again if the name has changed in the
// meantime.
func (s *Service) registering(ctx context.Context, player play.PlayerID, do func(p play.Player, nameKey string) error) error {
	for {
		p, err := s.Store.Player(ctx, player)
		if err == nil && p.Name == "" {
			err = play.ErrNoPlayer // They have been forgotten.
		}
		if err != nil {
			return err
		}
		if !p.Registered {
			// The rules may have changed since the guest came.
			if _, _, err := s.readName(ctx, p.ID, p.Name); err != nil {
				return err
			}
		}
		err = do(p, NameKey(p.Name))
		if errors.Is(err, play.ErrConflict) {
			if now, failure := s.Store.Player(ctx, player); failure == nil && now.Name != p.Name {
				continue
			}
		}
		s.forget(player)
		return refuseTaken(p.Name, err)
	}
}

// NewPassword is a request to change a password.
type NewPassword struct {
	// Current has the current one.
	Current  Proof
	Password string
	// Everywhere also removes API tokens, passkeys and SSH keys, not only sessions.
	Everywhere bool
}

// SetPassword sets a player's password, and registers a guest. All other sessions
// end, and the links with which one could begin.
func (s *Service) SetPassword(ctx context.Context, by Access, n NewPassword) error {
	player, err := s.Store.Player(ctx, by.Player)
	if err != nil {
		return err
	}
	if err := cmp.Or(s.refuseUninvited(player), checkPassword(n.Password, player.Name)); err != nil {
		return err
	}
	if err := s.confirm(ctx, by.Player, n.Current); err != nil {
		return err
	}
	through := s.gate // Anybody becomes a guest.
	if player.Registered {
		through = s.ownGate
	}
	if err := s.setHash(ctx, through, n.Current.Address, by.Player, n.Password); err != nil {
		return err
	}
	choice := AccessChoice{Kind: Session, Except: by.ID}
	if n.Everywhere {
		choice.Kind = ""
		if err := s.removePasskeys(ctx, by.Player); err != nil {
			return err
		}
		if err := s.removeSSHKeys(ctx, by.Player); err != nil {
			return err
		}
	}
	return s.removeAccess(ctx, by.Player, choice, nil)
}

// confirm makes sure that an important request comes from the player, and not from
// somebody who found their browser open. The player of a managed account cannot
// prove anything: a card may be borrowed.
func (s *Service) confirm(ctx context.Context, player play.PlayerID, proof Proof) error {
	if err := s.refuseManaged(ctx, player); err != nil {
		return err
	}
	account, err := s.Store.Account(ctx, player)
	switch {
	case errors.Is(err, ErrNoAccount):
		return nil // A guest has nothing to prove it with.
	case err != nil:
		return err
	case proof.Passkey != nil:
		return s.confirmByPasskey(ctx, player, *proof.Passkey)
	case account.Password == "":
		return s.confirmWithoutPassword(ctx, player, proof)
	case proof.Password == "":
		return PasswordNeeded.Refuse("")
	}
	return s.try(ctx, signedIn(player, proof), account, proof)
}

// freshFor is how long somebody who came by a link from their terminal need not prove
// again that they have the SSH key.
const freshFor = 10 * time.Minute

// confirmWithoutPassword is for accounts that have none. Who has SSH keys alone proves
// them by a session that has just begun with a link from the terminal; that a session is
// new proves nothing by itself. An account that was just handed over, or lost its
// password, has nothing to prove anything with.
func (s *Service) confirmWithoutPassword(ctx context.Context, player play.PlayerID, proof Proof) error {
	passkeys, err := s.Store.Passkeys(ctx, player)
	if err != nil {
		return err
	}
	if len(passkeys) > 0 {
		return PasskeyNeeded.Refuse("")
	}
	keys, err := s.Store.SSHKeys(ctx, player)
	if err != nil || len(keys) == 0 {
		return err
	}
	all, err := s.Store.Accesses(ctx, player)
	for _, a := range all {
		if a.OverSSH && hex.EncodeToString(a.Hash[:]) == proof.Session && s.now().Sub(a.Since) < freshFor {
			return nil
		}
	}
	if err != nil {
		return err
	}
	return SSHKeyFresh.Refuse("")
}

// removeAccess removes tokens; if there were none it fails with missing, if not nil.
func (s *Service) removeAccess(ctx context.Context, player play.PlayerID, c AccessChoice, missing error) error {
	removed, err := s.Store.RemoveAccess(ctx, player, c)
	s.forget(player)
	if err == nil && removed == 0 {
		err = missing
	}
	return err
}

// SignOut ends the session or token that the request was made with.
func (s *Service) SignOut(ctx context.Context, by Access) error {
	return s.removeAccess(ctx, by.Player, AccessChoice{ID: by.ID}, nil)
}

// SignOutEverywhere ends all sessions, also those over SSH, and the links that work
// once. Keys and cards stay.
func (s *Service) SignOutEverywhere(ctx context.Context, player play.PlayerID) error {
	return s.removeAccess(ctx, player, AccessChoice{Kind: Session}, nil)
}

// NewToken is a request for an API token.
type NewToken struct {
	Label string
	// Lasts is how long it can be used; for ever if it is zero.
	Lasts time.Duration
	Proof Proof
}

// AddToken makes an API token. It outlives the session, so it needs a proof.
func (s *Service) AddToken(ctx context.Context, player play.PlayerID, n NewToken) (Access, play.Token, error) {
	clean, err := CleanLabel(n.Label)
	if err != nil {
		return Access{}, "", err
	}
	if err := s.confirm(ctx, player, n.Proof); err != nil {
		return Access{}, "", err
	}
	access, token := s.newAccess(player, Robot, clean)
	access.Used = time.Time{} // It has not been used yet.
	if n.Lasts > 0 {
		access.Until = access.Since.Add(n.Lasts)
	}
	if err := s.Store.AddAccess(ctx, access, maxTokens); err != nil {
		return Access{}, "", play.RefuseTooMany(err, TooManyTokens, maxTokens)
	}
	return access, token, nil
}

// RemoveToken removes an API token.
func (s *Service) RemoveToken(ctx context.Context, player play.PlayerID, id string) error {
	if id == "" {
		return NoSuchToken.Refuse("")
	}
	return s.removeAccess(ctx, player, AccessChoice{ID: id, Kind: Robot}, NoSuchToken.Refuse(""))
}
