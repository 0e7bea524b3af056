package accounts

import (
	"context"
	"encoding/base64"
	"encoding/json"
	"errors"
	"net"
	"net/url"
	"slices"
	"time"

	"github.com/go-webauthn/webauthn/protocol"
	"github.com/go-webauthn/webauthn/webauthn"

	"plateau/internal/play"
)

const (
	maxPasskeys = 10
	// ceremonyTime is how long people have to find their key.
	ceremonyTime = 5 * time.Minute
	// maxCeremonies limits those that were begun and may never end.
	maxCeremonies = 4096
)

// Ceremony is the first half of making or using a passkey: what the browser has to
// do, and the state to continue with. The server remembers the rest.
type Ceremony struct {
	// Options are PublicKeyCredentialCreationOptions or …RequestOptions in the
	// JSON of the Web Authentication API.
	Options json.RawMessage
	State   string
}

// relyingParty is this server as a passkey sees it. A passkey belongs to a domain,
// and a page may only use it over a secure connection.
func (s *Service) relyingParty(origin string) (*webauthn.WebAuthn, error) {
	if s.URL != "" {
		origin = s.URL
	}
	u, err := url.Parse(origin)
	if err != nil || u.Hostname() == "" || net.ParseIP(u.Hostname()) != nil ||
		u.Scheme != "https" && (u.Scheme != "http" || u.Hostname() != "localhost") {
		return nil, PasskeyHost.Refuse("")
	}
	party, err := webauthn.New(&webauthn.Config{
		RPID: u.Hostname(), RPDisplayName: "Plateau", RPOrigins: []string{u.Scheme + "://" + u.Host},
		AttestationPreference: protocol.PreferNoAttestation,
		AuthenticatorSelection: protocol.AuthenticatorSelection{
			// The key is the whole sign-in: it must identify its owner.
			ResidentKey: protocol.ResidentKeyRequirementRequired, RequireResidentKey: protocol.ResidentKeyRequired(),
			UserVerification: protocol.VerificationRequired,
		},
		Timeouts: webauthn.TimeoutsConfig{
			Login:        webauthn.TimeoutConfig{Timeout: ceremonyTime},
			Registration: webauthn.TimeoutConfig{Timeout: ceremonyTime},
		},
	})
	if err != nil {
		return nil, PasskeyHost.Refuse("")
	}
	return party, nil
}

// holderOfKeys is a player as package webauthn expects one.
type holderOfKeys struct {
	play.Player
	keys []webauthn.Credential
}

func (h *holderOfKeys) WebAuthnID() []byte                         { return []byte(h.ID) }
func (h *holderOfKeys) WebAuthnName() string                       { return h.Name }
func (h *holderOfKeys) WebAuthnDisplayName() string                { return h.Name }
func (h *holderOfKeys) WebAuthnCredentials() []webauthn.Credential { return h.keys }

func (s *Service) holderOfKeys(ctx context.Context, player play.PlayerID) (*holderOfKeys, error) {
	p, err := s.Store.Player(ctx, player)
	if err != nil {
		return nil, err
	}
	known, err := s.Store.Passkeys(ctx, player)
	if err != nil {
		return nil, err
	}
	h := &holderOfKeys{p, make([]webauthn.Credential, len(known))}
	for i, k := range known {
		if err := json.Unmarshal(k.Credential, &h.keys[i]); err != nil {
			return nil, err
		}
	}
	return h, nil
}

// BeginPasskey begins to make a passkey. The origin is that of the page. As with
// tokens, a player who has a password is asked for it.
func (s *Service) BeginPasskey(ctx context.Context, player play.PlayerID, origin string, proof Proof) (Ceremony, error) {
	party, err := s.relyingParty(origin)
	if err != nil {
		return Ceremony{}, err
	}
	if err := s.confirm(ctx, player, proof); err != nil {
		return Ceremony{}, err
	}
	h, err := s.holderOfKeys(ctx, player)
	if err != nil {
		return Ceremony{}, err
	}
	if err := s.refuseUninvited(h.Player); err != nil {
		return Ceremony{}, err
	}
	if len(h.keys) >= maxPasskeys {
		return Ceremony{}, play.RefuseTooMany(play.ErrTooMany, TooManyPasskeys, maxPasskeys)
	}
	creation, session, err := party.BeginRegistration(h,
		webauthn.WithExclusions(webauthn.Credentials(h.keys).CredentialDescriptors()))
	if err != nil {
		return Ceremony{}, err
	}
	return s.begin(ctx, origin, session, creation.Response)
}

