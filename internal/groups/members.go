package groups

import (
	"context"
	"errors"
	"strconv"

	"plateau/internal/accounts"
	"plateau/internal/admin"
	"plateau/internal/play"
)

// AddNames makes accounts for a list of names, which the group manages.
func (s *Service) AddNames(ctx context.Context, a Actor, id play.GroupID, request string, names []string) (made accounts.ManagedNames, err error) {
	page, err := s.leadInSession(ctx, a, id)
	if err == nil && page.Founded() {
		err = NoAccounts.Refuse("")
	}
	if err != nil {
		return made, err
	}
	e := admin.AuditEntry{Action: ActionAdd, Detail: page.Name + ", " + strconv.Itoa(len(names))}
	err = s.Admin.Perform(ctx, a.forLog(), e, func(ctx context.Context) error {
		made, err = s.Admin.Accounts.MakeManaged(ctx, id, request, names)
		return err
	})
	return made, err
}

// onMember does something to a member of a group that the actor leads.
func (s *Service) onMember(ctx context.Context, a Actor, id play.GroupID, player play.PlayerID, action string, check func(Page, play.Member) error, do func(context.Context) error) error {
	page, err := s.lead(ctx, a, id)
	if err != nil {
		return err
	}
	m, err := page.member(player)
	if err != nil {
		return err
	}
	if err := check(page, m); err != nil {
		return err
	}
	return s.Admin.Perform(ctx, a.forLog(), admin.AuditEntry{Action: action, Player: player, Detail: page.Name}, do)
}

// managed checks that the group manages the account of a member.
func managed(page Page, m play.Member) error {
	if m.Player.Manager != page.ID {
		return OwnAccount.Refuse("")
	}
	return nil
}

// Rename gives a member another name, if the group manages the account.
func (s *Service) Rename(ctx context.Context, a Actor, id play.GroupID, player play.PlayerID, name string) error {
	page, err := s.leadInSession(ctx, a, id)
	if err != nil {
		return err
	}
	m, err := page.member(player)
	if err == nil {
		err = managed(page, m)
	}
	if err != nil {
		return err
	}
	_, err = s.Admin.Rename(ctx, a.forLog(), player, name)
	return err
}

// SetRole makes a member a leader, or an ordinary member.
func (s *Service) SetRole(ctx context.Context, a Actor, id play.GroupID, player play.PlayerID, role play.Role) error {
	check := func(page Page, m play.Member) error {
		switch {
		case !page.Owns(a):
			return OnlyOwner.Refuse("")
		case role == play.RoleLeader && (m.Player.Managed() || !m.Player.Registered):
			return ManagedLeader.Refuse("")
		case role == play.RoleLeader:
			return page.refuseAccountsBy(a) // Leaders make accounts.
		}
		return page.needOther(m)
	}
	return s.onMember(ctx, a, id, player, ActionRole, check, func(ctx context.Context) error {
		return needLeader(s.Store.SetMember(ctx, id, player, role, s.Admin.Now()))
	})
}

// needOther makes sure that a group has a leader without a member, and that a club
// has its owner.
func (p Page) needOther(m play.Member) error {
	if p.Founded() && p.Owner == m.Player.ID {
		return OwnerStays.Refuse("")
	}
	if m.Role != play.RoleLeader {
		return nil
	}
	for _, other := range p.Members {
		if other.Role == play.RoleLeader && other.Player.ID != m.Player.ID {
			return nil
		}
	}
	return LastLeader.Refuse("")
}

// needLeader refuses what the store did not do, because another leader has left
// meanwhile.
func needLeader(err error) error {
	if errors.Is(err, play.ErrLastLeader) {
		return LastLeader.Refuse("")
	}
	return err
}

// Remove takes a member out of a group: leaders may, and members who leave. An
// account that the group manages is deleted, so only leaders may do that.
func (s *Service) Remove(ctx context.Context, a Actor, id play.GroupID, player play.PlayerID) error {
	page, err := s.Look(ctx, a, id)
	if err != nil {
		return err
	}
	m, err := page.member(player)
	if err != nil {
		return err
	}
	leaves := player == a.Player.ID && !m.Player.Managed()
	switch {
	case leaves:
	case !page.Leads(a):
		return OnlyLeaders.Refuse("")
	case m.Role == play.RoleLeader && !page.Owns(a):
		return OnlyOwner.Refuse("")
	}
	if m.Player.Manager == id {
		if err := a.refuseToken(); err != nil {
			return err
		}
	}
	if err := page.needOther(m); err != nil {
		return err
	}
	e := admin.AuditEntry{Action: ActionRemove, Player: player, Detail: page.Name}
	return s.Admin.Perform(ctx, a.forLog(), e, func(ctx context.Context) error {
		if m.Player.Manager == id {
			return s.Admin.Accounts.Erase(ctx, player, s.Admin.Players)
		}
		_, err := s.Store.RemoveMember(ctx, id, player)
		return needLeader(err)
	})
}

// Card is what a member signs in with.
type Card struct {
	Player play.Player
	// Code is shown only now.
	Code string
}

// Cards makes new cards: for some members, or for all who have none. Old cards and
// sessions of these members end.
func (s *Service) Cards(ctx context.Context, a Actor, id play.GroupID, players []play.PlayerID) ([]Card, error) {
	page, err := s.leadInSession(ctx, a, id)
	if err != nil {
		return nil, err
	}
	var chosen []play.Player
	for _, player := range players {
		m, err := page.member(player)
		if err == nil {
			err = managed(page, m)
		}
		if err != nil {
			return nil, err
		}
		chosen = append(chosen, m.Player)
	}
	if len(players) == 0 {
		for _, m := range page.Members {
			if m.Player.Manager == id && !m.Card {
				chosen = append(chosen, m.Player)
			}
		}
	}
	var cards []Card
	for _, p := range chosen {
		e := admin.AuditEntry{Action: ActionCard, Player: p.ID, Detail: page.Name}
		err := s.Admin.Perform(ctx, a.forLog(), e, func(ctx context.Context) error {
			code, err := s.Admin.Accounts.NewCard(ctx, p.ID)
			cards = append(cards, Card{p, code})
			return err
		})
		if err != nil {
			return nil, err
		}
	}
	return cards, nil
}

// RevokeCard ends the card and the sessions of a member.
func (s *Service) RevokeCard(ctx context.Context, a Actor, id play.GroupID, player play.PlayerID) error {
	if err := a.refuseToken(); err != nil {
		return err
	}
	return s.onMember(ctx, a, id, player, ActionNoCard, managed, func(ctx context.Context) error {
		return s.Admin.Accounts.RevokeCard(ctx, player)
	})
}

// HandOver gives a member the account that the group manages. The token is that of
// a sign-in link that works once.
func (s *Service) HandOver(ctx context.Context, a Actor, id play.GroupID, player play.PlayerID) (token play.Token, err error) {
	if err := a.refuseToken(); err != nil {
		return "", err
	}
	err = s.onMember(ctx, a, id, player, ActionHandOver, managed, func(ctx context.Context) (err error) {
		token, err = s.Admin.Accounts.HandOver(ctx, player)
		return err
	})
	return token, err
}
