package online

import (
	"context"
	"net"
	"net/http"
	"net/url"
	"strings"
	"time"

	"plateau/internal/play"
	"plateau/internal/play/admin"
)

// What administrators may do: players with a session who were made
// administrators, and anybody who reaches the server by its local socket.

type (
	adminPlayerView struct {
		ID             string `json:"id"`
		Name           string `json:"name"`
		Registered     bool   `json:"registered" doc:"Whether the player is registered; others are guests"`
		Since          int64  `json:"since"`
		Administrator  bool   `json:"administrator,omitempty"`
		SuspendedUntil int64  `json:"suspended_until,omitempty" doc:"When a suspended player may play again"`
		Bot            bool   `json:"bot,omitempty" doc:"Whether the account belongs to a program"`
		Barred         bool   `json:"barred,omitempty" doc:"Whether the player may not play rated games"`
	}
	adminPlayersInput struct {
		PageInput
		Text           string `query:"text" maxLength:"200" doc:"Part of the name, or the id"`
		Name           string `query:"name" maxLength:"200" doc:"The whole name, whatever the case of its letters, or the id"`
		Suspended      bool   `query:"suspended" doc:"Only those who are suspended"`
		Administrators bool   `query:"administrators" doc:"Only administrators"`
	}
	adminPlayersView struct {
		Players []adminPlayerView `json:"players" doc:"The newest first"`
		Next    string            `json:"next,omitempty" doc:"The cursor of the next page, if there may be one"`
	}
	suspension struct {
		IgnoredRequestID
		Until  int64  `json:"until,omitempty" minimum:"0" doc:"Until then; without it, until the suspension is lifted"`
		Reason string `json:"reason,omitempty" maxLength:"500" doc:"For the audit log"`
	}
	passwordView struct {
		Password string `json:"password" doc:"Shown only once"`
	}
	linkView struct {
		Link string `json:"link" doc:"Opens a session once; shown only once"`
	}
	adminPlayerChange[B any] struct {
		ID   string `path:"id" maxLength:"64"`
		Body B
	}
	signedOutView struct {
		Sessions int `json:"sessions" doc:"How many sessions ended"`
	}
	newAnnouncement struct {
		Text  string `json:"text" maxLength:"2000" doc:"Up to 500 letters; empty to end the last announcement"`
		Until int64  `json:"until,omitempty" minimum:"0" doc:"When it ends; after a week if missing"`
	}
	auditInput struct {
		Before int64 `query:"before" minimum:"0" doc:"Entries before this number; the last ones by default"`
		Limit  int   `query:"limit" minimum:"1" maximum:"200" default:"50"`
	}
	auditView struct {
		Seq        int64  `json:"seq"`
		At         int64  `json:"at"`
		By         string `json:"by,omitempty" doc:"The administrator; missing for the operator at the machine"`
		ByName     string `json:"by_name,omitempty"`
		Action     string `json:"action"`
		Player     string `json:"player,omitempty"`
		PlayerName string `json:"player_name,omitempty" doc:"Missing if the player was deleted"`
		Table      string `json:"table,omitempty"`
		Detail     string `json:"detail,omitempty"`
	}
	auditListView struct {
		Entries []auditView `json:"entries" doc:"The last first"`
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

func viewAdminPlayer(p play.Player) adminPlayerView {
	v := adminPlayerView{
		ID: string(p.ID), Name: p.Name, Registered: p.Registered, Since: millis(p.Since), Administrator: p.Administrator,
		Bot: p.Bot, Barred: p.Barred,
	}
	if !p.SuspendedUntil.IsZero() {
		v.SuspendedUntil = millis(p.SuspendedUntil)
	}
	return v
}

func (s *server) adminPlayers(ctx context.Context, _ admin.Actor, in *adminPlayersInput) (adminPlayersView, error) {
	q := play.PlayerQuery{Text: in.Text, Name: in.Name, Administrators: in.Administrators, Limit: in.Limit}
	if in.Suspended {
		q.SuspendedAt = s.Now()
	}
	view := adminPlayersView{Players: []adminPlayerView{}}
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

func (s *server) adminRename(ctx context.Context, a admin.Actor, in *adminPlayerChange[newName]) (adminPlayerView, error) {
	p, err := s.Admin.Rename(ctx, a, play.PlayerID(in.ID), in.Body.Name)
	return viewAdminPlayer(p), err
}

func (s *server) adminDelete(ctx context.Context, a admin.Actor, in *playerInput) (*struct{}, error) {
	return nil, s.Admin.Delete(ctx, a, in.player())
}

func (s *server) adminSuspend(ctx context.Context, a admin.Actor, in *adminPlayerChange[suspension]) (*struct{}, error) {
	until := play.Forever
	if in.Body.Until != 0 {
		until = time.UnixMilli(in.Body.Until)
	}
	return nil, s.Admin.Suspend(ctx, a, play.PlayerID(in.ID), until, in.Body.Reason)
}

func (s *server) adminReinstate(ctx context.Context, a admin.Actor, in *playerInput) (*struct{}, error) {
	return nil, s.Admin.Reinstate(ctx, a, in.player())
}

func (s *server) adminPassword(ctx context.Context, a admin.Actor, in *playerInput) (view passwordView, err error) {
	view.Password, err = s.Admin.ResetPassword(ctx, a, in.player())
	return view, err
}

func (s *server) adminLink(ctx context.Context, a admin.Actor, in *playerInput) (linkView, error) {
	token, err := s.Admin.NewLink(ctx, a, in.player())
	return linkView{s.signInLink(ctx, token)}, err
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

func (s *server) adminSignOutAll(ctx context.Context, a admin.Actor, _ *struct{}) (view signedOutView, err error) {
	view.Sessions, err = s.Admin.SignOutAll(ctx, a)
	return view, err
}

// announcementTime is how long an announcement lasts unless the administrator says
// otherwise.
const announcementTime = 7 * 24 * time.Hour

func (s *server) adminAnnounce(ctx context.Context, a admin.Actor, in *bodyInput[newAnnouncement]) (*struct{}, error) {
	until := s.Now().Add(announcementTime)
	if in.Body.Until != 0 {
		until = time.UnixMilli(in.Body.Until)
	}
	return nil, s.Admin.Announce(ctx, a, in.Body.Text, until)
}

func (s *server) adminAudit(ctx context.Context, _ admin.Actor, in *auditInput) (auditListView, error) {
	list, err := s.Store.Audit(ctx, in.Before, in.Limit)
	view := auditListView{Entries: []auditView{}}
	for _, e := range list {
		view.Entries = append(view.Entries, auditView{
			Seq: e.Seq, At: millis(e.At), By: string(e.By), ByName: e.ByName, Action: e.Action,
			Player: string(e.Player), PlayerName: e.PlayerName, Table: string(e.Table), Detail: e.Detail,
		})
	}
	return view, err
}
