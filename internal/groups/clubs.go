package groups

import (
	"context"

	"plateau/internal/accounts"
	"plateau/internal/admin"
	"plateau/internal/play"
)

// Clubs that players found. Their owners are not people whom the operator trusts, so
// these clubs make no accounts, their names keep the rules of players' names, and
// nobody has many of them.

// MaxClubs is how many clubs a player may own.
const MaxClubs = 5

// Found makes a club, which the player who asks owns.
func (s *Service) Found(ctx context.Context, a Actor, name string) (play.Group, error) {
	if !s.Clubs {
		return play.Group{}, admin.NotAdministrator.Refuse("")
	}
	if err := s.refuseAsOwner(ctx, a.Player); err != nil {
		return play.Group{}, err
	}
	clean, err := s.clubName(name)
	if err != nil {
		return play.Group{}, err
	}
	g := play.Group{
		ID: play.GroupID(play.NewPlayerID(s.Admin.Accounts.Random)), Name: clean, Chat: play.TalkFree, Contact: play.ContactGroup, Since: s.Admin.Now(), Owner: a.Player.ID,
	}
	err = s.Admin.Perform(ctx, a.forLog(), admin.AuditEntry{Action: ActionFound, Detail: clean}, func(ctx context.Context) error {
		return play.RefuseTooMany(s.Store.FoundClub(ctx, g, MaxClubs), TooManyClubs, MaxClubs)
	})
	return g, err
}

// Give makes another member the owner of a club. The former owner stays a leader.
func (s *Service) Give(ctx context.Context, a Actor, id play.GroupID, player play.PlayerID) error {
	page, err := s.own(ctx, a, id)
	if err != nil {
		return err
	}
	if !page.Founded() {
		return NotFounded.Refuse("")
	}
	m, err := page.member(player)
	if err != nil {
		return err
	}
	if err := refuseOwner(m.Player); err != nil || page.Owner == player {
		return err
	}
	e := admin.AuditEntry{Action: ActionGive, Player: player, Detail: page.Name}
	return s.Admin.Perform(ctx, a.forLog(), e, func(ctx context.Context) error {
		return play.RefuseTooMany(s.Store.SetOwner(ctx, id, player, MaxClubs), TooManyClubs, MaxClubs)
	})
}

// refuseOwner refuses accounts that nobody can rely on to be there tomorrow, or that
// belong to somebody else.
func refuseOwner(p play.Player) error {
	switch {
	case p.Managed():
		return accounts.ManagedAccount.Refuse("")
	case !p.Registered || p.Bot:
		return NeedsAccount.Refuse("")
	}
	return nil
}

// refuseAsOwner also refuses those whom the leader of a class protects by limiting
// their chat: their own club would be a way around it.
func (s *Service) refuseAsOwner(ctx context.Context, p play.Player) error {
	if err := refuseOwner(p); err != nil {
		return err
	}
	all, err := s.Store.GroupsOf(ctx, p.ID)
	if err != nil {
		return err
	}
	for _, m := range all {
		if m.Role != play.RoleLeader && m.Group.Chat != play.TalkFree {
			return Supervised.Refuse("")
		}
	}
	return nil
}

// clubName is the name of a club as it is shown.
func (s *Service) clubName(name string) (string, error) {
	return refuseEmpty(s.Admin.Accounts.GroupName(name))
}
