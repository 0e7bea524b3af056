package online

import (
	"context"
	"net/http"
	"time"

	"github.com/danielgtaylor/huma/v2"
	"github.com/danielgtaylor/huma/v2/adapters/humago"

	"plateau/internal/httpapi/problem"
	"plateau/internal/play"
	"plateau/internal/play/accounts"
)

// Changes to an account need a session: the token of a program may not make them.

type (
	// IgnoredRequestID is part of bodies whose repetition is a new request:
	// clients may send a request id with every POST. It is exported because
	// package huma ignores embedded types that are not.
	IgnoredRequestID struct {
		Request string `json:"request,omitempty" maxLength:"64" doc:"Ignored here: a repetition is a new request"`
	}
	newGuest struct {
		IgnoredRequestID
		Name  string `json:"name" maxLength:"200" doc:"How others see the guest: 1 to 24 letters"`
		Token bool   `json:"token,omitempty" doc:"Answer with a token for a program instead of a cookie"`
	}
	// cookieOutput is an answer that may set the cookie of a session.
	cookieOutput[B any] struct {
		SetCookie []string `header:"Set-Cookie"`
		Body      B
	}
	guestView struct {
		Player playerView `json:"player"`
		Token  string     `json:"token,omitempty" doc:"To be sent as 'Authorization: Bearer TOKEN'; it is shown only once"`
	}
	signedInView struct {
		Player playerView `json:"player"`
	}
	signedInOutput  = cookieOutput[signedInView]
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
		Used  int64  `json:"used,omitempty" doc:"When it was last used, to the hour; missing if it was not"`
		Until int64  `json:"until,omitempty" doc:"When it ends; missing if it does not end by itself"`
	}
	sshKeyView struct {
		ID          string `json:"id"`
		Label       string `json:"label"`
		Kind        string `json:"kind" doc:"The kind of key, such as ssh-ed25519"`
		Fingerprint string `json:"fingerprint" doc:"The SHA-256 of the key, as SSH programs show it"`
		Since       int64  `json:"since"`
		Used        int64  `json:"used,omitempty" doc:"When it was last used, to the hour; missing if it was not"`
	}
	meView struct {
		Player        playerView            `json:"player"`
		Ratings       map[string]ratingView `json:"ratings" doc:"By the ids of the games"`
		Password      bool                  `json:"password" doc:"Whether a password is set"`
		Passkeys      []passkeyView         `json:"passkeys"`
		SSHKeys       []sshKeyView          `json:"ssh_keys" doc:"Keys with which the player comes in over SSH"`
		Tokens        []tokenView           `json:"tokens" doc:"Tokens of programs"`
		Administrator bool                  `json:"administrator,omitempty" doc:"Whether the player may administer the server"`
		Managed       bool                  `json:"managed,omitempty" doc:"Whether a group manages the account: the player signs in with a card, and cannot change the account"`
		Chat          string                `json:"chat" enum:"off,phrases,free" doc:"How the player's groups let them chat; the server may allow less"`
		Barred        bool                  `json:"barred,omitempty" doc:"Whether the player may not play rated games"`
		Devices       []deviceView          `json:"devices" doc:"Push subscriptions"`
		Codes         int                   `json:"recovery_codes" doc:"How many recovery codes are left"`
	}
	newName struct {
		Name string `json:"name" maxLength:"200"`
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
func inSession[I, O any](handle func(context.Context, play.Access, *I) (O, error)) func(context.Context, *I) (O, error) {
	return func(ctx context.Context, in *I) (out O, err error) {
		access := callerFrom(ctx).access
		if access.Kind != play.Session {
			return out, accounts.OnlyPlays.Refuse("")
		}
		return handle(ctx, access, in)
	}
}

func (s *server) becomeGuest(ctx context.Context, in *bodyInput[newGuest]) (*cookieOutput[guestView], error) {
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
	out := &cookieOutput[guestView]{Body: guestView{Player: viewPlayer(player)}}
	if in.Body.Token {
		out.Body.Token = string(token)
		return out, nil
	}
	out.SetCookie = []string{s.setSession(callerFrom(ctx).request, token)}
	return out, nil
}

func (s *server) getMe(ctx context.Context, _ *struct{}) (*cookieOutput[meView], error) {
	player := playerFrom(ctx)
	facts, err := s.Accounts.Facts(ctx, player.ID)
	if err != nil {
		return nil, err
	}
	view := meView{
		Player: viewPlayer(player), Password: facts.Password, Codes: facts.RecoveryCodes, Administrator: player.Administrator, Barred: player.Barred,
		Passkeys: []passkeyView{}, SSHKeys: []sshKeyView{}, Tokens: []tokenView{}, Devices: []deviceView{},
	}
	for _, k := range facts.Passkeys {
		view.Passkeys = append(view.Passkeys, viewPasskey(k))
	}
	for _, k := range facts.SSHKeys {
		view.SSHKeys = append(view.SSHKeys, viewSSHKey(k))
	}
	for _, t := range facts.Tokens {
		view.Tokens = append(view.Tokens, tokenView{t.ID, t.Label, millis(t.Since), millisOrNone(t.Used), millisOrNone(t.Until)})
	}
	for _, d := range facts.Devices {
		view.Devices = append(view.Devices, viewDevice(d))
	}
	talk, err := s.Store.TalkAmong(ctx, player.ID)
	if err != nil {
		return nil, err
	}
	view.Managed, view.Chat = player.Managed(), string(talk)
	if view.Ratings, err = s.ratingsOf(ctx, player.ID); err != nil {
		return nil, err
	}
	return &cookieOutput[meView]{s.renewCookie(callerFrom(ctx).request), view}, nil
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

func viewPasskey(k play.Passkey) passkeyView { return passkeyView{k.ID, k.Label, millis(k.Since)} }

func (s *server) rename(ctx context.Context, access play.Access, in *bodyInput[newName]) (*signedInOutput, error) {
	player, err := s.Accounts.RenameSelf(ctx, access.Player, in.Body.Name)
	return &signedInOutput{Body: signedInView{viewPlayer(player)}}, err
}

type (
	newToken struct {
		IgnoredRequestID
		Label string `json:"label,omitempty" maxLength:"200" doc:"A name for it: up to 40 letters"`
		Days  int    `json:"days,omitempty" minimum:"1" maximum:"3650" doc:"How long it can be used; forever if missing"`
		ProofOfOwner
	}
	issuedToken struct {
		ID    string `json:"id"`
		Token string `json:"token" doc:"To be sent as 'Authorization: Bearer TOKEN'; it is shown only once"`
	}
	tokenInput struct {
		ID string `path:"id" maxLength:"64"`
	}
	botDeclaration struct {
		IgnoredRequestID
		ProofOfOwner
	}
	deletion struct {
		ProofOfOwner
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

func (s *server) declareBot(ctx context.Context, access play.Access, in *optionalInput[botDeclaration]) (signedInView, error) {
	player, err := s.Accounts.DeclareBot(ctx, access.Player, in.body().proof(ctx))
	return signedInView{viewPlayer(player)}, err
}

func (s *server) addToken(ctx context.Context, access play.Access, in *bodyInput[newToken]) (issuedToken, error) {
	const day = 24 * time.Hour
	made, token, err := s.Accounts.AddToken(ctx, access.Player, accounts.NewToken{
		Label: in.Body.Label, Lasts: time.Duration(in.Body.Days) * day, Proof: in.Body.proof(ctx),
	})
	return issuedToken{made.ID, string(token)}, err
}

func (s *server) removeToken(ctx context.Context, access play.Access, in *tokenInput) (*struct{}, error) {
	return nil, s.Accounts.RemoveToken(ctx, access.Player, in.ID)
}

func (s *server) exportMe(ctx context.Context, access play.Access, _ *struct{}) (*huma.StreamResponse, error) {
	return &huma.StreamResponse{Body: func(hc huma.Context) {
		r, w := humago.Unwrap(hc)
		// The server's own read deadline is shorter. Test servers have none.
		_ = http.NewResponseController(w).SetReadDeadline(time.Time{})
		document := &document{ResponseWriter: w}
		err := s.Accounts.Export(ctx, access.Player, document)
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

func (s *server) deleteMe(ctx context.Context, access play.Access, in *optionalInput[deletion]) (*signedOutOutput, error) {
	return s.signedOut(ctx), s.Accounts.Delete(ctx, access, in.body().proof(ctx), s.House)
}
