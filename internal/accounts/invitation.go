package accounts

import (
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
