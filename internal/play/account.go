package play

import (
	"context"
	"errors"
	"time"
)

// Account is what keeps a name for a player. It has a password, passkeys or
// both.
type Account struct {
	Player PlayerID
	// NameKey is what all names have in common that look like the player's;
	// no two accounts have the same.
	NameKey string
	// Password is the hash of the password with its parameters, and empty if
	// there is none.
	Password string
}

// Passkey is the public half of a key by which a player signs in.
type Passkey struct {
	// ID is the key's own, as browsers write it.
	ID     string
	Player PlayerID
	Label  string
	Since  time.Time
	// Credential is for whoever checks signatures, and JSON.
	Credential []byte
}

// AccessKind is what a token is for.
type AccessKind string

// The kinds of tokens.
const (
	// Session is a browser, or a program, in which somebody signed in.
	Session AccessKind = "session"
	// Robot is a token that was made to be given to a program.
	Robot AccessKind = "token"
)

// Access is a way in that a player has: a token, without the token itself.
type Access struct {
	// ID names it among those of the player, and is no secret.
	ID     string
	Hash   TokenHash
	Player PlayerID
	Kind   AccessKind
	Label  string
	Since  time.Time
	// Used is when it was last used, to the hour or so.
	Used time.Time
}

// AccountStore keeps accounts and the ways in. Whatever makes a guest an
// account takes the player as the caller knows them: it fails with
// [ErrConflict] if their name has changed meanwhile, and with [ErrNameTaken]
// if the key of their name belongs to another account.
type AccountStore interface {
	// AddPlayer adds a player with a first token. It fails with
	// [ErrNameTaken] like [AccountStore.Rename].
	AddPlayer(ctx context.Context, p Player, nameKey string, a Access) error
	// Rename gives a player another name, which must not belong to the
	// account of somebody else.
	Rename(ctx context.Context, player PlayerID, name, nameKey string) error
	// SetPassword sets or replaces the hash of a password.
	SetPassword(ctx context.Context, p Player, nameKey, password string) error
	// Account and AccountByName find an account, with [ErrNoAccount] if there
	// is none.
	Account(ctx context.Context, player PlayerID) (Account, error)
	AccountByName(ctx context.Context, nameKey string) (Account, error)

	// AddPasskey adds one, up to a number; [ErrTooMany] tells that there are
	// as many.
	AddPasskey(ctx context.Context, p Player, nameKey string, k Passkey, most int) error
	// Passkeys lists those of a player, the oldest first.
	Passkeys(ctx context.Context, player PlayerID) ([]Passkey, error)
	// UsePasskey stores what has changed in a credential by its use.
	UsePasskey(ctx context.Context, id string, credential []byte) error
	// RemovePasskey removes one and tells so, unless it is the last way to
	// sign in.
	RemovePasskey(ctx context.Context, player PlayerID, id string) (removed bool, err error)

	// AddAccess adds a token. Of sessions the oldest go if there are more
	// than a number; more of the other kind are refused with [ErrTooMany].
	AddAccess(ctx context.Context, a Access, most int) error
	// Accesses lists a player's, the oldest first.
	Accesses(ctx context.Context, player PlayerID) ([]Access, error)
	// UseAccess notes when a token was last used.
	UseAccess(ctx context.Context, hash TokenHash, now time.Time) error
	// RemoveAccess removes those of a player that the choice names, and
	// tells how many.
	RemoveAccess(ctx context.Context, player PlayerID, c AccessChoice) (int, error)
	// PlayerByToken fails with [ErrNoPlayer] if nobody has the token.
	PlayerByToken(ctx context.Context, hash TokenHash) (Player, Access, error)

	// Visited lists the tables at which a player sits or has left a name or a
	// message, in no order.
	Visited(ctx context.Context, player PlayerID) ([]TableID, error)
	// Forget erases all that is known of a player: name, account, ways in,
	// ratings, what they said, how they named their requests. Their id stays in the events of tables, which
	// keep their numbers and give the same tables but for names and messages
	// (see [Event.Forget]). It all happens at once, and may be repeated.
	Forget(ctx context.Context, player PlayerID) error
}

// AccessChoice chooses among the tokens of a player. Zero fields choose
// nothing out.
type AccessChoice struct {
	ID   string
	Kind AccessKind
	// But is spared.
	But string
}

// What a store of accounts answers beside what a store of tables does.
var (
	ErrNoAccount = errors.New("there is no such account")
	ErrNameTaken = errors.New("the name belongs to an account")
	ErrTooMany   = errors.New("there are as many as there may be")
)
