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
	addTokenInput struct {
		Body struct {
			IgnoredRequestID
			Label    string `json:"label,omitempty" maxLength:"200" doc:"A name for it: up to 40 letters"`
			Password string `json:"password,omitempty" maxLength:"1000" doc:"Required if the account has one"`
		} `nameHint:"NewToken"`
	}
	addTokenOutput struct {
		Body struct {
			ID    string `json:"id"`
			Token string `json:"token" doc:"To be sent as 'Authorization: Bearer TOKEN'; it is shown only once"`
		} `nameHint:"IssuedToken"`
	}
	tokenInput struct {
		ID string `path:"id" maxLength:"64"`
	}
	deleteInput struct {
		Body *struct {
			Password string `json:"password,omitempty" maxLength:"1000" doc:"Required if the account has one"`
		} `nameHint:"Deletion"`
	}
)

func (s *server) registerTokens() {
	registerSession(s, created(accountOperation("addToken", http.MethodPost, "/me/tokens",
		"Make a token for a program, which may only play")), s.addToken)
	registerSession(s, noContent(accountOperation("removeToken", http.MethodDelete, "/me/tokens/{id}", "Remove a token")), s.removeToken)
}

const exportOperation = "exportMe"

func (s *server) registerData() {
	export := accountOperation(exportOperation, http.MethodGet, "/me/export", "Everything stored about me")
	export.Responses = okResponse("application/json", anyObject)
	registerSession(s, export, s.exportMe)
	registerSession(s, noContent(accountOperation("deleteMe", http.MethodDelete, "/me",
		"Delete my account; running games are resigned, finished ones stay without my name")), s.deleteMe)
}

func (s *server) addToken(ctx context.Context, access play.Access, in *addTokenInput) (*addTokenOutput, error) {
	made, token, err := s.Accounts.AddToken(ctx, access.Player, in.Body.Label, proof(ctx, in.Body.Password))
	if err != nil {
		return nil, err
	}
	out := new(addTokenOutput)
	out.Body.ID, out.Body.Token = made.ID, string(token)
	return out, nil
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

func (s *server) deleteMe(ctx context.Context, access play.Access, in *deleteInput) (*signedOutOutput, error) {
	password := ""
	if in.Body != nil {
		password = in.Body.Password
	}
	return s.signedOut(ctx), s.Accounts.Delete(ctx, access, proof(ctx, password), s.House)
}