// FinishPasskey stores the passkey that a browser has made, and registers a
// guest.
func (s *Service) FinishPasskey(ctx context.Context, player play.PlayerID, state string, credential []byte, label string) (Passkey, error) {
	clean, err := CleanLabel(label)
	if err != nil {
		return Passkey{}, err
	}
	c, err := s.take(ctx, state)
	if err != nil {
		return Passkey{}, err
	}
	h, err := s.holderOfKeys(ctx, player)
	if err != nil {
		return Passkey{}, err
	}
	answer, err := protocol.ParseCredentialCreationResponseBytes(credential)
	if err != nil {
		return Passkey{}, PasskeyFailed.Refuse("")
	}
	// This also makes sure that the same player began.
	made, err := c.party.CreateCredential(h, *c.Session, answer)
	if err != nil {
		return Passkey{}, PasskeyFailed.Refuse("")
	}
	k := Passkey{ID: keyID(made.ID), Player: player, Label: clean, Since: s.now()}
	if k.Credential, err = writeCredential(made); err != nil {
		return Passkey{}, err
	}
	err = s.registering(ctx, player, func(p play.Player, nameKey string) error {
		return s.Store.AddPasskey(ctx, p, nameKey, k, maxPasskeys)
	})
	if errors.Is(err, play.ErrConflict) {
		return Passkey{}, PasskeyFailed.Refuse("") // Somebody has a key with this id.
	}
	return k, play.RefuseTooMany(err, TooManyPasskeys, maxPasskeys)
}

func keyID(id []byte) string { return base64.RawURLEncoding.EncodeToString(id) }

// writeCredential leaves out the attestation, which is not used.
func writeCredential(c *webauthn.Credential) ([]byte, error) {
	stored := *c
	stored.Attestation = webauthn.CredentialAttestation{}
	return json.Marshal(stored)
}

// RemovePasskey removes a passkey of a player.
func (s *Service) RemovePasskey(ctx context.Context, player play.PlayerID, id string) error {
	removed, err := s.Store.RemovePasskey(ctx, player, id)
	if err != nil || removed {
		return err
	}
	known, err := s.Store.Passkeys(ctx, player)
	if err != nil {
		return err
	}
	if slices.ContainsFunc(known, func(k Passkey) bool { return k.ID == id }) {
		return LastPasskey.Refuse("")
	}
	return NoSuchPasskey.Refuse("")
}

// removePasskeys removes all passkeys of a player who has a password.
func (s *Service) removePasskeys(ctx context.Context, player play.PlayerID) error {
	known, err := s.Store.Passkeys(ctx, player)
	for _, k := range known {
		if err == nil {
			_, err = s.Store.RemovePasskey(ctx, player, k.ID)
		}
	}
	return err
}

// BeginPasskeySignIn begins to sign somebody in; the key says who it is.
func (s *Service) BeginPasskeySignIn(ctx context.Context, origin string) (Ceremony, error) {
	party, err := s.relyingParty(origin)
	if err != nil {
		return Ceremony{}, err
	}
	assertion, session, err := party.BeginDiscoverableLogin()
	if err != nil {
		return Ceremony{}, err
	}
	return s.begin(ctx, origin, session, assertion.Response)
}

// FinishPasskeySignIn begins a session with a passkey.
func (s *Service) FinishPasskeySignIn(ctx context.Context, state string, credential []byte) (play.Player, play.Token, error) {
	c, err := s.take(ctx, state)
	if err != nil {
		return play.Player{}, "", err
	}
	answer, err := protocol.ParseCredentialRequestResponseBytes(credential)
	if err != nil {
		return play.Player{}, "", PasskeyFailed.Refuse("")
	}
	var h *holderOfKeys
	var failure error
	find := func(_, player []byte) (webauthn.User, error) {
		h, failure = s.holderOfKeys(ctx, play.PlayerID(player))
		return h, failure
	}
	used, err := c.party.ValidateDiscoverableLogin(find, *c.Session, answer)
	if failure != nil && !errors.Is(failure, play.ErrNoPlayer) {
		return play.Player{}, "", failure
	}
	if err := s.noteUse(ctx, used, err); err != nil {
		return play.Player{}, "", err
	}
	token, err := s.newSession(ctx, h.ID)
	return h.Player, token, err
}

// noteUse notes that a key was used, if it was accepted. It counts its uses, so that a
// copy of it would be noticed.
func (s *Service) noteUse(ctx context.Context, used *webauthn.Credential, invalid error) error {
	if invalid != nil || used.Authenticator.CloneWarning {
		return PasskeyFailed.Refuse("")
	}
	text, err := writeCredential(used)
	if err != nil {
		return err
	}
	return s.Store.UsePasskey(ctx, keyID(used.ID), text)
}

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
