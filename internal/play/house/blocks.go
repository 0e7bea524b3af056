package house

import (
	"context"
	"encoding/json"
	"time"

	"plateau/internal/cluster"
	"plateau/internal/play"
)

// blockPrefix begins the keys of blocks that were made or ended lately, which servers
// compare: notices may be lost.
const blockPrefix = "block/"

// blockKnownFor is how long they are there: several times as long as it takes until the
// others look, or a server that is late would miss them.
const blockKnownFor = 10 * cluster.ListsEvery

// tellOfBlock has those who follow the lobby, at all servers, learn of a block that was
// made or ended.
func (h *House) tellOfBlock(ctx context.Context, by, player play.PlayerID) error {
	h.blockChanged(by, player)
	if !h.Cluster.Several() {
		return nil
	}
	notice := play.BlockNotice{By: by, Player: player}
	h.Cluster.Publish(play.Notice{Block: &notice})
	value, err := json.Marshal(notice)
	if err != nil {
		return err
	}
	now := h.now()
	shared := play.SharedValue{Key: blockPrefix + string(by) + "/" + string(player), Value: value, Until: now.Add(blockKnownFor)}
	return h.store.Share(ctx, now, play.SharedChange{SharedValue: shared, Anyway: true})
}

// blockChanged has the lobby show or hide the tables of two players to each other.
func (h *House) blockChanged(a, b play.PlayerID) {
	h.Blocks.Changed(a, b)
	h.Lobby.Repeat(func(s *play.Summary) bool { return s.Involves(a) || s.Involves(b) })
}

// compareBlocks learns of blocks at other servers whose notices were lost.
func (h *House) compareBlocks(ctx context.Context) error {
	list, err := h.store.Shared(ctx, h.now(), blockPrefix)
	if err != nil {
		return err
	}
	heard := make(map[string]time.Time, len(list))
	for _, v := range list {
		heard[v.Key] = v.Until
		var block play.BlockNotice
		if v.Until.Equal(h.blocksHeard[v.Key]) || json.Unmarshal(v.Value, &block) != nil {
			continue
		}
		h.blockChanged(block.By, block.Player)
	}
	h.blocksHeard = heard
	return nil
}
