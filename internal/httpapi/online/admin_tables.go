package online

import (
	"context"

	"plateau/internal/play"
	"plateau/internal/play/admin"
)

type (
	adminTablesInput struct {
		PageInput
		Phase  string `query:"phase" enum:"open,running,over" doc:"All phases by default"`
		Player string `query:"player" maxLength:"64" doc:"The id of a player who sits there"`
		Text   string `query:"text" maxLength:"64" doc:"The beginning of the id, as logs have it"`
	}
	messageView struct {
		Seq     uint64 `json:"seq" doc:"The number by which it can be deleted"`
		At      int64  `json:"at"`
		By      string `json:"by"`
		Name    string `json:"name" doc:"Empty if the player was deleted"`
		Channel string `json:"channel" enum:"table,partners"`
		Text    string `json:"text"`
		Phrase  string `json:"phrase,omitempty" doc:"The code of a preset phrase, instead of a text"`
	}
	adminTableView struct {
		Table    summaryView   `json:"table"`
		Messages []messageView `json:"messages" doc:"Those that were not deleted, in order"`
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

func (s *server) adminTables(ctx context.Context, _ admin.Actor, in *adminTablesInput) (tablesView, error) {
	list, next, err := s.page(ctx, in.PageInput, play.TableQuery{
		Player: play.PlayerID(in.Player), Phase: phases[in.Phase], Prefix: in.Text,
	})
	return tablesView{viewSummaries(list), next}, err
}

func (s *server) adminTable(ctx context.Context, _ admin.Actor, in *TableInput) (adminTableView, error) {
	view := adminTableView{Messages: []messageView{}}
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
					view.Messages = append(view.Messages, messageView{e.Seq, millis(e.At), string(e.By), names[e.By], string(b.Channel), b.Text, b.Phrase})
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
