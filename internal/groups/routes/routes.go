// Package routes has the routes of classes and clubs.
package routes

import (
	"context"

	"plateau/game"
	"plateau/internal/accounts"
	"plateau/internal/api"
	"plateau/internal/groups"
	"plateau/internal/httpapi/route"
	"plateau/internal/play"
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

// maxNames bounds the body with the names of a class.
const maxNames = 128 << 10

// forGroups is an operation of members and leaders.
func forGroups(id, pattern, summary string) route.Route {
	return route.ForPlayers(groupsTag, id, pattern, summary).ForOperators()
}

// Config is what the routes need besides the router.
type Config struct {
	Groups *groups.Service
	Store  Store
	Games  game.List
}

// Store is what the routes ask themselves.
type Store interface {
	play.TableStore
	play.PlayerStore
}

type routes struct {
	*route.Router
	Config
}

// Register adds classes and clubs.
func Register(r *route.Router, c Config) {
	s := &routes{r, c}
	s.registerLeaderboard()
	route.Add(s.Router, forGroups("getGroupTables", "GET /groups/{id}/tables",
		"The lobby of a group: open tables that members have opened for it"), route.Body(asMember(s.getGroupTables)))
	route.Add(s.Router, forGroups("listGroups", "GET /groups", "My groups"), route.Body(asMember(s.listGroups)))
	route.Add(s.Router, forGroups("addGroup", "POST /groups", "Start a club; administrators make a group, whose leaders also make accounts").Created(), route.Body(asMember(s.addGroup)))
	route.Add(s.Router, forGroups("getGroup", "GET /groups/{id}", "A group with its members"), route.Body(asMember(s.getGroup)))
	route.Add(s.Router, forGroups("changeGroup", "PATCH /groups/{id}", "Rename a group, or change its chat or who may reach its members"), route.Body(asMember(s.changeGroup)))
	route.Add(s.Router, forGroups("giveClub", "PUT /groups/{id}/owner",
		"Hand a club over to another member; the former owner stays a leader").NoContent(), asMember(s.giveClub))
	route.Add(s.Router, forGroups("deleteGroup", "DELETE /groups/{id}",
		"Delete a group with the accounts that it manages").NoContent(), asMember(s.deleteGroup))
	route.Add(s.Router, forGroups("addNames", "POST /groups/{id}/members",
		"Make accounts for a list of names").Costs(20).WithBody(maxNames).Created(), route.Body(asMember(s.addNames)))
	route.Add(s.Router, forGroups("changeMember", "PATCH /groups/{id}/members/{player}",
		"Rename a member, or change their role").NoContent(), asMember(s.changeMember))
	route.Add(s.Router, forGroups("removeMember", "DELETE /groups/{id}/members/{player}",
		"Remove a member, or leave; an account that the group manages is deleted").NoContent(), asMember(s.removeMember))
	route.Add(s.Router, forGroups("makeCards", "POST /groups/{id}/cards",
		"Make cards with which members sign in; their old ones and their sessions end").Costs(20), route.Body(asMember(s.makeCards)))
	route.Add(s.Router, forGroups("revokeCard", "DELETE /groups/{id}/members/{player}/card",
		"End the card and the sessions of a member").NoContent(), asMember(s.revokeCard))
	route.Add(s.Router, forGroups("handOver", "POST /groups/{id}/members/{player}/handover",
		"Give a member their account; the link works once"), route.Body(asMember(s.handOver)))
	s.registerInvitations()
}

// asMember makes a handler of a function that needs a player or the operator.
func asMember[I, O any](handle func(context.Context, groups.Actor, *I) (O, error)) func(context.Context, *I) (O, error) {
	return func(ctx context.Context, in *I) (out O, err error) {
		if route.CallerOf(ctx).Operator {
			return handle(ctx, groups.Actor{Operator: true}, in)
		}
		return handle(ctx, MemberOf(route.CallerOf(ctx)), in)
	}
}

// MemberOf is the player who sent a request, as groups know them; nobody if there is
// none.
func MemberOf(c *route.Caller) groups.Actor {
	if c.Player.ID == "" {
		return groups.Actor{}
	}
	return groups.Actor{Player: c.Player, Session: c.Access.Kind == accounts.Session}
}

func viewGroup(g play.Group, role play.Role) api.Group {
	view := api.Group{
		ID: g.ID, Name: g.Name, Chat: g.Chat, Contact: g.Contact, Since: api.Millis(g.Since), Role: role, Owner: g.Owner,
	}
	if g.Founded() {
		view.Contact = ""
	}
	return view
}

func (s *routes) listGroups(ctx context.Context, a groups.Actor, in *groupsInput) (api.Groups, error) {
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

func (s *routes) addGroup(ctx context.Context, a groups.Actor, in *route.BodyInput[api.NewGroup]) (api.Group, error) {
	if a.Administers() || in.Body.Leader != "" {
		g, err := s.Groups.Create(ctx, a, in.Body.Name, in.Body.Leader)
		return viewGroup(g, ""), err
	}
	if p := s.Limiters.Clubs.Take(string(a.Player.ID), 1); p != nil {
		return api.Group{}, p
	}
	g, err := s.Groups.Found(ctx, a, in.Body.Name)
	return viewGroup(g, play.RoleLeader), err
}

func (s *routes) viewGroupPage(page groups.Page, a groups.Actor) api.GroupPage {
	view := api.GroupPage{Group: viewGroup(page.Group, page.Role), Members: []api.GroupMember{}}
	leads := page.Leads(a)
	for _, m := range page.Members {
		view.Members = append(view.Members, api.GroupMember{
			Player: api.ViewPlayer(m.Player), Role: m.Role, Since: api.Millis(m.Since), Here: s.House.Presence.Connected(m.Player.ID),
			Managed: leads && m.Player.Manager == page.ID, Card: leads && m.Card,
		})
	}
	return view
}

func (s *routes) getGroup(ctx context.Context, a groups.Actor, in *groupInput) (api.GroupPage, error) {
	page, err := s.Groups.Look(ctx, a, play.GroupID(in.ID))
	return s.viewGroupPage(page, a), err
}

func (s *routes) changeGroup(ctx context.Context, a groups.Actor, in *groupBody[api.GroupChange]) (api.GroupPage, error) {
	page, err := s.Groups.Change(ctx, a, play.GroupID(in.ID), groups.Changes{
		Name: in.Body.Name, Chat: in.Body.Chat, Contact: in.Body.Contact,
	})
	return s.viewGroupPage(page, a), err
}

func (s *routes) giveClub(ctx context.Context, a groups.Actor, in *groupBody[api.NewOwner]) (*struct{}, error) {
	return nil, s.Groups.Give(ctx, a, play.GroupID(in.ID), in.Body.Player)
}

func (s *routes) deleteGroup(ctx context.Context, a groups.Actor, in *groupInput) (*struct{}, error) {
	return nil, s.Groups.Delete(ctx, a, play.GroupID(in.ID))
}

func (s *routes) addNames(ctx context.Context, a groups.Actor, in *groupBody[api.NewNames]) (api.AddedNames, error) {
	view := api.AddedNames{Made: []api.Player{}, Refused: []api.RefusedName{}}
	result, err := s.Groups.AddNames(ctx, a, play.GroupID(in.ID), in.Body.Request, in.Body.Names)
	if err != nil {
		return view, err
	}
	view.Known = result.Known
	for _, p := range result.Made {
		view.Made = append(view.Made, api.ViewPlayer(p))
	}
	for _, r := range result.Refused {
		p := route.ProblemOfRefusal(r.Why)
		view.Refused = append(view.Refused, api.RefusedName{Line: r.Line, Name: r.Name, Code: p.Code, Detail: p.Detail, Params: p.Params})
	}
	return view, nil
}

func (s *routes) changeMember(ctx context.Context, a groups.Actor, in *memberBody) (*struct{}, error) {
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

func (s *routes) removeMember(ctx context.Context, a groups.Actor, in *memberInput) (*struct{}, error) {
	return nil, s.Groups.Remove(ctx, a, play.GroupID(in.ID), play.PlayerID(in.Player))
}

func (s *routes) makeCards(ctx context.Context, a groups.Actor, in *groupBody[api.NewCards]) (api.Cards, error) {
	view := api.Cards{Cards: []api.Card{}}
	cards, err := s.Groups.Cards(ctx, a, play.GroupID(in.ID), in.Body.Players)
	if err != nil {
		return view, err
	}
	for _, card := range cards {
		link := s.SignInLink(route.CallerOf(ctx), play.Token(card.Code))
		qr, err := route.ViewCode(link)
		if err != nil {
			return view, err
		}
		view.Cards = append(view.Cards, api.Card{Player: card.Player.ID, Name: card.Player.Name, Code: card.Code, Link: link, QR: qr})
	}
	return view, nil
}

func (s *routes) revokeCard(ctx context.Context, a groups.Actor, in *memberInput) (*struct{}, error) {
	return nil, s.Groups.RevokeCard(ctx, a, play.GroupID(in.ID), play.PlayerID(in.Player))
}

func (s *routes) handOver(ctx context.Context, a groups.Actor, in *memberInput) (api.Link, error) {
	token, err := s.Groups.HandOver(ctx, a, play.GroupID(in.ID), play.PlayerID(in.Player))
	return api.Link{Link: s.SignInLink(route.CallerOf(ctx), token)}, err
}
