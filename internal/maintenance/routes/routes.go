// Package routes has the routes of maintenance.
package routes

import (
	"context"

	"plateau/internal/admin"
	adminroutes "plateau/internal/admin/routes"
	"plateau/internal/api"
	"plateau/internal/httpapi/route"
	"plateau/internal/maintenance"
)

// Register adds how administrators switch maintenance on and off. GET /server says
// whether it is on.
func Register(r *route.Router, s *maintenance.Service, admins *admin.Service) {
	route.Add(r, adminroutes.ForAdministrators("adminBeginMaintenance", "PUT /admin/maintenance", "Let no game begin").NoContent(),
		adminroutes.As(admins, func(ctx context.Context, a admin.Actor, in *route.BodyInput[api.NewMaintenance]) (*struct{}, error) {
			return nil, s.Begin(ctx, a, in.Body.Notice)
		}))
	route.Add(r, adminroutes.ForAdministrators("adminEndMaintenance", "DELETE /admin/maintenance", "Let games begin again").NoContent(),
		adminroutes.As(admins, func(ctx context.Context, a admin.Actor, _ *struct{}) (*struct{}, error) {
			return nil, s.End(ctx, a)
		}))
}

// View shows the mode; nil if it is off.
func View(m maintenance.Mode) *api.Maintenance {
	if !m.On() {
		return nil
	}
	return &api.Maintenance{Since: api.Millis(m.Since), Notice: m.Notice}
}
