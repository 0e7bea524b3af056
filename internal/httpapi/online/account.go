package online

import (
	"context"
	"errors"
	"net/http"
	"strconv"
	"time"

	"github.com/danielgtaylor/huma/v2"

	"plateau/internal/httpapi/problem"
	"plateau/internal/httpapi/visit"
	"plateau/internal/play"
	"plateau/internal/play/accounts"
)

// Whatever changes an account needs a session: the token of a program may play
// for somebody, and no more.

type (
	// Unrepeated is exported for package huma, which does not look into other
	// embedded types. It is part of bodies to which a repeat is another request:
	// clients may send ids with all that they post.
	Unrepeated struct {
		Request string `json:"request,omitempty" maxLength:"64" doc:"Has no effect here: a repeat is another request"`
	}
	guestInput struct {
		Body struct {
			Unrepeated
			Name  string `json:"name" maxLength:"200" doc:"How others see the guest: 1 to 24 letters"`
			Token bool   `json:"token,omitempty" doc:"Answer with a token, for a program, and set no cookie"`
		} `nameHint:"NewGuest"`
	}
	guestOutput struct {
		SetCookie string `header:"Set-Cookie"`
		Body      struct {
			Player playerView `json:"player"`
			Token  string     `json:"token,omitempty" doc:"To be sent as 'Authorization: Bearer TOKEN'; it is told only now"`
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
			Password bool                  `json:"password" doc:"Whether there is one"`
			Passkeys []passkeyView         `json:"passkeys"`
			Tokens   []tokenView           `json:"tokens" doc:"Those made for programs"`
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
		OperationID: id, Method: method, Path: Path + path, Summary: summary,
		Tags: []string{"account"}, Security: signedIn,
	}
}

// forAnybody is an operation for those who have not signed in yet.
func forAnybody(o huma.Operation) huma.Operation {
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

func (s *server) registerAccounts(api huma.API) {
	huma.Register(api, created(forAnybody(accountOperation("becomeGuest", http.MethodPost, "/guests",
		"Play as a guest under a name"))), s.becomeGuest)
	huma.Register(api, accountOperation("getMe", http.MethodGet, "/me", "Who asks, and what the server knows of the account"), s.getMe)
	huma.Register(api, accountOperation("rename", http.MethodPatch, "/me", "Take another name"), s.rename)
	s.registerSessions(api)
	s.registerPasskeys(api)
	s.registerTokens(api)
	s.registerFarewell(api)
}

// accountProblem is what an error of the accounts is told as.
func (s *server) accountProblem(err error) *problem.Problem {
	if errors.Is(err, play.ErrNoPlayer) {
		return noSession // They were deleted while they asked.
	}
	p := s.problemOf(err)
	switch p.Code {
	case accounts.SignInSlow.Code:
		if seconds, err := strconv.Atoi(p.Params["seconds"]); err == nil {
			return p.After(time.Duration(seconds) * time.Second)
		}
	case accounts.SignInBusy.Code:
		return p.After(2 * time.Second)
	}
	return p
}

// access is the way by which whoever asks came in.
func (s *server) access(ctx context.Context) (play.Access, error) {
	_, access, err := s.Accounts.Access(ctx, tokenOf(requestFrom(ctx)))
	if err != nil {
		return access, s.accountProblem(err)
	}
	return access, nil
}

// session is the same for what a program may not do.
func (s *server) session(ctx context.Context) (play.Access, error) {
	access, err := s.access(ctx)
	if err == nil && access.Kind != play.Session {
		return access, refusalProblem(accounts.OnlyPlays.Refuse(""))
	}
	return access, err
}

func (s *server) becomeGuest(ctx context.Context, in *guestInput) (*guestOutput, error) {
	if wait := s.arrivals.Wait(visit.Address(requestFrom(ctx)), 1); wait > 0 {
		return nil, problem.TooOften.After(wait)
	}
	player, token, err := s.Accounts.Guest(ctx, in.Body.Name)
	if err != nil {
		return nil, s.accountProblem(err)
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
		return nil, s.accountProblem(err)
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
		return nil, s.accountProblem(err)
	}
	out.SetCookie = s.renewCookie(requestFrom(ctx))
	return out, nil
}

// renewCookie lets a browser keep the cookie that it has sent for another
// while: somebody who comes back now and then stays signed in.
func (s *server) renewCookie(r *http.Request) string {
	cookie, err := r.Cookie(sessionCookie)
	if err != nil || tokenOf(r) != play.Token(cookie.Value) {
		return ""
	}
	return s.setSession(r, play.Token(cookie.Value))
}

func viewPasskey(k play.Passkey) passkeyView { return passkeyView{k.ID, k.Label, millis(k.Since)} }

func (s *server) rename(ctx context.Context, in *renameInput) (*signedInOutput, error) {
	access, err := s.session(ctx)
	if err != nil {
		return nil, err
	}
	player, err := s.Accounts.Rename(ctx, access.Player, in.Body.Name)
	if err != nil {
		return nil, s.accountProblem(err)
	}
	out := new(signedInOutput)
	out.Body.Player = viewPlayer(player)
	return out, nil
}
