package online

import (
	"context"
	"errors"

	"plateau/internal/accounts"
	"plateau/internal/api"
	"plateau/internal/play"
	"plateau/internal/play/blocks"
)

type blockInput struct {
	ID   string `path:"id" maxLength:"64" doc:"The id of the other player"`
	Body api.NewBlock
}

func (s *server) registerBlocks() {
	register(s, forPlayers("getBlocks", "GET /me/blocks", "The players whom I have blocked or muted"), body(inSession(s.getBlocks)))
	register(s, noContent(forPlayers("setBlock", "PUT /me/blocks/{id}",
		"Block or mute a player, who is not told")), inSession(s.setBlock))
	register(s, noContent(forPlayers("removeBlock", "DELETE /me/blocks/{id}",
		"Neither block nor mute a player any more")), inSession(s.removeBlock))
}

func (s *server) getBlocks(ctx context.Context, access accounts.Access, _ *struct{}) (api.Blocks, error) {
	list, err := s.Store.Blocks(ctx, access.Player)
	view := api.Blocks{Blocks: make([]api.Block, len(list))}
	for i, b := range list {
		view.Blocks[i] = api.Block{Player: b.Player, Name: b.Name, Kind: b.Kind, Since: millis(b.Since)}
	}
	return view, err
}

func (s *server) setBlock(ctx context.Context, access accounts.Access, in *blockInput) (*struct{}, error) {
	err := s.House.Block(ctx, blocks.Block{
		By: access.Player, Player: play.PlayerID(in.ID), Kind: in.Body.Kind, Since: s.Now(),
	})
	if errors.Is(err, play.ErrNoPlayer) {
		return nil, noSuchPlayer
	}
	return nil, err
}

func (s *server) removeBlock(ctx context.Context, access accounts.Access, in *playerInput) (*struct{}, error) {
	return nil, s.House.Unblock(ctx, access.Player, in.player())
}
