// Package blocks knows who is not to meet whom: whom players have blocked or muted, and
// with whom they share a class whose members others may not reach.
package blocks

import (
	"context"
	"slices"
	"time"

	"plateau/internal/play"
	"plateau/internal/recent"
)

// Kind is what a player does not want to have to do with another one.
type Kind string

// The kinds. Who is blocked is muted as well.
const (
	// Muted players are not read: their messages are not delivered.
	Muted Kind = "mute"
	// Blocked players are neither paired nor seated with the other, no matter which
	// of the two has blocked the other.
	Blocked Kind = "block"
)

// Block says that a player has blocked or muted another one. Nobody else learns of it.
// Its tags are for the player's export.
type Block struct {
	By     play.PlayerID `json:"-"`
	Player play.PlayerID `json:"player"`
	Kind   Kind          `json:"kind"`
	Since  time.Time     `json:"since"`
	// Name is the present name of the other, filled in when it is read.
	Name string `json:"name"`
}

// MaxBlocks is how many others a player may have blocked or muted.
const MaxBlocks = 500

// BlockStore stores who has blocked or muted whom.
type BlockStore interface {
	AmongReader
	// SetBlock adds or replaces one. It fails with [play.ErrNoPlayer] if one of the
	// two does not exist or was deleted, and with [play.ErrTooMany] if it is one
	// more than allowed.
	SetBlock(ctx context.Context, b Block, most int) error
	// RemoveBlock removes one, if it is there.
	RemoveBlock(ctx context.Context, by, player play.PlayerID) error
	// Blocks lists those of a player, the latest first.
	Blocks(ctx context.Context, by play.PlayerID) ([]Block, error)
	// Apart are the players who have blocked a player or whom the player has
	// blocked, in no order; mutes do not count.
	Apart(ctx context.Context, player play.PlayerID) ([]play.PlayerID, error)
}

// AmongReader reads blocks among players.
type AmongReader interface {
	// BlocksAmong are the blocks, without mutes, of any of the players against
	// any other of them.
	BlocksAmong(ctx context.Context, players ...play.PlayerID) ([]Block, error)
}

// RefuseOwn refuses what a player asks of another one whom they have blocked, such
// as a challenge. The other way round nothing is refused, because nobody learns that they
// are blocked: what they ask waits, unseen, until it expires or the block ends.
func RefuseOwn(ctx context.Context, s AmongReader, player, other play.PlayerID) (unseen bool, err error) {
	blocks, err := s.BlocksAmong(ctx, player, other)
	for _, b := range blocks {
		if b.By == player {
			return false, play.OwnBlock.Refuse("")
		}
	}
	return len(blocks) > 0, err
}

// RefuseAt refuses that a player plays with those at a table, if one of
// them and the player have a block between them. Blocks among the others are
// theirs.
func RefuseAt(ctx context.Context, s AmongReader, t *play.Table, player play.PlayerID) error {
	blocks, err := s.BlocksAmong(ctx, t.With(player)...)
	for _, b := range blocks {
		switch player {
		case b.By:
			return play.OwnBlockAtTable.Refuse("")
		case b.Player:
			return play.BlockedAtTable.Refuse("")
		}
	}
	return err
}

// For how long a list is remembered, where a server is alone and where others may change
// it. Changes by this server count at once.
const (
	aloneTime   = time.Minute
	severalTime = time.Second
)

// maxLists is how many lists of a kind are remembered.
const maxLists = 1 << 14

// Store is what is needed of a store.
type Store interface {
	BlockStore
	GroupsOf(ctx context.Context, player play.PlayerID) ([]play.Membership, error)
	Members(ctx context.Context, group play.GroupID) ([]play.Member, error)
}

// Lists remembers players for a player: whom those who read chats have blocked
// or muted, or with whom those who look at the lobby have a block. It is safe for
// concurrent use.
type Lists struct {
	store               Store
	now                 func() time.Time
	muted, apart, mates *recent.Memory[play.PlayerID, []play.PlayerID]
}

