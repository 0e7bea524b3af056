package online

import (
	"context"
	"net"
	"net/http"
	"net/url"
	"strings"
	"time"

	"plateau/internal/accounts"
	"plateau/internal/admin"
	"plateau/internal/api"
	"plateau/internal/play"
)

// What administrators may do: players with a session who were made
// administrators, and anybody who reaches the server by its local socket.

type (
	adminPlayersInput struct {
		PageInput
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

// forAdministrators is an operation that only administrators may use.
func forAdministrators(id, pattern, summary string) route {
	return forOperators(signedIn("admin", id, pattern, summary))
}

func (s *server) registerAdmin() {
	register(s, forAdministrators("adminPlayers", "GET /admin/players", "List and search players"), body(asAdmin(s, s.adminPlayers)))
	register(s, forAdministrators("adminRename", "PATCH /admin/players/{id}", "Rename a player"), body(asAdmin(s, s.adminRename)))
	register(s, noContent(forAdministrators("adminDelete", "DELETE /admin/players/{id}",
		"Delete a player, as they could themselves")), asAdmin(s, s.adminDelete))
	register(s, noContent(forAdministrators("adminSuspend", "PUT /admin/players/{id}/suspension",
		"Suspend a player, whose games are resigned")), asAdmin(s, s.adminSuspend))
	register(s, noContent(forAdministrators("adminReinstate", "DELETE /admin/players/{id}/suspension",
		"Lift a suspension")), asAdmin(s, s.adminReinstate))
	register(s, forAdministrators("adminPassword", "POST /admin/players/{id}/password",
		"Give a player a new random password, and end all sessions"), body(asAdmin(s, s.adminPassword)))
	register(s, forAdministrators("adminLink", "POST /admin/players/{id}/link",
		"Make a link that signs a player in once"), body(asAdmin(s, s.adminLink)))
	register(s, noContent(forAdministrators("adminPromote", "PUT /admin/players/{id}/administrator",
		"Make a player an administrator")), asAdmin(s, s.adminPromote))
	register(s, noContent(forAdministrators("adminDemote", "DELETE /admin/players/{id}/administrator",
		"Make an administrator an ordinary player")), asAdmin(s, s.adminDemote))
	register(s, forAdministrators("adminSignOutAll", "DELETE /admin/sessions",
		"End all sessions of everybody"), body(asAdmin(s, s.adminSignOutAll)))
	register(s, noContent(forAdministrators("adminAnnounce", "PUT /admin/announcement",
		"Tell everybody something")), asAdmin(s, s.adminAnnounce))
	register(s, forAdministrators("adminAudit", "GET /admin/audit", "What administrators did"), body(asAdmin(s, s.adminAudit)))
	s.registerAdminTables()
	s.registerAdminReports()
	s.registerAdminFairPlay()
}

// operatorKey marks requests of the operator at the server's machine.
type operatorKey struct{}

// ForOperator serves the API to the operator, who needs no session and may do what
// administrators may. It is for a socket that nobody else can reach.
func ForOperator(api http.Handler) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		api.ServeHTTP(w, r.WithContext(context.WithValue(r.Context(), operatorKey{}, true)))
	})
}

func isOperator(ctx context.Context) bool { return callerFrom(ctx).operator }

// asAdmin makes a handler of a function that needs an administrator.
func asAdmin[I, O any](s *server, handle func(context.Context, admin.Actor, *I) (O, error)) func(context.Context, *I) (O, error) {
	return func(ctx context.Context, in *I) (out O, err error) {
		if isOperator(ctx) {
			return handle(ctx, admin.Operator, in)
		}
		actor, err := s.Admin.Admit(playerFrom(ctx), callerFrom(ctx).access)
		if err != nil {
			return out, err
		}
		return handle(ctx, actor, in)
	}
}

func viewAdminPlayer(p play.Player) api.AdminPlayer {
	v := api.AdminPlayer{
		ID: p.ID, Name: p.Name, Registered: p.Registered, Since: millis(p.Since), Administrator: p.Administrator,
		Bot: p.Bot, Barred: p.Barred,
	}
	if !p.SuspendedUntil.IsZero() {
		v.SuspendedUntil = millis(p.SuspendedUntil)
	}
	return v
}

func (s *server) adminPlayers(ctx context.Context, _ admin.Actor, in *adminPlayersInput) (api.AdminPlayers, error) {
	q := admin.PlayerQuery{Text: in.Text, Name: in.Name, Administrators: in.Administrators, Limit: in.Limit}
	if in.Suspended {
		q.SuspendedAt = s.Now()
	}
	view := api.AdminPlayers{Players: []api.AdminPlayer{}}
	if in.Cursor != "" {
		after, err := readCursor(in.Cursor)
		if err != nil {
			return view, err
		}
		q.After = &play.Player{ID: play.PlayerID(after.ID), Since: after.Entered}
	}
	list, err := s.Store.Players(ctx, q)
	for _, p := range list {
		view.Players = append(view.Players, viewAdminPlayer(p))
	}
	if len(list) == in.Limit {
		last := list[len(list)-1]
		view.Next = cursorAfter(&play.Summary{ID: play.TableID(last.ID), Entered: last.Since})
	}
	return view, err
}

