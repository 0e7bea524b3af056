package play

import (
	"context"
	"errors"
	"fmt"
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

// Membership is a group to which a player belongs. Its tags, and those of
// [Invitation], are for the player's export.
type Membership struct {
	Group Group     `json:"-"`
	Name  string    `json:"group"`
	Role  Role      `json:"role"`
	Since time.Time `json:"since"`
}

// ManagedAccount is an account that a group makes for a member.
type ManagedAccount struct {
	Player  Player
	NameKey string
}

// Invitation lets people make an account, and join a group if it names one. Its
// token is never stored.
type Invitation struct {
	// ID identifies it. It is no secret.
	ID    string    `json:"id"`
	Hash  TokenHash `json:"-"`
	Group GroupID   `json:"-"`
	// GroupName is filled in when it is read.
	GroupName string `json:"group,omitempty"`
	Role      Role   `json:"role"`
	// By made it; empty for the operator, and for players who were deleted.
	By     PlayerID  `json:"-"`
	ByName string    `json:"-"`
	Since  time.Time `json:"since"`
	Until  time.Time `json:"until"`
	// Uses is how many people may use it, and Used how many have.
	Uses int `json:"uses"`
	Used int `json:"used"`
}

// InvitationUse is who uses an invitation, and what they get by it.
type InvitationUse struct {
	Player  Player
	NameKey string
	// Password is the hash of the password of a new account; empty if the
	// player has one already.
	Password string
	// Access is the first session of a new player; nil for players who are
	// there already.
	Access *Access
	// Most is how many members the group may have.
	Most int
}

// GroupStore stores groups and invitations. Methods fail with [ErrNoGroup] if
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
	// Groups lists all groups by name, and GroupsOf those of a player.
	Groups(ctx context.Context) ([]Group, error)
	GroupsOf(ctx context.Context, player PlayerID) ([]Membership, error)
	// Members lists the leaders, then the others, by name.
	Members(ctx context.Context, id GroupID) ([]Member, error)
	// SetMember adds a player to a group, or gives them another role. It fails
	// with [ErrNoPlayer] if there is no such player, and like RemoveMember with
	// [ErrLastLeader] if nobody would lead the group any more.
	SetMember(ctx context.Context, id GroupID, player PlayerID, role Role, now time.Time) error
	// RemoveMember reports whether the player was a member.
	RemoveMember(ctx context.Context, id GroupID, player PlayerID) (removed bool, err error)
	// AddManaged makes accounts that the group manages, all or none, and makes
	// them members. It fails with a [*TakenNameError] if a name is taken, and with
	// [ErrTooMany] if the group would have more members than allowed. A repeat
	// of the last request of the group adds nothing and succeeds.
	AddManaged(ctx context.Context, id GroupID, request string, list []ManagedAccount, most int) (added bool, err error)
	// ReleaseAccount makes an account one that nobody manages.
	ReleaseAccount(ctx context.Context, player PlayerID) error
	// TalkAmong is how people may chat with each other, as far as their groups
	// are concerned: the strictest setting counts.
	TalkAmong(ctx context.Context, players ...PlayerID) (Talk, error)

	// StrangersAmong are those of the players who may not reach each other.
	StrangersAmong(ctx context.Context, players ...PlayerID) ([]Strangers, error)

	// AddInvitation adds one. It fails with [ErrTooMany] if its group has so many.
	AddInvitation(ctx context.Context, i Invitation, most int) error
	// Invitations lists those of a group, or all of them, the newest first.
	Invitations(ctx context.Context, of GroupID) ([]Invitation, error)
	// Invitation finds one by its id, and InvitationByToken one that can be
	// used now, with [ErrNoInvitation] if there is none.
	Invitation(ctx context.Context, id string) (Invitation, error)
	InvitationByToken(ctx context.Context, hash TokenHash, now time.Time) (Invitation, error)
	// InvitationsBy lists those that a player made.
	InvitationsBy(ctx context.Context, player PlayerID) ([]Invitation, error)
	// UseInvitation makes the account and the membership in one step. It fails
	// like [AccountStore.SetPassword], and with [ErrNoInvitation]. Who has the
	// account and the membership already uses up nothing. It fails with
	// [ErrTooMany] if the group has as many members as it may have.
	UseInvitation(ctx context.Context, hash TokenHash, now time.Time, use InvitationUse) (Invitation, error)
	RemoveInvitation(ctx context.Context, id string) (removed bool, err error)
	// ExpireInvitations removes those that have ended.
	ExpireInvitations(ctx context.Context, now time.Time) error
}

// Errors of a group store.
var (
	ErrNoGroup      = errors.New("there is no such group")
	ErrLastLeader   = errors.New("nobody else leads the group")
	ErrNoInvitation = errors.New("there is no such invitation")
)

// TakenNameError says which of several names is taken.
type TakenNameError struct{ Index int }

func (e *TakenNameError) Error() string { return fmt.Sprintf("name %d is taken", e.Index) }

// Unwrap lets it count as [ErrNameTaken].
func (e *TakenNameError) Unwrap() error { return ErrNameTaken }

// Stricter is the one of two ways to chat that allows less.
func (t Talk) Stricter(other Talk) Talk {
	for _, strict := range []Talk{TalkOff, TalkPhrases} {
		if t == strict || other == strict {
			return strict
		}
	}
	return TalkFree
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
	strangers, err := s.StrangersAmong(ctx, t.with(player)...)
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
