package online

import (
	"context"
	"net/http"
	"time"

	"github.com/danielgtaylor/huma/v2"
	"github.com/danielgtaylor/huma/v2/adapters/humago"
)

type (
	addTokenInput struct {
		Body struct {
			Unrepeated
			Label    string `json:"label,omitempty" maxLength:"200" doc:"To tell it from others: up to 40 letters"`
			Password string `json:"password,omitempty" maxLength:"1000" doc:"Needed if there is one"`
		} `nameHint:"NewToken"`
	}
	addTokenOutput struct {
		Body struct {
			ID    string `json:"id"`
			Token string `json:"token" doc:"To be sent as 'Authorization: Bearer TOKEN'; it is told only now"`
		} `nameHint:"IssuedToken"`
	}
	tokenInput struct {
		ID string `path:"id" maxLength:"64"`
	}
	deleteInput struct {
		Body *struct {
			Password string `json:"password,omitempty" maxLength:"1000" doc:"Needed if there is one"`
		} `nameHint:"Deletion"`
	}
)

func (s *server) registerTokens(api huma.API) {
	huma.Register(api, created(accountOperation("addToken", http.MethodPost, "/me/tokens",
		"Make a token for a program, which may play and no more")), s.addToken)
	huma.Register(api, noContent(accountOperation("removeToken", http.MethodDelete, "/me/tokens/{id}", "Remove a token")), s.removeToken)
}

const exportOperation = "exportMe"

func (s *server) registerFarewell(api huma.API) {
	export := accountOperation(exportOperation, http.MethodGet, "/me/export", "All that the server knows of me")
	export.Responses = textResponse("application/json")
	huma.Register(api, export, s.exportMe)
	huma.Register(api, noContent(accountOperation("deleteMe", http.MethodDelete, "/me",
		"Delete everything of mine; running games are resigned, finished ones stay without my name")), s.deleteMe)
}

func (s *server) addToken(ctx context.Context, in *addTokenInput) (*addTokenOutput, error) {
	access, err := s.session(ctx)
	if err != nil {
		return nil, err
	}
	made, token, err := s.Accounts.AddToken(ctx, access.Player, in.Body.Label, proof(ctx, in.Body.Password))
	if err != nil {
		return nil, s.accountProblem(err)
	}
	out := new(addTokenOutput)
	out.Body.ID, out.Body.Token = made.ID, string(token)
	return out, nil
}

func (s *server) removeToken(ctx context.Context, in *tokenInput) (*struct{}, error) {
	access, err := s.session(ctx)
	if err != nil {
		return nil, err
	}
	if err := s.Accounts.RemoveToken(ctx, access.Player, in.ID); err != nil {
		return nil, s.accountProblem(err)
	}
	return nil, nil //nolint:nilnil // There is nothing to answer.
}

func (s *server) exportMe(ctx context.Context, _ *struct{}) (*huma.StreamResponse, error) {
	access, err := s.session(ctx)
	if err != nil {
		return nil, err
	}
	return &huma.StreamResponse{Body: func(hc huma.Context) {
		_, w := humago.Unwrap(hc)
		// The server's own deadline for reading is shorter; some tests have
		// none.
		_ = http.NewResponseController(w).SetReadDeadline(time.Time{})
		document := &document{ResponseWriter: w}
		err := s.Accounts.Export(ctx, access.Player, document)
		switch {
		case err == nil:
		case !document.begun:
			s.accountProblem(err).Write(w)
		default:
			// Half a document must not look like a whole one.
			s.Log.Error("an export broke off", "error", err)
			panic(http.ErrAbortHandler)
		}
	}}, nil
}

// document is a file to be saved, which begins when something is written.
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

func (s *server) deleteMe(ctx context.Context, in *deleteInput) (*signedOutOutput, error) {
	access, err := s.session(ctx)
	if err != nil {
		return nil, err
	}
	password := ""
	if in.Body != nil {
		password = in.Body.Password
	}
	if err := s.Accounts.Delete(ctx, access, proof(ctx, password), s.House); err != nil {
		return nil, s.accountProblem(err)
	}
	return s.signedOut(ctx), nil
}
