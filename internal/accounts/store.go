package accounts

import (
	"context"
	"errors"
	"time"

	"plateau/internal/play"
	"plateau/internal/progress"
)

// Account reserves a player's name. It has a password, passkeys or both.
type Account struct {
	Player play.PlayerID
	// NameKey is the same for all names that look alike; no two accounts share
	// one.
	NameKey string
	// Password is the hash of the password with its parameters; empty if there
	// is none.
	Password string
}

// Passkey is the public part of a key with which a player signs in. Its tags, and
// those of [Access], are for the player's export.
type Passkey struct {
	// ID is the key's own, as browsers write it.
	ID     string        `json:"id"`
	Player play.PlayerID `json:"-"`
	Label  string        `json:"label"`
	Since  time.Time     `json:"since"`
	// Credential is what signatures are checked with, as JSON.
	Credential []byte `json:"-"`
}

// AccessKind is what a token is for.
type AccessKind string

// The kinds of tokens.
const (
	// Session is a browser or program in which somebody signed in.
	Session AccessKind = "session"
	// Robot is an API token, made for a program.
	Robot AccessKind = "token"
	// OverSSH is somebody who came in with an SSH key. No token is stored of it.
	OverSSH AccessKind = "ssh"
)

// Access is a session or API token of a player, without the token itself.
type Access struct {
	// ID identifies it among those of the player. It is no secret.
	ID     string         `json:"id"`
	Hash   play.TokenHash `json:"-"`
	Player play.PlayerID  `json:"-"`
	Kind   AccessKind     `json:"-"`
	Label  string         `json:"label"`
	Since  time.Time      `json:"since"`
	// Used is when it was last used, to about an hour; zero if never.
	Used time.Time `json:"used,omitzero"`
	// Until is when it ends; zero if it does not end by itself.
	Until time.Time `json:"until,omitzero"`
	// OverSSH sessions began with a link that was asked for over SSH.
	OverSSH bool `json:"over_ssh,omitempty"`
	// SignOuts is that of an SSH key.
	SignOuts int `json:"-"`
}

// CodeHash is the hash of a recovery code.
type CodeHash [32]byte

// Store is what accounts need of a store. Methods that register a
// guest take the player as the caller knows them: they fail with [play.ErrConflict]
// if the name has changed in the meantime, and with [ErrNameTaken] if the name
// key belongs to another account.
type Store interface {
	NameStore
	PasswordStore
	PasskeyStore
	AccessStore
	KeyStore
	LinkStore
	StatusStore
	InvitationStore
	play.PlayerStore
	play.SharedStore
	progress.StarStore
	progress.PuzzleStore
	Group(ctx context.Context, id play.GroupID) (play.Group, error)
	Members(ctx context.Context, id play.GroupID) ([]play.Member, error)
}

// NameStore stores names of players.
type NameStore interface {
	// AddPlayer adds a player with a first token. It fails with
	// [ErrNameTaken] like [Store.Rename].
	AddPlayer(ctx context.Context, p play.Player, nameKey string, a Access) error
	// Rename gives a player another name, which must not belong to another
	// account, nor be held for somebody else.
	Rename(ctx context.Context, player play.PlayerID, name, nameKey string) error
	// HoldName lets nobody but a player, who may be nobody, take a name until
	// a time. ReleaseNames ends that for names whose time has come.
	HoldName(ctx context.Context, nameKey string, player play.PlayerID, until time.Time) error
	ReleaseNames(ctx context.Context, now time.Time) error
	// HeldNames are until when names are held for a player.
	HeldNames(ctx context.Context, player play.PlayerID) ([]time.Time, error)
	// RenewNameKeys makes the keys of all accounts from their names again,
	// unless they have this version. Where two would be equal, the one of the
	// younger account is what exactly says.
	RenewNameKeys(ctx context.Context, version int, key, exactly func(name string) string) error
}

// PasswordStore stores accounts with what their players know.
type PasswordStore interface {
	// SetPassword sets or replaces the hash of a password.
	SetPassword(ctx context.Context, p play.Player, nameKey, password string) error
	// RenewHash replaces the hash of a password by another one of the same
	// password, unless it has changed in the meantime.
	RenewHash(ctx context.Context, player play.PlayerID, old, renewed string) error
	// Account and AccountByName find an account, with [ErrNoAccount] if there
	// is none.
	Account(ctx context.Context, player play.PlayerID) (Account, error)
	AccountByName(ctx context.Context, nameKey string) (Account, error)
	// SetRecoveryCodes replaces the recovery codes of a registered player.
	SetRecoveryCodes(ctx context.Context, player play.PlayerID, codes []CodeHash, now time.Time) error
	// RecoveryCodes is how many are left.
	RecoveryCodes(ctx context.Context, player play.PlayerID) (int, error)
	// UseRecoveryCode removes one, and reports whether it was there.
	UseRecoveryCode(ctx context.Context, player play.PlayerID, code CodeHash) (bool, error)
	// Secret is a secret of the server with a name. If it has none yet, it
	// becomes the given one.
	Secret(ctx context.Context, name string, fresh []byte) ([]byte, error)
}

