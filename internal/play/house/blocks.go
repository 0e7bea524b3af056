package house

import (
	"context"
	"errors"
	"slices"
	"strconv"
	"sync"
	"time"

	"plateau/internal/play"
)

const (
	// blocksTime is how long a list of blocks is remembered, and clusterBlocksTime
	// where other servers may change it. Changes by this server count at once.
	blocksTime        = time.Minute
	clusterBlocksTime = time.Second
	// maxBlockLists is when the memory starts again.
	maxBlockLists = 1 << 14
)

// blockLists remembers players for a player: whom those who read chats have blocked
// or muted, or with whom those who look at the lobby have a block.
type blockLists struct {
	mu       sync.Mutex
	byPlayer map[play.PlayerID]blockList
	// marks counts what was removed, so that an older list is not remembered
	// afterwards.
	marks uint64
}

type blockList struct {
	players []play.PlayerID
	until   time.Time
}

func newBlockLists() *blockLists { return &blockLists{byPlayer: make(map[play.PlayerID]blockList)} }

func (l *blockLists) get(player play.PlayerID, now time.Time) (list blockList, known bool, mark uint64) {
	l.mu.Lock()
	defer l.mu.Unlock()
	list, known = l.byPlayer[player]
	return list, known && now.Before(list.until), l.marks
}

func (l *blockLists) add(player play.PlayerID, list blockList, mark uint64) {
	l.mu.Lock()
	defer l.mu.Unlock()
	if l.marks != mark {
		return
	}
	if len(l.byPlayer) >= maxBlockLists {
		clear(l.byPlayer)
	}
	l.byPlayer[player] = list
}

func (l *blockLists) forget(player play.PlayerID) {
	l.mu.Lock()
	defer l.mu.Unlock()
	l.marks++
	delete(l.byPlayer, player)
}

// mutes reports whether an event is a message of somebody whom the viewer has
// blocked or muted.
func (h *House) mutes(ctx context.Context, viewer play.PlayerID, e *play.Event) (bool, error) {
	if _, isTalk := e.Body.(play.Said); !isTalk || viewer == "" || e.By == viewer {
		return false, nil
	}
	muted, err := h.remembered(h.blocks, viewer, func() ([]play.PlayerID, error) {
		blocks, err := h.Store.Blocks(ctx, viewer)
		players := make([]play.PlayerID, len(blocks))
		for i, b := range blocks {
			players[i] = b.Player
		}
		return players, err
	})
	return slices.Contains(muted, e.By), err
}

// remembered is the list of a player, which is read if nobody remembers it.
func (h *House) remembered(lists *blockLists, player play.PlayerID, read func() ([]play.PlayerID, error)) ([]play.PlayerID, error) {
	list, known, mark := lists.get(player, h.Now())
	if known {
		return list.players, nil
	}
	players, err := read()
	if err == nil {
		lists.add(player, blockList{players, h.Now().Add(h.blocksTime())}, mark)
	}
	return players, err
}

// LobbyFor is what a player sees of the lobby; own tells whether it differs from what
// others see. Tables where the player could not sit down, because of a block between them
// and somebody there, are not in it: a seat that is refused would tell of the block. Nor
// are the tables of those whom the player may not reach.
//
// Where it is their own, changes without a summary are passed on: only who sends them knows
// whether the player has seen the table.
func (h *House) LobbyFor(ctx context.Context, player play.Player, news LobbyNews) (seen LobbyNews, own bool, err error) {
	apart, mates, err := h.apartAndMates(ctx, player)
	if err != nil {
		return news, false, err
	}
	own = len(apart)+len(mates) > 0
	hides := func(s *play.Summary) bool {
		switch {
		case player.ID != "" && s.Involves(player.ID):
			return false
		case slices.ContainsFunc(apart, s.Involves):
			return true
		case slices.Contains(mates, s.Host):
			return false
		}
		return s.Terms.Members || player.Managed() && len(mates) > 0
	}
	seen = LobbyNews{Whole: news.Whole, Version: news.Version}
	for _, change := range news.Changes {
		if change.Summary != nil && hides(change.Summary) {
			change = LobbyChange{Table: change.Table, members: change.members}
		}
		for len(change.after) > 0 && hides(change.after[0]) {
			change.after = change.after[1:] // The player knows no such table to put it before.
		}
		if change.Summary != nil || !news.Whole && (own || !change.members) {
			seen.Changes = append(seen.Changes, change)
		}
	}
	return seen, own, nil
}

