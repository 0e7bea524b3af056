package routes

import (
	"context"
	"encoding/hex"

	"plateau/internal/accounts"
	"plateau/internal/api"
	"plateau/internal/httpapi/route"
)

// What outlasts a session needs a proof that comes with the request: somebody who finds
// a browser open must not be able to keep the account.

// proofOf is a proof with the address it came from.
func proofOf(ctx context.Context, p api.ProofOfOwner) accounts.Proof {
	c := route.CallerOf(ctx)
	r := c.Request
	session := route.TokenOf(r).Hash()
	proof := accounts.Proof{
		Password: p.Password, Address: c.Address, Device: deviceOf(r), Session: hex.EncodeToString(session[:]),
	}
	if p.Passkey != nil {
		proof.Passkey = &accounts.Assertion{State: p.Passkey.State, Credential: textOf(p.Passkey.Credential)}
	}
	return proof
}

func (s *routes) registerRecovery() {
	route.Add(s.Router, route.ForAccount("beginProof", "POST /me/proof/options",
		"Start to confirm a request with a passkey. Send the answer with that request"), route.Body(route.InSession(s.beginProof)))
	route.Add(s.Router, route.ForAccount("newRecoveryCodes", "POST /me/recovery-codes",
		"Make recovery codes, with which one gets in without password or passkey. Earlier ones end").Created(), route.Body(route.InSession(s.newRecoveryCodes)))
	route.Add(s.Router, route.ForAnybody("account", "recover", "POST /sessions/recovery",
		"Sign in with a recovery code and set a password. All sessions end").ForStrangers(), s.recover)
}

func (s *routes) beginProof(ctx context.Context, access accounts.Access, _ *route.OptionalInput[api.IgnoredRequestID]) (api.Ceremony, error) {
	if p := s.Limiters.Passkeys.Take(route.CallerOf(ctx).Address, 1); p != nil {
		return api.Ceremony{}, p
	}
	return ceremony(s.Accounts.BeginProof(ctx, access.Player, s.Origin(route.CallerOf(ctx).Request)))
}

func (s *routes) newRecoveryCodes(ctx context.Context, access accounts.Access, in *route.OptionalInput[api.NewCodes]) (api.Codes, error) {
	codes, err := s.Accounts.NewRecoveryCodes(ctx, access.Player, proofOf(ctx, in.Given().ProofOfOwner))
	return api.Codes{Codes: codes}, err
}

func (s *routes) recover(ctx context.Context, in *route.BodyInput[api.Recovery]) (*signedInOutput, error) {
	route.Claim(ctx, in.Body.Name)
	player, token, err := s.Accounts.Recover(ctx, accounts.Recovery{
		Name: in.Body.Name, Code: in.Body.Code, Password: in.Body.Password, Address: route.CallerOf(ctx).Address,
	})
	if err != nil {
		return nil, err
	}
	return s.signedInAs(ctx, player, token)
}
