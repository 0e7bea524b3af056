package online

import (
	"context"

	"plateau/internal/play"
	"plateau/internal/push"
)

// Players are notified of their turns at the devices which they add here.

type (
	pushKeys struct {
		Key    string `json:"p256dh" maxLength:"200"`
		Secret string `json:"auth" maxLength:"100"`
	}
	newDevice struct {
		IgnoredRequestID
		Endpoint string   `json:"endpoint" maxLength:"1000" doc:"An https address at the browser's push service"`
		Keys     pushKeys `json:"keys" doc:"In the JSON form of the Push API"`
		Label    string   `json:"label,omitempty" maxLength:"200" doc:"A name for it: up to 40 letters"`
	}
	deviceView struct {
		ID    string `json:"id"`
		Label string `json:"label"`
		Since int64  `json:"since"`
		Used  int64  `json:"used" doc:"When the browser last confirmed it"`
	}
	deviceInput struct {
		ID string `path:"id" maxLength:"64"`
	}
)

func (s *server) registerDevices() {
	register(s, created(forPlayers("addDevice", "POST /me/devices",
		"Add or confirm a push subscription, by which I am notified of my turns in games with days per move")), body(inSession(s.addDevice)))
	register(s, noContent(forPlayers("removeDevice", "DELETE /me/devices/{id}", "Remove a push subscription")), inSession(s.removeDevice))
}

func (s *server) addDevice(ctx context.Context, access play.Access, in *bodyInput[newDevice]) (deviceView, error) {
	if s.Push == nil {
		return deviceView{}, noPush
	}
	added, err := s.Push.Add(ctx, access, push.Subscription{
		Endpoint: in.Body.Endpoint, Key: in.Body.Keys.Key, Secret: in.Body.Keys.Secret, Label: in.Body.Label,
	})
	return viewDevice(added), err
}

func viewDevice(d play.PushDevice) deviceView {
	return deviceView{d.ID, d.Label, millis(d.Since), millis(d.Used)}
}

func (s *server) removeDevice(ctx context.Context, access play.Access, in *deviceInput) (*struct{}, error) {
	return nil, push.Remove(ctx, s.Store, access.Player, in.ID)
}
