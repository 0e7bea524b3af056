package online

import (
	"context"
	"net/http"

	"github.com/danielgtaylor/huma/v2"

	"plateau/internal/qrcode"
)

type (
	serverOutput struct {
		Body struct {
			Name    string   `json:"name"`
			Version string   `json:"version"`
			Games   []string `json:"games" doc:"The ids of the games that can be played online"`
			Now     int64    `json:"now"`
		} `nameHint:"Server"`
	}
	qrInput struct {
		Text string `query:"text" required:"true" minLength:"1" maxLength:"300"`
	}
)

func (s *server) registerServer() {
	register(s, huma.Operation{
		OperationID: "getServer", Method: http.MethodGet, Path: "/server",
		Summary: "About this server", Tags: []string{"server"},
	}, s.getServer)
	register(s, huma.Operation{
		OperationID: "drawQR", Method: http.MethodGet, Path: "/qr",
		Summary: "A text, such as the link of a table, as a QR code", Tags: []string{"server"},
		Responses: okResponse("image/svg+xml", plainText),
	}, s.drawQR)
}

// getServer names no games if there is no online play.
func (s *server) getServer(context.Context, *struct{}) (*serverOutput, error) {
	out := new(serverOutput)
	b := &out.Body
	b.Name, b.Version, b.Now, b.Games = "Plateau", s.Version, millis(s.Now()), []string{}
	if s.House == nil {
		return out, nil
	}
	for _, g := range s.Games {
		b.Games = append(b.Games, g.ID())
	}
	return out, nil
}

// maxQR is the maximum length in bytes of a text whose code is easy to scan.
const maxQR = 300

func (s *server) drawQR(_ context.Context, in *qrInput) (*textOutput, error) {
	if len(in.Text) > maxQR {
		return nil, longCode
	}
	code, err := qrcode.New(in.Text)
	if err != nil {
		return nil, err
	}
	return &textOutput{ContentType: "image/svg+xml", Disposition: "inline", Body: code.SVG()}, nil
}
