package online

import (
	"context"
	"encoding/json"
	"net/http"

	"github.com/danielgtaylor/huma/v2"

	"plateau/internal/httpapi/problem"
	"plateau/internal/httpapi/visit"
	"plateau/internal/play"
	"plateau/internal/play/accounts"
)

type (
	signInInput struct {
		Body struct {
			Unrepeated
			Name     string `json:"name" maxLength:"200"`
			Password string `json:"password" maxLength:"1000"`
		} `nameHint:"SignIn"`
	}
	passwordInput struct {
		Body struct {
			Password   string `json:"password" maxLength:"1000" doc:"8 to 128 characters"`
			Current    string `json:"current,omitempty" maxLength:"1000" doc:"The present one, if there is one"`
			Everywhere bool   `json:"everywhere,omitempty" doc:"Remove passkeys and the tokens of programs, too"`
		} `nameHint:"NewPassword"`
	}
	emptyInput struct {
		Body *Unrepeated
	}
	beginPasskeyInput struct {
		Body *struct {
			Unrepeated
			Password string `json:"password,omitempty" maxLength:"1000" doc:"Needed if there is one"`
		} `nameHint:"PasskeyWish"`
	}
	ceremonyOutput struct {
		Body struct {
			Options map[string]any `json:"options" doc:"For the browser, as the Web Authentication API writes them in JSON"`
			State   string         `json:"state" doc:"To be sent back with the browser's answer"`
		} `nameHint:"Ceremony"`
	}
	// credential is a browser's answer. Which of its fields count is not for
	// the network to know.
	credential         map[string]any
	passkeySignInInput struct {
		Body struct {
			Unrepeated
			State      string     `json:"state" maxLength:"100"`
			Credential credential `json:"credential" doc:"The browser's answer, as the Web Authentication API writes it in JSON"`
		} `nameHint:"PasskeyAnswer"`
	}
	addPasskeyInput struct {
		Body struct {
			Unrepeated
			State      string     `json:"state" maxLength:"100"`
			Credential credential `json:"credential" doc:"The browser's answer, as the Web Authentication API writes it in JSON"`
			Label      string     `json:"label,omitempty" maxLength:"200" doc:"To tell it from others: up to 40 letters"`
		} `nameHint:"NewPasskey"`
	}
	passkeyOutput struct {
		Body passkeyView `nameHint:"Passkey"`
	}
	passkeyInput struct {
		ID string `path:"id" maxLength:"2000"`
	}
)

func (s *server) registerSessions(api huma.API) {
	huma.Register(api, accountOperation("setPassword", http.MethodPut, "/me/password",
		"Set a password; a guest keeps the name by it. Other sessions end"), s.setPassword)
	huma.Register(api, forAnybody(accountOperation("signIn", http.MethodPost, "/sessions",
		"Sign in by name and password")), s.signIn)
	huma.Register(api, noContent(accountOperation("signOut", http.MethodDelete, "/sessions/current", "Sign out")), s.signOut)
	huma.Register(api, noContent(accountOperation("signOutEverywhere", http.MethodDelete, "/sessions",
		"End all sessions; tokens of programs stay")), s.signOutEverywhere)
}

func (s *server) registerPasskeys(api huma.API) {
	huma.Register(api, accountOperation("beginPasskey", http.MethodPost, "/me/passkeys/options",
		"Begin to make a passkey"), s.beginPasskey)
	huma.Register(api, created(accountOperation("addPasskey", http.MethodPost, "/me/passkeys",
		"Keep a passkey; a guest keeps the name by it")), s.addPasskey)
	huma.Register(api, noContent(accountOperation("removePasskey", http.MethodDelete, "/me/passkeys/{id}",
		"Remove a passkey")), s.removePasskey)
	huma.Register(api, forAnybody(accountOperation("beginPasskeySignIn", http.MethodPost, "/sessions/passkey/options",
		"Begin to sign in by a passkey")), s.beginPasskeySignIn)
	huma.Register(api, forAnybody(accountOperation("signInByPasskey", http.MethodPost, "/sessions/passkey",
		"Sign in by a passkey")), s.signInByPasskey)
}

// signedInAs answers with a new session, in place of the one that the browser
// had: nobody could use that any more.
func (s *server) signedInAs(ctx context.Context, player play.Player, token play.Token) (*signedInOutput, error) {
	r := requestFrom(ctx)
	if cookie, err := r.Cookie(sessionCookie); err == nil {
		if _, old, err := s.Accounts.Access(ctx, play.Token(cookie.Value)); err == nil && old.Kind == play.Session {
			if err := s.Accounts.SignOut(ctx, old); err != nil {
				return nil, s.accountProblem(err)
			}
		}
	}
	out := &signedInOutput{SetCookie: s.setSession(r, token)}
	out.Body.Player = viewPlayer(player)
	return out, nil
}

// proof is a password as it came over the network.
func proof(ctx context.Context, password string) accounts.Proof {
	return accounts.Proof{Password: password, Address: visit.Address(requestFrom(ctx)).String()}
}

