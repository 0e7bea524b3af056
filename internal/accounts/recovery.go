package accounts

import (
	"context"
	"crypto/sha256"
	"encoding/base32"
	"errors"
	"strings"

	"plateau/internal/play"
)

const (
	// recoveryCodes is how many codes an account gets at once.
	recoveryCodes = 10
	// recoveryBytes is the randomness of a code: nobody can guess one, so a plain
	// hash of it is as good as an expensive one.
	recoveryBytes = 10
)

// codeLetters are those that people do not mistake for others when they type
// what they have on paper: no i, l, o and u.
var codeLetters = base32.NewEncoding("0123456789abcdefghjkmnpqrstvwxyz").WithPadding(base32.NoPadding)

// NewRecoveryCodes makes the codes of an account, by which its owner gets in without
// password or passkey. Earlier ones end. They are shown once, and each works
// once.
func (s *Service) NewRecoveryCodes(ctx context.Context, player play.PlayerID, proof Proof) ([]string, error) {
	if _, err := s.Store.Account(ctx, player); err != nil {
		if errors.Is(err, ErrNoAccount) {
			err = RecoveryGuest.Refuse("")
		}
		return nil, err
	}
	if err := s.confirm(ctx, player, proof); err != nil {
		return nil, err
	}
	codes := make([]string, recoveryCodes)
	hashes := make([]CodeHash, recoveryCodes)
	for i := range codes {
		codes[i] = s.newCode()
		hashes[i] = hashCode(codes[i])
	}
	return codes, s.Store.SetRecoveryCodes(ctx, player, hashes, s.now())
}

// newCode is a code that people can type: k7fm-2xqp-9wra-h3td.
func (s *Service) newCode() string {
	letters := codeLetters.EncodeToString(s.random(recoveryBytes))
	return strings.Join([]string{letters[:4], letters[4:8], letters[8:12], letters[12:]}, "-")
}

// hashCode is what is stored of a code. It forgives how the code is typed.
func hashCode(code string) CodeHash {
	letters := strings.Map(func(r rune) rune {
		switch {
		case strings.ContainsRune("- \t", r):
			return -1
		case r == 'o':
			return '0'
		case r == 'i', r == 'l':
			return '1'
		}
		return r
	}, strings.ToLower(code))
	return sha256.Sum256([]byte(letters))
}

// Recovery is a request of somebody who has lost password and passkey.
type Recovery struct {
	Name, Code string
	// Password is the new one.
	Password string
	Address  string
}

// Recover uses up a recovery code: it sets a password, ends all sessions and
// sign-in links, and begins a new session. Wrong codes count for the address.
func (s *Service) Recover(ctx context.Context, r Recovery) (play.Player, play.Token, error) {
	if err := checkPassword(r.Password, r.Name); err != nil {
		return play.Player{}, "", err
	}
	account, err := s.accountByName(ctx, r.Name)
	if err != nil && !errors.Is(err, ErrNoAccount) {
		return play.Player{}, "", err
	}
	by, err := s.beginGuess(recovering(r.Address))
	if err != nil {
		return play.Player{}, "", err
	}
	right, err := s.Store.UseRecoveryCode(ctx, account.Player, hashCode(r.Code))
	if err == nil && !right {
		return play.Player{}, "", RecoveryWrong.Refuse("")
	}
	// The wrong ones stay counted: others may be guessing from the address.
	s.Guesses.Cancel(by.counted()...)
	if err != nil {
		return play.Player{}, "", err
	}
	// From here on it is done even if the client has gone: the code is used up.
	ctx = context.WithoutCancel(ctx)
	if err := s.setHash(ctx, s.ownGate, r.Address, account.Player, r.Password); err != nil {
		return play.Player{}, "", err
	}
	if err := s.SignOutEverywhere(ctx, account.Player); err != nil {
		return play.Player{}, "", err
	}
	return s.signInAs(ctx, account.Player)
}
