package online

import (
	"context"
	"encoding/json"
	"net/http"

	"plateau/internal/play"
	"plateau/internal/play/accounts"
)

type (
	signIn struct {
		IgnoredRequestID
		Name     string `json:"name" maxLength:"200"`
		Password string `json:"password" maxLength:"1000"`
	}
	linkToken struct {
		IgnoredRequestID
		Token string `json:"token" maxLength:"100" doc:"The last part of the link"`
	}
	newPassword struct {
		Password   string        `json:"password" maxLength:"1000" doc:"8 to 128 characters"`
		Current    string        `json:"current,omitempty" maxLength:"1000" doc:"The current password, if there is one"`
		Passkey    *passkeyProof `json:"passkey,omitempty" doc:"A passkey instead of the current password, see POST /me/proof/options"`
		Everywhere bool          `json:"everywhere,omitempty" doc:"Also remove passkeys, SSH keys and the tokens of programs"`
	}
	passkeyWish struct {
		IgnoredRequestID
		ProofOfOwner
	}
	ceremonyView struct {
		Options map[string]any `json:"options" doc:"Options for the browser, in the JSON form of the Web Authentication API"`
		State   string         `json:"state" doc:"Send this back with the browser's answer"`
	}
	// credential is a browser's answer. The API does not interpret its fields.
	credential    map[string]any
	passkeyAnswer struct {
		IgnoredRequestID
		State      string     `json:"state" maxLength:"100"`
		Credential credential `json:"credential" doc:"The browser's answer, in the JSON form of the Web Authentication API"`
	}
	newPasskey struct {
		IgnoredRequestID
		State      string     `json:"state" maxLength:"100"`
		Credential credential `json:"credential" doc:"The browser's answer, in the JSON form of the Web Authentication API"`
		Label      string     `json:"label,omitempty" maxLength:"200" doc:"A name for it: up to 40 letters"`
	}
	passkeyInput struct {
		ID string `path:"id" maxLength:"2000"`
	}
)

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
		if _, old, err := s.Accounts.Access(ctx, session); err == nil && old.Kind == play.Session {
			if err := s.Accounts.SignOut(ctx, old); err != nil {
				return nil, err
			}
		}
	}
	device, err := s.rememberDevice(ctx, player.ID)
	if err != nil {
		return nil, err
	}
	return &signedInOutput{[]string{s.setSession(r, token), device}, signedInView{viewPlayer(player)}}, nil
}

func (s *server) signIn(ctx context.Context, in *bodyInput[signIn]) (*signedInOutput, error) {
	claim(ctx, in.Body.Name)
	player, token, err := s.Accounts.SignIn(ctx, in.Body.Name, ProofOfOwner{Password: in.Body.Password}.proof(ctx))
	if err != nil {
		return nil, err
	}
	return s.signedInAs(ctx, player, token)
}

func (s *server) signInByLink(ctx context.Context, in *bodyInput[linkToken]) (*signedInOutput, error) {
	player, token, err := s.Accounts.SignInByLink(ctx, play.Token(in.Body.Token))
	if err != nil {
		return nil, err
	}
	return s.signedInAs(ctx, player, token)
}

func (s *server) setPassword(ctx context.Context, access play.Access, in *bodyInput[newPassword]) (*signedInOutput, error) {
	if p := s.limits.passwords.take(string(access.Player), 1); p != nil {
		return nil, p
	}
	err := s.Accounts.SetPassword(ctx, access, accounts.NewPassword{
		Current: ProofOfOwner{in.Body.Current, in.Body.Passkey}.proof(ctx), Password: in.Body.Password, Everywhere: in.Body.Everywhere,
	})
	if err != nil {
		return nil, err
	}
	player, err := s.Accounts.PlayerByToken(ctx, tokenOf(callerFrom(ctx).request))
	if err != nil {
		return nil, err
	}
	device, err := s.rememberDevice(ctx, player.ID)
	return &signedInOutput{[]string{device}, signedInView{viewPlayer(player)}}, err
}

func (s *server) signOut(ctx context.Context, _ *struct{}) (*signedOutOutput, error) {
	return s.signedOut(ctx), s.Accounts.SignOut(ctx, callerFrom(ctx).access)
}

func (s *server) signedOut(ctx context.Context) *signedOutOutput {
	return &signedOutOutput{SetCookie: s.setSession(callerFrom(ctx).request, "")}
}

func (s *server) signOutEverywhere(ctx context.Context, access play.Access, _ *struct{}) (*signedOutOutput, error) {
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
func ceremony(c accounts.Ceremony, err error) (ceremonyView, error) {
	view := ceremonyView{State: c.State}
	if err != nil {
		return view, err
	}
	return view, json.Unmarshal(c.Options, &view.Options)
}

func (s *server) beginPasskey(ctx context.Context, access play.Access, in *optionalInput[passkeyWish]) (ceremonyView, error) {
	if p := s.limits.passkeys.take(callerFrom(ctx).address, 1); p != nil {
		return ceremonyView{}, p
	}
	return ceremony(s.Accounts.BeginPasskey(ctx, access.Player, s.origin(callerFrom(ctx).request), in.body().proof(ctx)))
}

// json is the credential as text.
func (c credential) json() []byte {
	text, err := json.Marshal(c)
	if err != nil {
		panic("online: " + err.Error()) // It was decoded from JSON.
	}
	return text
}

func (s *server) addPasskey(ctx context.Context, access play.Access, in *bodyInput[newPasskey]) (passkeyView, error) {
	key, err := s.Accounts.FinishPasskey(ctx, access.Player, in.Body.State, in.Body.Credential.json(), in.Body.Label)
	return viewPasskey(key), err
}

func (s *server) removePasskey(ctx context.Context, access play.Access, in *passkeyInput) (*struct{}, error) {
	return nil, s.Accounts.RemovePasskey(ctx, access.Player, in.ID)
}

func (s *server) beginPasskeySignIn(ctx context.Context, _ *optionalInput[IgnoredRequestID]) (ceremonyView, error) {
	if p := s.limits.passkeys.take(callerFrom(ctx).address, 1); p != nil {
		return ceremonyView{}, p
	}
	return ceremony(s.Accounts.BeginPasskeySignIn(ctx, s.origin(callerFrom(ctx).request)))
}

func (s *server) signInByPasskey(ctx context.Context, in *bodyInput[passkeyAnswer]) (*signedInOutput, error) {
	player, token, err := s.Accounts.FinishPasskeySignIn(ctx, in.Body.State, in.Body.Credential.json())
	if err != nil {
		return nil, err
	}
	return s.signedInAs(ctx, player, token)
}
