package accounts

import (
	"cmp"
	"context"
	"crypto/rsa"
	"crypto/sha256"
	"encoding/base64"
	"errors"
	"slices"
	"strings"
	"time"
	"unicode/utf8"

	"golang.org/x/crypto/ssh"

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

// maxSSHKeys limits the SSH keys of a player.
const maxSSHKeys = 10

// NewSSHKey is a request to add an SSH key.
type NewSSHKey struct {
	// Line is the public key, as in a file with the ending pub.
	Line string
	// Label is what the player calls it; the comment of the line if empty.
	Label string
	Proof Proof
	// Guest leaves a guest a guest, who is known by the key. Otherwise the key
	// registers them.
	Guest bool
}

// AddSSHKey adds a key, by which the server knows the player when they come in over
// SSH. It outlives the session, so it needs a proof.
func (s *Service) AddSSHKey(ctx context.Context, player play.PlayerID, n NewSSHKey) (SSHKey, error) {
	key, comment, err := readSSHKey(n.Line)
	if err != nil {
		return SSHKey{}, err
	}
	label, err := CleanLabel(n.Label)
	if err != nil {
		return SSHKey{}, err
	}
	label = cmp.Or(label, labelOf(comment))
	if !n.Guest {
		p, err := s.Store.Player(ctx, player)
		if err == nil {
			err = s.refuseUninvited(p)
		}
		if err != nil {
			return SSHKey{}, err
		}
	}
	if err := s.confirm(ctx, player, n.Proof); err != nil {
		return SSHKey{}, err
	}
	k := SSHKey{
		ID: string(play.NewPlayerID(s.Random)), Player: player, Hash: HashSSHKey(key), Kind: key.Type(), Label: label, Since: s.now(),
	}
	err = s.registering(ctx, player, func(p play.Player, nameKey string) error {
		return s.Store.AddSSHKey(ctx, p, nameKey, k, maxSSHKeys, n.Guest)
	})
	if errors.Is(err, ErrKeyTaken) {
		err = SSHKeyTaken.Refuse("")
	}
	return k, play.RefuseTooMany(err, TooManySSHKeys, maxSSHKeys)
}

// HashSSHKey is what is stored of a public key.
func HashSSHKey(key ssh.PublicKey) KeyHash { return sha256.Sum256(key.Marshal()) }

// leastRSA is the length below which RSA keys can be broken, in bits.
const leastRSA = 2048

// readSSHKey reads a public key that somebody pasted.
func readSSHKey(line string) (key ssh.PublicKey, comment string, err error) {
	line = strings.TrimSpace(line)
	if strings.Contains(line, "PRIVATE KEY-----") {
		return nil, "", SSHKeyPrivate.Refuse("")
	}
	key, comment, options, rest, err := ssh.ParseAuthorizedKey([]byte(line))
	if err != nil || len(options) > 0 || strings.TrimSpace(string(rest)) != "" {
		return nil, "", SSHKeyUnreadable.Refuse("")
	}
	if _, ok := key.(*ssh.Certificate); ok {
		return nil, "", SSHKeyUnreadable.Refuse("")
	}
	if known, ok := key.(ssh.CryptoPublicKey); ok {
		if public, ok := known.CryptoPublicKey().(*rsa.PublicKey); ok && public.N.BitLen() < leastRSA {
			return nil, "", SSHKeyWeak.Refuse("")
		}
	}
	return key, comment, nil
}

// labelOf makes a label of the comment of a key, as far as that is possible.
func labelOf(comment string) string {
	if !utf8.ValidString(comment) {
		return ""
	}
	letters := []rune(strings.Join(strings.Fields(comment), " "))
	label, err := CleanLabel(strings.TrimSpace(string(letters[:min(len(letters), maxLabel)])))
	if err != nil {
		return ""
	}
	return label
}

// RemoveSSHKey removes a key of a player. Who is connected with it is not known any
// more.
func (s *Service) RemoveSSHKey(ctx context.Context, player play.PlayerID, id string) error {
	removed, err := s.Store.RemoveSSHKey(ctx, player, id)
	s.forget(player)
	if err != nil || removed {
		return err
	}
	known, err := s.Store.SSHKeys(ctx, player)
	if err != nil {
		return err
	}
	if slices.ContainsFunc(known, func(k SSHKey) bool { return k.ID == id }) {
		return LastSSHKey.Refuse("")
	}
	return NoSuchSSHKey.Refuse("")
}

// removeSSHKeys removes all keys of a player who has a password.
func (s *Service) removeSSHKeys(ctx context.Context, player play.PlayerID) error {
	known, err := s.Store.SSHKeys(ctx, player)
	for _, k := range known {
		if err == nil {
			_, err = s.Store.RemoveSSHKey(ctx, player, k.ID)
		}
	}
	s.forget(player)
	return err
}

// AccessBySSHKey is the player with a key, which somebody has proved to have;
// [play.ErrNoPlayer] if there is none.
func (s *Service) AccessBySSHKey(ctx context.Context, hash KeyHash) (play.Player, Access, error) {
	// Public keys are no secrets: what they are cached by must not be the hash of
	// a token that somebody could present.
	cached, now := play.TokenHash(sha256.Sum256(append([]byte("SSH key "), hash[:]...))), s.now()
	found, err := s.cache.Get(cached, now, func() (*entry, error) {
		player, key, err := s.Store.PlayerBySSHKey(ctx, hash)
		return newEntry(player, Access{
			ID: key.ID, Player: player.ID, Kind: OverSSH, Label: key.Label, Since: key.Since, Used: key.Used, SignOuts: key.SignOuts,
		}), err
	})
	if err != nil {
		return play.Player{}, Access{}, err
	}
	if found.use(now) {
		_ = s.Store.UseSSHKey(ctx, found.access.ID, now) // It is no reason to keep somebody out.
	}
	return found.player, found.access, nil
}

// BrowserLinkTime is how long a link for a browser can be used.
const BrowserLinkTime = 10 * time.Minute

// NewBrowserLink makes a link that signs a player in once, in a browser, soon. Who
// came in with a key alone gets to the account page by it. It is for those who are
// connected over SSH, and replaces the one that they had before.
func (s *Service) NewBrowserLink(ctx context.Context, player play.PlayerID) (play.Token, error) {
	return s.newLink(ctx, SignInLink{Player: player, OverSSH: true}, BrowserLinkTime)
}
