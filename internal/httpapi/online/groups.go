package online

import (
	"context"

	"plateau/internal/api"
	"plateau/internal/groups"
	"plateau/internal/play"
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
	memberBody struct {
		ID     string `path:"id" maxLength:"64"`
		Player string `path:"player" maxLength:"64"`
		Body   api.MemberChange
	}
)

const groupsTag = "groups"

// forGroups is an operation of members and leaders.
func forGroups(id, pattern, summary string) route {
	return forOperators(signedIn(groupsTag, id, pattern, summary))
}

func (s *server) registerGroups() {
	s.registerGroupLeaderboard()
	register(s, forGroups("getGroupTables", "GET /groups/{id}/tables",
		"The lobby of a group: open tables that members have opened for it"), body(asMember(s.getGroupTables)))
	register(s, forGroups("listGroups", "GET /groups", "My groups"), body(asMember(s.listGroups)))
	register(s, created(forGroups("addGroup", "POST /groups", "Start a club; administrators make a group, whose leaders also make accounts")), body(asMember(s.addGroup)))
	register(s, forGroups("getGroup", "GET /groups/{id}", "A group with its members"), body(asMember(s.getGroup)))
	register(s, forGroups("changeGroup", "PATCH /groups/{id}", "Rename a group, or change its chat or who may reach its members"), body(asMember(s.changeGroup)))
	register(s, noContent(forGroups("giveClub", "PUT /groups/{id}/owner",
		"Hand a club over to another member; the former owner stays a leader")), asMember(s.giveClub))
	register(s, noContent(forGroups("deleteGroup", "DELETE /groups/{id}",
		"Delete a group with the accounts that it manages")), asMember(s.deleteGroup))
	register(s, created(withBodyOf(maxMatchBody, costs(20, forGroups("addNames", "POST /groups/{id}/members",
		"Make accounts for a list of names")))), body(asMember(s.addNames)))
	register(s, noContent(forGroups("changeMember", "PATCH /groups/{id}/members/{player}",
		"Rename a member, or change their role")), asMember(s.changeMember))
	register(s, noContent(forGroups("removeMember", "DELETE /groups/{id}/members/{player}",
		"Remove a member, or leave; an account that the group manages is deleted")), asMember(s.removeMember))
	register(s, costs(20, forGroups("makeCards", "POST /groups/{id}/cards",
		"Make cards with which members sign in; their old ones and their sessions end")), body(asMember(s.makeCards)))
	register(s, noContent(forGroups("revokeCard", "DELETE /groups/{id}/members/{player}/card",
		"End the card and the sessions of a member")), asMember(s.revokeCard))
	register(s, forGroups("handOver", "POST /groups/{id}/members/{player}/handover",
		"Give a member their account; the link works once"), body(asMember(s.handOver)))
	s.registerInvitations()
}

// asMember makes a handler of a function that needs a player or the operator.
func asMember[I, O any](handle func(context.Context, groups.Actor, *I) (O, error)) func(context.Context, *I) (O, error) {
	return func(ctx context.Context, in *I) (out O, err error) {
		if isOperator(ctx) {
			return handle(ctx, groups.Actor{Operator: true}, in)
		}
		return handle(ctx, memberFrom(ctx), in)
	}
}

// memberFrom is the player who sent a request, as groups know them; nobody if there is
// none.
func memberFrom(ctx context.Context) groups.Actor { return callerFrom(ctx).member() }

func viewGroup(g play.Group, role play.Role) api.Group {
	view := api.Group{
		ID: g.ID, Name: g.Name, Chat: g.Chat, Contact: g.Contact, Since: millis(g.Since), Role: role, Owner: g.Owner,
	}
	if g.Founded() {
		view.Contact = ""
	}
	return view
}