func (in *playerInput) player() play.PlayerID { return play.PlayerID(in.ID) }

func (s *server) adminRename(ctx context.Context, a admin.Actor, in *adminPlayerChange[api.NewName]) (api.AdminPlayer, error) {
	p, err := s.Admin.Rename(ctx, a, play.PlayerID(in.ID), in.Body.Name)
	return viewAdminPlayer(p), err
}

func (s *server) adminDelete(ctx context.Context, a admin.Actor, in *playerInput) (*struct{}, error) {
	return nil, s.Admin.Delete(ctx, a, in.player())
}

func (s *server) adminSuspend(ctx context.Context, a admin.Actor, in *adminPlayerChange[api.Suspension]) (*struct{}, error) {
	until := accounts.Forever
	if in.Body.Until != 0 {
		until = time.UnixMilli(in.Body.Until)
	}
	return nil, s.Admin.Suspend(ctx, a, play.PlayerID(in.ID), until, in.Body.Reason)
}

func (s *server) adminReinstate(ctx context.Context, a admin.Actor, in *playerInput) (*struct{}, error) {
	return nil, s.Admin.Reinstate(ctx, a, in.player())
}

func (s *server) adminPassword(ctx context.Context, a admin.Actor, in *playerInput) (view api.Password, err error) {
	view.Password, err = s.Admin.ResetPassword(ctx, a, in.player())
	return view, err
}

func (s *server) adminLink(ctx context.Context, a admin.Actor, in *playerInput) (api.Link, error) {
	token, err := s.Admin.NewLink(ctx, a, in.player())
	return api.Link{Link: s.signInLink(ctx, token)}, err
}

// signInLink is the address of a page that signs a player in.
func (s *server) signInLink(ctx context.Context, token play.Token) string {
	return s.pageLink(ctx, "enter", token)
}

// pageLink is the address of a page with a token. The token is in a part of the
// address that browsers never send, so that no log has it.
func (s *server) pageLink(ctx context.Context, page string, token play.Token) string {
	origin := s.LocalURL
	if !isOperator(ctx) {
		origin = s.originForOthers(callerFrom(ctx).request)
	}
	return origin + "/#/" + page + "/" + string(token)
}

// originForOthers is the origin of the page that sent a request, for links that others
// get: a teacher at the server's machine may call it localhost, and the children cannot.
func (s *server) originForOthers(r *http.Request) string {
	origin := s.origin(r)
	u, err := url.Parse(origin)
	if err != nil || u.Hostname() != "localhost" && !net.ParseIP(u.Hostname()).IsLoopback() || !strings.HasPrefix(s.LocalURL, "http") {
		return origin
	}
	return s.LocalURL
}

func (s *server) adminPromote(ctx context.Context, a admin.Actor, in *playerInput) (*struct{}, error) {
	return nil, s.Admin.SetAdministrator(ctx, a, in.player(), true)
}

func (s *server) adminDemote(ctx context.Context, a admin.Actor, in *playerInput) (*struct{}, error) {
	return nil, s.Admin.SetAdministrator(ctx, a, in.player(), false)
}

func (s *server) adminSignOutAll(ctx context.Context, a admin.Actor, _ *struct{}) (view api.SignedOut, err error) {
	view.Sessions, err = s.Admin.SignOutAll(ctx, a)
	return view, err
}

// announcementTime is how long an announcement lasts unless the administrator says
// otherwise.
const announcementTime = 7 * 24 * time.Hour

func (s *server) adminAnnounce(ctx context.Context, a admin.Actor, in *bodyInput[api.NewAnnouncement]) (*struct{}, error) {
	until := s.Now().Add(announcementTime)
	if in.Body.Until != 0 {
		until = time.UnixMilli(in.Body.Until)
	}
	return nil, s.Admin.Announce(ctx, a, in.Body.Text, until)
}

func (s *server) adminAudit(ctx context.Context, _ admin.Actor, in *auditInput) (api.Audit, error) {
	list, err := s.Store.Audit(ctx, in.Before, in.Limit)
	view := api.Audit{Entries: []api.AuditEntry{}}
	for _, e := range list {
		view.Entries = append(view.Entries, api.AuditEntry{
			Seq: e.Seq, At: millis(e.At), By: e.By, ByName: e.ByName, Action: e.Action,
			Player: e.Player, PlayerName: e.PlayerName, Table: e.Table, Detail: e.Detail,
		})
	}
	return view, err
}
