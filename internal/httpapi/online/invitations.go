package online

import (
	"context"
	"time"

	"plateau/internal/play"
	"plateau/internal/play/accounts"
	"plateau/internal/play/groups"
)

type (
	invitationsInput struct {
		Group string `query:"group" maxLength:"64" doc:"Only those to a group; administrators may list all"`
	}
	newInvitation struct {
		IgnoredRequestID
		Group string `json:"group,omitempty" maxLength:"64" doc:"People who use it join this group; administrators may invite to none"`
		Role  string `json:"role,omitempty" enum:"leader,member" doc:"What they are in the group; members by default"`
		Uses  int    `json:"uses,omitempty" minimum:"1" maximum:"500" doc:"How many people may use it; 1 by default"`
		Days  int    `json:"days,omitempty" minimum:"1" maximum:"365" doc:"How long it can be used; 7 by default"`
	}
	invitationView struct {
		ID        string `json:"id"`
		Group     string `json:"group,omitempty"`
		GroupName string `json:"group_name,omitempty"`
		Role      string `json:"role" enum:"leader,member"`
		By        string `json:"by,omitempty" doc:"The name of who made it; missing for the operator"`
		Since     int64  `json:"since"`
		Until     int64  `json:"until"`
		Uses      int    `json:"uses" doc:"How many people may use it"`
		Used      int    `json:"used" doc:"How many have used it"`
	}
	invitationsView struct {
		Invitations []invitationView `json:"invitations" doc:"The newest first"`
	}
	madeInvitation struct {
		Invitation invitationView `json:"invitation"`
		Link       string         `json:"link" doc:"Shown only once"`
		QR         codeView       `json:"qr" doc:"The link as a QR code"`
	}
	invitationInput struct {
		ID string `path:"id" maxLength:"64"`
	}
	invitationToken struct {
		IgnoredRequestID
		Token string `json:"token" maxLength:"100" doc:"The last part of the link"`
	}
	invitedToView struct {
		GroupName string `json:"group_name,omitempty" doc:"The group that people join; missing if it is for an account alone"`
		Role      string `json:"role" enum:"leader,member"`
		Until     int64  `json:"until"`
	}
	acceptance struct {
		IgnoredRequestID
		Token    string `json:"token" maxLength:"100" doc:"The last part of the link"`
		Name     string `json:"name,omitempty" maxLength:"200" doc:"The name of the new account; registered players need none"`
		Password string `json:"password,omitempty" maxLength:"1000" doc:"Its password: 8 to 128 characters"`
	}
	acceptedView struct {
		Player playerView `json:"player"`
		Group  string     `json:"group,omitempty" doc:"The group that the player has joined"`
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

func viewInvitation(i play.Invitation) invitationView {
	return invitationView{
		ID: i.ID, Group: string(i.Group), GroupName: i.GroupName, Role: string(i.Role), By: i.ByName,
		Since: millis(i.Since), Until: millis(i.Until), Uses: i.Uses, Used: i.Used,
	}
}

func (s *server) listInvitations(ctx context.Context, a groups.Actor, in *invitationsInput) (invitationsView, error) {
	view := invitationsView{Invitations: []invitationView{}}
	list, err := s.Groups.Invitations(ctx, a, play.GroupID(in.Group))
	for _, i := range list {
		view.Invitations = append(view.Invitations, viewInvitation(i))
	}
	return view, err
}

func (s *server) invite(ctx context.Context, a groups.Actor, in *bodyInput[newInvitation]) (made madeInvitation, err error) {
	n := accounts.NewInvitation{
		Group: play.GroupID(in.Body.Group), Role: play.Role(in.Body.Role), Uses: max(1, in.Body.Uses),
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

func (s *server) lookAtInvitation(ctx context.Context, in *bodyInput[invitationToken]) (invitedToView, error) {
	i, err := s.Accounts.Invitation(ctx, play.Token(in.Body.Token))
	return invitedToView{i.GroupName, string(i.Role), millis(i.Until)}, err
}

func (s *server) acceptInvitation(ctx context.Context, in *bodyInput[acceptance]) (*cookieOutput[acceptedView], error) {
	by := playerFrom(ctx)
	if by.ID == "" {
		if p := s.limits.newGuests.take(callerFrom(ctx).address, 1); p != nil {
			return nil, p
		}
	} else if callerFrom(ctx).access.Kind != play.Session {
		return nil, accounts.OnlyPlays.Refuse("")
	}
	player, token, i, err := s.Accounts.Accept(ctx, accounts.Acceptance{
		Token: play.Token(in.Body.Token), Name: in.Body.Name, Password: in.Body.Password, By: by, Address: callerFrom(ctx).address,
	})
	if err != nil {
		return nil, err
	}
	out := &cookieOutput[acceptedView]{Body: acceptedView{viewPlayer(player), string(i.Group)}}
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
