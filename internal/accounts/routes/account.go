// Package routes has the routes of accounts.
package routes

import (
	"context"
	"net/http"
	"time"

	"plateau/game"
	"plateau/internal/export"
	"plateau/internal/play"
	"plateau/internal/push"
	pushroutes "plateau/internal/push/routes"

	"github.com/danielgtaylor/huma/v2"
	"github.com/danielgtaylor/huma/v2/adapters/humago"

	"plateau/internal/accounts"
	"plateau/internal/api"
	"plateau/internal/httpapi/problem"
	"plateau/internal/httpapi/route"
)

// Config is what the routes need besides the router.
type Config struct {
	Store  Store
	Games  game.List
	Export *export.Service
}

// Store is what the routes ask themselves.
type Store interface {
	play.PlayerStore
	play.TableStore
	play.MemberStore
	push.Store
}

// closed is the refusal of a server that admits no guests.
var closed = problem.New(http.StatusForbidden, "guest.closed", "only people with an account can play here; ask for an invitation")

type routes struct {
	*route.Router
	Config
}

// Register adds what players do with their accounts, and what others see of players.
func Register(r *route.Router, c Config) {
	s := &routes{r, c}
	s.registerPlayers()
	route.Add(r, route.ForAnybody("account", "becomeGuest", "POST /guests", "Play as a guest").Created(), s.becomeGuest)
	route.Add(r, route.ForAccount("getMe", "GET /me", "The signed-in player and their account").ForLeaving(), s.getMe)
	route.Add(r, route.ForAccount("rename", "PATCH /me", "Change the name"), route.InSession(s.rename))
	s.registerSessions()
	s.registerPasskeys()
	s.registerSSHKeys()
	s.registerRecovery()
	s.registerInvitations()
	s.registerData()
}

// Changes to an account need a session: the token of a program may not make them.

type (
	// cookieOutput is an answer that may set the cookie of a session.
	cookieOutput[B any] struct {
		SetCookie []string `header:"Set-Cookie"`
		Body      B
	}
	signedInOutput  = cookieOutput[api.SignedIn]
	signedOutOutput struct {
		SetCookie string `header:"Set-Cookie"`
	}
)

func (s *routes) becomeGuest(ctx context.Context, in *route.BodyInput[api.NewGuest]) (*cookieOutput[api.Guest], error) {
	if !s.AdmitsGuests() {
		return nil, closed
	}
	if p := s.Limiters.NewGuests.Take(route.CallerOf(ctx).Address, 1); p != nil {
		return nil, p
	}
	player, token, err := s.Accounts.Guest(ctx, in.Body.Name)
	if err != nil {
		return nil, err
	}
	out := &cookieOutput[api.Guest]{Body: api.Guest{Player: api.ViewPlayer(player)}}
	if in.Body.Token {
		out.Body.Token = token
		return out, nil
	}
	out.SetCookie = []string{s.SessionCookie(route.CallerOf(ctx).Request, token)}
	return out, nil
}

func (s *routes) getMe(ctx context.Context, _ *struct{}) (*cookieOutput[api.Me], error) {
	player := route.PlayerOf(ctx)
	facts, err := s.Accounts.Facts(ctx, player.ID)
	if err != nil {
		return nil, err
	}
	view := api.Me{
		Player: api.ViewPlayer(player), Password: facts.Password, Codes: facts.RecoveryCodes, Administrator: player.Administrator, Barred: player.Barred,
		Passkeys: []api.Passkey{}, SSHKeys: []api.SSHKey{}, Tokens: []api.Token{}, Devices: []api.Device{},
	}
	for _, k := range facts.Passkeys {
		view.Passkeys = append(view.Passkeys, viewPasskey(k))
	}
	for _, k := range facts.SSHKeys {
		view.SSHKeys = append(view.SSHKeys, viewSSHKey(k))
	}
	for _, t := range facts.Tokens {
		view.Tokens = append(view.Tokens, api.Token{
			ID: t.ID, Label: t.Label, Since: api.Millis(t.Since), Used: api.MillisOrNone(t.Used), Until: api.MillisOrNone(t.Until),
		})
	}
	devices, err := s.Store.PushDevices(ctx, player.ID)
	if err != nil {
		return nil, err
	}
	for _, d := range devices {
		view.Devices = append(view.Devices, pushroutes.ViewDevice(d))
	}
	talk, err := s.Store.TalkAmong(ctx, player.ID)
	if err != nil {
		return nil, err
	}
	view.Managed, view.Chat = player.Managed(), talk
	if view.Ratings, err = s.ratingsOf(ctx, player.ID); err != nil {
		return nil, err
	}
	return &cookieOutput[api.Me]{s.renewCookie(route.CallerOf(ctx).Request), view}, nil
}

