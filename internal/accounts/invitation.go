package accounts

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"time"

	"plateau/internal/play"
)

// NewManaged is an account that a group makes for a member.
type NewManaged struct {
	Player  play.Player
	NameKey string
}

// Invitation lets people make an account, and join a group if it names one. Its
// token is never stored.
type Invitation struct {
	// ID identifies it. It is no secret.
	ID    string         `json:"id"`
	Hash  play.TokenHash `json:"-"`
	Group play.GroupID   `json:"-"`
	// GroupName is filled in when it is read.
	GroupName string    `json:"group,omitempty"`
	Role      play.Role `json:"role"`
	// By made it; empty for the operator, and for players who were deleted.
	By     play.PlayerID `json:"-"`
	ByName string        `json:"-"`
	Since  time.Time     `json:"since"`
	Until  time.Time     `json:"until"`
	// Uses is how many people may use it, and Used how many have.
	Uses int `json:"uses"`
	Used int `json:"used"`
}

// InvitationUse is who uses an invitation, and what they get by it.
type InvitationUse struct {
	Player  play.Player
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

// TakenNameError says which of several names is taken.
type TakenNameError struct{ Index int }

func (e *TakenNameError) Error() string { return fmt.Sprintf("name %d is taken", e.Index) }

// Unwrap lets it count as [ErrNameTaken].
func (e *TakenNameError) Unwrap() error { return ErrNameTaken }

// InvitationStore stores invitations, and the accounts that groups make.
type InvitationStore interface {
	// AddManaged makes accounts that the group manages, all or none, and makes
	// them members. It fails with a [*TakenNameError] if a name is taken, and with
	// [play.ErrTooMany] if the group would have more members than allowed. A repeat
	// of the last request of the group adds nothing and succeeds.
	AddManaged(ctx context.Context, id play.GroupID, request string, list []NewManaged, most int) (added bool, err error)
	// ReleaseAccount makes an account one that nobody manages.
	ReleaseAccount(ctx context.Context, player play.PlayerID) error
	// AddInvitation adds one. It fails with [play.ErrTooMany] if its group has so many.
	AddInvitation(ctx context.Context, i Invitation, most int) error
	// Invitations lists those of a group, or all of them, the newest first.
	Invitations(ctx context.Context, of play.GroupID) ([]Invitation, error)
	// Invitation finds one by its id, and InvitationByToken one that can be
	// used now, with [ErrNoInvitation] if there is none.
	Invitation(ctx context.Context, id string) (Invitation, error)
	InvitationByToken(ctx context.Context, hash play.TokenHash, now time.Time) (Invitation, error)
	// InvitationsBy lists those that a player made.
	InvitationsBy(ctx context.Context, player play.PlayerID) ([]Invitation, error)
	// UseInvitation makes the account and the membership in one step. It fails
	// like [Store.SetPassword], and with [ErrNoInvitation]. Who has the
	// account and the membership already uses up nothing. It fails with
	// [play.ErrTooMany] if the group has as many members as it may have.
	UseInvitation(ctx context.Context, hash play.TokenHash, now time.Time, use InvitationUse) (Invitation, error)
	RemoveInvitation(ctx context.Context, id string) (removed bool, err error)
	// ExpireInvitations removes those that have ended.
	ExpireInvitations(ctx context.Context, now time.Time) error
}

// ErrNoInvitation means that there is no invitation with an id or a token that can be used.
var ErrNoInvitation = errors.New("there is no such invitation")

// NewInvitation is a request for an invitation.
type NewInvitation struct {
	// Group is the group that people join by it, if any, and Role what they
	// are in it.
	Group play.GroupID
	Role  play.Role
	// By makes it; empty for the operator.
	By    play.PlayerID
	Uses  int
	Lasts time.Duration
}

// MaxInvitations is how many invitations a group may have.
const MaxInvitations = 100

// Invite makes an invitation. Its token is shown only now. It fails with
// [play.ErrTooMany] if the group has too many.
func (s *Service) Invite(ctx context.Context, n NewInvitation) (Invitation, play.Token, error) {
	token, now := play.NewToken(s.Random), s.now()
	i := Invitation{
		ID: string(play.NewPlayerID(s.Random)), Hash: token.Hash(), Group: n.Group, Role: n.Role, By: n.By,
		Since: now, Until: now.Add(n.Lasts), Uses: n.Uses,
	}
	return i, token, s.Store.AddInvitation(ctx, i, MaxInvitations)
}

// Invitation is what a link invites to.
func (s *Service) Invitation(ctx context.Context, token play.Token) (Invitation, error) {
	i, err := s.Store.InvitationByToken(ctx, token.Hash(), s.now())
	return i, refuseEnded(err)
}

func refuseEnded(err error) error {
	if errors.Is(err, ErrNoInvitation) {
		return InvitationUnknown.Refuse("")
	}
	return err
}

// Acceptance is a request to use an invitation.
type Acceptance struct {
	Token play.Token
	// Name and Password are those of the new account. They are not needed if
	// the player has one.
	Name, Password string
	// By is who uses it; without an id for somebody new.
	By play.Player
	// Address is the network address, in any form.
	Address string
}

// Accept uses an invitation: somebody new and a guest get an account, and all
// become members of the group. Somebody new gets the token of a session.
func (s *Service) Accept(ctx context.Context, a Acceptance) (play.Player, play.Token, Invitation, error) {
	i, err := s.Invitation(ctx, a.Token)
	if err != nil {
		return play.Player{}, "", i, err
	}
	use, token, err := s.useOf(ctx, a, i)
	if err != nil {
		return play.Player{}, "", i, err
	}
	use.Most = MaxMembers
	i, err = s.Store.UseInvitation(ctx, a.Token.Hash(), s.now(), use)
	s.forget(use.Player.ID)
	if err != nil {
		return play.Player{}, "", i, refuseTaken(use.Player.Name, refuseEnded(play.RefuseTooMany(err, GroupFull, MaxMembers)))
	}
	player, err := s.Store.Player(ctx, use.Player.ID)
	return player, token, i, err
}

// useOf is what somebody gets by an invitation.
func (s *Service) useOf(ctx context.Context, a Acceptance, i Invitation) (use InvitationUse, token play.Token, err error) {
	switch {
	case a.By.Managed():
		return use, "", ManagedAccount.Refuse("")
	case a.By.Registered && i.Group == "":
		return use, "", HasAccount.Refuse("")
	case a.By.Registered:
		return InvitationUse{Player: a.By}, "", nil
	}
	if err := cmp.Or(s.refuseByClub(ctx, i), checkPassword(a.Password, a.Name)); err != nil {
		return use, "", err
	}
	use.Player = a.By
	if a.By.ID != "" {
		if use.Player, err = s.Rename(ctx, a.By.ID, a.Name); err != nil {
			return use, "", err
		}
		use.NameKey = NameKey(use.Player.Name)
	} else {
		use.Player = play.Player{ID: play.NewPlayerID(s.Random), Since: s.now()}
		if use.Player.Name, use.NameKey, err = s.readName(ctx, "", a.Name); err != nil {
			return use, "", err
		}
		access, first := s.newAccess(use.Player.ID, Session, "")
		use.Access, token = &access, first
	}
	use.Password, err = s.hash(ctx, s.gate, a.Address, a.Password)
	return use, token, err
}

// refuseByClub refuses an account by an invitation to a club that a player founded,
// where accounts need an invitation: only those who run the server decide who gets one.
func (s *Service) refuseByClub(ctx context.Context, i Invitation) error {
	if !s.InvitedOnly || i.Group == "" {
		return nil
	}
	g, err := s.Store.Group(ctx, i.Group)
	switch {
	case errors.Is(err, play.ErrNoGroup):
		return InvitationUnknown.Refuse("")
	case err == nil && g.Founded():
		return Uninvited.Refuse("")
	}
	return err
}

// refuseUninvited refuses an account to a guest where accounts need an invitation.
func (s *Service) refuseUninvited(p play.Player) error {
	if s.InvitedOnly && !p.Registered {
		return Uninvited.Refuse("")
	}
	return nil
}
