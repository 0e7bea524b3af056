package online

import (
	"context"
	"errors"

	"plateau/internal/play"
)

type (
	blockView struct {
		Player string `json:"player"`
		Name   string `json:"name"`
		Kind   string `json:"kind" enum:"block,mute"`
		Since  int64  `json:"since"`
	}
	blocksView struct {
		Blocks []blockView `json:"blocks" doc:"The latest first"`
	}
	blockInput struct {
		ID   string `path:"id" maxLength:"64" doc:"The id of the other player"`
		Body struct {
			IgnoredRequestID
			Kind string `json:"kind" enum:"block,mute" doc:"mute: their messages are not delivered to you. block: nor are you paired, and neither sits down with the other"`
		}
	}
)

func (s *server) registerBlocks() {
	register(s, forPlayers("getBlocks", "GET /me/blocks", "The players whom I have blocked or muted"), body(inSession(s.getBlocks)))
	register(s, noContent(forPlayers("setBlock", "PUT /me/blocks/{id}",
		"Block or mute a player, who is not told")), inSession(s.setBlock))
	register(s, noContent(forPlayers("removeBlock", "DELETE /me/blocks/{id}",
		"Neither block nor mute a player any more")), inSession(s.removeBlock))
}

func (s *server) getBlocks(ctx context.Context, access play.Access, _ *struct{}) (blocksView, error) {
	list, err := s.Store.Blocks(ctx, access.Player)
	view := blocksView{Blocks: make([]blockView, len(list))}
	for i, b := range list {
		view.Blocks[i] = blockView{string(b.Player), b.Name, string(b.Kind), millis(b.Since)}
	}
	return view, err
}

func (s *server) setBlock(ctx context.Context, access play.Access, in *blockInput) (*struct{}, error) {
	err := s.House.Block(ctx, play.Block{
		By: access.Player, Player: play.PlayerID(in.ID), Kind: play.BlockKind(in.Body.Kind), Since: s.Now(),
	})
	if errors.Is(err, play.ErrNoPlayer) {
		return nil, noSuchPlayer
	}
	return nil, err
}

func (s *server) removeBlock(ctx context.Context, access play.Access, in *playerInput) (*struct{}, error) {
	return nil, s.House.Unblock(ctx, access.Player, in.player())
}
