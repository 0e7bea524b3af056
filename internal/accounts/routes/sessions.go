package routes

import (
	"context"
	"encoding/json"

	"plateau/internal/accounts"
	"plateau/internal/api"
	"plateau/internal/httpapi/route"
	"plateau/internal/play"
)

type passkeyInput struct {
	ID string `path:"id" maxLength:"2000"`
}

func (s *routes) registerSessions() {
	route.Add(s.Router, route.ForAccount("setPassword", "PUT /me/password",
		"Set a password, which registers a guest. Other sessions end"), route.InSession(s.setPassword))
	route.Add(s.Router, route.ForAnybody("account", "signIn", "POST /sessions", "Sign in with name and password").ForStrangers(), s.signIn)
	route.Add(s.Router, route.ForAnybody("account", "signInByLink", "POST /sessions/link",
		"Sign in with a link that an administrator or a teacher gave").ForStrangers(), s.signInByLink)
	route.Add(s.Router, route.ForAccount("signOut", "DELETE /sessions/current", "Sign out").ForLeaving().NoContent(), s.signOut)
	route.Add(s.Router, route.ForAccount("signOutEverywhere", "DELETE /sessions",
		"End all sessions, also over SSH; SSH keys and tokens of programs stay valid").ForLeaving().NoContent(), route.InSession(s.signOutEverywhere))
}

func (s *routes) registerPasskeys() {
	route.Add(s.Router, route.ForAccount("beginPasskey", "POST /me/passkeys/options", "Start to create a passkey"), route.Body(route.InSession(s.beginPasskey)))
	route.Add(s.Router, route.ForAccount("addPasskey", "POST /me/passkeys",
		"Add a passkey, which registers a guest").Created(), route.Body(route.InSession(s.addPasskey)))
	route.Add(s.Router, route.ForAccount("removePasskey", "DELETE /me/passkeys/{id}", "Remove a passkey").NoContent(), route.InSession(s.removePasskey))
	route.Add(s.Router, route.ForAnybody("account", "beginPasskeySignIn", "POST /sessions/passkey/options",
		"Start to sign in with a passkey").ForStrangers(), route.Body(s.beginPasskeySignIn))
	route.Add(s.Router, route.ForAnybody("account", "signInByPasskey", "POST /sessions/passkey", "Sign in with a passkey").ForStrangers(), s.signInByPasskey)
}

// signedInAs answers with a new session and ends the one that the browser had,
// which nobody could use any more.
func (s *routes) signedInAs(ctx context.Context, player play.Player, token play.Token) (*signedInOutput, error) {
	r := route.CallerOf(ctx).Request
	if session := route.SessionOf(r); session != "" {
		if _, old, err := s.Accounts.Access(ctx, session); err == nil && old.Kind == accounts.Session {
			if err := s.Accounts.SignOut(ctx, old); err != nil {
				return nil, err
			}
		}
	}
	device, err := s.rememberDevice(ctx, player.ID)
	if err != nil {
		return nil, err
	}
	return &signedInOutput{[]string{s.SessionCookie(r, token), device}, api.SignedIn{Player: api.ViewPlayer(player)}}, nil
}

func (s *routes) signIn(ctx context.Context, in *route.BodyInput[api.SignIn]) (*signedInOutput, error) {
	route.Claim(ctx, in.Body.Name)
	player, token, err := s.Accounts.SignIn(ctx, in.Body.Name, proofOf(ctx, api.ProofOfOwner{Password: in.Body.Password}))
	if err != nil {
		return nil, err
	}
	return s.signedInAs(ctx, player, token)
}

func (s *routes) signInByLink(ctx context.Context, in *route.BodyInput[api.LinkToken]) (*signedInOutput, error) {
	player, token, err := s.Accounts.SignInByLink(ctx, play.Token(in.Body.Token))
	if err != nil {
		return nil, err
	}
	return s.signedInAs(ctx, player, token)
}

