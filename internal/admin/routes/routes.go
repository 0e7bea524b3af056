// Package routes has the routes of administrators.
package routes

import (
	"context"
	"time"

	"plateau/game"
	"plateau/internal/accounts"
	"plateau/internal/admin"
	"plateau/internal/api"
	"plateau/internal/httpapi/route"
	"plateau/internal/play"
)

// What administrators may do: players with a session who were made
// administrators, and anybody who reaches the server by its local socket.

type (
	adminPlayersInput struct {
		route.PageInput
		Text           string `query:"text" maxLength:"200" doc:"Part of the name, or the id"`
		Name           string `query:"name" maxLength:"200" doc:"The whole name, whatever the case of its letters, or the id"`
		Suspended      bool   `query:"suspended" doc:"Only those who are suspended"`
		Administrators bool   `query:"administrators" doc:"Only administrators"`
	}
	adminPlayerChange[B any] struct {
		ID   string `path:"id" maxLength:"64"`
		Body B
	}
	auditInput struct {
		Before int64 `query:"before" minimum:"0" doc:"Entries before this number; the last ones by default"`
		Limit  int   `query:"limit" minimum:"1" maximum:"200" default:"50"`
	}
)

// ForAdministrators is an operation that only administrators may use.
func ForAdministrators(id, pattern, summary string) route.Route {
	return route.ForPlayers("admin", id, pattern, summary).ForOperators()
}

// Config is what the routes need besides the router.
type Config struct {
	Admin *admin.Service
	Store Store
	Games game.List
}

// Store is what the routes ask themselves.
type Store interface {
	play.TableStore
	admin.AuditStore
}

type routes struct {
	*route.Router
	Config
}

// Register adds what administrators do with players and tables.
func Register(r *route.Router, c Config) {
	s := &routes{r, c}
	route.Add(s.Router, ForAdministrators("adminPlayers", "GET /admin/players", "List and search players"), route.Body(As(s.Admin, s.adminPlayers)))
	route.Add(s.Router, ForAdministrators("adminRename", "PATCH /admin/players/{id}", "Rename a player"), route.Body(As(s.Admin, s.adminRename)))
	route.Add(s.Router, ForAdministrators("adminDelete", "DELETE /admin/players/{id}",
		"Delete a player, as they could themselves").NoContent(), As(s.Admin, s.adminDelete))
	route.Add(s.Router, ForAdministrators("adminSuspend", "PUT /admin/players/{id}/suspension",
		"Suspend a player, whose games are resigned").NoContent(), As(s.Admin, s.adminSuspend))
	route.Add(s.Router, ForAdministrators("adminReinstate", "DELETE /admin/players/{id}/suspension",
		"Lift a suspension").NoContent(), As(s.Admin, s.adminReinstate))
	route.Add(s.Router, ForAdministrators("adminPassword", "POST /admin/players/{id}/password",
		"Give a player a new random password, and end all sessions"), route.Body(As(s.Admin, s.adminPassword)))
	route.Add(s.Router, ForAdministrators("adminLink", "POST /admin/players/{id}/link",
		"Make a link that signs a player in once"), route.Body(As(s.Admin, s.adminLink)))
	route.Add(s.Router, ForAdministrators("adminPromote", "PUT /admin/players/{id}/administrator",
		"Make a player an administrator").NoContent(), As(s.Admin, s.adminPromote))
	route.Add(s.Router, ForAdministrators("adminDemote", "DELETE /admin/players/{id}/administrator",
		"Make an administrator an ordinary player").NoContent(), As(s.Admin, s.adminDemote))
	route.Add(s.Router, ForAdministrators("adminSignOutAll", "DELETE /admin/sessions",
		"End all sessions of everybody"), route.Body(As(s.Admin, s.adminSignOutAll)))
	route.Add(s.Router, ForAdministrators("adminAnnounce", "PUT /admin/announcement",
		"Tell everybody something").NoContent(), As(s.Admin, s.adminAnnounce))
	route.Add(s.Router, ForAdministrators("adminAudit", "GET /admin/audit", "What administrators did"), route.Body(As(s.Admin, s.adminAudit)))
	s.registerTables()
}

// As makes a handler of a function that needs an administrator.
func As[I, O any](service *admin.Service, handle func(context.Context, admin.Actor, *I) (O, error)) func(context.Context, *I) (O, error) {
	return func(ctx context.Context, in *I) (out O, err error) {
		if route.CallerOf(ctx).Operator {
			return handle(ctx, admin.Operator, in)
		}
		actor, err := service.Admit(route.PlayerOf(ctx), route.CallerOf(ctx).Access)
		if err != nil {
			return out, err
		}
		return handle(ctx, actor, in)
	}
}

