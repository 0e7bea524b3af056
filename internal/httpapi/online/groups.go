package online

import (
	"context"
	"net/http"

	"github.com/danielgtaylor/huma/v2"

	"plateau/internal/play"
	"plateau/internal/play/groups"
	"plateau/internal/qrcode"
)

// Classes and clubs. Players use them with a session, or with a token except for
// accounts; administrators need a session, and the operator may do everything at the
// server's machine.

type (
	groupInput struct {
		ID string `path:"id" maxLength:"64"`
	}
	memberInput struct {
		ID     string `path:"id" maxLength:"64"`
		Player string `path:"player" maxLength:"64"`
	}
	groupBody[B any] struct {
		ID   string `path:"id" maxLength:"64"`
		Body B
	}
	groupsInput struct {
		All bool `query:"all" doc:"All groups instead of your own, for administrators"`
	}
	groupView struct {
		ID   string `json:"id"`
		Name string `json:"name"`
		Chat string `json:"chat" enum:"off,phrases,free" doc:"How those at a table with a member may chat, if the server does not allow less"`
		// Contact says nothing in a club, where nobody has a card.
		Contact string `json:"contact,omitempty" enum:"group,everybody" doc:"Who may challenge members who sign in with cards, become their friends, and play and chat with them; group: only members of the group. Missing in clubs, which have no cards"`
		Since   int64  `json:"since"`
		Role    string `json:"role,omitempty" enum:"leader,member" doc:"Your role; missing for administrators who are no members"`
		Owner   string `json:"owner,omitempty" doc:"The id of the leader who owns a club that a player started; missing if an administrator made the group"`
	}
	groupsView struct {
		Groups []groupView `json:"groups" doc:"By name"`
	}
	groupMemberView struct {
		Player  playerView `json:"player"`
		Role    string     `json:"role" enum:"leader,member"`
		Since   int64      `json:"since"`
		Here    bool       `json:"here" doc:"Whether the player is connected now"`
		Managed bool       `json:"managed,omitempty" doc:"Whether the group manages the account; only leaders learn of it"`
		Card    bool       `json:"card,omitempty" doc:"Whether there is a card to sign in with; only leaders learn of it"`
	}
	groupPageView struct {
		Group   groupView         `json:"group"`
		Members []groupMemberView `json:"members" doc:"Leaders first, then by name"`
	}
	newGroup struct {
		IgnoredRequestID
		Name   string `json:"name" maxLength:"200" doc:"1 to 40 characters"`
		Leader string `json:"leader,omitempty" maxLength:"64" doc:"The id of a registered player who leads it; you by default. Only administrators may name somebody"`
	}
	groupChange struct {
		Name    string `json:"name,omitempty" maxLength:"200"`
		Chat    string `json:"chat,omitempty" enum:"off,phrases,free"`
		Contact string `json:"contact,omitempty" enum:"group,everybody" doc:"Who may reach members who sign in with cards; needs a session"`
	}
	newOwner struct {
		Player string `json:"player" maxLength:"64" doc:"The id of a member with an account"`
	}
	newNames struct {
		RequestID
		Names []string `json:"names" minItems:"1" maxItems:"100" doc:"One account for each name of 1 to 24 letters; a name that is taken gets a number"`
	}
	refusedNameView struct {
		Line   int               `json:"line" doc:"Where it is in the list, from 1"`
		Name   string            `json:"name"`
		Code   string            `json:"code" doc:"The code of the refusal"`
		Detail string            `json:"detail" doc:"Why, in English"`
		Params map[string]string `json:"params"`
	}
	addedView struct {
		Made    []playerView      `json:"made"`
		Known   int               `json:"known" doc:"How many of the names the group had already"`
		Refused []refusedNameView `json:"refused" doc:"Names that gave no account"`
	}
	memberChange struct {
		Name string `json:"name,omitempty" maxLength:"200" doc:"Another name, if the group manages the account"`
		Role string `json:"role,omitempty" enum:"leader,member"`
	}
	memberBody struct {
		ID     string `path:"id" maxLength:"64"`
		Player string `path:"player" maxLength:"64"`
		Body   memberChange
	}
	newCards struct {
		IgnoredRequestID
		Players []string `json:"players,omitempty" maxItems:"500" doc:"Ids of members; without it, all who have no card"`
	}
	codeView struct {
		Size int    `json:"size" doc:"The width of the picture in modules, with its border"`
		Path string `json:"path" doc:"The dark modules, as the path of an SVG picture"`
	}
	cardView struct {
		Player string   `json:"player"`
		Name   string   `json:"name"`
		Code   string   `json:"code" doc:"To be typed where a QR code cannot be scanned"`
		Link   string   `json:"link" doc:"Signs the member in until it is revoked; shown only once"`
		QR     codeView `json:"qr" doc:"The link as a QR code"`
	}
	cardsView struct {
		Cards []cardView `json:"cards"`
	}
)

const groupsTag = "groups"

