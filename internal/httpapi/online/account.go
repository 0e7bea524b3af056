package online

import (
	"context"
	"net/http"
	"time"

	"github.com/danielgtaylor/huma/v2"
	"github.com/danielgtaylor/huma/v2/adapters/humago"

	"plateau/internal/accounts"
	"plateau/internal/api"
	"plateau/internal/httpapi/problem"
)

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

// forPlayers is an operation on the account of a player.
func forPlayers(id, pattern, summary string) route {
	return signedIn("account", id, pattern, summary)
}

func (s *server) registerAccounts() {
	register(s, created(operation("account", "becomeGuest", "POST /guests", "Play as a guest")), s.becomeGuest)
	register(s, forLeaving(forPlayers("getMe", "GET /me", "The signed-in player and their account")), s.getMe)
	register(s, forPlayers("rename", "PATCH /me", "Change the name"), inSession(s.rename))
	s.registerSessions()
	s.registerPasskeys()
	s.registerSSHKeys()
	s.registerRecovery()
	s.registerDevices()
	s.registerBlocks()
	s.registerPuzzles()
	s.registerProgress()
	s.registerData()
}

// inSession makes a handler of a function that needs a session. The token of a
// program is refused.
func inSession[I, O any](handle func(context.Context, accounts.Access, *I) (O, error)) func(context.Context, *I) (O, error) {
	return func(ctx context.Context, in *I) (out O, err error) {
		access := callerFrom(ctx).access
		if access.Kind != accounts.Session {
			return out, accounts.OnlyPlays.Refuse("")
		}
		return handle(ctx, access, in)
	}
}

func (s *server) becomeGuest(ctx context.Context, in *bodyInput[api.NewGuest]) (*cookieOutput[api.Guest], error) {
	if !s.admitsGuests() {
		return nil, guestsClosed
	}
	if p := s.limits.newGuests.take(callerFrom(ctx).address, 1); p != nil {
		return nil, p
	}
	player, token, err := s.Accounts.Guest(ctx, in.Body.Name)
	if err != nil {
		return nil, err
	}
	out := &cookieOutput[api.Guest]{Body: api.Guest{Player: viewPlayer(player)}}
	if in.Body.Token {
		out.Body.Token = token
		return out, nil
	}
	out.SetCookie = []string{s.setSession(callerFrom(ctx).request, token)}
	return out, nil
}

func (s *server) getMe(ctx context.Context, _ *struct{}) (*cookieOutput[api.Me], error) {
	player := playerFrom(ctx)
	facts, err := s.Accounts.Facts(ctx, player.ID)
	if err != nil {
		return nil, err
	}
	view := api.Me{
		Player: viewPlayer(player), Password: facts.Password, Codes: facts.RecoveryCodes, Administrator: player.Administrator, Barred: player.Barred,
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
			ID: t.ID, Label: t.Label, Since: millis(t.Since), Used: millisOrNone(t.Used), Until: millisOrNone(t.Until),
		})
	}
	devices, err := s.Store.PushDevices(ctx, player.ID)
	if err != nil {
		return nil, err
	}
	for _, d := range devices {
		view.Devices = append(view.Devices, viewDevice(d))
	}
	talk, err := s.Store.TalkAmong(ctx, player.ID)
	if err != nil {
		return nil, err
	}
	view.Managed, view.Chat = player.Managed(), talk
	if view.Ratings, err = s.ratingsOf(ctx, player.ID); err != nil {
		return nil, err
	}
	return &cookieOutput[api.Me]{s.renewCookie(callerFrom(ctx).request), view}, nil
}

// renewCookie extends the life of a browser's cookie, so that players who return
// now and then stay signed in.
func (s *server) renewCookie(r *http.Request) []string {
	token := sessionOf(r)
	if token == "" || tokenOf(r) != token {
		return nil
	}
	return []string{s.setSession(r, token)}
}

func viewPasskey(k accounts.Passkey) api.Passkey {
	return api.Passkey{ID: k.ID, Label: k.Label, Since: millis(k.Since)}
}

func (s *server) rename(ctx context.Context, access accounts.Access, in *bodyInput[api.NewName]) (*signedInOutput, error) {
	player, err := s.Accounts.RenameSelf(ctx, access.Player, in.Body.Name)
	return &signedInOutput{Body: api.SignedIn{Player: viewPlayer(player)}}, err
}

type (
	tokenInput struct {
		ID string `path:"id" maxLength:"64"`
	}
)

// exportTime is for the one answer whose size grows with the number of games
// played.
const exportTime = 5 * time.Minute

func (s *server) registerData() {
	register(s, created(forPlayers("addToken", "POST /me/tokens",
		"Make a token for a program, which may play, and run tournaments and clubs, but not change the account")), body(inSession(s.addToken)))
	register(s, forPlayers("declareBot", "POST /me/bot",
		"Declare the account a bot forever: it is marked, and its tokens may play rated games"), body(inSession(s.declareBot)))
	register(s, noContent(forPlayers("removeToken", "DELETE /me/tokens/{id}", "Remove a token")), inSession(s.removeToken))
	export := withContent("application/json", anyObject, forLeaving(costs(20, forPlayers("exportMe", "GET /me/export", "Everything stored about me"))))
	export.time = exportTime
	register(s, export, inSession(s.exportMe))
	register(s, noContent(forLeaving(forPlayers("deleteMe", "DELETE /me",
		"Delete my account; running games are resigned, finished ones stay without my name"))), inSession(s.deleteMe))
}

func (s *server) declareBot(ctx context.Context, access accounts.Access, in *optionalInput[api.BotDeclaration]) (api.SignedIn, error) {
	player, err := s.Accounts.DeclareBot(ctx, access.Player, proofOf(ctx, in.body().ProofOfOwner))
	return api.SignedIn{Player: viewPlayer(player)}, err
}

func (s *server) addToken(ctx context.Context, access accounts.Access, in *bodyInput[api.NewToken]) (api.IssuedToken, error) {
	const day = 24 * time.Hour
	made, token, err := s.Accounts.AddToken(ctx, access.Player, accounts.NewToken{
		Label: in.Body.Label, Lasts: time.Duration(in.Body.Days) * day, Proof: proofOf(ctx, in.Body.ProofOfOwner),
	})
	return api.IssuedToken{ID: made.ID, Token: token}, err
}

func (s *server) removeToken(ctx context.Context, access accounts.Access, in *tokenInput) (*struct{}, error) {
	return nil, s.Accounts.RemoveToken(ctx, access.Player, in.ID)
}

func (s *server) exportMe(ctx context.Context, access accounts.Access, _ *struct{}) (*huma.StreamResponse, error) {
	return &huma.StreamResponse{Body: func(hc huma.Context) {
		r, w := humago.Unwrap(hc)
		// The server's own read deadline is shorter. Test servers have none.
		_ = http.NewResponseController(w).SetReadDeadline(time.Time{})
		document := &document{ResponseWriter: w}
		err := s.Export.Write(ctx, access.Player, document)
		switch {
		case err == nil:
		case !document.begun:
			s.problemOf(r, err).Write(w)
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

func (s *server) deleteMe(ctx context.Context, access accounts.Access, in *optionalInput[api.Deletion]) (*signedOutOutput, error) {
	return s.signedOut(ctx), s.Accounts.Delete(ctx, access, proofOf(ctx, in.body().ProofOfOwner), s.House)
}
