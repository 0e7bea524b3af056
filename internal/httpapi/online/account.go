package online

import (
	"context"
	"net/http"

	"github.com/danielgtaylor/huma/v2"

	"plateau/internal/play"
	"plateau/internal/play/accounts"
)

// Changes to an account need a session: the token of a program may only play.

type (
	// IgnoredRequestID is part of bodies whose repetition is a new request:
	// clients may send a request id with every POST. It is exported because
	// package huma ignores embedded types that are not.
	IgnoredRequestID struct {
		Request string `json:"request,omitempty" maxLength:"64" doc:"Ignored here: a repetition is a new request"`
	}
	guestInput struct {
		Body struct {
			IgnoredRequestID
			Name  string `json:"name" maxLength:"200" doc:"How others see the guest: 1 to 24 letters"`
			Token bool   `json:"token,omitempty" doc:"Answer with a token for a program instead of a cookie"`
		} `nameHint:"NewGuest"`
	}
	guestOutput struct {
		SetCookie string `header:"Set-Cookie"`
		Body      struct {
			Player playerView `json:"player"`
			Token  string     `json:"token,omitempty" doc:"To be sent as 'Authorization: Bearer TOKEN'; it is shown only once"`
		} `nameHint:"Guest"`
	}
	signedInOutput struct {
		SetCookie string `header:"Set-Cookie"`
		Body      struct {
			Player playerView `json:"player"`
		} `nameHint:"SignedIn"`
	}
	signedOutOutput struct {
		SetCookie string `header:"Set-Cookie"`
	}
	passkeyView struct {
		ID    string `json:"id"`
		Label string `json:"label"`
		Since int64  `json:"since"`
	}
	tokenView struct {
		ID    string `json:"id"`
		Label string `json:"label"`
		Since int64  `json:"since"`
		Used  int64  `json:"used,omitempty" doc:"When it was last used, to the hour"`
	}
	meOutput struct {
		SetCookie string `header:"Set-Cookie"`
		Body      struct {
			Player   playerView            `json:"player"`
			Ratings  map[string]ratingView `json:"ratings" doc:"By the ids of the games"`
			Password bool                  `json:"password" doc:"Whether a password is set"`
			Passkeys []passkeyView         `json:"passkeys"`
			Tokens   []tokenView           `json:"tokens" doc:"Tokens of programs"`
		} `nameHint:"Me"`
	}
	renameInput struct {
		Body struct {
			Name string `json:"name" maxLength:"200"`
		} `nameHint:"NewName"`
	}
)

func accountOperation(id, method, path, summary string) huma.Operation {
	return huma.Operation{
		OperationID: id, Method: method, Path: path, Summary: summary,
		Tags: []string{"account"}, Security: signedIn,
	}
}

// public is an operation that needs no session.
func public(o huma.Operation) huma.Operation {
	o.Security = nil
	return o
}

func created(o huma.Operation) huma.Operation {
	o.DefaultStatus = http.StatusCreated
	return o
}

func noContent(o huma.Operation) huma.Operation {
	o.DefaultStatus = http.StatusNoContent
	return o
}

func (s *server) registerAccounts() {
	register(s, created(public(accountOperation("becomeGuest", http.MethodPost, "/guests",
		"Play as a guest"))), s.becomeGuest)
	register(s, accountOperation("getMe", http.MethodGet, "/me", "The signed-in player and their account"), s.getMe)
	registerSession(s, accountOperation("rename", http.MethodPatch, "/me", "Change the name"), s.rename)
	s.registerSessions()
	s.registerPasskeys()
	s.registerTokens()
	s.registerData()
}

// access is the session or token of a request.
func (s *server) access(ctx context.Context) (play.Access, error) {
	_, access, err := s.Accounts.Access(ctx, tokenOf(requestFrom(ctx)))
	return access, err
}

// registerSession registers an operation that needs a session. The token of a
// program is refused.
func registerSession[I, O any](s *server, op huma.Operation, handle func(context.Context, play.Access, *I) (*O, error)) {
	register(s, op, func(ctx context.Context, in *I) (*O, error) {
		access, err := s.access(ctx)
		if err != nil {
			return nil, err
		}
		if access.Kind != play.Session {
			return nil, accounts.OnlyPlays.Refuse("")
		}
		return handle(ctx, access, in)
	})
}

func (s *server) becomeGuest(ctx context.Context, in *guestInput) (*guestOutput, error) {
	if p := s.limits.guests.take(clientAddress(requestFrom(ctx)), 1); p != nil {
		return nil, p
	}
	player, token, err := s.Accounts.Guest(ctx, in.Body.Name)
	if err != nil {
		return nil, err
	}
	out := new(guestOutput)
	out.Body.Player = viewPlayer(player)
	if in.Body.Token {
		out.Body.Token = string(token)
		return out, nil
	}
	out.SetCookie = s.setSession(requestFrom(ctx), token)
	return out, nil
}

func (s *server) getMe(ctx context.Context, _ *struct{}) (*meOutput, error) {
	player := playerFrom(ctx)
	facts, err := s.Accounts.Facts(ctx, player.ID)
	if err != nil {
		return nil, err
	}
	out := new(meOutput)
	b := &out.Body
	b.Player, b.Password, b.Passkeys, b.Tokens = viewPlayer(player), facts.Password, []passkeyView{}, []tokenView{}
	for _, k := range facts.Passkeys {
		b.Passkeys = append(b.Passkeys, viewPasskey(k))
	}
	for _, t := range facts.Tokens {
		b.Tokens = append(b.Tokens, tokenView{t.ID, t.Label, millis(t.Since), millis(t.Used)})
	}
	if b.Ratings, err = s.ratingsOf(ctx, player.ID); err != nil {
		return nil, err
	}
	out.SetCookie = s.renewCookie(requestFrom(ctx))
	return out, nil
}

// renewCookie extends the life of a browser's cookie, so that players who return
// now and then stay signed in.
func (s *server) renewCookie(r *http.Request) string {
	cookie, err := r.Cookie(sessionCookie)
	if err != nil || tokenOf(r) != play.Token(cookie.Value) {
		return ""
	}
	return s.setSession(r, play.Token(cookie.Value))
}

func viewPasskey(k play.Passkey) passkeyView { return passkeyView{k.ID, k.Label, millis(k.Since)} }

func (s *server) rename(ctx context.Context, access play.Access, in *renameInput) (*signedInOutput, error) {
	player, err := s.Accounts.Rename(ctx, access.Player, in.Body.Name)
	if err != nil {
		return nil, err
	}
	out := new(signedInOutput)
	out.Body.Player = viewPlayer(player)
	return out, nil
}
