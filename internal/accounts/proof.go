package accounts

import (
	"context"

	"github.com/go-webauthn/webauthn/protocol"

	"plateau/internal/play"
)

// Assertion is the answer of a browser that was asked to use a passkey.
type Assertion struct {
	State      string
	Credential []byte
}

// BeginProof begins to confirm, with one of their passkeys, that a request comes
// from the player. What follows needs the answer once; see [Proof].
func (s *Service) BeginProof(ctx context.Context, player play.PlayerID, origin string) (Ceremony, error) {
	party, err := s.relyingParty(origin)
	if err != nil {
		return Ceremony{}, err
	}
	h, err := s.holderOfKeys(ctx, player)
	if err != nil {
		return Ceremony{}, err
	}
	if len(h.keys) == 0 {
		return Ceremony{}, NoSuchPasskey.Refuse("")
	}
	assertion, session, err := party.BeginLogin(h)
	if err != nil {
		return Ceremony{}, err
	}
	return s.begin(ctx, origin, session, assertion.Response)
}

// confirmByPasskey checks the answer. It also makes sure that the same player
// began: an answer that signs somebody in is none.
func (s *Service) confirmByPasskey(ctx context.Context, player play.PlayerID, a Assertion) error {
	c, err := s.take(ctx, a.State)
	if err != nil {
		return err
	}
	h, err := s.holderOfKeys(ctx, player)
	if err != nil {
		return err
	}
	answer, err := protocol.ParseCredentialRequestResponseBytes(a.Credential)
	if err != nil {
		return PasskeyFailed.Refuse("")
	}
	used, err := c.party.ValidateLogin(h, *c.Session, answer)
	return s.noteUse(ctx, used, err)
}
