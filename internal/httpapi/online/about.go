package online

import (
	"context"
	"net/http"

	"github.com/danielgtaylor/huma/v2"

	"plateau/game/all"
	"plateau/internal/qrcode"
)

type (
	serverOutput struct {
		Body struct {
			Name    string   `json:"name"`
			Version string   `json:"version"`
			Games   []string `json:"games" doc:"The ids of the games that can be played"`
			Now     int64    `json:"now"`
		} `nameHint:"Server"`
	}
	qrInput struct {
		Text string `query:"text" required:"true" minLength:"1" maxLength:"300"`
	}
)

func (s *server) registerServer() {
	huma.Register(s.api, huma.Operation{
		OperationID: "getServer", Method: http.MethodGet, Path: Path + "/server",
		Summary: "What this server is", Tags: []string{"server"},
	}, s.getServer)
	huma.Register(s.api, huma.Operation{
		OperationID: "drawQR", Method: http.MethodGet, Path: Path + "/qr",
		Summary: "A text, such as the link of a table, as a QR code", Tags: []string{"server"},
		Responses: textResponse("image/svg+xml"),
	}, s.drawQR)
}

func (s *server) getServer(context.Context, *struct{}) (*serverOutput, error) {
	out := new(serverOutput)
	out.Body.Name, out.Body.Version, out.Body.Now = "Plateau", s.Version, millis(s.Now())
	for _, g := range all.Games() {
		out.Body.Games = append(out.Body.Games, g.ID())
	}
	return out, nil
}

// maxCode is the most bytes of a text that becomes a code which is easily read.
const maxCode = 300

func (s *server) drawQR(_ context.Context, in *qrInput) (*textOutput, error) {
	if len(in.Text) > maxCode {
		return nil, longCode
	}
	code, err := qrcode.New(in.Text)
	if err != nil {
		return nil, s.problemOf(err)
	}
	return &textOutput{ContentType: "image/svg+xml", Disposition: "inline", Body: code.SVG()}, nil
}
