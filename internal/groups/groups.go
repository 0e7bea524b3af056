// Package groups is what classes and clubs do: leaders make accounts for their
// members, give them cards to sign in with, and invite others. What leaders do is
// in the audit log, like what administrators do. The package knows no transport.
package groups

import (
	"cmp"
	"context"
	"errors"
	"slices"

	"plateau/game"
	"plateau/internal/accounts"
	"plateau/internal/admin"
	"plateau/internal/play"
)

// Store is what groups need of a store.
type Store interface {
	play.PlayerStore
	play.GroupStore
	play.MemberStore
	accounts.InvitationStore
}

// Service does what members, leaders and administrators ask for. It is safe for
// concurrent use.
type Service struct {
	// Admin keeps the audit log, and has the accounts and the tables.
	Admin *admin.Service
	Store Store
	// Clubs lets players found clubs, not only administrators.
	Clubs bool
}

// Actor is who asks: a player, or the operator at the server's machine, who is no
// player.
type Actor struct {
	Player play.Player
	// Session is set if the player has signed in. API tokens and SSH keys do what
	// their owner may do as a member or leader, but nothing that lets anybody sign
	// in or deletes accounts: they are in files, which others may find.
	Session  bool
	Operator bool
}

// Administers reports whether the actor may manage every group.
func (a Actor) Administers() bool { return a.Operator || a.Session && a.Player.Administrator }

// refuseToken refuses what needs a session.
func (a Actor) refuseToken() error {
	if a.Operator || a.Session {
		return nil
	}
	return accounts.OnlyPlays.Refuse("")
}

// refuseStranger refuses what only administrators do, and tells them if a session is
// all that they lack.
func (a Actor) refuseStranger() error {
	switch {
	case a.Administers():
		return nil
	case a.Player.Administrator:
		return a.refuseToken()
	}
	return admin.NotAdministrator.Refuse("")
}

func (a Actor) forLog() admin.Actor { return admin.Actor{Player: a.Player.ID} }

// Refusals. The codes are part of the API.
var (
	NoSuchGroup      = game.Missing("group.unknown", "there is no such group, or you do not belong to it")
	OnlyLeaders      = game.Denied("group.leaders", "only leaders of the group can do that")
	NameMissing      = game.Invalid("group.name", "a group needs a name")
	LastLeader       = game.Conflict("group.last", "a group needs a leader; make somebody else a leader first")
	NoSuchMember     = game.Missing("group.member", "that player is not a member of the group")
	OwnAccount       = game.Conflict("group.own", "that account belongs to its player; the group cannot manage it")
	ManagedLeader    = game.Conflict("group.managedleader", "somebody who signs in with a card cannot be a leader; hand the account over first")
	OnlyOwner        = game.Denied("group.owner", "only the owner of the club can do that")
	OwnerStays       = game.Conflict("group.ownerstays", "the owner cannot leave the club; hand it over or dissolve it first")
	NoAccounts       = game.Conflict("group.accounts", "a club that a player started cannot create accounts; invite people instead")
	NotFounded       = game.Conflict("group.notfounded", "an administrator made this group; it has leaders, but no owner")
	NeedsAccount     = game.Denied("club.account", "only players with an account can start or own a club")
	Supervised       = game.Denied("club.supervised", "you are in a class or club with limited chat, whose members cannot start clubs; ask one of its leaders")
	TooManyClubs     = game.Conflict("club.many", "nobody can own more than {most} clubs; hand one over or dissolve one first")
	TooManyInvites   = game.Conflict("invitation.many", "a group has at most {most} invitations; revoke one first")
	NoSuchInvitation = game.Missing("invitation.none", "there is no such invitation")
)

