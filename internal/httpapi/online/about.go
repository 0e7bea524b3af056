package online

import (
	"cmp"
	"context"
	"net/http"

	"plateau/internal/api"
	"plateau/internal/httpapi/problem"
	"plateau/internal/httpapi/route"
	maintenanceroutes "plateau/internal/maintenance/routes"
	"plateau/internal/play"
	"plateau/internal/qrcode"
)

var longCode = problem.New(http.StatusUnprocessableEntity, "qr.long", "the text is too long for a QR code")

type (
	qrInput struct {
		Text string `query:"text" required:"true" minLength:"1" maxLength:"300"`
	}
)

// server tells about itself.
type server struct {
	router *route.Router
	Config
}

func (s *server) registerServer() {
	route.Add(s.router, route.ForAnybody("server", "getServer", "GET /server", "About this server").ForStrangers(), route.Body(s.getServer))
	route.Add(s.router, route.ForAnybody("server", "drawQR", "GET /qr", "A text, such as the link of a table, as a QR code").Answers("image/svg+xml", route.PlainText), s.drawQR)
}

// getServer names no games if there is no online play.
func (s *server) getServer(ctx context.Context, _ *struct{}) (api.Server, error) {
	view := api.Server{
		Name: "Plateau", Version: s.Version, Commit: s.Commit, Date: s.Date, Now: api.Millis(s.Now()), Games: []string{}, Chat: play.TalkOff,
		Admission: cmp.Or(s.Admission.Who, play.AdmitEverybody), Guests: s.router.AdmitsGuests(), Notices: s.Policy.notices(),
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
	mode, err := s.Maintenance.Mode(ctx)
	if err != nil {
		return view, err
	}
	// What is announced to members is for nobody else.
	caller := route.CallerOf(ctx)
	stranger := s.Admission.Who == play.AdmitMembers && caller.Player.ID == "" && !caller.Operator
	if stranger {
		said.Text, mode.Notice = "", ""
	}
	if s.Now().Before(said.Until) {
		view.Announcement = said.Text
	}
	view.Maintenance = maintenanceroutes.View(mode)
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

func (s *server) drawQR(_ context.Context, in *qrInput) (*route.Text, error) {
	if len(in.Text) > maxQR {
		return nil, longCode
	}
	code, err := qrcode.New(in.Text)
	if err != nil {
		return nil, err
	}
	return &route.Text{ContentType: "image/svg+xml", Disposition: "inline", Body: code.SVG()}, nil
}
