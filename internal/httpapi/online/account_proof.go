package online

import (
	"context"
	"encoding/hex"

	"plateau/internal/accounts"
	"plateau/internal/api"
)

// What outlasts a session needs a proof that comes with the request: somebody who finds
// a browser open must not be able to keep the account.

// proofOf is a proof with the address it came from.
func proofOf(ctx context.Context, p api.ProofOfOwner) accounts.Proof {
	c := callerFrom(ctx)
	r := c.request
	session := tokenOf(r).Hash()
	proof := accounts.Proof{
		Password: p.Password, Address: c.address, Device: deviceOf(r), Session: hex.EncodeToString(session[:]),
	}
	if p.Passkey != nil {
		proof.Passkey = &accounts.Assertion{State: p.Passkey.State, Credential: textOf(p.Passkey.Credential)}
	}
	return proof
}

func (s *server) registerRecovery() {
	register(s, forPlayers("beginProof", "POST /me/proof/options",
		"Start to confirm a request with a passkey. Send the answer with that request"), body(inSession(s.beginProof)))
	register(s, created(forPlayers("newRecoveryCodes", "POST /me/recovery-codes",
		"Make recovery codes, with which one gets in without password or passkey. Earlier ones end")), body(inSession(s.newRecoveryCodes)))
	register(s, forStrangers(operation("account", "recover", "POST /sessions/recovery",
		"Sign in with a recovery code and set a password. All sessions end")), s.recover)
}

func (s *server) beginProof(ctx context.Context, access accounts.Access, _ *optionalInput[api.IgnoredRequestID]) (api.Ceremony, error) {
	if p := s.limits.passkeys.take(callerFrom(ctx).address, 1); p != nil {
		return api.Ceremony{}, p
	}
	return ceremony(s.Accounts.BeginProof(ctx, access.Player, s.origin(callerFrom(ctx).request)))
}

func (s *server) newRecoveryCodes(ctx context.Context, access accounts.Access, in *optionalInput[api.NewCodes]) (api.Codes, error) {
	codes, err := s.Accounts.NewRecoveryCodes(ctx, access.Player, proofOf(ctx, in.body().ProofOfOwner))
	return api.Codes{Codes: codes}, err
}

func (s *server) recover(ctx context.Context, in *bodyInput[api.Recovery]) (*signedInOutput, error) {
	claim(ctx, in.Body.Name)
	player, token, err := s.Accounts.Recover(ctx, accounts.Recovery{
		Name: in.Body.Name, Code: in.Body.Code, Password: in.Body.Password, Address: callerFrom(ctx).address,
	})
	if err != nil {
		return nil, err
	}
	return s.signedInAs(ctx, player, token)
}