// The actions in the audit log. They are stable: pages translate them.
const (
	ActionCreate   = "group-create"
	ActionFound    = "club-found"
	ActionGive     = "club-give"
	ActionChange   = "group-change"
	ActionDelete   = "group-delete"
	ActionAdd      = "members-add"
	ActionRole     = "member-role"
	ActionRemove   = "member-remove"
	ActionCard     = "card"
	ActionNoCard   = "card-revoke"
	ActionHandOver = "hand-over"
	ActionInvite   = "invite"
	ActionRevoke   = "invite-revoke"
)

// Page is a group as one of its members sees it.
type Page struct {
	play.Group
	// Role is that of the viewer; empty for administrators who are no members.
	Role    play.Role
	Members []play.Member
}

// Leads reports whether the viewer manages the group.
func (p Page) Leads(a Actor) bool { return p.Role == play.RoleLeader || a.Administers() }

// Owns reports whether the viewer decides about the group itself: its name, its
// leaders and its end. Where nobody owns it, all leaders do.
func (p Page) Owns(a Actor) bool {
	return p.Leads(a) && (!p.Founded() || p.Owner == a.Player.ID || a.Administers())
}

// refuseAccountsBy refuses a token what makes or deletes accounts, which nothing does
// in a club that a player founded.
func (p Page) refuseAccountsBy(a Actor) error {
	if p.Founded() {
		return nil
	}
	return a.refuseToken()
}

func (p Page) member(player play.PlayerID) (play.Member, error) {
	i := slices.IndexFunc(p.Members, func(m play.Member) bool { return m.Player.ID == player })
	if i < 0 {
		return play.Member{}, NoSuchMember.Refuse("")
	}
	return p.Members[i], nil
}

// Look shows a group to its members. For others it does not exist.
func (s *Service) Look(ctx context.Context, a Actor, id play.GroupID) (Page, error) {
	page := Page{}
	var err error
	if page.Group, err = s.Store.Group(ctx, id); errors.Is(err, play.ErrNoGroup) {
		return page, NoSuchGroup.Refuse("")
	}
	if err != nil {
		return page, err
	}
	if page.Members, err = s.Store.Members(ctx, id); err != nil {
		return page, err
	}
	if m, err := page.member(a.Player.ID); err == nil {
		page.Role = m.Role
	}
	if page.Role == "" && !a.Administers() {
		return Page{}, NoSuchGroup.Refuse("")
	}
	return page, nil
}

// lead is a group that the actor manages.
func (s *Service) lead(ctx context.Context, a Actor, id play.GroupID) (Page, error) {
	page, err := s.Look(ctx, a, id)
	if err == nil && !page.Leads(a) {
		err = OnlyLeaders.Refuse("")
	}
	return page, err
}

// leadInSession is a group whose accounts the actor manages.
func (s *Service) leadInSession(ctx context.Context, a Actor, id play.GroupID) (Page, error) {
	if err := a.refuseToken(); err != nil {
		return Page{}, err
	}
	return s.lead(ctx, a, id)
}

// own is a group about which the actor decides.
func (s *Service) own(ctx context.Context, a Actor, id play.GroupID) (Page, error) {
	page, err := s.lead(ctx, a, id)
	if err == nil && !page.Owns(a) {
		err = OnlyOwner.Refuse("")
	}
	return page, err
}

// Of lists the groups of the player who asks.
func (s *Service) Of(ctx context.Context, a Actor) ([]play.Membership, error) {
	return s.Store.GroupsOf(ctx, a.Player.ID)
}

// All lists all groups, for administrators.
func (s *Service) All(ctx context.Context, a Actor) ([]play.Group, error) {
	if err := a.refuseStranger(); err != nil {
		return nil, err
	}
	return s.Store.Groups(ctx)
}

func cleanName(name string) (string, error) { return refuseEmpty(accounts.CleanLabel(name)) }

func refuseEmpty(name string, err error) (string, error) {
	if err == nil && name == "" {
		err = NameMissing.Refuse("")
	}
	return name, err
}

