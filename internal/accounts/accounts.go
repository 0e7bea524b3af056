// Package accounts identifies players: guests with a name of their choice, and
// registered players who sign in with a password or a passkey. It knows no
// transport; what the network knows is passed in as plain values. The chapter
// about accounts in docs/online.md has its rules and limits.
package accounts

import (
	"cmp"
	"context"
	"errors"
	"io"
	"runtime"
	"sync/atomic"
	"time"

	"plateau/game"
	"plateau/internal/budget"
	"plateau/internal/lru"
	"plateau/internal/play"
	"plateau/internal/recent"
)

// Config is what the service needs. URL and what follows is optional.
type Config struct {
	// Games are those in which progress is kept.
	Games game.List
	Store Store
	Now   func() time.Time
	// Random must be cryptographically secure, and safe for concurrent use.
	Random io.Reader
	// URL is the public origin of the server, for passkeys. If it is empty, the
	// origin of each request is used.
	URL string
	// InvitedOnly lets nobody make an account without an invitation.
	InvitedOnly bool
	// Names are the words that no name may have; those of the program if nil.
	Names *NameRules
	// Cost is the cost of hashing a password; [StandardCost] if it is zero.
	Cost Cost
	// Derive computes the hash of a password; argon2id if it is nil.
	Derive Derive
	// Guesses counts wrong passwords; in memory if it is nil.
	Guesses budget.Guesses
	// Cluster is set if other servers use the same store.
	Cluster bool
}

// Service identifies players. It is safe for concurrent use.
type Service struct {
	Config
	cache *recent.Memory[play.TokenHash, *entry]
	// known are the tokens that somebody had when they were last looked up.
	known *lru.Cache[play.TokenHash, struct{}]
	// gate is for strangers, and ownGate for those whom the server knows: a
	// crowd of strangers does not keep them waiting.
	gate, ownGate *budget.Gate
	ceremonies    ceremonies // those of this server alone
	// key is what devices are recognised by, once it was read.
	key atomic.Pointer[[]byte]
	// decoy is the hash of no password, for unknown names.
	decoy string
}

// New makes a service. It needs no closing.
func New(c Config) *Service {
	c.Cost = cmp.Or(c.Cost, StandardCost)
	if c.Derive == nil {
		c.Derive = argon2id
	}
	if c.Names == nil {
		c.Names = standardRules()
	}
	if c.Guesses == nil {
		c.Guesses = budget.NewGuessMemory(c.Now)
	}
	remember := cacheTime
	if c.Cluster {
		remember = clusterCacheTime
	}
	s := &Service{Config: c, cache: recent.New[play.TokenHash, *entry](maxCached, remember), known: lru.New[play.TokenHash, struct{}](maxKnownTokens), gate: newGate(max(1, min(4, runtime.GOMAXPROCS(0)/2))), ownGate: newGate(1)}
	s.decoy = phc{cost: c.Cost, salt: s.random(saltBytes), key: s.random(keyBytes)}.String()
	return s
}

func (s *Service) random(bytes int) []byte { return play.RandomBytes(s.Random, bytes) }

const (
	// maxSessions and maxTokens limit the tokens of a player.
	maxSessions = 20
	maxTokens   = 20
	// SessionTime is how long an unused session lasts.
	SessionTime = 400 * 24 * time.Hour
	// useGrain is the resolution of when a token was last used.
	useGrain = time.Hour
)

// Guest makes a guest, and the token of their first session.
func (s *Service) Guest(ctx context.Context, name string) (play.Player, play.Token, error) {
	clean, key, err := s.readName(ctx, "", name)
	if err != nil {
		return play.Player{}, "", err
	}
	p := play.Player{ID: play.NewPlayerID(s.Random), Name: clean, Since: s.now()}
	access, token := s.newAccess(p.ID, Session, "")
	if err := s.Store.AddPlayer(ctx, p, key, access); err != nil {
		return play.Player{}, "", refuseTaken(clean, err)
	}
	return p, token, nil
}

// now is in whole milliseconds, as stores have it.
func (s *Service) now() time.Time { return time.UnixMilli(s.Now().UnixMilli()).UTC() }

