package blocks

import (
	"context"
	"time"

	"plateau/internal/play"
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