// forGroups is an operation of members and leaders.
func forGroups(id, route, summary string) huma.Operation {
	return secured(signedIn, operation(groupsTag, id, route, summary))
}

func (s *server) registerGroups() {
	s.registerGroupLeaderboard()
	register(s, forGroups("getGroupTables", "GET /groups/{id}/tables",
		"The lobby of a group: open tables that members have opened for it"), body(asMember(s, s.getGroupTables)))
	register(s, forGroups("listGroups", "GET /groups", "My groups"), body(asMember(s, s.listGroups)))
	register(s, created(forGroups("addGroup", "POST /groups", "Start a club; administrators make a group, whose leaders also make accounts")), body(asMember(s, s.addGroup)))
	register(s, forGroups("getGroup", "GET /groups/{id}", "A group with its members"), body(asMember(s, s.getGroup)))
	register(s, forGroups("changeGroup", "PATCH /groups/{id}", "Rename a group, or change its chat or who may reach its members"), body(asMember(s, s.changeGroup)))
	register(s, noContent(forGroups("giveClub", "PUT /groups/{id}/owner",
		"Hand a club over to another member; the former owner stays a leader")), asMember(s, s.giveClub))
	register(s, noContent(forGroups("deleteGroup", "DELETE /groups/{id}",
		"Delete a group with the accounts that it manages")), asMember(s, s.deleteGroup))
	names := created(forGroups("addNames", "POST /groups/{id}/members", "Make accounts for a list of names"))
	names.MaxBodyBytes = maxMatchBody
	register(s, names, body(asMember(s, s.addNames)))
	register(s, noContent(forGroups("changeMember", "PATCH /groups/{id}/members/{player}",
		"Rename a member, or change their role")), asMember(s, s.changeMember))
	register(s, noContent(forGroups("removeMember", "DELETE /groups/{id}/members/{player}",
		"Remove a member, or leave; an account that the group manages is deleted")), asMember(s, s.removeMember))
	register(s, forGroups("makeCards", "POST /groups/{id}/cards",
		"Make cards with which members sign in; their old ones and their sessions end"), body(asMember(s, s.makeCards)))
	register(s, noContent(forGroups("revokeCard", "DELETE /groups/{id}/members/{player}/card",
		"End the card and the sessions of a member")), asMember(s, s.revokeCard))
	register(s, forGroups("handOver", "POST /groups/{id}/members/{player}/handover",
		"Give a member their account; the link works once"), body(asMember(s, s.handOver)))
	s.registerInvitations()
}

// asMember makes a handler of a function that needs a player or the operator.
func asMember[I, O any](s *server, handle func(context.Context, groups.Actor, *I) (O, error)) func(context.Context, *I) (O, error) {
	return func(ctx context.Context, in *I) (out O, err error) {
		if isOperator(ctx) {
			return handle(ctx, groups.Actor{Operator: true}, in)
		}
		actor, err := s.memberFrom(ctx)
		if err != nil {
			return out, err
		}
		return handle(ctx, actor, in)
	}
}

// memberFrom is the player who sent a request, as groups know them; nobody if there is
// none.
func (s *server) memberFrom(ctx context.Context) (groups.Actor, error) {
	return s.memberOf(requestFrom(ctx), playerFrom(ctx))
}

func (s *server) memberOf(r *http.Request, player play.Player) (groups.Actor, error) {
	if player.ID == "" {
		return groups.Actor{}, nil
	}
	_, access, err := s.accessOf(r)
	return groups.Actor{Player: player, Session: access.Kind == play.Session}, err
}

func viewGroup(g play.Group, role play.Role) groupView {
	view := groupView{
		ID: string(g.ID), Name: g.Name, Chat: string(g.Chat), Contact: string(g.Contact), Since: millis(g.Since), Role: string(role), Owner: string(g.Owner),
	}
	if g.Founded() {
		view.Contact = ""
	}
	return view
}

func (s *server) listGroups(ctx context.Context, a groups.Actor, in *groupsInput) (groupsView, error) {
	view := groupsView{Groups: []groupView{}}
	if in.All {
		all, err := s.Groups.All(ctx, a)
		for _, g := range all {
			view.Groups = append(view.Groups, viewGroup(g, ""))
		}
		return view, err
	}
	own, err := s.Groups.Of(ctx, a)
	for _, m := range own {
		view.Groups = append(view.Groups, viewGroup(m.Group, m.Role))
	}
	return view, err
}

func (s *server) addGroup(ctx context.Context, a groups.Actor, in *bodyInput[newGroup]) (groupView, error) {
	if a.Administers() || in.Body.Leader != "" {
		g, err := s.Groups.Create(ctx, a, in.Body.Name, play.PlayerID(in.Body.Leader))
		return viewGroup(g, ""), err
	}
	if p := s.limits.clubs.take(string(a.Player.ID), 1); p != nil {
		return groupView{}, p
	}
	g, err := s.Groups.Found(ctx, a, in.Body.Name)
	return viewGroup(g, play.RoleLeader), err
}