// refuseTaken turns an error of the store into a refusal.
func refuseTaken(name string, err error) error {
	if errors.Is(err, ErrNameTaken) {
		return NameTaken.Refuse(name)
	}
	return err
}

// newAccess makes a random token.
func (s *Service) newAccess(player play.PlayerID, kind AccessKind, label string) (Access, play.Token) {
	token, now := play.NewToken(s.Random), s.now()
	return Access{
		ID: string(play.NewPlayerID(s.Random)), Hash: token.Hash(), Player: player,
		Kind: kind, Label: label, Since: now, Used: now,
	}, token
}

// newSession signs a player in.
func (s *Service) newSession(ctx context.Context, player play.PlayerID) (play.Token, error) {
	access, token := s.newAccess(player, Session, "")
	if err := s.Store.AddAccess(ctx, access, maxSessions); err != nil {
		return "", err
	}
	s.forget(player) // A session that had to go is gone.
	return token, nil
}

// PlayerByToken is the player with a token; [play.ErrNoPlayer] if there is none.
func (s *Service) PlayerByToken(ctx context.Context, token play.Token) (play.Player, error) {
	p, _, err := s.Access(ctx, token)
	return p, err
}

// Access is the player with a token, and the token's data.
func (s *Service) Access(ctx context.Context, token play.Token) (play.Player, Access, error) {
	hash, now := token.Hash(), s.now()
	found, err := s.cache.Get(hash, now, func() (*entry, error) {
		player, access, err := s.Store.PlayerByToken(ctx, hash)
		if err == nil && access.Kind == Session && now.Sub(access.Used) > SessionTime {
			err = play.ErrNoPlayer
		}
		if errors.Is(err, play.ErrNoPlayer) {
			s.known.Remove(hash)
		}
		if err == nil {
			s.known.Add(hash, struct{}{})
		}
		return newEntry(player, access), err
	})
	if err != nil {
		return play.Player{}, Access{}, err
	}
	if until := found.access.Until; !until.IsZero() && !now.Before(until) {
		return play.Player{}, Access{}, play.ErrNoPlayer
	}
	if found.use(now) {
		// Not being able to store the use is no reason to refuse a move.
		_ = s.Store.UseAccess(ctx, hash, now)
	}
	player := found.player
	player.Program = found.access.Kind == Robot && !player.Bot
	return player, found.access, nil
}

// Knows reports whether somebody had a token when it was last looked up. It asks
// nobody, so that tokens that were made up can be counted before they are looked up.
func (s *Service) Knows(token play.Token) bool {
	_, known := s.known.Get(token.Hash())
	return known
}

// AccessNow is [Service.Access] as it is now, even if another server has just
// changed it.
func (s *Service) AccessNow(ctx context.Context, token play.Token) (play.Player, Access, error) {
	if s.Cluster {
		s.cache.Forget(token.Hash())
	}
	return s.Access(ctx, token)
}

// DeclareBot makes an account a bot for ever: programs may play rated games with
// it, and everybody sees what it is.
func (s *Service) DeclareBot(ctx context.Context, player play.PlayerID, proof Proof) (play.Player, error) {
	if err := s.confirm(ctx, player, proof); err != nil {
		return play.Player{}, err
	}
	declared, err := s.Store.DeclareBot(ctx, player)
	s.forget(player)
	if err == nil && !declared {
		err = NoBot.Refuse("")
	}
	if err != nil {
		return play.Player{}, err
	}
	return s.Store.Player(ctx, player)
}

// BarFromRated sets whether a player may not play rated games.
func (s *Service) BarFromRated(ctx context.Context, player play.PlayerID, barred bool) error {
	err := s.Store.BarFromRated(ctx, player, barred)
	s.forget(player)
	return err
}

// RenameSelf gives a player the name that they ask for. The names of managed
// accounts are up to those who manage them.
func (s *Service) RenameSelf(ctx context.Context, player play.PlayerID, name string) (play.Player, error) {
	if err := s.refuseManaged(ctx, player); err != nil {
		return play.Player{}, err
	}
	return s.Rename(ctx, player, name)
}

