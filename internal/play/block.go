package play

import (
	"context"
	"time"
)

// BlockKind is what a player does not want to have to do with another one.
type BlockKind string

// The kinds. Who is blocked is muted as well.
const (
	// Muted players are not read: their messages are not delivered.
	Muted BlockKind = "mute"
	// Blocked players are neither paired nor seated with the other, no matter which
	// of the two has blocked the other.
	Blocked BlockKind = "block"
)

// Block says that a player has blocked or muted another one. Nobody else learns of it.
// Its tags are for the player's export.
type Block struct {
	By     PlayerID  `json:"-"`
	Player PlayerID  `json:"player"`
	Kind   BlockKind `json:"kind"`
	Since  time.Time `json:"since"`
	// Name is the present name of the other, filled in when it is read.
	Name string `json:"name"`
}

// MaxBlocks is how many others a player may have blocked or muted.
const MaxBlocks = 500

// BlockStore stores who has blocked or muted whom.
type BlockStore interface {
	// SetBlock adds or replaces one. It fails with [ErrNoPlayer] if one of the
	// two does not exist or was deleted, and with [ErrTooMany] if it is one
	// more than allowed.
	SetBlock(ctx context.Context, b Block, most int) error
	// RemoveBlock removes one, if it is there.
	RemoveBlock(ctx context.Context, by, player PlayerID) error
	// Blocks lists those of a player, the latest first.
	Blocks(ctx context.Context, by PlayerID) ([]Block, error)
	// Apart are the players who have blocked a player or whom the player has
	// blocked, in no order; mutes do not count.
	Apart(ctx context.Context, player PlayerID) ([]PlayerID, error)
	// BlocksAmong are the blocks, without mutes, of any of the players against
	// any other of them.
	BlocksAmong(ctx context.Context, players ...PlayerID) ([]Block, error)
}

// ContactStore knows who may play and talk with whom, see [BlockStore] and [GroupStore].
type ContactStore interface {
	BlocksAmong(ctx context.Context, players ...PlayerID) ([]Block, error)
	StrangersAmong(ctx context.Context, players ...PlayerID) ([]Strangers, error)
	TalkAmong(ctx context.Context, players ...PlayerID) (Talk, error)
	Group(ctx context.Context, id GroupID) (Group, error)
}

// RefuseOwnBlock refuses what a player asks of another one whom they have blocked, such
// as a challenge. The other way round nothing is refused, because nobody learns that they
// are blocked: what they ask waits, unseen, until it expires or the block ends.
func RefuseOwnBlock(ctx context.Context, s BlockStore, player, other PlayerID) (unseen bool, err error) {
	blocks, err := s.BlocksAmong(ctx, player, other)
	for _, b := range blocks {
		if b.By == player {
			return false, OwnBlock.Refuse("")
		}
	}
	return len(blocks) > 0, err
}

// RefuseBlockedAt refuses that a player plays with those at a table, if one of
// them and the player have a block between them. Blocks among the others are
// theirs.
func RefuseBlockedAt(ctx context.Context, s ContactStore, t *Table, player PlayerID) error {
	blocks, err := s.BlocksAmong(ctx, t.with(player)...)
	for _, b := range blocks {
		switch player {
		case b.By:
			return OwnBlockAtTable.Refuse("")
		case b.Player:
			return BlockedAtTable.Refuse("")
		}
	}
	return err
}

// with is a player with those at a table, its host included.
func (t *Table) with(player PlayerID) []PlayerID {
	players := []PlayerID{player, t.Host}
	for _, sitter := range t.Sitters {
		players = append(players, sitter.Player)
	}
	return players
}
