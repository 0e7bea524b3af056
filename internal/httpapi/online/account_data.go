package online

import (
	"context"
	"net/http"
	"time"

	"github.com/danielgtaylor/huma/v2"
	"github.com/danielgtaylor/huma/v2/adapters/humago"

	"plateau/internal/play"
)

type (
	newToken struct {
		IgnoredRequestID
		Label    string `json:"label,omitempty" maxLength:"200" doc:"A name for it: up to 40 letters"`
		Password string `json:"password,omitempty" maxLength:"1000" doc:"Required if the account has one"`
	}
	issuedToken struct {
		ID    string `json:"id"`
		Token string `json:"token" doc:"To be sent as 'Authorization: Bearer TOKEN'; it is shown only once"`
	}
	tokenInput struct {
		ID string `path:"id" maxLength:"64"`
	}
	deletion struct {
		Password string `json:"password,omitempty" maxLength:"1000" doc:"Required if the account has one"`
	}
)

const exportOperation = "exportMe"

func (s *server) registerData() {
	register(s, created(forPlayers("addToken", "POST /me/tokens",
		"Make a token for a program, which may only play")), body(inSession(s, s.addToken)))
	register(s, noContent(forPlayers("removeToken", "DELETE /me/tokens/{id}", "Remove a token")), inSession(s, s.removeToken))
	register(s, withContent("application/json", anyObject,
		forPlayers(exportOperation, "GET /me/export", "Everything stored about me")), inSession(s, s.exportMe))
	register(s, noContent(forPlayers("deleteMe", "DELETE /me",
		"Delete my account; running games are resigned, finished ones stay without my name")), inSession(s, s.deleteMe))
}

func (s *server) addToken(ctx context.Context, access play.Access, in *bodyInput[newToken]) (issuedToken, error) {
	made, token, err := s.Accounts.AddToken(ctx, access.Player, in.Body.Label, proof(ctx, in.Body.Password))
	return issuedToken{made.ID, string(token)}, err
}

func (s *server) removeToken(ctx context.Context, access play.Access, in *tokenInput) (*struct{}, error) {
	return nil, s.Accounts.RemoveToken(ctx, access.Player, in.ID)
}

func (s *server) exportMe(ctx context.Context, access play.Access, _ *struct{}) (*huma.StreamResponse, error) {
	return &huma.StreamResponse{Body: func(hc huma.Context) {
		_, w := humago.Unwrap(hc)
		// The server's own read deadline is shorter. Test servers have none.
		_ = http.NewResponseController(w).SetReadDeadline(time.Time{})
		document := &document{ResponseWriter: w}
		err := s.Accounts.Export(ctx, access.Player, document)
		switch {
		case err == nil:
		case !document.begun:
			s.problemOf(err).Write(w)
		default:
			// A truncated file must not look complete.
			s.Log.Error("export failed", "error", err)
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
	return s.signedOut(ctx), s.Accounts.Delete(ctx, access, proof(ctx, in.body().Password), s.House)
}