// renewCookie extends the life of a browser's cookie, so that players who return
// now and then stay signed in.
func (s *routes) renewCookie(r *http.Request) []string {
	token := route.SessionOf(r)
	if token == "" || route.TokenOf(r) != token {
		return nil
	}
	return []string{s.SessionCookie(r, token)}
}

func viewPasskey(k accounts.Passkey) api.Passkey {
	return api.Passkey{ID: k.ID, Label: k.Label, Since: api.Millis(k.Since)}
}

func (s *routes) rename(ctx context.Context, access accounts.Access, in *route.BodyInput[api.NewName]) (*signedInOutput, error) {
	player, err := s.Accounts.RenameSelf(ctx, access.Player, in.Body.Name)
	return &signedInOutput{Body: api.SignedIn{Player: api.ViewPlayer(player)}}, err
}

type (
	tokenInput struct {
		ID string `path:"id" maxLength:"64"`
	}
)

// exportTime is for the one answer whose size grows with the number of games
// played.
const exportTime = 5 * time.Minute

func (s *routes) registerData() {
	route.Add(s.Router, route.ForAccount("addToken", "POST /me/tokens",
		"Make a token for a program, which may play, and run tournaments and clubs, but not change the account").Created(), route.Body(route.InSession(s.addToken)))
	route.Add(s.Router, route.ForAccount("declareBot", "POST /me/bot",
		"Declare the account a bot forever: it is marked, and its tokens may play rated games"), route.Body(route.InSession(s.declareBot)))
	route.Add(s.Router, route.ForAccount("removeToken", "DELETE /me/tokens/{id}", "Remove a token").NoContent(), route.InSession(s.removeToken))
	route.Add(s.Router, route.ForAccount("exportMe", "GET /me/export", "Everything stored about me").Costs(20).ForLeaving().Answers("application/json", route.AnyObject).Within(exportTime),
		route.InSession(s.exportMe))
	route.Add(s.Router, route.ForAccount("deleteMe", "DELETE /me",
		"Delete my account; running games are resigned, finished ones stay without my name").ForLeaving().NoContent(), route.InSession(s.deleteMe))
}

func (s *routes) declareBot(ctx context.Context, access accounts.Access, in *route.OptionalInput[api.BotDeclaration]) (api.SignedIn, error) {
	player, err := s.Accounts.DeclareBot(ctx, access.Player, proofOf(ctx, in.Given().ProofOfOwner))
	return api.SignedIn{Player: api.ViewPlayer(player)}, err
}

func (s *routes) addToken(ctx context.Context, access accounts.Access, in *route.BodyInput[api.NewToken]) (api.IssuedToken, error) {
	const day = 24 * time.Hour
	made, token, err := s.Accounts.AddToken(ctx, access.Player, accounts.NewToken{
		Label: in.Body.Label, Lasts: time.Duration(in.Body.Days) * day, Proof: proofOf(ctx, in.Body.ProofOfOwner),
	})
	return api.IssuedToken{ID: made.ID, Token: token}, err
}

func (s *routes) removeToken(ctx context.Context, access accounts.Access, in *tokenInput) (*struct{}, error) {
	return nil, s.Accounts.RemoveToken(ctx, access.Player, in.ID)
}

func (s *routes) exportMe(ctx context.Context, access accounts.Access, _ *struct{}) (*huma.StreamResponse, error) {
	return &huma.StreamResponse{Body: func(hc huma.Context) {
		r, w := humago.Unwrap(hc)
		// The server's own read deadline is shorter. Test servers have none.
		_ = http.NewResponseController(w).SetReadDeadline(time.Time{})
		document := &document{ResponseWriter: w}
		err := s.Export.Write(ctx, access.Player, document)
		switch {
		case err == nil:
		case !document.begun:
			s.ProblemOf(r, err).Write(w)
		default:
			// A truncated file must not look complete.
			s.Log.Error("export failed", "request_id", problem.RequestID(ctx), "error", err)
			panic(http.ErrAbortHandler)
		}
	}}, nil
}

// document is a downloaded file. Its headers are set by the first write.
type document struct {
	http.ResponseWriter
	begun bool
}

func (d *document) Write(text []byte) (int, error) {
	if !d.begun {
		d.begun = true
		d.Header().Set("Content-Type", "application/json")
		d.Header().Set("Content-Disposition", `attachment; filename="plateau.json"`)
	}
	return d.ResponseWriter.Write(text)
}

func (s *routes) deleteMe(ctx context.Context, access accounts.Access, in *route.OptionalInput[api.Deletion]) (*signedOutOutput, error) {
	return s.signedOut(ctx), s.Accounts.Delete(ctx, access, proofOf(ctx, in.Given().ProofOfOwner), s.House)
}
