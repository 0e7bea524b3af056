package routes

import (
	"context"

	"plateau/game"
	"plateau/internal/admin"
	"plateau/internal/api"
	"plateau/internal/httpapi/route"
	"plateau/internal/play"
)

type (
	tablesInput struct {
		route.PageInput
		Phase  string `query:"phase" enum:"open,running,over" doc:"All phases by default"`
		Player string `query:"player" maxLength:"64" doc:"The id of a player who sits there"`
		Text   string `query:"text" maxLength:"64" doc:"The beginning of the id, as logs have it"`
	}
	messageInput struct {
		route.TableInput
		Seq uint64 `path:"seq"`
	}
)

func (s *routes) registerTables() {
	route.Add(s.Router, ForAdministrators("adminTables", "GET /admin/tables", "List and search tables"), route.Body(As(s.Admin, s.adminTables)))
	route.Add(s.Router, ForAdministrators("adminTable", "GET /admin/tables/{id}", "A table with its messages"), route.Body(As(s.Admin, s.adminTable)))
	route.Add(s.Router, ForAdministrators("adminCloseTable", "DELETE /admin/tables/{id}",
		"Close a table; the game has no result").NoContent(), As(s.Admin, s.adminCloseTable))
	route.Add(s.Router, ForAdministrators("adminEraseMessage", "DELETE /admin/tables/{id}/messages/{seq}",
		"Delete a chat message").NoContent(), As(s.Admin, s.adminEraseMessage))
}

func (s *routes) adminTables(ctx context.Context, _ admin.Actor, in *tablesInput) (api.Tables, error) {
	list, next, err := in.Tables(ctx, s.Store, play.TableQuery{
		Player: play.PlayerID(in.Player), Phase: route.Phases[in.Phase], Prefix: in.Text,
	})
	return api.Tables{Tables: api.ViewSummaries(list), Next: next}, err
}

func (s *routes) adminTable(ctx context.Context, _ admin.Actor, in *route.TableInput) (api.AdminTable, error) {
	return Table(ctx, s.Store, s.Games, play.TableID(in.ID))
}

// Table is a table with its messages, deleted ones apart.
func Table(ctx context.Context, store play.TableStore, games game.List, id play.TableID) (api.AdminTable, error) {
	view := api.AdminTable{Messages: []api.Message{}}
	names := make(map[play.PlayerID]string)
	t, err := play.Load(ctx, store, games, id, func(events []play.Event, _ *play.Table) {
		for _, e := range events {
			switch b := e.Body.(type) {
			case play.Opened:
				for _, chair := range b.Chairs {
					names[chair.Player] = chair.Name
				}
			case play.Sat:
				names[b.Sitter.Player] = b.Sitter.Name
			case play.Said:
				if b.Text != "" || b.Phrase != "" {
					view.Messages = append(view.Messages, api.Message{
						Seq: e.Seq, At: api.Millis(e.At), By: e.By, Name: names[e.By], Channel: b.Channel, Text: b.Text, Phrase: b.Phrase,
					})
				}
			}
		}
	})
	if err != nil {
		return view, err
	}
	view.Table = api.ViewSummary(t.Summary())
	return view, nil
}

func (s *routes) adminCloseTable(ctx context.Context, a admin.Actor, in *route.TableInput) (*struct{}, error) {
	return nil, s.Admin.CloseTable(ctx, a, play.TableID(in.ID))
}

func (s *routes) adminEraseMessage(ctx context.Context, a admin.Actor, in *messageInput) (*struct{}, error) {
	return nil, s.Admin.EraseMessage(ctx, a, play.TableID(in.ID), in.Seq)
}
