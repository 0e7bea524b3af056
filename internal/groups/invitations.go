package groups

import (
	"cmp"
	"context"
	"errors"
	"strconv"
	"time"

	"plateau/internal/accounts"
	"plateau/internal/admin"
	"plateau/internal/play"
)

// Invite makes an invitation: leaders to their groups, administrators to any group
// or to none.
func (s *Service) Invite(ctx context.Context, a Actor, n accounts.NewInvitation) (i accounts.Invitation, token play.Token, err error) {
	detail := strconv.Itoa(n.Uses)
	if n.Group != "" {
		page, err := s.mayInvite(ctx, a, n)
		if err != nil {
			return i, "", err
		}
		detail += ", " + page.Name
	} else if err := a.refuseStranger(); err != nil {
		return i, "", err
	}
	n.Role, n.By = cmp.Or(n.Role, play.RoleMember), a.Player.ID
	err = s.Admin.Perform(ctx, a.forLog(), admin.AuditEntry{Action: ActionInvite, Detail: detail}, func(ctx context.Context) error {
		i, token, err = s.Admin.Accounts.Invite(ctx, n)
		return play.RefuseTooMany(err, TooManyInvites, accounts.MaxInvitations)
	})
	return i, token, err
}

// mayInvite is a group to which the actor may invite people.
func (s *Service) mayInvite(ctx context.Context, a Actor, n accounts.NewInvitation) (Page, error) {
	page, err := s.lead(ctx, a, n.Group)
	if err != nil {
		return page, err
	}
	if n.Role == play.RoleLeader && !page.Owns(a) {
		return page, OnlyOwner.Refuse("")
	}
	// Leaders make accounts, and where accounts need an invitation, this is one.
	if n.Role == play.RoleLeader || s.Admin.Accounts.InvitedOnly {
		if err := page.refuseAccountsBy(a); err != nil {
			return page, err
		}
	}
	return page, nil
}

// Invitations lists the invitations to a group, or all for administrators.
func (s *Service) Invitations(ctx context.Context, a Actor, id play.GroupID) ([]accounts.Invitation, error) {
	if id != "" {
		if _, err := s.lead(ctx, a, id); err != nil {
			return nil, err
		}
	} else if err := a.refuseStranger(); err != nil {
		return nil, err
	}
	return s.Store.Invitations(ctx, id)
}

// Revoke ends an invitation. People who used it keep their accounts.
func (s *Service) Revoke(ctx context.Context, a Actor, id string) error {
	i, err := s.Store.Invitation(ctx, id)
	if errors.Is(err, accounts.ErrNoInvitation) {
		return NoSuchInvitation.Refuse("")
	}
	if err != nil {
		return err
	}
	if !a.Administers() {
		if i.Group == "" {
			return NoSuchInvitation.Refuse("")
		}
		if _, err := s.lead(ctx, a, i.Group); err != nil {
			return err
		}
	}
	e := admin.AuditEntry{Action: ActionRevoke, Detail: i.GroupName}
	return s.Admin.Perform(ctx, a.forLog(), e, func(ctx context.Context) error {
		_, err := s.Store.RemoveInvitation(ctx, id)
		return err
	})
}

// InvitationTime is how long an invitation lasts unless its maker says otherwise.
const InvitationTime = 7 * 24 * time.Hour
