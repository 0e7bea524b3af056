package online

import (
	"context"
	"encoding/hex"

	"plateau/internal/play"
	"plateau/internal/play/accounts"
)

// What outlasts a session needs a proof that comes with the request: somebody who finds
// a browser open must not be able to keep the account.

type (
	// ProofOfOwner is part of bodies of such requests. It is exported because
	// package huma ignores embedded types that are not.
	ProofOfOwner struct {
		Password string        `json:"password,omitempty" maxLength:"1000" doc:"Accounts need this or a passkey"`
		Passkey  *passkeyProof `json:"passkey,omitempty" doc:"A passkey instead of the password, see POST /me/proof/options"`
	}
	passkeyProof struct {
		State      string     `json:"state" maxLength:"100"`
		Credential credential `json:"credential" doc:"The browser's answer, in the JSON form of the Web Authentication API"`
	}
	codesView struct {
		Codes []string `json:"codes" doc:"Each works once; they are shown only now"`
	}
	recovery struct {
		IgnoredRequestID
		Name     string `json:"name" maxLength:"200"`
		Code     string `json:"code" maxLength:"100"`
		Password string `json:"password" maxLength:"1000" doc:"The new password: 8 to 128 characters"`
	}
	newCodes struct {
		IgnoredRequestID
		ProofOfOwner
	}
)

// proof is the proof with the address it came from.
func (p ProofOfOwner) proof(ctx context.Context) accounts.Proof {
	c := callerFrom(ctx)
	r := c.request
	session := tokenOf(r).Hash()
	proof := accounts.Proof{
		Password: p.Password, Address: c.address, Device: deviceOf(r), Session: hex.EncodeToString(session[:]),
	}
	if p.Passkey != nil {
		proof.Passkey = &accounts.Assertion{State: p.Passkey.State, Credential: p.Passkey.Credential.json()}
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

func (s *server) beginProof(ctx context.Context, access play.Access, _ *optionalInput[IgnoredRequestID]) (ceremonyView, error) {
	if p := s.limits.passkeys.take(callerFrom(ctx).address, 1); p != nil {
		return ceremonyView{}, p
	}
	return ceremony(s.Accounts.BeginProof(ctx, access.Player, s.origin(callerFrom(ctx).request)))
}

func (s *server) newRecoveryCodes(ctx context.Context, access play.Access, in *optionalInput[newCodes]) (codesView, error) {
	codes, err := s.Accounts.NewRecoveryCodes(ctx, access.Player, in.body().proof(ctx))
	return codesView{codes}, err
}

func (s *server) recover(ctx context.Context, in *bodyInput[recovery]) (*signedInOutput, error) {
	claim(ctx, in.Body.Name)
	player, token, err := s.Accounts.Recover(ctx, accounts.Recovery{
		Name: in.Body.Name, Code: in.Body.Code, Password: in.Body.Password, Address: callerFrom(ctx).address,
	})
	if err != nil {
		return nil, err
	}
	return s.signedInAs(ctx, player, token)
}
