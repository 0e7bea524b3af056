// Package routes has the routes of the devices at which players are notified.
package routes

import (
	"context"
	"net/http"

	"plateau/internal/accounts"
	"plateau/internal/api"
	"plateau/internal/httpapi/problem"
	"plateau/internal/httpapi/route"
	"plateau/internal/push"
)

// Players are notified of their turns at the devices which they add here.

type (
	deviceInput struct {
		ID string `path:"id" maxLength:"64"`
	}
)

// off is the refusal of a server that notifies nobody.
var off = problem.New(http.StatusNotFound, "push.off", "this server sends no notifications")

type routes struct {
	*route.Router
	push  *push.Service
	store push.Store
}

// Register adds the devices of players. Without a service, players are not notified.
func Register(r *route.Router, service *push.Service, store push.Store) {
	s := &routes{r, service, store}
	route.Add(s.Router, route.ForAccount("addDevice", "POST /me/devices",
		"Add or confirm a push subscription, by which I am notified of my turns in games with days per move").Created(), route.Body(route.InSession(s.addDevice)))
	route.Add(s.Router, route.ForAccount("removeDevice", "DELETE /me/devices/{id}", "Remove a push subscription").NoContent(), route.InSession(s.removeDevice))
}

func (s *routes) addDevice(ctx context.Context, access accounts.Access, in *route.BodyInput[api.NewDevice]) (api.Device, error) {
	if s.push == nil {
		return api.Device{}, off
	}
	added, err := s.push.Add(ctx, access, push.Subscription{
		Endpoint: in.Body.Endpoint, Key: in.Body.Keys.Key, Secret: in.Body.Keys.Secret, Label: in.Body.Label,
	})
	return ViewDevice(added), err
}

// ViewDevice shows a device to its player.
func ViewDevice(d push.Device) api.Device {
	return api.Device{ID: d.ID, Label: d.Label, Since: api.Millis(d.Since), Used: api.Millis(d.Used)}
}

func (s *routes) removeDevice(ctx context.Context, access accounts.Access, in *deviceInput) (*struct{}, error) {
	return nil, push.Remove(ctx, s.store, access.Player, in.ID)
}
