package online

import (
	"context"
	"time"

	"plateau/internal/accounts"
	"plateau/internal/api"
	"plateau/internal/groups"
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

func (s *server) registerInvitations() {
	register(s, forGroups("listInvitations", "GET /invitations", "Invitations to a group, or all"), body(asMember(s.listInvitations)))
	register(s, created(forGroups("invite", "POST /invitations",
		"Invite people: leaders to their group, administrators to any or none")), body(asMember(s.invite)))
	register(s, noContent(forGroups("revokeInvitation", "DELETE /invitations/{id}",
		"End an invitation; people who used it keep their accounts")), asMember(s.revokeInvitation))
	register(s, forStrangers(operation(groupsTag, "lookAtInvitation", "POST /invitations/look", "What a link invites to")), body(s.lookAtInvitation))
	register(s, forStrangers(open(groupsTag, "acceptInvitation", "POST /invitations/accept",
		"Use an invitation: make an account, and join the group")), s.acceptInvitation)
}

func viewInvitation(i accounts.Invitation) api.Invitation {
	return api.Invitation{
		ID: i.ID, Group: i.Group, GroupName: i.GroupName, Role: i.Role, By: i.ByName,
		Since: millis(i.Since), Until: millis(i.Until), Uses: i.Uses, Used: i.Used,
	}
}

func (s *server) listInvitations(ctx context.Context, a groups.Actor, in *invitationsInput) (api.Invitations, error) {
	view := api.Invitations{Invitations: []api.Invitation{}}
	list, err := s.Groups.Invitations(ctx, a, play.GroupID(in.Group))
	for _, i := range list {
		view.Invitations = append(view.Invitations, viewInvitation(i))
	}
	return view, err
}

func (s *server) invite(ctx context.Context, a groups.Actor, in *bodyInput[api.NewInvitation]) (made api.MadeInvitation, err error) {
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
	made.Invitation, made.Link = viewInvitation(i), s.pageLink(ctx, "invited", token)
	made.QR, err = viewCode(made.Link)
	return made, err
}

func (s *server) revokeInvitation(ctx context.Context, a groups.Actor, in *invitationInput) (*struct{}, error) {
	return nil, s.Groups.Revoke(ctx, a, in.ID)
}

func (s *server) lookAtInvitation(ctx context.Context, in *bodyInput[api.InvitationToken]) (api.InvitedTo, error) {
	i, err := s.Accounts.Invitation(ctx, play.Token(in.Body.Token))
	return api.InvitedTo{GroupName: i.GroupName, Role: i.Role, Until: millis(i.Until)}, err
}

func (s *server) acceptInvitation(ctx context.Context, in *bodyInput[api.Acceptance]) (*cookieOutput[api.Accepted], error) {
	by := playerFrom(ctx)
	if by.ID == "" {
		if p := s.limits.newGuests.take(callerFrom(ctx).address, 1); p != nil {
			return nil, p
		}
	} else if callerFrom(ctx).access.Kind != accounts.Session {
		return nil, accounts.OnlyPlays.Refuse("")
	}
	player, token, i, err := s.Accounts.Accept(ctx, accounts.Acceptance{
		Token: play.Token(in.Body.Token), Name: in.Body.Name, Password: in.Body.Password, By: by, Address: callerFrom(ctx).address,
	})
	if err != nil {
		return nil, err
	}
	out := &cookieOutput[api.Accepted]{Body: api.Accepted{Player: viewPlayer(player), Group: i.Group}}
	if token == "" {
		return out, nil
	}
	session, err := s.signedInAs(ctx, player, token)
	if err != nil {
		return nil, err
	}
	out.SetCookie = session.SetCookie
	return out, nil
}
