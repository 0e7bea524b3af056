// Package routes has the routes by which players block and mute others.
package routes

import (
	"context"

	"plateau/internal/accounts"
	"plateau/internal/api"
	"plateau/internal/httpapi/route"
	"plateau/internal/play"
	"plateau/internal/play/blocks"
)

type blockInput struct {
	ID   string `path:"id" maxLength:"64" doc:"The id of the other player"`
	Body api.NewBlock
}

type routes struct {
	*route.Router
	store blocks.BlockStore
}

// Register adds the list of those whom a player has blocked or muted.
func Register(r *route.Router, store blocks.BlockStore) {
	s := &routes{r, store}
	route.Add(s.Router, route.ForAccount("getBlocks", "GET /me/blocks", "The players whom I have blocked or muted"), route.Body(route.InSession(s.getBlocks)))
	route.Add(s.Router, route.ForAccount("setBlock", "PUT /me/blocks/{id}",
		"Block or mute a player, who is not told").NoContent(), route.InSession(s.setBlock))
	route.Add(s.Router, route.ForAccount("removeBlock", "DELETE /me/blocks/{id}",
		"Neither block nor mute a player any more").NoContent(), route.InSession(s.removeBlock))
}

func (s *routes) getBlocks(ctx context.Context, access accounts.Access, _ *struct{}) (api.Blocks, error) {
	list, err := s.store.Blocks(ctx, access.Player)
	view := api.Blocks{Blocks: make([]api.Block, len(list))}
	for i, b := range list {
		view.Blocks[i] = api.Block{Player: b.Player, Name: b.Name, Kind: b.Kind, Since: api.Millis(b.Since)}
	}
	return view, err
}

func (s *routes) setBlock(ctx context.Context, access accounts.Access, in *blockInput) (*struct{}, error) {
	err := s.House.Block(ctx, blocks.Block{
		By: access.Player, Player: play.PlayerID(in.ID), Kind: in.Body.Kind, Since: s.Now(),
	})
	return nil, route.OrNoPlayer(err)
}

func (s *routes) removeBlock(ctx context.Context, access accounts.Access, in *route.PlayerInput) (*struct{}, error) {
	return nil, s.House.Unblock(ctx, access.Player, in.Player())
}