// PasskeyStore stores passkeys.
type PasskeyStore interface {
	// AddPasskey adds one, or fails with [play.ErrTooMany] if there are as many as
	// allowed.
	AddPasskey(ctx context.Context, p play.Player, nameKey string, k Passkey, most int) error
	// Passkeys lists those of a player, the oldest first.
	Passkeys(ctx context.Context, player play.PlayerID) ([]Passkey, error)
	// UsePasskey stores a credential that was changed by its use.
	UsePasskey(ctx context.Context, id string, credential []byte) error
	// RemovePasskey removes one and reports that, unless it is the last way to
	// sign in.
	RemovePasskey(ctx context.Context, player play.PlayerID, id string) (removed bool, err error)
}

// AccessStore stores tokens.
type AccessStore interface {
	// AddAccess adds a token. The oldest sessions beyond the limit are removed;
	// API tokens beyond it are refused with [play.ErrTooMany].
	AddAccess(ctx context.Context, a Access, most int) error
	// Accesses lists a player's, the oldest first.
	Accesses(ctx context.Context, player play.PlayerID) ([]Access, error)
	// UseAccess notes when a token was last used.
	UseAccess(ctx context.Context, hash play.TokenHash, now time.Time) error
	// RemoveAccess removes the chosen tokens of a player, and returns how many. If
	// all sessions are chosen, those over SSH count as well (see [SSHKey.SignOuts]),
	// and links with which one could begin once are removed.
	RemoveAccess(ctx context.Context, player play.PlayerID, c AccessChoice) (int, error)
	// PlayerByToken fails with [play.ErrNoPlayer] if nobody has the token.
	PlayerByToken(ctx context.Context, hash play.TokenHash) (play.Player, Access, error)

	// RemoveExpired removes tokens that have ended by themselves.
	RemoveExpired(ctx context.Context, now time.Time) error
	// RemoveAllAccess removes the tokens of a kind of everybody, and returns
	// how many there were. With sessions go the links with which one could
	// begin once.
	RemoveAllAccess(ctx context.Context, kind AccessKind) (int, error)
}

// StatusStore stores what a player is on this server, until they are erased.
type StatusStore interface {
	// DeclareBot makes an account a bot for ever. It reports whether it did:
	// a guest, and a player with rated games, cannot become one.
	DeclareBot(ctx context.Context, player play.PlayerID) (declared bool, err error)
	// BarFromRated sets whether a player may not play rated games, or fails
	// with [play.ErrNoPlayer].
	BarFromRated(ctx context.Context, player play.PlayerID, barred bool) error
	// SetAdministrator and Suspend fail with [play.ErrNoPlayer] if there is no such
	// player, and with [ErrNoAdministrator] unless who does it is an administrator
	// in that very moment, and not suspended: so of two who demote or suspend each
	// other, one is left. A zero time lifts a suspension.
	SetAdministrator(ctx context.Context, player play.PlayerID, administrator bool, by Authority) error
	Suspend(ctx context.Context, player play.PlayerID, until time.Time, by Authority) error
	// Visited lists the tables at which a player sits, or left a name or a
	// message, in no order.
	Visited(ctx context.Context, player play.PlayerID) ([]play.TableID, error)
	// Forget erases everything about a player: name, account, passkeys, SSH keys, recovery codes,
	// tokens, push devices, ratings, messages, request ids. The player's id stays in the events of
	// tables, which keep their numbers and give the same tables without names
	// and messages (see [play.Event.Forget]). It is atomic, and may be repeated.
	Forget(ctx context.Context, player play.PlayerID) error
}

// AccessChoice selects tokens of a player. Zero fields match all.
type AccessChoice struct {
	ID   string
	Kind AccessKind
	// Except is the id of one to leave.
	Except string
}

// Errors of an account store.
var (
	ErrNoAccount = errors.New("there is no such account")
	ErrNameTaken = errors.New("the name belongs to an account")
	ErrKeyTaken  = errors.New("the key belongs to a player")
)