// Rename gives a player another name. Tables keep the names that the players had
// when they sat down.
func (s *Service) Rename(ctx context.Context, player play.PlayerID, name string) (play.Player, error) {
	clean, key, err := s.readName(ctx, player, name)
	if err != nil {
		return play.Player{}, err
	}
	if err := s.holdName(ctx, player, player, key); err != nil {
		return play.Player{}, err
	}
	if err := s.Store.Rename(ctx, player, clean, key); err != nil {
		return play.Player{}, refuseTaken(clean, err)
	}
	s.forget(player)
	return s.Store.Player(ctx, player)
}

// Facts is what a player may know about their account.
type Facts struct {
	// Password reports whether there is one.
	Password bool      `json:"password"`
	Passkeys []Passkey `json:"passkeys"`
	SSHKeys  []SSHKey  `json:"ssh_keys"`
	// Sessions and Tokens have hashes, which must not be shown.
	Sessions []Access `json:"sessions"`
	Tokens   []Access `json:"tokens"`
	// RecoveryCodes is how many recovery codes are left.
	RecoveryCodes int `json:"recovery_codes"`
	// HeldNames are until when names that the player had are held for them.
	HeldNames []time.Time `json:"held_names"`
}

// Facts lists what a player may know about their account.
func (s *Service) Facts(ctx context.Context, player play.PlayerID) (Facts, error) {
	f := Facts{Sessions: []Access{}, Tokens: []Access{}}
	account, err := s.Store.Account(ctx, player)
	if err != nil && !errors.Is(err, ErrNoAccount) {
		return f, err
	}
	f.Password = account.Password != ""
	keys, err := s.Store.Passkeys(ctx, player)
	if err != nil {
		return f, err
	}
	f.Passkeys = append([]Passkey{}, keys...)
	known, err := s.Store.SSHKeys(ctx, player)
	if err != nil {
		return f, err
	}
	f.SSHKeys = append([]SSHKey{}, known...)
	all, err := s.Store.Accesses(ctx, player)
	for _, a := range all {
		if a.Kind == Session {
			f.Sessions = append(f.Sessions, a)
		} else {
			f.Tokens = append(f.Tokens, a)
		}
	}
	if err != nil {
		return f, err
	}
	if f.RecoveryCodes, err = s.Store.RecoveryCodes(ctx, player); err != nil {
		return f, err
	}
	held, err := s.Store.HeldNames(ctx, player)
	f.HeldNames = append([]time.Time{}, held...)
	return f, err
}

// Tables is what a house does for players who are deleted.
type Tables interface {
	// Quit removes a player from all unfinished tables, and returns how many.
	Quit(ctx context.Context, player play.PlayerID) (int, error)
	// Forget removes from memory what the store has erased.
	Forget(ctx context.Context, player play.PlayerID) error
}

// Delete erases a player: running games are resigned, then name, account, tokens,
// ratings and messages are erased. Finished games stay for their other players,
// with a nameless player; the ratings of others do not change.
func (s *Service) Delete(ctx context.Context, by Access, proof Proof, tables Tables) error {
	if err := s.confirm(ctx, by.Player, proof); err != nil {
		return err
	}
	// From here on it is done even if the client has gone. One token is left, to
	// try again if it fails halfway.
	ctx = context.WithoutCancel(ctx)
	if err := s.removeAccess(ctx, by.Player, AccessChoice{Except: by.ID}, nil); err != nil {
		return err
	}
	return s.Erase(ctx, by.Player, tables)
}

// Erase erases a player without asking them: see [Service.Delete].
func (s *Service) Erase(ctx context.Context, player play.PlayerID, tables Tables) error {
	ctx = context.WithoutCancel(ctx)
	// A decision in progress may bring the name back once: the second round
	// finds it.
	for round := 0; ; round++ {
		left, err := tables.Quit(ctx, player)
		if err != nil {
			return err
		}
		if err := s.holdName(ctx, player, "", ""); err != nil {
			return err
		}
		err = s.Store.Forget(ctx, player)
		s.forget(player)
		if err != nil {
			return err
		}
		if err := tables.Forget(ctx, player); err != nil {
			return err
		}
		if left == 0 && round > 0 {
			return nil
		}
	}
}