func (s *server) signIn(ctx context.Context, in *signInInput) (*signedInOutput, error) {
	player, token, err := s.Accounts.SignIn(ctx, in.Body.Name, proof(ctx, in.Body.Password))
	if err != nil {
		return nil, s.accountProblem(err)
	}
	return s.signedInAs(ctx, player, token)
}

func (s *server) setPassword(ctx context.Context, in *passwordInput) (*signedInOutput, error) {
	access, err := s.session(ctx)
	if err != nil {
		return nil, err
	}
	if wait := s.keepers.Wait(access.Player, 1); wait > 0 {
		return nil, tooOftenByPlayer.After(wait)
	}
	err = s.Accounts.SetPassword(ctx, access, accounts.NewPassword{
		Current: proof(ctx, in.Body.Current), Password: in.Body.Password, Everywhere: in.Body.Everywhere,
	})
	if err != nil {
		return nil, s.accountProblem(err)
	}
	player, err := s.Accounts.PlayerByToken(ctx, tokenOf(requestFrom(ctx)))
	if err != nil {
		return nil, s.accountProblem(err)
	}
	out := new(signedInOutput)
	out.Body.Player = viewPlayer(player)
	return out, nil
}

func (s *server) signOut(ctx context.Context, _ *struct{}) (*signedOutOutput, error) {
	access, err := s.access(ctx)
	if err != nil {
		return nil, err
	}
	if err := s.Accounts.SignOut(ctx, access); err != nil {
		return nil, s.accountProblem(err)
	}
	return s.signedOut(ctx), nil
}

func (s *server) signedOut(ctx context.Context) *signedOutOutput {
	return &signedOutOutput{SetCookie: s.setSession(requestFrom(ctx), "")}
}

func (s *server) signOutEverywhere(ctx context.Context, _ *struct{}) (*signedOutOutput, error) {
	access, err := s.session(ctx)
	if err != nil {
		return nil, err
	}
	if err := s.Accounts.SignOutEverywhere(ctx, access.Player); err != nil {
		return nil, s.accountProblem(err)
	}
	return s.signedOut(ctx), nil
}

// origin is that of the page that asks.
func (s *server) origin(r *http.Request) string {
	if s.URL == nil {
		return ""
	}
	return s.URL(r)
}

// ceremony answers with the first half of what a passkey needs.
func (s *server) ceremony(c accounts.Ceremony, err error) (*ceremonyOutput, error) {
	out := new(ceremonyOutput)
	if err == nil {
		out.Body.State = c.State
		err = json.Unmarshal(c.Options, &out.Body.Options)
	}
	if err != nil {
		return nil, s.accountProblem(err)
	}
	return out, nil
}

func (s *server) beginPasskey(ctx context.Context, in *beginPasskeyInput) (*ceremonyOutput, error) {
	access, err := s.session(ctx)
	if err != nil {
		return nil, err
	}
	if wait := s.claimants.Wait(visit.Address(requestFrom(ctx)), 1); wait > 0 {
		return nil, problem.TooOften.After(wait)
	}
	password := ""
	if in.Body != nil {
		password = in.Body.Password
	}
	return s.ceremony(s.Accounts.BeginPasskey(ctx, access.Player, s.origin(requestFrom(ctx)), proof(ctx, password)))
}

// json is the credential as text again.
func (c credential) json() []byte {
	text, err := json.Marshal(c)
	if err != nil {
		panic("online: " + err.Error()) // It was read from JSON.
	}
	return text
}

func (s *server) addPasskey(ctx context.Context, in *addPasskeyInput) (*passkeyOutput, error) {
	access, err := s.session(ctx)
	if err != nil {
		return nil, err
	}
	key, err := s.Accounts.FinishPasskey(ctx, access.Player, in.Body.State, in.Body.Credential.json(), in.Body.Label)
	if err != nil {
		return nil, s.accountProblem(err)
	}
	return &passkeyOutput{Body: viewPasskey(key)}, nil
}

func (s *server) removePasskey(ctx context.Context, in *passkeyInput) (*struct{}, error) {
	access, err := s.session(ctx)
	if err != nil {
		return nil, err
	}
	if err := s.Accounts.RemovePasskey(ctx, access.Player, in.ID); err != nil {
		return nil, s.accountProblem(err)
	}
	return nil, nil //nolint:nilnil // There is nothing to answer.
}

func (s *server) beginPasskeySignIn(ctx context.Context, _ *emptyInput) (*ceremonyOutput, error) {
	if wait := s.claimants.Wait(visit.Address(requestFrom(ctx)), 1); wait > 0 {
		return nil, problem.TooOften.After(wait)
	}
	return s.ceremony(s.Accounts.BeginPasskeySignIn(s.origin(requestFrom(ctx))))
}

func (s *server) signInByPasskey(ctx context.Context, in *passkeySignInInput) (*signedInOutput, error) {
	player, token, err := s.Accounts.FinishPasskeySignIn(ctx, in.Body.State, in.Body.Credential.json())
	if err != nil {
		return nil, s.accountProblem(err)
	}
	return s.signedInAs(ctx, player, token)
}
