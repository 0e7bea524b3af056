// Package blocks knows who is not to meet whom: whom players have blocked or muted, and
// with whom they share a class whose members others may not reach.
package blocks

import (
	"context"
	"errors"
	"slices"
	"strconv"
	"sync"
	"time"

	"plateau/internal/play"
)

// For how long a list is remembered, where a server is alone and where others may change
// it. Changes by this server count at once.
const (
	aloneTime   = time.Minute
	severalTime = time.Second
)

// maxLists is when the memory starts again.
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
	muted, apart, mates *memory
}

// New remembers nothing yet. Where there are several servers, others may change lists.
func New(store Store, now func() time.Time, several bool) *Lists {
	remember := aloneTime
	if several {
		remember = severalTime
	}
	return &Lists{store: store, now: now, muted: newMemory(remember), apart: newMemory(remember), mates: newMemory(remember)}
}

// memory has lists of one kind.
type memory struct {
	remember time.Duration

	mu       sync.Mutex
	byPlayer map[play.PlayerID]list
	// forgotten is when lists were removed last, as a number of reads, and reads is how
	// many have begun: what was read before is not remembered afterwards.
	forgotten, reads uint64
}

type list struct {
	players []play.PlayerID
	until   time.Time
	// read is the number of the read.
	read uint64
}

func newMemory(remember time.Duration) *memory {
	return &memory{remember: remember, byPlayer: make(map[play.PlayerID]list)}
}

func (m *memory) get(player play.PlayerID, now time.Time) (l list, known bool) {
	m.mu.Lock()
	defer m.mu.Unlock()
	l, known = m.byPlayer[player]
	return l, known && now.Before(l.until)
}

// begin begins a read, and returns its number.
func (m *memory) begin() uint64 {
	m.mu.Lock()
	defer m.mu.Unlock()
	m.reads++
	return m.reads
}

func (m *memory) add(player play.PlayerID, l list) {
	m.mu.Lock()
	defer m.mu.Unlock()
	if l.read <= max(m.forgotten, m.byPlayer[player].read) {
		return
	}
	if len(m.byPlayer) >= maxLists {
		clear(m.byPlayer)
	}
	m.byPlayer[player] = l
}

func (m *memory) forget(players ...play.PlayerID) {
	m.mu.Lock()
	defer m.mu.Unlock()
	m.forgotten = m.reads
	for _, player := range players {
		delete(m.byPlayer, player)
	}
}

// remembered is the list of a player, which is read if nobody remembers it, and anyway
// if it has to be as it is now.
func (l *Lists) remembered(m *memory, player play.PlayerID, now bool, read func() ([]play.PlayerID, error)) ([]play.PlayerID, error) {
	if known, is := m.get(player, l.now()); is && !now {
		return known.players, nil
	}
	number := m.begin()
	players, err := read()
	if err == nil {
		m.add(player, list{players, l.now().Add(m.remember), number})
	}
	return players, err
}

// Mutes reports whether a message is of somebody whom the viewer has blocked or muted, as
// it is now or was a moment ago.
func (l *Lists) Mutes(ctx context.Context, viewer, by play.PlayerID, now bool) (bool, error) {
	if viewer == "" || by == viewer {
		return false, nil
	}
	muted, err := l.remembered(l.muted, viewer, now, func() ([]play.PlayerID, error) {
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
	apart, err = l.remembered(l.apart, player.ID, now, func() ([]play.PlayerID, error) { return l.store.Apart(ctx, player.ID) })
	if err != nil || !player.Registered {
		return apart, nil, err
	}
	mates, err = l.remembered(l.mates, player.ID, now, func() ([]play.PlayerID, error) { return l.matesOf(ctx, player) })
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
	if errors.Is(err, play.ErrTooMany) {
		err = play.TooManyBlocks.Refuse("", "most", strconv.Itoa(MaxBlocks))
	}
	if err == nil {
		l.Changed(b.By, b.Player)
	}
	return err
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
	l.muted.forget(by)
	l.apart.forget(by, player)
}

// Forget forgets the lists of a player.
func (l *Lists) Forget(player play.PlayerID) {
	l.muted.forget(player)
	l.apart.forget(player)
}