func (s *server) listGroups(ctx context.Context, a groups.Actor, in *groupsInput) (api.Groups, error) {
	view := api.Groups{Groups: []api.Group{}}
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

func (s *server) addGroup(ctx context.Context, a groups.Actor, in *bodyInput[api.NewGroup]) (api.Group, error) {
	if a.Administers() || in.Body.Leader != "" {
		g, err := s.Groups.Create(ctx, a, in.Body.Name, in.Body.Leader)
		return viewGroup(g, ""), err
	}
	if p := s.limits.clubs.take(string(a.Player.ID), 1); p != nil {
		return api.Group{}, p
	}
	g, err := s.Groups.Found(ctx, a, in.Body.Name)
	return viewGroup(g, play.RoleLeader), err
}

func (s *server) viewGroupPage(page groups.Page, a groups.Actor) api.GroupPage {
	view := api.GroupPage{Group: viewGroup(page.Group, page.Role), Members: []api.GroupMember{}}
	leads := page.Leads(a)
	for _, m := range page.Members {
		view.Members = append(view.Members, api.GroupMember{
			Player: viewPlayer(m.Player), Role: m.Role, Since: millis(m.Since), Here: s.House.Presence.Connected(m.Player.ID),
			Managed: leads && m.Player.Manager == page.ID, Card: leads && m.Card,
		})
	}
	return view
}

func (s *server) getGroup(ctx context.Context, a groups.Actor, in *groupInput) (api.GroupPage, error) {
	page, err := s.Groups.Look(ctx, a, play.GroupID(in.ID))
	return s.viewGroupPage(page, a), err
}

func (s *server) changeGroup(ctx context.Context, a groups.Actor, in *groupBody[api.GroupChange]) (api.GroupPage, error) {
	page, err := s.Groups.Change(ctx, a, play.GroupID(in.ID), groups.Changes{
		Name: in.Body.Name, Chat: in.Body.Chat, Contact: in.Body.Contact,
	})
	return s.viewGroupPage(page, a), err
}

func (s *server) giveClub(ctx context.Context, a groups.Actor, in *groupBody[api.NewOwner]) (*struct{}, error) {
	return nil, s.Groups.Give(ctx, a, play.GroupID(in.ID), in.Body.Player)
}

func (s *server) deleteGroup(ctx context.Context, a groups.Actor, in *groupInput) (*struct{}, error) {
	return nil, s.Groups.Delete(ctx, a, play.GroupID(in.ID))
}

func (s *server) addNames(ctx context.Context, a groups.Actor, in *groupBody[api.NewNames]) (api.AddedNames, error) {
	view := api.AddedNames{Made: []api.Player{}, Refused: []api.RefusedName{}}
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
		view.Refused = append(view.Refused, api.RefusedName{Line: r.Line, Name: r.Name, Code: p.Code, Detail: p.Detail, Params: p.Params})
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
		return nil, s.Groups.SetRole(ctx, a, id, player, in.Body.Role)
	}
	return nil, nil //nolint:nilnil // There is nothing to answer.
}

func (s *server) removeMember(ctx context.Context, a groups.Actor, in *memberInput) (*struct{}, error) {
	return nil, s.Groups.Remove(ctx, a, play.GroupID(in.ID), play.PlayerID(in.Player))
}

func (s *server) makeCards(ctx context.Context, a groups.Actor, in *groupBody[api.NewCards]) (api.Cards, error) {
	view := api.Cards{Cards: []api.Card{}}
	cards, err := s.Groups.Cards(ctx, a, play.GroupID(in.ID), in.Body.Players)
	if err != nil {
		return view, err
	}
	for _, card := range cards {
		link := s.signInLink(ctx, play.Token(card.Code))
		qr, err := viewCode(link)
		if err != nil {
			return view, err
		}
		view.Cards = append(view.Cards, api.Card{Player: card.Player.ID, Name: card.Player.Name, Code: card.Code, Link: link, QR: qr})
	}
	return view, nil
}

// viewCode draws a secret link. It is part of the answer, because the address of a
// picture would be in the logs of proxies.
func viewCode(link string) (api.QRCode, error) {
	code, err := qrcode.New(link)
	if err != nil {
		return api.QRCode{}, err
	}
	return api.QRCode{Size: code.Width(), Path: code.Path()}, nil
}

func (s *server) revokeCard(ctx context.Context, a groups.Actor, in *memberInput) (*struct{}, error) {
	return nil, s.Groups.RevokeCard(ctx, a, play.GroupID(in.ID), play.PlayerID(in.Player))
}

func (s *server) handOver(ctx context.Context, a groups.Actor, in *memberInput) (api.Link, error) {
	token, err := s.Groups.HandOver(ctx, a, play.GroupID(in.ID), play.PlayerID(in.Player))
	return api.Link{Link: s.signInLink(ctx, token)}, err
}
