package online

import (
	"bytes"
	"context"

	"plateau/game"
	"plateau/internal/api"
	"plateau/internal/httpapi/problem"
	"plateau/internal/play"
	"plateau/internal/play/live"
)

// TableInput names a table. Other inputs embed it.
type TableInput struct {
	ID string `path:"id" maxLength:"64" doc:"The id of the table, the secret part of its link"`
}

// readInput is for reading a table.
type readInput struct {
	TableInput
	Seen uint64 `query:"seen" doc:"An event that was acknowledged to the client, perhaps by another server: the answer has it"`
}

type (
	openInput   struct{ Body api.NewTable }
	tableOutput struct{ Body api.TableSnapshot }
	// textOutput is a text file or a picture.
	textOutput struct {
		ContentType string `header:"Content-Type"`
		Disposition string `header:"Content-Disposition"`
		Body        []byte
	}
)

func (s *server) registerTables() {
	register(s, created(signedIn("tables", "openTable", "POST /tables", "Open a table")), s.openTable)
	register(s, open("tables", "getTable", "GET /tables/{id}", "The current state of a table"), s.getTable)
	register(s, withContent("text/plain", plainText, open("tables", "getRecord", "GET /tables/{id}/record", "The record of a game")), s.getRecord)
}

func (s *server) openTable(ctx context.Context, in *openInput) (*answerOutput, error) {
	host := playerFrom(ctx)
	if p := s.limitTables(ctx, host); p != nil {
		return nil, p
	}
	chairs := make([]play.Sitter, len(in.Body.Chairs))
	for i, c := range in.Body.Chairs {
		chairs[i].Level = c.Level
		if c.Me {
			chairs[i].Player = host.ID
		}
	}
	if err := s.checkTableName(ctx, &in.Body.Terms, host); err != nil {
		return nil, err
	}
	if group := in.Body.Terms.Group; group != "" {
		if _, err := s.Groups.Look(ctx, memberFrom(ctx), group); err != nil {
			return nil, err
		}
	}
	return answer(s.House.Tables.Open(ctx, host, in.Body.Terms, chairs, in.Body.Request))
}

// limitTables counts a new table for its host, and for those who share a budget at the
// address: guests are as many as somebody likes.
func (s *server) limitTables(ctx context.Context, host play.Player) *problem.Problem {
	if p := s.limits.tables.take(string(host.ID), 1); p != nil {
		return p
	}
	c := callerFrom(ctx)
	client := c.address
	if c.kind() == guestCaller {
		client = "guests at " + client
	}
	return s.limits.tablesByAddress.take(client, 1)
}

func (s *server) getTable(ctx context.Context, in *readInput) (*tableOutput, error) {
	t, err := s.House.Tables.TableAt(ctx, play.TableID(in.ID), playerFrom(ctx).ID, in.Seen)
	if err != nil {
		return nil, err
	}
	here := append([]play.PlayerID{}, s.House.Tables.Here(t.ID)...)
	return &tableOutput{api.TableSnapshot{Table: viewTable(t, playerFrom(ctx).ID), Here: here, Now: millis(s.Now())}}, nil
}

func (s *server) getRecord(ctx context.Context, in *readInput) (*textOutput, error) {
	t, err := s.House.Tables.TableAt(ctx, play.TableID(in.ID), playerFrom(ctx).ID, in.Seen)
	if err != nil {
		return nil, err
	}
	record := t.Record()
	if record == nil {
		return nil, noRecord
	}
	var text bytes.Buffer
	if err := game.WriteRecord(&text, record); err != nil {
		return nil, err
	}
	return attachment(t.Game.ID()+".txt", text.Bytes()), nil
}

// attachment is a text file to download.
func attachment(name string, text []byte) *textOutput {
	return &textOutput{ContentType: "text/plain; charset=utf-8", Disposition: `attachment; filename="` + name + `"`, Body: text}
}

// answer is the answer to every command.
func answer(a live.Answer, err error) (*answerOutput, error) {
	if err != nil {
		return nil, err
	}
	out := new(answerOutput)
	out.Body.Table, out.Body.Seq = a.Table, a.Seq
	return out, nil
}