// apartAndMates are those with whom a player has a block, and those in the player's
// classes, which others may not reach.
func (h *House) apartAndMates(ctx context.Context, player play.Player) (apart, mates []play.PlayerID, err error) {
	if player.ID == "" {
		return nil, nil, nil
	}
	apart, err = h.remembered(h.apart, player.ID, func() ([]play.PlayerID, error) { return h.Store.Apart(ctx, player.ID) })
	if err != nil || !player.Registered {
		return apart, nil, err
	}
	mates, err = h.remembered(h.mates, player.ID, func() ([]play.PlayerID, error) { return h.matesOf(ctx, player) })
	return apart, mates, err
}

// matesOf are the members of those classes of a player whose members others may not
// reach. Of a player with a card, only the class that made it counts.
func (h *House) matesOf(ctx context.Context, player play.Player) (mates []play.PlayerID, err error) {
	groups, err := h.Store.GroupsOf(ctx, player.ID)
	if err != nil {
		return nil, err
	}
	for _, g := range groups {
		if g.Group.Founded() || g.Group.Contact == play.ContactEverybody || player.Managed() && g.Group.ID != player.Manager {
			continue
		}
		members, err := h.Store.Members(ctx, g.Group.ID)
		if err != nil {
			return nil, err
		}
		for _, m := range members {
			mates = append(mates, m.Player.ID)
		}
	}
	return mates, nil
}

// forgetApart has the lobby show or hide the tables of two players to each other.
func (h *House) forgetApart(a, b play.PlayerID) {
	h.apart.forget(a)
	h.apart.forget(b)
	h.lobby.repeat(func(s *play.Summary) bool { return s.Involves(a) || s.Involves(b) })
}

func (h *House) blocksTime() time.Duration {
	if h.Cluster.Several() {
		return clusterBlocksTime
	}
	return blocksTime
}

// Block has a player block or mute another one. Somebody who is blocked loses their
// chairs at the open tables of the one who blocks them; games that are running go
// on. It fails with [play.ErrNoPlayer] if there is no such player.
func (h *House) Block(ctx context.Context, b play.Block) error {
	if b.By == b.Player {
		return play.BlockSelf.Refuse("")
	}
	err := h.Store.SetBlock(ctx, b, play.MaxBlocks)
	if errors.Is(err, play.ErrTooMany) {
		err = play.TooManyBlocks.Refuse("", "most", strconv.Itoa(play.MaxBlocks))
	}
	if err != nil {
		return err
	}
	h.blocks.forget(b.By)
	h.forgetApart(b.By, b.Player)
	if b.Kind != play.Blocked {
		return nil
	}
	return h.unseat(ctx, b.By, b.Player)
}

// Unblock has a player neither block nor mute another one any more.
func (h *House) Unblock(ctx context.Context, by, player play.PlayerID) error {
	err := h.Store.RemoveBlock(ctx, by, player)
	h.blocks.forget(by)
	h.forgetApart(by, player)
	return err
}

// unseat has a player leave the open tables of a host.
func (h *House) unseat(ctx context.Context, host, player play.PlayerID) error {
	tables, err := play.AllTables(ctx, h.Store, play.TableQuery{Host: host, Player: player, Phase: play.Open})
	if err != nil {
		return err
	}
	for _, table := range tables {
		// A refusal means that the table has changed.
		if _, err := h.Do(ctx, Request{Table: table.ID, By: player, Command: play.Leave{}}); err != nil && !refused(err) {
			return err
		}
	}
	return nil
}

// refuseBlocked refuses to seat players together if one of them has blocked
// another, or may not reach another.
func (h *House) refuseBlocked(ctx context.Context, t *play.Table, r Request) error {
	switch r.Command.(type) {
	case play.Sit, play.AskRematch:
		if err := play.RefuseBlockedAt(ctx, h.Store, t, r.By); err != nil {
			return err
		}
		return play.RefuseStrangersAt(ctx, h.Store, t, r.By)
	}
	return nil
}