// New remembers nothing yet. Where there are several servers, others may change lists.
func New(store Store, now func() time.Time, several bool) *Lists {
	remember := aloneTime
	if several {
		remember = severalTime
	}
	memory := func() *recent.Memory[play.PlayerID, []play.PlayerID] {
		return recent.New[play.PlayerID, []play.PlayerID](maxLists, remember)
	}
	return &Lists{store: store, now: now, muted: memory(), apart: memory(), mates: memory()}
}

// recently is the list of a player, which is read if nobody remembers it, and anyway if
// it has to be as it is now.
func (l *Lists) recently(m *recent.Memory[play.PlayerID, []play.PlayerID], player play.PlayerID, now bool, read func() ([]play.PlayerID, error)) ([]play.PlayerID, error) {
	if now {
		return m.Read(player, l.now(), read)
	}
	return m.Get(player, l.now(), read)
}

// Mutes reports whether a message is of somebody whom the viewer has blocked or muted, as
// it is now or was a moment ago.
func (l *Lists) Mutes(ctx context.Context, viewer, by play.PlayerID, now bool) (bool, error) {
	if viewer == "" || by == viewer {
		return false, nil
	}
	muted, err := l.recently(l.muted, viewer, now, func() ([]play.PlayerID, error) {
		blocks, err := l.store.Blocks(ctx, viewer)
		players := make([]play.PlayerID, len(blocks))
		for i, b := range blocks {
			players[i] = b.Player
		}
		return players, err
	})
	return slices.Contains(muted, by), err
}

// Around are those with whom a player has a block, and those in the player's
// classes, whom others may not reach, as it is now or was a moment ago.
func (l *Lists) Around(ctx context.Context, player play.Player, now bool) (apart, mates []play.PlayerID, err error) {
	if player.ID == "" {
		return nil, nil, nil
	}
	apart, err = l.recently(l.apart, player.ID, now, func() ([]play.PlayerID, error) { return l.store.Apart(ctx, player.ID) })
	if err != nil || !player.Registered {
		return apart, nil, err
	}
	mates, err = l.recently(l.mates, player.ID, now, func() ([]play.PlayerID, error) { return l.matesOf(ctx, player) })
	return apart, mates, err
}

// matesOf are the members of those classes of a player whose members others may not
// reach. Of a player with a card, only the class that made it counts.
func (l *Lists) matesOf(ctx context.Context, player play.Player) (mates []play.PlayerID, err error) {
	groups, err := l.store.GroupsOf(ctx, player.ID)
	if err != nil {
		return nil, err
	}
	for _, g := range groups {
		if g.Group.Founded() || g.Group.Contact == play.ContactEverybody || player.Managed() && g.Group.ID != player.Manager {
			continue
		}
		members, err := l.store.Members(ctx, g.Group.ID)
		if err != nil {
			return nil, err
		}
		for _, m := range members {
			mates = append(mates, m.Player.ID)
		}
	}
	return mates, nil
}

// Add has a player block or mute another one. It fails with [play.ErrNoPlayer] if there
// is no such player.
func (l *Lists) Add(ctx context.Context, b Block) error {
	if b.By == b.Player {
		return play.BlockSelf.Refuse("")
	}
	err := l.store.SetBlock(ctx, b, MaxBlocks)
	if err == nil {
		l.Changed(b.By, b.Player)
	}
	return play.RefuseTooMany(err, play.TooManyBlocks, MaxBlocks)
}

// Remove has a player neither block nor mute another one any more.
func (l *Lists) Remove(ctx context.Context, by, player play.PlayerID) error {
	err := l.store.RemoveBlock(ctx, by, player)
	l.Changed(by, player)
	return err
}

// Changed forgets what was remembered of two players, one of whom has blocked or muted
// the other, or does so no more.
func (l *Lists) Changed(by, player play.PlayerID) {
	l.muted.Forget(by)
	l.apart.Forget(by, player)
}

// Forget forgets the lists of a player.
func (l *Lists) Forget(player play.PlayerID) {
	l.muted.Forget(player)
	l.apart.Forget(player)
}