func (s *routes) setPassword(ctx context.Context, access accounts.Access, in *route.BodyInput[api.NewPassword]) (*signedInOutput, error) {
	if p := s.Limiters.Passwords.Take(string(access.Player), 1); p != nil {
		return nil, p
	}
	err := s.Accounts.SetPassword(ctx, access, accounts.NewPassword{
		Current: proofOf(ctx, api.ProofOfOwner{Password: in.Body.Current, Passkey: in.Body.Passkey}), Password: in.Body.Password, Everywhere: in.Body.Everywhere,
	})
	if err != nil {
		return nil, err
	}
	player, err := s.Accounts.PlayerByToken(ctx, route.TokenOf(route.CallerOf(ctx).Request))
	if err != nil {
		return nil, err
	}
	device, err := s.rememberDevice(ctx, player.ID)
	return &signedInOutput{[]string{device}, api.SignedIn{Player: api.ViewPlayer(player)}}, err
}

func (s *routes) signOut(ctx context.Context, _ *struct{}) (*signedOutOutput, error) {
	return s.signedOut(ctx), s.Accounts.SignOut(ctx, route.CallerOf(ctx).Access)
}

func (s *routes) signedOut(ctx context.Context) *signedOutOutput {
	return &signedOutOutput{SetCookie: s.SessionCookie(route.CallerOf(ctx).Request, "")}
}

func (s *routes) signOutEverywhere(ctx context.Context, access accounts.Access, _ *struct{}) (*signedOutOutput, error) {
	return s.signedOut(ctx), s.Accounts.SignOutEverywhere(ctx, access.Player)
}

// ceremony answers with the options of a passkey ceremony.
func ceremony(c accounts.Ceremony, err error) (api.Ceremony, error) {
	view := api.Ceremony{State: c.State}
	if err != nil {
		return view, err
	}
	return view, json.Unmarshal(c.Options, &view.Options)
}

func (s *routes) beginPasskey(ctx context.Context, access accounts.Access, in *route.OptionalInput[api.PasskeyWish]) (api.Ceremony, error) {
	if p := s.Limiters.Passkeys.Take(route.CallerOf(ctx).Address, 1); p != nil {
		return api.Ceremony{}, p
	}
	return ceremony(s.Accounts.BeginPasskey(ctx, access.Player, s.Origin(route.CallerOf(ctx).Request), proofOf(ctx, in.Given().ProofOfOwner)))
}

// textOf is what a browser has answered.
func textOf(c api.Credential) []byte {
	text, err := json.Marshal(c)
	if err != nil {
		panic("online: " + err.Error()) // It was decoded from JSON.
	}
	return text
}

func (s *routes) addPasskey(ctx context.Context, access accounts.Access, in *route.BodyInput[api.NewPasskey]) (api.Passkey, error) {
	key, err := s.Accounts.FinishPasskey(ctx, access.Player, in.Body.State, textOf(in.Body.Credential), in.Body.Label)
	return viewPasskey(key), err
}

func (s *routes) removePasskey(ctx context.Context, access accounts.Access, in *passkeyInput) (*struct{}, error) {
	return nil, s.Accounts.RemovePasskey(ctx, access.Player, in.ID)
}

func (s *routes) beginPasskeySignIn(ctx context.Context, _ *route.OptionalInput[api.IgnoredRequestID]) (api.Ceremony, error) {
	if p := s.Limiters.Passkeys.Take(route.CallerOf(ctx).Address, 1); p != nil {
		return api.Ceremony{}, p
	}
	return ceremony(s.Accounts.BeginPasskeySignIn(ctx, s.Origin(route.CallerOf(ctx).Request)))
}

func (s *routes) signInByPasskey(ctx context.Context, in *route.BodyInput[api.PasskeyAnswer]) (*signedInOutput, error) {
	player, token, err := s.Accounts.FinishPasskeySignIn(ctx, in.Body.State, textOf(in.Body.Credential))
	if err != nil {
		return nil, err
	}
	return s.signedInAs(ctx, player, token)
}
