package routes

import (
	"bytes"
	"context"

	"plateau/game"
	"plateau/internal/api"
	"plateau/internal/httpapi/route"
	"plateau/internal/play"
)

type (
	myTablesInput struct {
		route.PageInput
		Phase string `query:"phase" enum:"open,running,over" doc:"All phases by default"`
	}
	gamesInput struct {
		route.PageInput
		Game   string `query:"game" maxLength:"32"`
		Player string `query:"player" maxLength:"64" doc:"The id of a player; with your own id, private games are included"`
	}
)

const whichGames = "Games that were listed or rated, and open to spectators: of everybody, or of one player. " +
	"With your own id as `player` you get all of your games, private ones included."

func (s *routes) registerLists() {
	route.Add(s.Router, route.ForPlayers("me", "listMyTables", "GET /me/tables", "My tables, most recent first"), route.Body(s.listMyTables))
	route.Add(s.Router, route.ForVisitors("history", "listGames", "GET /games", "Finished games, most recent first").Explained(whichGames), route.Body(s.listGames))
	route.Add(s.Router, route.ForVisitors("history", "listRecords", "GET /games/records", "The records of finished games").Costs(20).Explained(whichGames).Answers("text/plain", route.PlainText),
		s.listRecords)
}

func (s *routes) listMyTables(ctx context.Context, in *myTablesInput) (api.Tables, error) {
	list, next, err := in.Tables(ctx, s.Store, play.TableQuery{Player: route.PlayerOf(ctx).ID, Phase: route.Phases[in.Phase]})
	return api.Tables{Tables: api.ViewSummaries(list), Next: next}, err
}

func (s *routes) listGames(ctx context.Context, in *gamesInput) (api.Games, error) {
	list, next, err := in.Tables(ctx, s.Store, in.query(route.PlayerOf(ctx).ID))
	return api.Games{Games: api.ViewSummaries(list), Next: next}, err
}

// query selects the games that a viewer may see.
func (in *gamesInput) query(viewer play.PlayerID) play.TableQuery {
	player := play.PlayerID(in.Player)
	return play.TableQuery{
		Phase: play.Over, Played: true, Game: in.Game, Player: player, Public: viewer == "" || player != viewer,
	}
}

func (s *routes) listRecords(ctx context.Context, in *gamesInput) (*route.Text, error) {
	list, _, err := in.Tables(ctx, s.Store, in.query(route.PlayerOf(ctx).ID))
	if err != nil {
		return nil, err
	}
	var text bytes.Buffer
	for _, sum := range list {
		// Old games would only fill the house's memory.
		t, err := play.Load(ctx, s.Store, s.Games, sum.ID)
		if err != nil {
			return nil, err
		}
		if text.Len() > 0 {
			text.WriteByte('\n')
		}
		if err := game.WriteRecord(&text, t.Record()); err != nil {
			return nil, err
		}
	}
	return route.Attachment("games.txt", text.Bytes()), nil
}
