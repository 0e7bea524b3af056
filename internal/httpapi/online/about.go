package online

import (
	"cmp"
	"context"

	"plateau/internal/api"
	"plateau/internal/play"
	"plateau/internal/qrcode"
)

type (
	qrInput struct {
		Text string `query:"text" required:"true" minLength:"1" maxLength:"300"`
	}
)

func (s *server) registerServer() {
	register(s, forStrangers(operation("server", "getServer", "GET /server", "About this server")), body(s.getServer))
	register(s, withContent("image/svg+xml", plainText,
		operation("server", "drawQR", "GET /qr", "A text, such as the link of a table, as a QR code")), s.drawQR)
}

// getServer names no games if there is no online play.
func (s *server) getServer(ctx context.Context, _ *struct{}) (api.Server, error) {
	view := api.Server{
		Name: "Plateau", Version: s.Version, Commit: s.Commit, Date: s.Date, Now: millis(s.Now()), Games: []string{}, Chat: play.TalkOff,
		Admission: cmp.Or(s.Admission, play.AdmitEverybody), Guests: s.admitsGuests(), Notices: s.Policy.notices(),
	}
	if s.House == nil {
		return view, nil
	}
	view.SSH, view.Clubs = s.SSHPort, s.Groups.Clubs
	view.Chat, view.GuestChat = cmp.Or(s.House.Tables.Chat, play.TalkFree), s.House.Tables.GuestChat
	said, err := s.Store.Announcement(ctx)
	if err != nil {
		return view, err
	}
	// What is announced to members is for nobody else.
	stranger := s.Admission == play.AdmitMembers && callerFrom(ctx).player.ID == ""
	if s.Now().Before(said.Until) && !stranger {
		view.Announcement = said.Text
	}
	if s.Push != nil {
		view.PushKey = s.Push.Key()
	}
	for _, g := range s.Games {
		view.Games = append(view.Games, g.ID())
	}
	return view, nil
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