// ViewPlayer shows a player to administrators.
func ViewPlayer(p play.Player) api.AdminPlayer {
	v := api.AdminPlayer{
		ID: p.ID, Name: p.Name, Registered: p.Registered, Since: api.Millis(p.Since), Administrator: p.Administrator,
		Bot: p.Bot, Barred: p.Barred,
	}
	if !p.SuspendedUntil.IsZero() {
		v.SuspendedUntil = api.Millis(p.SuspendedUntil)
	}
	return v
}

func (s *routes) adminPlayers(ctx context.Context, _ admin.Actor, in *adminPlayersInput) (api.AdminPlayers, error) {
	q := admin.PlayerQuery{Text: in.Text, Name: in.Name, Administrators: in.Administrators, Limit: in.Limit}
	if in.Suspended {
		q.SuspendedAt = s.Now()
	}
	view := api.AdminPlayers{Players: []api.AdminPlayer{}}
	if in.Cursor != "" {
		id, since, err := route.ReadCursor(in.Cursor)
		if err != nil {
			return view, err
		}
		q.After = &play.Player{ID: play.PlayerID(id), Since: since}
	}
	list, err := s.Store.Players(ctx, q)
	for _, p := range list {
		view.Players = append(view.Players, ViewPlayer(p))
	}
	if len(list) == in.Limit {
		last := list[len(list)-1]
		view.Next = route.CursorAfter(string(last.ID), last.Since)
	}
	return view, err
}

func (s *routes) adminRename(ctx context.Context, a admin.Actor, in *adminPlayerChange[api.NewName]) (api.AdminPlayer, error) {
	p, err := s.Admin.Rename(ctx, a, play.PlayerID(in.ID), in.Body.Name)
	return ViewPlayer(p), err
}

func (s *routes) adminDelete(ctx context.Context, a admin.Actor, in *route.PlayerInput) (*struct{}, error) {
	return nil, s.Admin.Delete(ctx, a, in.Player())
}

func (s *routes) adminSuspend(ctx context.Context, a admin.Actor, in *adminPlayerChange[api.Suspension]) (*struct{}, error) {
	until := accounts.Forever
	if in.Body.Until != 0 {
		until = time.UnixMilli(in.Body.Until)
	}
	return nil, s.Admin.Suspend(ctx, a, play.PlayerID(in.ID), until, in.Body.Reason)
}

func (s *routes) adminReinstate(ctx context.Context, a admin.Actor, in *route.PlayerInput) (*struct{}, error) {
	return nil, s.Admin.Reinstate(ctx, a, in.Player())
}

func (s *routes) adminPassword(ctx context.Context, a admin.Actor, in *route.PlayerInput) (view api.Password, err error) {
	view.Password, err = s.Admin.ResetPassword(ctx, a, in.Player())
	return view, err
}

func (s *routes) adminLink(ctx context.Context, a admin.Actor, in *route.PlayerInput) (api.Link, error) {
	token, err := s.Admin.NewLink(ctx, a, in.Player())
	return api.Link{Link: s.SignInLink(route.CallerOf(ctx), token)}, err
}

func (s *routes) adminPromote(ctx context.Context, a admin.Actor, in *route.PlayerInput) (*struct{}, error) {
	return nil, s.Admin.SetAdministrator(ctx, a, in.Player(), true)
}

func (s *routes) adminDemote(ctx context.Context, a admin.Actor, in *route.PlayerInput) (*struct{}, error) {
	return nil, s.Admin.SetAdministrator(ctx, a, in.Player(), false)
}

func (s *routes) adminSignOutAll(ctx context.Context, a admin.Actor, _ *struct{}) (view api.SignedOut, err error) {
	view.Sessions, err = s.Admin.SignOutAll(ctx, a)
	return view, err
}

// announcementTime is how long an announcement lasts unless the administrator says
// otherwise.
const announcementTime = 7 * 24 * time.Hour

func (s *routes) adminAnnounce(ctx context.Context, a admin.Actor, in *route.BodyInput[api.NewAnnouncement]) (*struct{}, error) {
	until := s.Now().Add(announcementTime)
	if in.Body.Until != 0 {
		until = time.UnixMilli(in.Body.Until)
	}
	return nil, s.Admin.Announce(ctx, a, in.Body.Text, until)
}

func (s *routes) adminAudit(ctx context.Context, _ admin.Actor, in *auditInput) (api.Audit, error) {
	list, err := s.Store.Audit(ctx, in.Before, in.Limit)
	view := api.Audit{Entries: []api.AuditEntry{}}
	for _, e := range list {
		view.Entries = append(view.Entries, api.AuditEntry{
			Seq: e.Seq, At: api.Millis(e.At), By: e.By, ByName: e.ByName, Action: e.Action,
			Player: e.Player, PlayerName: e.PlayerName, Table: e.Table, Detail: e.Detail,
		})
	}
	return view, err
}
