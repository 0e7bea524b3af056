package routes

import (
	"context"
	"time"

	"plateau/internal/accounts"
	"plateau/internal/api"
	"plateau/internal/groups"
	"plateau/internal/httpapi/route"
	"plateau/internal/play"
)

type (
	invitationsInput struct {
		Group string `query:"group" maxLength:"64" doc:"Only those to a group; administrators may list all"`
	}
	invitationInput struct {
		ID string `path:"id" maxLength:"64"`
	}
)

func (s *routes) registerInvitations() {
	route.Add(s.Router, forGroups("listInvitations", "GET /invitations", "Invitations to a group, or all"), route.Body(asMember(s.listInvitations)))
	route.Add(s.Router, forGroups("invite", "POST /invitations",
		"Invite people: leaders to their group, administrators to any or none").Created(), route.Body(asMember(s.invite)))
	route.Add(s.Router, forGroups("revokeInvitation", "DELETE /invitations/{id}",
		"End an invitation; people who used it keep their accounts").NoContent(), asMember(s.revokeInvitation))
}

func viewInvitation(i accounts.Invitation) api.Invitation {
	return api.Invitation{
		ID: i.ID, Group: i.Group, GroupName: i.GroupName, Role: i.Role, By: i.ByName,
		Since: api.Millis(i.Since), Until: api.Millis(i.Until), Uses: i.Uses, Used: i.Used,
	}
}

func (s *routes) listInvitations(ctx context.Context, a groups.Actor, in *invitationsInput) (api.Invitations, error) {
	view := api.Invitations{Invitations: []api.Invitation{}}
	list, err := s.Groups.Invitations(ctx, a, play.GroupID(in.Group))
	for _, i := range list {
		view.Invitations = append(view.Invitations, viewInvitation(i))
	}
	return view, err
}

func (s *routes) invite(ctx context.Context, a groups.Actor, in *route.BodyInput[api.NewInvitation]) (made api.MadeInvitation, err error) {
	n := accounts.NewInvitation{
		Group: in.Body.Group, Role: in.Body.Role, Uses: max(1, in.Body.Uses),
		Lasts: time.Duration(in.Body.Days) * 24 * time.Hour,
	}
	if n.Lasts == 0 {
		n.Lasts = groups.InvitationTime
	}
	i, token, err := s.Groups.Invite(ctx, a, n)
	if err != nil {
		return made, err
	}
	made.Invitation, made.Link = viewInvitation(i), s.PageLink(route.CallerOf(ctx), "invited", token)
	made.QR, err = route.ViewCode(made.Link)
	return made, err
}

func (s *routes) revokeInvitation(ctx context.Context, a groups.Actor, in *invitationInput) (*struct{}, error) {
	return nil, s.Groups.Revoke(ctx, a, in.ID)
}
