package play

import (
	"context"
	"errors"
	"time"
)

// GroupID identifies a group.
type GroupID string

// Group is a class or a club: people who belong together.
type Group struct {
	ID   GroupID
	Name string
	// Chat is how those at a table with a member may chat, if the server does
	// not allow less; [TalkFree] leaves it to the server.
	Chat  Talk
	Since time.Time
	// Contact is who may reach members who sign in with cards.
	Contact Contact
	// Owner is the leader who founded the group as a club, or got it from its
	// owner; empty for groups that administrators made.
	Owner PlayerID
}

// Founded reports whether the group is a club that a player founded. It makes no
// accounts for its members, and one of its leaders owns it.
func (g Group) Founded() bool { return g.Owner != "" }

// Contact is who may reach the members of a group who sign in with cards: challenge
// them, become their friends, sit at a table with them, be paired with them, chat with
// them. Members of the group always may.
type Contact string

// Who may reach them; at first only members of the group.
const (
	ContactGroup     Contact = "group"
	ContactEverybody Contact = "everybody"
)

// Strangers are a member whom only the group that manages the account may reach, and
// somebody who is not in that group.
type Strangers struct{ Member, Stranger PlayerID }

// Role is what a member may do in a group.
type Role string

// The roles. Leaders manage the group and its members.
const (
	RoleLeader Role = "leader"
	RoleMember Role = "member"
)

// Member is somebody who belongs to a group.
type Member struct {
	Player Player
	Role   Role
	Since  time.Time
	// Card reports whether there is a sign-in link that works until it is
	// revoked.
	Card bool
}

// Membership is a group to which a player belongs. Its tags are for the player's export.
type Membership struct {
	Group Group     `json:"-"`
	Name  string    `json:"group"`
	Role  Role      `json:"role"`
	Since time.Time `json:"since"`
}

// GroupStore stores groups. Methods fail with [ErrNoGroup] if
// there is no such group.
type GroupStore interface {
	AddGroup(ctx context.Context, g Group) error
	// FoundClub adds a club that its owner leads. It fails with [ErrNoPlayer]
	// if there is no such player, and with [ErrTooMany] if the player owns that
	// many clubs already.
	FoundClub(ctx context.Context, g Group, most int) error
	// SetOwner gives a club to a member, who becomes a leader. It fails like
	// FoundClub, and with [ErrNoGroup] if nobody owns the group.
	SetOwner(ctx context.Context, id GroupID, player PlayerID, most int) error
	// ChangeGroup sets the name, the chat and the contact; what is empty stays as it is.
	ChangeGroup(ctx context.Context, g Group) error
	// RemoveGroup removes a group with its invitations. Players stay, but
	// nobody manages their accounts any more.
	RemoveGroup(ctx context.Context, id GroupID) error
	Group(ctx context.Context, id GroupID) (Group, error)
	// Groups lists all groups by name.
	Groups(ctx context.Context) ([]Group, error)
}

// MemberStore stores who belongs to which group. Methods fail with [ErrNoGroup] if
// there is no such group.
type MemberStore interface {
	// GroupsOf lists those of a player.
	GroupsOf(ctx context.Context, player PlayerID) ([]Membership, error)
	// Members lists the leaders, then the others, by name.
	Members(ctx context.Context, id GroupID) ([]Member, error)
	// SetMember adds a player to a group, or gives them another role. It fails
	// with [ErrNoPlayer] if there is no such player, and like RemoveMember with
	// [ErrLastLeader] if nobody would lead the group any more.
	SetMember(ctx context.Context, id GroupID, player PlayerID, role Role, now time.Time) error
	// RemoveMember reports whether the player was a member.
	RemoveMember(ctx context.Context, id GroupID, player PlayerID) (removed bool, err error)
	ContactStore
}

// Errors of a group store.
var (
	ErrNoGroup    = errors.New("there is no such group")
	ErrLastLeader = errors.New("nobody else leads the group")
)

// Stricter is the one of two ways to chat that allows less.
func (t Talk) Stricter(other Talk) Talk {
	for _, strict := range []Talk{TalkOff, TalkPhrases} {
		if t == strict || other == strict {
			return strict
		}
	}
	return TalkFree
}

// ContactStore knows who may reach whom, and how they may talk.
type ContactStore interface {
	// StrangersAmong are those of the players who may not reach each other.
	StrangersAmong(ctx context.Context, players ...PlayerID) ([]Strangers, error)
	// TalkAmong is how people may chat with each other, as far as their groups
	// are concerned: the strictest setting counts.
	TalkAmong(ctx context.Context, players ...PlayerID) (Talk, error)
	// Group finds a group, or fails with [ErrNoGroup].
	Group(ctx context.Context, id GroupID) (Group, error)
}

// OnlyGroup is the group whose members alone a player may reach, and who alone may reach
// the player; empty if that is not limited.
func OnlyGroup(ctx context.Context, s ContactStore, p Player) (GroupID, error) {
	if !p.Managed() {
		return "", nil
	}
	g, err := s.Group(ctx, p.Manager)
	if errors.Is(err, ErrNoGroup) {
		return "", nil // It was removed a moment ago.
	}
	if err != nil || g.Contact == ContactEverybody {
		return "", err
	}
	return g.ID, nil
}

// RefuseStrangersAt refuses that a player plays with those at a table whom the player may
// not reach.
func RefuseStrangersAt(ctx context.Context, s ContactStore, t *Table, player PlayerID) error {
	strangers, err := s.StrangersAmong(ctx, t.With(player)...)
	for _, pair := range strangers {
		switch player {
		case pair.Member:
			return OnlyOwnGroup.Refuse("")
		case pair.Stranger:
			return TableOfGroup.Refuse("")
		}
	}
	return err
}
