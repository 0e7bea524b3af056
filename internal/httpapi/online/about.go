package online

import (
	"cmp"
	"context"

	"plateau/internal/play"
	"plateau/internal/qrcode"
)

type (
	serverView struct {
		Name         string   `json:"name"`
		Version      string   `json:"version"`
		Commit       string   `json:"commit,omitempty" doc:"The commit from which the program was built"`
		Date         string   `json:"date,omitempty" doc:"The date of that commit"`
		Games        []string `json:"games" doc:"The ids of the games that can be played online"`
		Now          int64    `json:"now"`
		Announcement string   `json:"announcement,omitempty" doc:"What an administrator tells everybody"`
		Chat         string   `json:"chat" enum:"off,phrases,free" doc:"How players may chat: not at all, by preset phrases, or freely. Partners always have the phrases"`
		GuestChat    bool     `json:"guest_chat" doc:"Whether guests may chat, too"`
		Admission    string   `json:"admission" enum:"open,invited,members" doc:"Who may come in: everybody; accounts by invitation; or only members, who have to sign in to see anything"`
		Guests       bool     `json:"guests" doc:"Whether people may play without an account"`
		Clubs        bool     `json:"clubs" doc:"Whether players with an account may start clubs, not only administrators"`
		Notices      []string `json:"notices" enum:"imprint,terms,contact" doc:"What the operator tells people; GET /privacy has the texts"`
		SSH          int      `json:"ssh,omitempty" doc:"The port at which people come in over SSH; missing if they cannot"`
		PushKey      string   `json:"push_key,omitempty" doc:"The public key for push subscriptions; missing if the server sends no notifications"`
	}
	qrInput struct {
		Text string `query:"text" required:"true" minLength:"1" maxLength:"300"`
	}
)

func (s *server) registerServer() {
	register(s, operation("server", "getServer", "GET /server", "About this server"), body(s.getServer))
	register(s, withContent("image/svg+xml", plainText,
		operation("server", "drawQR", "GET /qr", "A text, such as the link of a table, as a QR code")), s.drawQR)
}

// getServer names no games if there is no online play.
func (s *server) getServer(ctx context.Context, _ *struct{}) (serverView, error) {
	view := serverView{
		Name: "Plateau", Version: s.Version, Commit: s.Commit, Date: s.Date, Now: millis(s.Now()), Games: []string{}, Chat: string(play.TalkOff),
		Admission: string(cmp.Or(s.Admission, play.AdmitEverybody)), Guests: s.admitsGuests(), Notices: s.Policy.notices(),
	}
	if s.House == nil {
		return view, nil
	}
	view.SSH, view.Clubs = s.SSHPort, s.Groups.Clubs
	view.Chat, view.GuestChat = string(cmp.Or(s.House.Tables.Chat, play.TalkFree)), s.House.Tables.GuestChat
	said, err := s.Store.Announcement(ctx)
	if err != nil {
		return view, err
	}
	// What is announced to members is for nobody else.
	stranger := s.Admission == play.AdmitMembers && callerOf(requestFrom(ctx)).player.ID == ""
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
