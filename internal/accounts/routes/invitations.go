package routes

import (
	"context"

	"plateau/internal/accounts"
	"plateau/internal/api"
	"plateau/internal/httpapi/route"
	"plateau/internal/play"
)

func (s *routes) registerInvitations() {
	route.Add(s.Router, route.ForAnybody("groups", "lookAtInvitation", "POST /invitations/look", "What a link invites to").ForStrangers(), route.Body(s.lookAtInvitation))
	route.Add(s.Router, route.ForVisitors("groups", "acceptInvitation", "POST /invitations/accept",
		"Use an invitation: make an account, and join the group").ForStrangers(), s.acceptInvitation)
}

func (s *routes) lookAtInvitation(ctx context.Context, in *route.BodyInput[api.InvitationToken]) (api.InvitedTo, error) {
	i, err := s.Accounts.Invitation(ctx, play.Token(in.Body.Token))
	return api.InvitedTo{GroupName: i.GroupName, Role: i.Role, Until: api.Millis(i.Until)}, err
}

func (s *routes) acceptInvitation(ctx context.Context, in *route.BodyInput[api.Acceptance]) (*cookieOutput[api.Accepted], error) {
	by := route.PlayerOf(ctx)
	if by.ID == "" {
		if p := s.Limiters.NewGuests.Take(route.CallerOf(ctx).Address, 1); p != nil {
			return nil, p
		}
	} else if route.CallerOf(ctx).Access.Kind != accounts.Session {
		return nil, accounts.OnlyPlays.Refuse("")
	}
	player, token, i, err := s.Accounts.Accept(ctx, accounts.Acceptance{
		Token: play.Token(in.Body.Token), Name: in.Body.Name, Password: in.Body.Password, By: by, Address: route.CallerOf(ctx).Address,
	})
	if err != nil {
		return nil, err
	}
	out := &cookieOutput[api.Accepted]{Body: api.Accepted{Player: api.ViewPlayer(player), Group: i.Group}}
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