// Create makes a group. Only administrators may, because its leaders make accounts;
// others found clubs, see [Service.Found].
// The leader is a player with an account; without one, an administrator who makes
// it in the browser leads it, and the operator invites somebody.
func (s *Service) Create(ctx context.Context, a Actor, name string, leader play.PlayerID) (play.Group, error) {
	if err := a.refuseStranger(); err != nil {
		return play.Group{}, err
	}
	clean, err := cleanName(name)
	if err != nil {
		return play.Group{}, err
	}
	leader = cmp.Or(leader, a.Player.ID)
	if leader != "" {
		if err := s.refuseAsLeader(ctx, leader); err != nil {
			return play.Group{}, err
		}
	}
	now := s.Admin.Now()
	g := play.Group{ID: play.GroupID(play.NewPlayerID(s.Admin.Accounts.Random)), Name: clean, Chat: play.TalkFree, Contact: play.ContactGroup, Since: now}
	err = s.Admin.Perform(ctx, a.forLog(), admin.AuditEntry{Action: ActionCreate, Detail: clean}, func(ctx context.Context) error {
		if err := s.Store.AddGroup(ctx, g); err != nil || leader == "" {
			return err
		}
		return s.Store.SetMember(ctx, g.ID, leader, play.RoleLeader, now)
	})
	return g, err
}

// refuseAsLeader refuses guests, whose identity is lost with their browser, and
// managed accounts, whose cards can be borrowed.
func (s *Service) refuseAsLeader(ctx context.Context, player play.PlayerID) error {
	p, err := s.Store.Player(ctx, player)
	switch {
	case errors.Is(err, play.ErrNoPlayer), err == nil && p.Name == "":
		return admin.NoSuchPlayer.Refuse("")
	case err != nil:
		return err
	case !p.Registered || p.Managed():
		return ManagedLeader.Refuse("")
	}
	return nil
}

// Changes are what to change about a group. Empty fields stay as they are.
type Changes struct {
	Name    string
	Chat    play.Talk
	Contact play.Contact
}

// Change changes a group.
func (s *Service) Change(ctx context.Context, a Actor, id play.GroupID, c Changes) (Page, error) {
	page, err := s.lead(ctx, a, id)
	if err != nil {
		return page, err
	}
	detail, changed := page.Name, play.Group{ID: id, Chat: c.Chat}
	if c.Name != "" {
		if !page.Owns(a) {
			return page, OnlyOwner.Refuse("")
		}
		clean := cleanName
		if page.Founded() {
			clean = s.clubName
		}
		if page.Name, err = clean(c.Name); err != nil {
			return page, err
		}
		changed.Name = page.Name
		detail += " → " + page.Name
	}
	if c.Chat != "" {
		page.Chat = c.Chat
		detail += ", chat " + string(c.Chat)
	}
	if c.Contact != "" {
		if page.Founded() {
			return page, NoAccounts.Refuse("")
		}
		if err := a.refuseToken(); err != nil {
			return page, err
		}
		page.Contact, changed.Contact = c.Contact, c.Contact
		detail += ", contact " + string(c.Contact)
	}
	return page, s.Admin.Perform(ctx, a.forLog(), admin.AuditEntry{Action: ActionChange, Detail: detail}, func(ctx context.Context) error {
		return s.Store.ChangeGroup(ctx, changed)
	})
}

// Delete deletes a group with the accounts that it manages. Other members keep
// their accounts.
func (s *Service) Delete(ctx context.Context, a Actor, id play.GroupID) error {
	page, err := s.own(ctx, a, id)
	if err == nil {
		err = page.refuseAccountsBy(a)
	}
	if err != nil {
		return err
	}
	return s.Admin.Perform(ctx, a.forLog(), admin.AuditEntry{Action: ActionDelete, Detail: page.Name}, func(ctx context.Context) error {
		for _, m := range page.Members {
			if m.Player.Manager != id {
				continue
			}
			if err := s.Admin.Accounts.Erase(ctx, m.Player.ID, s.Admin.Players); err != nil {
				return err
			}
		}
		return s.Store.RemoveGroup(ctx, id)
	})
}