func (s *server) viewGroupPage(page groups.Page, a groups.Actor) groupPageView {
	view := groupPageView{Group: viewGroup(page.Group, page.Role), Members: []groupMemberView{}}
	leads := page.Leads(a)
	for _, m := range page.Members {
		view.Members = append(view.Members, groupMemberView{
			Player: viewPlayer(m.Player), Role: string(m.Role), Since: millis(m.Since), Here: s.House.Presence.Connected(m.Player.ID),
			Managed: leads && m.Player.Manager == page.ID, Card: leads && m.Card,
		})
	}
	return view
}

func (s *server) getGroup(ctx context.Context, a groups.Actor, in *groupInput) (groupPageView, error) {
	page, err := s.Groups.Look(ctx, a, play.GroupID(in.ID))
	return s.viewGroupPage(page, a), err
}

func (s *server) changeGroup(ctx context.Context, a groups.Actor, in *groupBody[groupChange]) (groupPageView, error) {
	page, err := s.Groups.Change(ctx, a, play.GroupID(in.ID), groups.Changes{
		Name: in.Body.Name, Chat: play.Talk(in.Body.Chat), Contact: play.Contact(in.Body.Contact),
	})
	return s.viewGroupPage(page, a), err
}

func (s *server) giveClub(ctx context.Context, a groups.Actor, in *groupBody[newOwner]) (*struct{}, error) {
	return nil, s.Groups.Give(ctx, a, play.GroupID(in.ID), play.PlayerID(in.Body.Player))
}

func (s *server) deleteGroup(ctx context.Context, a groups.Actor, in *groupInput) (*struct{}, error) {
	return nil, s.Groups.Delete(ctx, a, play.GroupID(in.ID))
}

func (s *server) addNames(ctx context.Context, a groups.Actor, in *groupBody[newNames]) (addedView, error) {
	view := addedView{Made: []playerView{}, Refused: []refusedNameView{}}
	result, err := s.Groups.AddNames(ctx, a, play.GroupID(in.ID), in.Body.Request, in.Body.Names)
	if err != nil {
		return view, err
	}
	view.Known = result.Known
	for _, p := range result.Made {
		view.Made = append(view.Made, viewPlayer(p))
	}
	for _, r := range result.Refused {
		p := refusalProblem(r.Why)
		view.Refused = append(view.Refused, refusedNameView{r.Line, r.Name, p.Code, p.Detail, p.Params})
	}
	return view, nil
}

func (s *server) changeMember(ctx context.Context, a groups.Actor, in *memberBody) (*struct{}, error) {
	id, player := play.GroupID(in.ID), play.PlayerID(in.Player)
	if in.Body.Name != "" {
		if err := s.Groups.Rename(ctx, a, id, player, in.Body.Name); err != nil {
			return nil, err
		}
	}
	if in.Body.Role != "" {
		return nil, s.Groups.SetRole(ctx, a, id, player, play.Role(in.Body.Role))
	}
	return nil, nil //nolint:nilnil // There is nothing to answer.
}

func (s *server) removeMember(ctx context.Context, a groups.Actor, in *memberInput) (*struct{}, error) {
	return nil, s.Groups.Remove(ctx, a, play.GroupID(in.ID), play.PlayerID(in.Player))
}

func (s *server) makeCards(ctx context.Context, a groups.Actor, in *groupBody[newCards]) (cardsView, error) {
	view := cardsView{Cards: []cardView{}}
	var players []play.PlayerID
	for _, id := range in.Body.Players {
		players = append(players, play.PlayerID(id))
	}
	cards, err := s.Groups.Cards(ctx, a, play.GroupID(in.ID), players)
	if err != nil {
		return view, err
	}
	for _, card := range cards {
		link := s.signInLink(ctx, play.Token(card.Code))
		qr, err := viewCode(link)
		if err != nil {
			return view, err
		}
		view.Cards = append(view.Cards, cardView{string(card.Player.ID), card.Player.Name, card.Code, link, qr})
	}
	return view, nil
}

// viewCode draws a secret link. It is part of the answer, because the address of a
// picture would be in the logs of proxies.
func viewCode(link string) (codeView, error) {
	code, err := qrcode.New(link)
	if err != nil {
		return codeView{}, err
	}
	return codeView{code.Width(), code.Path()}, nil
}

func (s *server) revokeCard(ctx context.Context, a groups.Actor, in *memberInput) (*struct{}, error) {
	return nil, s.Groups.RevokeCard(ctx, a, play.GroupID(in.ID), play.PlayerID(in.Player))
}

func (s *server) handOver(ctx context.Context, a groups.Actor, in *memberInput) (linkView, error) {
	token, err := s.Groups.HandOver(ctx, a, play.GroupID(in.ID), play.PlayerID(in.Player))
	return linkView{s.signInLink(ctx, token)}, err
}
