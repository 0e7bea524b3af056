package online

import (
	"bytes"
	"context"
	"encoding/base64"
	"strconv"
	"strings"
	"time"

	"plateau/game"
	"plateau/internal/api"
	"plateau/internal/play"
)

// PageInput selects a page of a list.
type PageInput struct {
	Cursor string `query:"cursor" maxLength:"200" doc:"The field next of the previous page"`
	Limit  int    `query:"limit" minimum:"1" maximum:"100" default:"20"`
}

type (
	myTablesInput struct {
		PageInput
		Phase string `query:"phase" enum:"open,running,over" doc:"All phases by default"`
	}
	gamesInput struct {
		PageInput
		Game   string `query:"game" maxLength:"32"`
		Player string `query:"player" maxLength:"64" doc:"The id of a player; with your own id, private games are included"`
	}
)

const whichGames = "Games that were listed or rated, and open to spectators: of everybody, or of one player. " +
	"With your own id as `player` you get all of your games, private ones included."

func (s *server) registerLists() {
	register(s, signedIn("me", "listMyTables", "GET /me/tables", "My tables, most recent first"), body(s.listMyTables))
	list := open("history", "listGames", "GET /games", "Finished games, most recent first")
	list.Description = whichGames
	register(s, list, body(s.listGames))
	records := costs(20, open("history", "listRecords", "GET /games/records", "The records of finished games"))
	records.Description = whichGames
	register(s, withContent("text/plain", plainText, records), s.listRecords)
	register(s, costs(3, open("lobby", "getLobby", "GET /lobby", "The listed tables that wait for players")), s.getLobby)
}

// phases are the phases by name; the empty name stands for all.
var phases = map[string]play.Phase{
	"": play.Unopened, play.Open.String(): play.Open, play.Running.String(): play.Running, play.Over.String(): play.Over,
}

func (s *server) listMyTables(ctx context.Context, in *myTablesInput) (api.Tables, error) {
	list, next, err := s.page(ctx, in.PageInput, play.TableQuery{Player: playerFrom(ctx).ID, Phase: phases[in.Phase]})
	return api.Tables{Tables: viewSummaries(list), Next: next}, err
}

func (s *server) listGames(ctx context.Context, in *gamesInput) (api.Games, error) {
	list, next, err := s.page(ctx, in.PageInput, in.query(playerFrom(ctx).ID))
	return api.Games{Games: viewSummaries(list), Next: next}, err
}

// query selects the games that a viewer may see.
func (in *gamesInput) query(viewer play.PlayerID) play.TableQuery {
	player := play.PlayerID(in.Player)
	return play.TableQuery{
		Phase: play.Over, Played: true, Game: in.Game, Player: player, Public: viewer == "" || player != viewer,
	}
}

func (s *server) listRecords(ctx context.Context, in *gamesInput) (*textOutput, error) {
	list, _, err := s.page(ctx, in.PageInput, in.query(playerFrom(ctx).ID))
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
	return attachment("games.txt", text.Bytes()), nil
}

// page is a page of a list, with the cursor of the next page.
func (s *server) page(ctx context.Context, in PageInput, q play.TableQuery) (list []play.Summary, next string, err error) {
	if in.Cursor != "" {
		if q.After, err = readCursor(in.Cursor); err != nil {
			return nil, "", err
		}
	}
	q.Limit = in.Limit
	list, err = s.Store.Tables(ctx, q)
	if err == nil && len(list) == in.Limit {
		next = cursorAfter(&list[len(list)-1])
	}
	return list, next, err
}

// cursorAfter encodes the position of a table in a list.
func cursorAfter(s *play.Summary) string {
	return base64.RawURLEncoding.EncodeToString([]byte(strconv.FormatInt(s.Entered.UnixMilli(), 10) + " " + string(s.ID)))
}

func readCursor(cursor string) (*play.Summary, error) {
	text, err := base64.RawURLEncoding.DecodeString(cursor)
	if err != nil {
		return nil, badCursor
	}
	entered, id, _ := strings.Cut(string(text), " ")
	ms, err := strconv.ParseInt(entered, 10, 64)
	if err != nil {
		return nil, badCursor
	}
	return &play.Summary{ID: play.TableID(id), Entered: time.UnixMilli(ms)}, nil
}
