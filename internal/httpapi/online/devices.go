package online

import (
	"context"

	"plateau/internal/accounts"
	"plateau/internal/api"
	"plateau/internal/push"
)

// Players are notified of their turns at the devices which they add here.

type (
	deviceInput struct {
		ID string `path:"id" maxLength:"64"`
	}
)

func (s *server) registerDevices() {
	register(s, created(forPlayers("addDevice", "POST /me/devices",
		"Add or confirm a push subscription, by which I am notified of my turns in games with days per move")), body(inSession(s.addDevice)))
	register(s, noContent(forPlayers("removeDevice", "DELETE /me/devices/{id}", "Remove a push subscription")), inSession(s.removeDevice))
}

func (s *server) addDevice(ctx context.Context, access accounts.Access, in *bodyInput[api.NewDevice]) (api.Device, error) {
	if s.Push == nil {
		return api.Device{}, noPush
	}
	added, err := s.Push.Add(ctx, access, push.Subscription{
		Endpoint: in.Body.Endpoint, Key: in.Body.Keys.Key, Secret: in.Body.Keys.Secret, Label: in.Body.Label,
	})
	return viewDevice(added), err
}

func viewDevice(d push.Device) api.Device {
	return api.Device{ID: d.ID, Label: d.Label, Since: millis(d.Since), Used: millis(d.Used)}
}

func (s *server) removeDevice(ctx context.Context, access accounts.Access, in *deviceInput) (*struct{}, error) {
	return nil, push.Remove(ctx, s.Store, access.Player, in.ID)
}
