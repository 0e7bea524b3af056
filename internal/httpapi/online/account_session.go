package online

import (
	"context"
	"encoding/json"
	"net/http"

	"plateau/internal/accounts"
	"plateau/internal/api"
	"plateau/internal/play"
)

type passkeyInput struct {
	ID string `path:"id" maxLength:"2000"`
}

func (s *server) registerSessions() {
	register(s, forPlayers("setPassword", "PUT /me/password",
		"Set a password, which registers a guest. Other sessions end"), inSession(s.setPassword))
	register(s, forStrangers(operation("account", "signIn", "POST /sessions", "Sign in with name and password")), s.signIn)
	register(s, forStrangers(operation("account", "signInByLink", "POST /sessions/link",
		"Sign in with a link that an administrator or a teacher gave")), s.signInByLink)
	register(s, noContent(forLeaving(forPlayers("signOut", "DELETE /sessions/current", "Sign out"))), s.signOut)
	register(s, noContent(forLeaving(forPlayers("signOutEverywhere", "DELETE /sessions",
		"End all sessions, also over SSH; SSH keys and tokens of programs stay valid"))), inSession(s.signOutEverywhere))
}

func (s *server) registerPasskeys() {
	register(s, forPlayers("beginPasskey", "POST /me/passkeys/options", "Start to create a passkey"), body(inSession(s.beginPasskey)))
	register(s, created(forPlayers("addPasskey", "POST /me/passkeys",
		"Add a passkey, which registers a guest")), body(inSession(s.addPasskey)))
	register(s, noContent(forPlayers("removePasskey", "DELETE /me/passkeys/{id}", "Remove a passkey")), inSession(s.removePasskey))
	register(s, forStrangers(operation("account", "beginPasskeySignIn", "POST /sessions/passkey/options",
		"Start to sign in with a passkey")), body(s.beginPasskeySignIn))
	register(s, forStrangers(operation("account", "signInByPasskey", "POST /sessions/passkey", "Sign in with a passkey")), s.signInByPasskey)
}

// signedInAs answers with a new session and ends the one that the browser had,
// which nobody could use any more.
func (s *server) signedInAs(ctx context.Context, player play.Player, token play.Token) (*signedInOutput, error) {
	r := callerFrom(ctx).request
	if session := sessionOf(r); session != "" {
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
	return &signedInOutput{[]string{s.setSession(r, token), device}, api.SignedIn{Player: viewPlayer(player)}}, nil
}

func (s *server) signIn(ctx context.Context, in *bodyInput[api.SignIn]) (*signedInOutput, error) {
	claim(ctx, in.Body.Name)
	player, token, err := s.Accounts.SignIn(ctx, in.Body.Name, proofOf(ctx, api.ProofOfOwner{Password: in.Body.Password}))
	if err != nil {
		return nil, err
	}
	return s.signedInAs(ctx, player, token)
}

func (s *server) signInByLink(ctx context.Context, in *bodyInput[api.LinkToken]) (*signedInOutput, error) {
	player, token, err := s.Accounts.SignInByLink(ctx, play.Token(in.Body.Token))
	if err != nil {
		return nil, err
	}
	return s.signedInAs(ctx, player, token)
}

func (s *server) setPassword(ctx context.Context, access accounts.Access, in *bodyInput[api.NewPassword]) (*signedInOutput, error) {
	if p := s.limits.passwords.take(string(access.Player), 1); p != nil {
		return nil, p
	}
	err := s.Accounts.SetPassword(ctx, access, accounts.NewPassword{
		Current: proofOf(ctx, api.ProofOfOwner{Password: in.Body.Current, Passkey: in.Body.Passkey}), Password: in.Body.Password, Everywhere: in.Body.Everywhere,
	})
	if err != nil {
		return nil, err
	}
	player, err := s.Accounts.PlayerByToken(ctx, tokenOf(callerFrom(ctx).request))
	if err != nil {
		return nil, err
	}
	device, err := s.rememberDevice(ctx, player.ID)
	return &signedInOutput{[]string{device}, api.SignedIn{Player: viewPlayer(player)}}, err
}

func (s *server) signOut(ctx context.Context, _ *struct{}) (*signedOutOutput, error) {
	return s.signedOut(ctx), s.Accounts.SignOut(ctx, callerFrom(ctx).access)
}

func (s *server) signedOut(ctx context.Context) *signedOutOutput {
	return &signedOutOutput{SetCookie: s.setSession(callerFrom(ctx).request, "")}
}

func (s *server) signOutEverywhere(ctx context.Context, access accounts.Access, _ *struct{}) (*signedOutOutput, error) {
	return s.signedOut(ctx), s.Accounts.SignOutEverywhere(ctx, access.Player)
}

// origin is the origin of the page that sent a request.
func (s *server) origin(r *http.Request) string {
	if s.URL == nil {
		return ""
	}
	return s.URL(r)
}

// ceremony answers with the options of a passkey ceremony.
func ceremony(c accounts.Ceremony, err error) (api.Ceremony, error) {
	view := api.Ceremony{State: c.State}
	if err != nil {
		return view, err
	}
	return view, json.Unmarshal(c.Options, &view.Options)
}

func (s *server) beginPasskey(ctx context.Context, access accounts.Access, in *optionalInput[api.PasskeyWish]) (api.Ceremony, error) {
	if p := s.limits.passkeys.take(callerFrom(ctx).address, 1); p != nil {
		return api.Ceremony{}, p
	}
	return ceremony(s.Accounts.BeginPasskey(ctx, access.Player, s.origin(callerFrom(ctx).request), proofOf(ctx, in.body().ProofOfOwner)))
}

// textOf is what a browser has answered.
func textOf(c api.Credential) []byte {
	text, err := json.Marshal(c)
	if err != nil {
		panic("online: " + err.Error()) // It was decoded from JSON.
	}
	return text
}

func (s *server) addPasskey(ctx context.Context, access accounts.Access, in *bodyInput[api.NewPasskey]) (api.Passkey, error) {
	key, err := s.Accounts.FinishPasskey(ctx, access.Player, in.Body.State, textOf(in.Body.Credential), in.Body.Label)
	return viewPasskey(key), err
}

func (s *server) removePasskey(ctx context.Context, access accounts.Access, in *passkeyInput) (*struct{}, error) {
	return nil, s.Accounts.RemovePasskey(ctx, access.Player, in.ID)
}

func (s *server) beginPasskeySignIn(ctx context.Context, _ *optionalInput[api.IgnoredRequestID]) (api.Ceremony, error) {
	if p := s.limits.passkeys.take(callerFrom(ctx).address, 1); p != nil {
		return api.Ceremony{}, p
	}
	return ceremony(s.Accounts.BeginPasskeySignIn(ctx, s.origin(callerFrom(ctx).request)))
}

func (s *server) signInByPasskey(ctx context.Context, in *bodyInput[api.PasskeyAnswer]) (*signedInOutput, error) {
	player, token, err := s.Accounts.FinishPasskeySignIn(ctx, in.Body.State, textOf(in.Body.Credential))
	if err != nil {
		return nil, err
	}
	return s.signedInAs(ctx, player, token)
}
