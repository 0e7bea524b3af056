package accounts

import (
	"context"
	"crypto/sha256"
	"encoding/base64"
	"time"

	"plateau/internal/play"
)

// KeyHash is the SHA-256 of a public SSH key. It is all that is stored of the key:
// who connects proves to have the rest.
type KeyHash [sha256.Size]byte

// Fingerprint is the hash as SSH programs show it.
func (h KeyHash) Fingerprint() string { return "SHA256:" + base64.RawStdEncoding.EncodeToString(h[:]) }

// MarshalText implements [encoding.TextMarshaler].
func (h KeyHash) MarshalText() ([]byte, error) { return []byte(h.Fingerprint()), nil }

// SSHKey is a key with which a player comes in over SSH. Its tags are for the
// player's export.
type SSHKey struct {
	// ID identifies it among those of the player. It is no secret.
	ID     string        `json:"id"`
	Player play.PlayerID `json:"-"`
	Hash   KeyHash       `json:"fingerprint"`
	// Kind is the kind of key, such as ssh-ed25519.
	Kind  string    `json:"kind"`
	Label string    `json:"label"`
	Since time.Time `json:"since"`
	// Used is when it was last used, to about an hour; zero if never.
	Used time.Time `json:"used,omitzero"`
	// SignOuts is how often all sessions of the player were ended, those with this
	// key among them.
	SignOuts int `json:"-"`
}

// KeyStore stores SSH keys.
type KeyStore interface {
	// AddSSHKey adds a key of a player, or fails with [play.ErrTooMany] if there are
	// as many as allowed, and with [ErrKeyTaken] if somebody has it. Unless
	// they are to stay a guest, it registers the player, like
	// [Store.SetPassword].
	AddSSHKey(ctx context.Context, p play.Player, nameKey string, k SSHKey, most int, guest bool) error
	// SSHKeys lists those of a player, the oldest first.
	SSHKeys(ctx context.Context, player play.PlayerID) ([]SSHKey, error)
	// UseSSHKey notes when a key was last used.
	UseSSHKey(ctx context.Context, id string, now time.Time) error
	// RemoveSSHKey removes one and reports that, unless it is the last way to
	// get into an account.
	RemoveSSHKey(ctx context.Context, player play.PlayerID, id string) (removed bool, err error)
	// PlayerBySSHKey fails with [play.ErrNoPlayer] if nobody has the key.
	PlayerBySSHKey(ctx context.Context, hash KeyHash) (play.Player, SSHKey, error)
}
