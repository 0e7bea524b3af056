package online

import (
	"context"

	"plateau/internal/admin"
	"plateau/internal/api"
	"plateau/internal/play"
)

type (
	adminTablesInput struct {
		PageInput
		Phase  string `query:"phase" enum:"open,running,over" doc:"All phases by default"`
		Player string `query:"player" maxLength:"64" doc:"The id of a player who sits there"`
		Text   string `query:"text" maxLength:"64" doc:"The beginning of the id, as logs have it"`
	}
	messageInput struct {
		TableInput
		Seq uint64 `path:"seq"`
	}
)

func (s *server) registerAdminTables() {
	register(s, forAdministrators("adminTables", "GET /admin/tables", "List and search tables"), body(asAdmin(s, s.adminTables)))
	register(s, forAdministrators("adminTable", "GET /admin/tables/{id}", "A table with its messages"), body(asAdmin(s, s.adminTable)))
	register(s, noContent(forAdministrators("adminCloseTable", "DELETE /admin/tables/{id}",
		"Close a table; the game has no result")), asAdmin(s, s.adminCloseTable))
	register(s, noContent(forAdministrators("adminEraseMessage", "DELETE /admin/tables/{id}/messages/{seq}",
		"Delete a chat message")), asAdmin(s, s.adminEraseMessage))
}

func (s *server) adminTables(ctx context.Context, _ admin.Actor, in *adminTablesInput) (api.Tables, error) {
	list, next, err := s.page(ctx, in.PageInput, play.TableQuery{
		Player: play.PlayerID(in.Player), Phase: phases[in.Phase], Prefix: in.Text,
	})
	return api.Tables{Tables: viewSummaries(list), Next: next}, err
}

func (s *server) adminTable(ctx context.Context, _ admin.Actor, in *TableInput) (api.AdminTable, error) {
	view := api.AdminTable{Messages: []api.Message{}}
	names := make(map[play.PlayerID]string)
	t, err := play.Load(ctx, s.Store, s.Games, play.TableID(in.ID), func(events []play.Event, _ *play.Table) {
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
						Seq: e.Seq, At: millis(e.At), By: e.By, Name: names[e.By], Channel: b.Channel, Text: b.Text, Phrase: b.Phrase,
					})
				}
			}
		}
	})
	if err != nil {
		return view, err
	}
	view.Table = viewSummary(t.Summary())
	return view, nil
}

func (s *server) adminCloseTable(ctx context.Context, a admin.Actor, in *TableInput) (*struct{}, error) {
	return nil, s.Admin.CloseTable(ctx, a, play.TableID(in.ID))
}

func (s *server) adminEraseMessage(ctx context.Context, a admin.Actor, in *messageInput) (*struct{}, error) {
	return nil, s.Admin.EraseMessage(ctx, a, play.TableID(in.ID), in.Seq)
}
