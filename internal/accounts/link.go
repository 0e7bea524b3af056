package accounts

import (
	"context"
	"errors"
	"time"

	"plateau/internal/play"
)

// Forever is the end of what has none, such as a suspension until it is lifted.
var Forever = time.Date(9999, 12, 31, 0, 0, 0, 0, time.UTC)

// SignInLink is a link that signs a player in without a password. Its token is
// never stored.
type SignInLink struct {
	Hash   play.TokenHash `json:"-"`
	Player play.PlayerID  `json:"-"`
	// Once links work a single time.
	Once  bool      `json:"once"`
	Since time.Time `json:"since"`
	// Until is when it ends; [Forever] for one that works until it is revoked.
	Until time.Time `json:"until"`
	// OverSSH links were asked for over SSH, to go on in a browser.
	OverSSH bool `json:"over_ssh,omitempty"`
}

// Authority is who takes something away from others, and when. By is an administrator, or
// empty for the operator.
type Authority struct {
	By play.PlayerID
	At time.Time
}

// ErrNoAdministrator means that somebody is not an administrator any more, or is suspended.
var ErrNoAdministrator = errors.New("they are not an administrator now")

// ErrNoLink means that a sign-in link is not known, was used or has ended.
var ErrNoLink = errors.New("there is no such link")

// LinkStore stores sign-in links.
type LinkStore interface {
	// AddSignInLink adds a link of a player who was not deleted, or fails with
	// [play.ErrNoPlayer]. One that was asked for over SSH replaces the one before.
	AddSignInLink(ctx context.Context, l SignInLink) error
	// UseSignInLink is the player whom a link signs in, with [ErrNoLink] if
	// nobody has it. One that works once is removed. The session is added as by
	// [Store.AddAccess], for that player, in the same moment: whatever ends
	// all sessions ends it, or finds the link.
	UseSignInLink(ctx context.Context, hash play.TokenHash, now time.Time, session Access, most int) (play.PlayerID, error)
	// SignInLinks lists those of a player, the oldest first.
	SignInLinks(ctx context.Context, player play.PlayerID) ([]SignInLink, error)
	// RemoveSignInLinks removes all links of a player.
	RemoveSignInLinks(ctx context.Context, player play.PlayerID) error
}
